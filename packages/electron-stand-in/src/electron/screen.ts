import { spawn, spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { strict } from './api.ts';
import { requireReady } from './app.ts';

/** The data of a display. In a list, the first display is the primary one. */
export type Display = Pick<
  Electron.Display,
  'id' | 'label' | 'bounds' | 'workArea' | 'size' | 'workAreaSize' | 'scaleFactor' | 'rotation'
>;

type Rectangle = Electron.Rectangle;

const connected = /^(\S+) connected( primary)? (\d+)x(\d+)\+(\d+)\+(\d+)/gm;

function makeDisplay(id: number, label: string, bounds: Rectangle): Display {
  const size = { width: bounds.width, height: bounds.height };
  const areas = { bounds, workArea: bounds, size, workAreaSize: size };
  return { id, label, ...areas, scaleFactor: 1, rotation: 0 };
}

/**
 * Applies the work area to the primary display only. In Chromium on X11, the window manager has one work area for all
 * displays.
 */
function clip(display: Display, area: Rectangle | null): Display {
  const { x, y, width, height } = display.bounds;
  if (area === null) return display;
  const left = Math.max(x, area.x);
  const top = Math.max(y, area.y);
  const workArea = {
    x: left,
    y: top,
    width: Math.min(x + width, area.x + area.width) - left,
    height: Math.min(y + height, area.y + area.height) - top,
  };
  if (workArea.width <= 0 || workArea.height <= 0) return display;
  return {
    ...display,
    workArea,
    workAreaSize: { width: workArea.width, height: workArea.height },
  };
}

/** Parses the answer of `xprop -root _NET_WORKAREA`. Returns the area of the first workspace. */
export function parseWorkArea(answer: string): Rectangle | null {
  const numbers = /=\s*(\d+), (\d+), (\d+), (\d+)/.exec(answer)?.slice(1).map(Number);
  if (numbers === undefined) return null;
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  return { x, y, width, height };
}

/** Parses the answer of `xrandr --query`. Returns one display of 1280 by 720 if the answer contains none. */
export function parseDisplays(
  answer: string,
  workArea: Rectangle | null = null,
): [Display, ...Display[]] {
  const matches = [...answer.matchAll(connected)]
    .toSorted((a, b) => Number(Boolean(b[2])) - Number(Boolean(a[2])))
    .map((match, index) => {
      const [width = 0, height = 0, x = 0, y = 0] = match.slice(3).map(Number);
      return makeDisplay(index + 1, match[1] ?? '', { x, y, width, height });
    });
  const [primary, ...others] = matches;
  if (primary !== undefined) return [clip(primary, workArea), ...others];
  return [makeDisplay(1, '', { x: 0, y: 0, width: 1280, height: 720 })];
}

function ask(program: string, ...args: string[]): string {
  const { error, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return error ? '' : stdout;
}

type Displays = [Display, ...Display[]];

const lookAtDisplays = (): Displays =>
  parseDisplays(ask('xrandr', '--query'), parseWorkArea(ask('xprop', '-root', '_NET_WORKAREA')));

/**
 * The time for which an answer is cached, in milliseconds. Electron answers from memory, but the two programs need 100
 * ms for each call.
 */
const sameMs = 250;
let looked: { readonly at: number; readonly displays: Displays } | null = null;

function displays(): Displays {
  if (looked === null || performance.now() - looked.at > sameMs) {
    const now = lookAtDisplays();
    looked = { at: performance.now(), displays: now };
  }
  return looked.displays;
}

const api = {
  getAllDisplays: displays,
  getPrimaryDisplay: () => displays()[0],
  getCursorScreenPoint: (): Electron.Point => ({ x: 0, y: 0 }),
};

const emitter = new EventEmitter();

/**
 * Writes a line whenever the X server's displays or the window manager's work area change; both programs report changes
 * by themselves. The script ends when its input ends, which happens whenever this process ends.
 */
const watchScript = `
xev -root -event randr & a=$!
xprop -root -spy _NET_WORKAREA & b=$!
trap 'kill $a $b 2>/dev/null' EXIT
read -r _
`;

/** Calls `onChange` after each change until this process ends. Without an X server, never calls `onChange`. */
function listenForChanges(onChange: () => void): void {
  if ((process.env['DISPLAY'] ?? '') === '') return;
  const child = spawn('sh', ['-c', watchScript], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', onChange);
  // The child process must not keep the app running.
  child.unref();
  for (const stream of [child.stdin, child.stdout])
    (stream as unknown as { unref(): void }).unref();
}

type Change = readonly [name: string, display: Display, metrics?: readonly string[]];

/** The changes between two states as Electron's events: their names and arguments. */
export function changesBetween(
  before: readonly Display[],
  after: readonly Display[],
): readonly Change[] {
  const find = (displays: readonly Display[], { label }: Display): Display | undefined =>
    displays.find((one) => one.label === label);
  const said = (display: Display): string =>
    JSON.stringify([display.bounds, display.workArea, display.id]);
  const removed = before.filter((one) => find(after, one) === undefined);
  const changed = after.flatMap((one): Change[] => {
    const old = find(before, one);
    if (old === undefined) return [['display-added', one]];
    return said(old) === said(one)
      ? []
      : [['display-metrics-changed', one, ['bounds', 'workArea']]];
  });
  return [...removed.map((one): Change => ['display-removed', one]), ...changed];
}

/** The first listener starts the observation of the displays. */
emitter.once('newListener', () => {
  let lastDisplays = displays();
  listenForChanges(() => {
    looked = null;
    const after = displays();
    const changes = changesBetween(lastDisplays, after);
    lastDisplays = after;
    for (const [name, ...rest] of changes) emitter.emit(name, {}, ...rest);
  });
});

const whole = strict('screen', Object.assign(emitter, api));

/** Electron's `screen`. Any use before ready throws an error: `lib/browser/api/screen.ts`. */
export const screen = new Proxy(whole, {
  get(target, key, receiver): unknown {
    requireReady("The 'screen' module can't be used before the app 'ready' event");
    const value: unknown = Reflect.get(target, key, receiver);
    return typeof value === 'function' ? value.bind(target) : value;
  },
});
