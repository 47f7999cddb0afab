import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { strict } from './absent.ts';

/** What is said of a display: the first is the primary. */
export type Display = Pick<
  Electron.Display,
  'id' | 'label' | 'bounds' | 'workArea' | 'size' | 'workAreaSize' | 'scaleFactor' | 'rotation'
>;

const connected = /^(\S+) connected( primary)? (\d+)x(\d+)\+(\d+)\+(\d+)/gm;

function makeDisplay(id: number, label: string, bounds: Electron.Rectangle): Display {
  const size = { width: bounds.width, height: bounds.height };
  const areas = { bounds, workArea: bounds, size, workAreaSize: size };
  return { id, label, ...areas, scaleFactor: 1, rotation: 0 };
}

/** Reads the answer of `xrandr --query`. One display of 1280 by 720 when it names none. */
export function parseDisplays(answer: string): Display[] {
  const found = [...answer.matchAll(connected)]
    .toSorted((a, b) => Number(Boolean(b[2])) - Number(Boolean(a[2])))
    .map((match, index) => {
      const [width = 0, height = 0, x = 0, y = 0] = match.slice(3).map(Number);
      return makeDisplay(index + 1, match[1] ?? '', { x, y, width, height });
    });
  if (found.length > 0) return found;
  return [makeDisplay(1, '', { x: 0, y: 0, width: 1280, height: 720 })];
}

let known: Display[] | null = null;

function displays(): Display[] {
  if (known === null) {
    const { error, stdout } = spawnSync('xrandr', ['--query'], { encoding: 'utf8' });
    known = parseDisplays(error ? '' : stdout);
  }
  return known;
}

function nearest(point: Electron.Point): Display {
  const beyond = (at: number, start: number, length: number): number =>
    Math.max(start - at, at - (start + length - 1), 0);
  const distance = ({ bounds: b }: Display): number =>
    Math.hypot(beyond(point.x, b.x, b.width), beyond(point.y, b.y, b.height));
  return displays().reduce((best, next) => (distance(next) < distance(best) ? next : best));
}

const api = {
  getAllDisplays: () => [...displays()],
  getPrimaryDisplay: () => nearest(displays()[0]?.bounds ?? { x: 0, y: 0 }),
  getDisplayNearestPoint: nearest,
  getDisplayMatching: (rectangle: Electron.Rectangle) => nearest(rectangle),
  getCursorScreenPoint: (): Electron.Point => ({ x: 0, y: 0 }),
};

/** Electron's `screen`, read once; it tells of no changes. */
export const screen = strict('screen', Object.assign(new EventEmitter(), api));
