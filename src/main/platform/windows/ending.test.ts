import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { watchEnding } from './ending.ts';

it('lets windows go from the moment that the app ends', () => {
  const app = new EventEmitter();
  const ending = watchEnding(app, null);
  expect(ending.isEnding()).toBe(false);
  app.emit('before-quit');
  expect(ending.isEnding()).toBe(true);
});

it('lets them go for an update, which closes them before it ends the app', () => {
  const [app, updater] = [new EventEmitter(), new EventEmitter()];
  const ending = watchEnding(app, updater);
  updater.emit('before-quit-for-update');
  expect(ending.isEnding()).toBe(true);
  updater.emit('error', new Error('the disk is read-only'));
  expect(ending.isEnding()).toBe(false);
  ending.dispose();
  expect([...app.eventNames(), ...updater.eventNames()]).toEqual([]);
});
