import { EventEmitter } from 'node:events';
import { strictObject } from './api.ts';
import { requireReady } from './app.ts';
import { displays, onDisplaysChange } from './displays.ts';

const api = {
  getAllDisplays: displays,
  getPrimaryDisplay: () => displays()[0],
  getCursorScreenPoint: (): Electron.Point => ({ x: 0, y: 0 }),
  ...(process.platform === 'win32' && {
    dipToScreenRect: (_window: null, area: Electron.Rectangle) => area,
  }),
};

const emitter = new EventEmitter();
// Electron also emits `display-added` and `display-removed`, for which the app has the same listener.
onDisplaysChange(() => emitter.emit('display-metrics-changed'));

const strictScreen = strictObject('screen', Object.assign(emitter, api));

/** Electron's `screen`. Any use before ready throws an error: `lib/browser/api/screen.ts`. */
export const screen = new Proxy(strictScreen, {
  get(target, key, receiver): unknown {
    requireReady("The 'screen' module can't be used before the app 'ready' event");
    const value: unknown = Reflect.get(target, key, receiver);
    return typeof value === 'function' ? value.bind(target) : value;
  },
});
