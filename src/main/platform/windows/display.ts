import type { Rect } from '#shared/wallpaper/composition.ts';
import type { Clock } from '#runtime/clock.ts';
import { createQueue } from '#runtime/queue.ts';

/** A display as the system describes it. Areas in device-independent pixels, as windows are placed. */
export interface Display {
  readonly id: number;
  readonly isPrimary: boolean;
  /** As the system calls it; empty or missing where it has no name. */
  readonly label?: string;
  readonly bounds: Rect;
  /** `bounds` without panels and docks. */
  readonly workArea: Rect;
  /** Pixels for each device-independent pixel. */
  readonly scaleFactor: number;
}

/** `area` seen from `origin`, in pixels. Edges are rounded, not sizes: neighbours then share theirs. */
export function toPixels(area: Rect, origin: { x: number; y: number }, scale: number): Rect {
  const left = Math.round((area.x - origin.x) * scale);
  const top = Math.round((area.y - origin.y) * scale);
  return {
    x: left,
    y: top,
    width: Math.round((area.x + area.width - origin.x) * scale) - left,
    height: Math.round((area.y + area.height - origin.y) * scale) - top,
  };
}

/** The smallest area that holds all displays. */
export function boundingBox(displays: readonly Display[]): Rect {
  const x = Math.min(...displays.map(({ bounds }) => bounds.x));
  const y = Math.min(...displays.map(({ bounds }) => bounds.y));
  const right = Math.max(...displays.map(({ bounds }) => bounds.x + bounds.width));
  const bottom = Math.max(...displays.map(({ bounds }) => bounds.y + bounds.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** What of a display's work area lies on it; all of it where the system says nonsense. */
export function clearArea({ bounds, workArea }: Display): Rect {
  const x = Math.max(bounds.x, workArea.x);
  const y = Math.max(bounds.y, workArea.y);
  const width = Math.min(bounds.x + bounds.width, workArea.x + workArea.width) - x;
  const height = Math.min(bounds.y + bounds.height, workArea.y + workArea.height) - y;
  const isSensible = width >= bounds.width / 2 && height >= bounds.height / 2;
  return isSensible ? { x, y, width, height } : bounds;
}

type Listen<Event extends string> = (event: Event, listener: () => void) => unknown;
/** One signature for each event, as Electron declares them. */
type Listening = Listen<'display-added'> &
  Listen<'display-removed'> &
  Listen<'display-metrics-changed'>;

/** Electron's `screen`, as far as it is listened to. */
interface DisplayEvents {
  readonly on: Listening;
  readonly off: Listening;
}

interface DisplayWatchOptions {
  readonly events: DisplayEvents;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Told once after each burst; never while it is still at work. */
  readonly onChange: (signal: AbortSignal) => Promise<void>;
  readonly onDefect: (error: unknown) => void;
}

/** A docking station tells of its displays one by one, and of their sizes again and again. In milliseconds. */
const quietMs = 2_000;

/** Tells when displays have come, gone or changed, once that is over. */
export function watchDisplays({ events, clock, onChange, onDefect }: DisplayWatchOptions): {
  dispose(): Promise<void>;
} {
  const stop = new AbortController();
  let burst: AbortController | null = null;
  const queue = createQueue();

  async function awaitQuiet(signal: AbortSignal): Promise<void> {
    if (!(await clock.sleep(quietMs, signal))) return;
    await queue.run(() => onChange(stop.signal));
  }

  function onEvent(): void {
    burst?.abort();
    burst = new AbortController();
    awaitQuiet(burst.signal).catch(onDefect);
  }

  events.on('display-added', onEvent);
  events.on('display-removed', onEvent);
  events.on('display-metrics-changed', onEvent);
  return {
    async dispose() {
      events.off('display-added', onEvent);
      events.off('display-removed', onEvent);
      events.off('display-metrics-changed', onEvent);
      burst?.abort();
      stop.abort();
      await queue.idle();
    },
  };
}
