import { EventEmitter } from 'node:events';
import { strictObject } from './api.ts';
import { requireReady } from './app.ts';
import { displays, onDisplaysChange, type Display } from './displays.ts';

const api = {
  getAllDisplays: displays,
  getPrimaryDisplay: () => displays()[0],
  getCursorScreenPoint: (): Electron.Point => ({ x: 0, y: 0 }),
  ...(process.platform === 'win32' && {
    dipToScreenRect: (_window: null, area: Electron.Rectangle) => area,
  }),
};

const emitter = new EventEmitter();

type DisplayChange = readonly [name: string, display: Display, metrics?: readonly string[]];

/** The changes between two states as Electron's events: their names and arguments. */
export function changesBetween(
  before: readonly Display[],
  after: readonly Display[],
): readonly DisplayChange[] {
  const find = (displays: readonly Display[], { label }: Display): Display | undefined =>
    displays.find((one) => one.label === label);
  const fingerprintOf = (display: Display): string =>
    JSON.stringify([display.bounds, display.workArea, display.id]);
  const removedDisplays = before.filter((one) => find(after, one) === undefined);
  const changes = after.flatMap((one): DisplayChange[] => {
    const oldDisplay = find(before, one);
    if (oldDisplay === undefined) return [['display-added', one]];
    return fingerprintOf(oldDisplay) === fingerprintOf(one)
      ? []
      : [['display-metrics-changed', one, ['bounds', 'workArea']]];
  });
  return [...removedDisplays.map((one): DisplayChange => ['display-removed', one]), ...changes];
}

onDisplaysChange((before, after) => {
  for (const [name, ...rest] of changesBetween(before, after)) emitter.emit(name, {}, ...rest);
});

const strictScreen = strictObject('screen', Object.assign(emitter, api));

/** Electron's `screen`. Any use before ready throws an error: `lib/browser/api/screen.ts`. */
export const screen = new Proxy(strictScreen, {
  get(target, key, receiver): unknown {
    requireReady("The 'screen' module can't be used before the app 'ready' event");
    const value: unknown = Reflect.get(target, key, receiver);
    return typeof value === 'function' ? value.bind(target) : value;
  },
});
