import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { handToSquirrel, type Squirrel } from './squirrel.ts';

let done: string[];
let squirrel: EventEmitter & Squirrel;
beforeEach(() => {
  done = [];
  squirrel = Object.assign(new EventEmitter(), {
    checkForUpdates: () => void done.push('check'),
    quitAndInstall: () => void done.push('quit'),
  });
});

test('the app is ended by Squirrel, once that has the package', () => {
  void handToSquirrel(squirrel);
  expect(done).toEqual(['check']);
  squirrel.emit('update-available');
  expect(done).toEqual(['check']);
  squirrel.emit('update-downloaded');
  expect(done).toEqual(['check', 'quit']);
});

test.each<[string, () => void, string]>([
  ['is refused', () => squirrel.emit('error', new Error('not signed')), 'not signed'],
  ['is not found', () => squirrel.emit('update-not-available'), 'Squirrel found no update'],
])('a package that %s is a failure, and leaves nothing behind', async (_what, happen, words) => {
  const failed = handToSquirrel(squirrel);
  happen();
  expect(await failed).toMatchObject({ message: words });
  expect(squirrel.eventNames()).toEqual([]);
  // A second try does not end the app twice.
  void handToSquirrel(squirrel);
  squirrel.emit('update-downloaded');
  expect(done).toEqual(['check', 'check', 'quit']);
});

test('what fails at the very end is a failure too', async () => {
  const failed = handToSquirrel(squirrel);
  squirrel.emit('update-downloaded');
  squirrel.emit('error', new Error('the disk is read-only'));
  expect(await failed).toMatchObject({ message: 'the disk is read-only' });
});
