import type { Rectangle } from 'electron';
import type { Clock } from '#runtime/clock.ts';
import { createQueue } from '#runtime/queue.ts';
import { reportDefect } from '#runtime/defects.ts';

/** A display as Electron describes it. Areas are in device-independent pixels. */
export interface Display {
  readonly id: number;
  readonly isPrimary: boolean;
  /** The system's name for the display; empty or missing if it has none. */
  readonly label?: string;
  readonly bounds: Rectangle;
  /** `bounds` without panels and docks. */
  readonly workArea: Rectangle;
  /** The number of pixels for each device-independent pixel. */
  readonly scaleFactor: number;
  /**
   * `bounds` in pixels, on Windows only: with different scales, the origin in pixels does not follow from `bounds`,
   * because Chromium moves the displays so that they touch (`ui/display/win/screen_win.cc`).
   */
  readonly pixels?: Rectangle;
}

/** `area` relative to `origin`, in pixels. Rounds edges, not sizes, so that neighbouring areas have a common edge. */
export function toPixels(
  area: Rectangle,
  origin: { x: number; y: number },
  scale: number,
): Rectangle {
  const left = Math.round((area.x - origin.x) * scale);
  const top = Math.round((area.y - origin.y) * scale);
  return {
    x: left,
    y: top,
    width: Math.round((area.x + area.width - origin.x) * scale) - left,
    height: Math.round((area.y + area.height - origin.y) * scale) - top,
  };
}

/**
 * The size of the display in pixels. At a fractional scale `bounds` is rounded, mostly up: 2560 pixels at 150 % are
 * 1707. Displays have an even number of pixels, so this is the even number that gives `bounds`.
 */
export function pixelSize({ bounds, scaleFactor }: Display): { width: number; height: number } {
  const inPixels = (points: number): number => {
    if (Number.isInteger(scaleFactor)) return points * scaleFactor;
    const even = 2 * Math.floor((points * scaleFactor) / 2);
    return Math.ceil(even / scaleFactor) < points ? even + 2 : even;
  };
  return { width: inPixels(bounds.width), height: inPixels(bounds.height) };
}

/** The smallest area that holds all displays. */
export function boundingBox(displays: readonly Display[]): Rectangle {
  const x = Math.min(...displays.map(({ bounds }) => bounds.x));
  const y = Math.min(...displays.map(({ bounds }) => bounds.y));
  const right = Math.max(...displays.map(({ bounds }) => bounds.x + bounds.width));
  const bottom = Math.max(...displays.map(({ bounds }) => bounds.y + bounds.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The intersection of two areas. If the areas do not overlap, the width or the height of the intersection is 0. */
export function intersectionOf(a: Rectangle, b: Rectangle): Rectangle {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

/** The work area clipped to the display; the whole display if the result has less than half of its width or height. */
export function clippedWorkArea({ bounds, workArea }: Display): Rectangle {
  const area = intersectionOf(bounds, workArea);
  const isUsable = area.width >= bounds.width / 2 && area.height >= bounds.height / 2;
  return isUsable ? area : bounds;
}

type Listen<Event extends string> = (event: Event, listener: () => void) => unknown;
/** One overload for each event, as in Electron's types. */
type ListenToDisplays = Listen<'display-added'> &
  Listen<'display-removed'> &
  Listen<'display-metrics-changed'>;

/** The part of Electron's `screen` that is used. */
type DisplayEvents = Readonly<Record<'on' | 'off', ListenToDisplays>>;

interface DisplayWatchOptions {
  readonly events: DisplayEvents;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Called once after each burst of events. Calls never overlap. `signal` is aborted by `dispose`. */
  readonly onChange: (signal: AbortSignal) => Promise<void>;
}

/**
 * A burst of events ends after this time without an event, in milliseconds. A docking station causes bursts: it adds
 * and resizes displays one by one.
 */
const burstQuietMs = 2_000;

/** Calls `onChange` after displays were added, removed or changed. */
export function watchDisplays({ events, clock, onChange }: DisplayWatchOptions): {
  dispose(): Promise<void>;
} {
  const stop = new AbortController();
  let burstWait: AbortController | null = null;
  const queue = createQueue();

  async function awaitQuiet(signal: AbortSignal): Promise<void> {
    if (!(await clock.sleep(burstQuietMs, signal))) return;
    await queue.run(() => onChange(stop.signal));
  }

  function onEvent(): void {
    burstWait?.abort();
    burstWait = new AbortController();
    awaitQuiet(burstWait.signal).catch(reportDefect);
  }

  events.on('display-added', onEvent);
  events.on('display-removed', onEvent);
  events.on('display-metrics-changed', onEvent);
  return {
    async dispose() {
      events.off('display-added', onEvent);
      events.off('display-removed', onEvent);
      events.off('display-metrics-changed', onEvent);
      burstWait?.abort();
      stop.abort();
      await queue.idle();
    },
  };
}
