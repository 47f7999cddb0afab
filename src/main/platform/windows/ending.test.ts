import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { watchEnding, watchSessionEnd } from './ending.ts';

it('is ending from before-quit on', () => {
  const app = new EventEmitter();
  const ending = watchEnding(app, null);
  expect(ending.isEnding()).toBe(false);
  app.emit('before-quit');
  expect(ending.isEnding()).toBe(true);
});

it('is ending from an update on, until the update fails', () => {
  const [app, updater] = [new EventEmitter(), new EventEmitter()];
  const ending = watchEnding(app, updater);
  updater.emit('before-quit-for-update');
  expect(ending.isEnding()).toBe(true);
  updater.emit('error', new Error('the disk is read-only'));
  expect(ending.isEnding()).toBe(false);
  ending.dispose();
  expect([...app.eventNames(), ...updater.eventNames()]).toEqual([]);
});

it('saves when Windows tells a window that the session ends', () => {
  const [app, monitor, window] = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
  let saved = 0;
  watchSessionEnd({ app, monitor, ready: Promise.resolve(), save: () => (saved += 1) });
  app.emit('browser-window-created', {}, window);
  expect(saved).toBe(0);
  window.emit('session-end');
  expect(saved).toBe(1);
});

it('saves when Linux or macOS shuts down, and uses the monitor only once the app is ready', async () => {
  const [app, monitor] = [new EventEmitter(), new EventEmitter()];
  const ready = Promise.withResolvers<null>();
  let saved = 0;
  watchSessionEnd({ app, monitor, ready: ready.promise, save: () => (saved += 1) });
  expect(monitor.eventNames()).toEqual([]);
  ready.resolve(null);
  await ready.promise;
  monitor.emit('shutdown');
  expect(saved).toBe(1);
});
