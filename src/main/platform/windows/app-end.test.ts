import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { watchAppEnd, watchSessionEnd } from './app-end.ts';

it('watchAppEnd reports that the app ends after before-quit', () => {
  const app = new EventEmitter();
  const ending = watchAppEnd(app, null);
  expect(ending.isEnding()).toBe(false);
  app.emit('before-quit');
  expect(ending.isEnding()).toBe(true);
});

it('watchAppEnd reports that the app ends after the start of an update, until the update fails', () => {
  const [app, updater] = [new EventEmitter(), new EventEmitter()];
  const ending = watchAppEnd(app, updater);
  updater.emit('before-quit-for-update');
  expect(ending.isEnding()).toBe(true);
  updater.emit('error', new Error('the disk is read-only'));
  expect(ending.isEnding()).toBe(false);
  ending.dispose();
  expect([...app.eventNames(), ...updater.eventNames()]).toEqual([]);
});

it('watchSessionEnd saves when Windows reports to a window that the session ends', () => {
  const [app, monitor, window] = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
  let saved = 0;
  watchSessionEnd({ app, monitor, ready: Promise.resolve(), save: () => (saved += 1) });
  app.emit('browser-window-created', {}, window);
  expect(saved).toBe(0);
  window.emit('session-end');
  expect(saved).toBe(1);
});

/** Simulates Electron's `powerMonitor` on Linux (`lib/browser/api/power-monitor.ts`, electron/electron 96f3996d8d). */
function powerMonitorDouble() {
  const monitor = new EventEmitter();
  let listensForShutdown = false;
  monitor.once('newListener', () => {
    listensForShutdown = monitor.listenerCount('shutdown') > 0;
    monitor.on('newListener', (event) => {
      if (event === 'shutdown') listensForShutdown = true;
    });
  });
  return { monitor, shutDown: () => listensForShutdown && monitor.emit('shutdown') };
}

it('watchSessionEnd saves at a shutdown of Linux, where Electron ignores the first listener', async () => {
  const { monitor, shutDown } = powerMonitorDouble();
  let saved = 0;
  const ready = Promise.resolve();
  watchSessionEnd({ app: new EventEmitter(), monitor, ready, save: () => (saved += 1) });
  await ready;
  shutDown();
  expect(saved).toBe(1);
});

it('watchSessionEnd saves when the session is lost and Electron emits only `quit`', () => {
  const app = new EventEmitter();
  let saved = 0;
  const monitor = new EventEmitter();
  watchSessionEnd({ app, monitor, ready: Promise.resolve(), save: () => (saved += 1) });
  app.emit('quit');
  expect(saved).toBe(1);
});

it('watchSessionEnd saves when Linux or macOS shuts down, and uses `powerMonitor` only after `ready`', async () => {
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
