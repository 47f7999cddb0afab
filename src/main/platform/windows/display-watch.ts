import type { Clock } from '#runtime/clock.ts';

type Listen<Event extends string> = (event: Event, listener: () => void) => unknown;
/** One signature for each event, as Electron declares them. */
type Listening = Listen<'display-added'> &
  Listen<'display-removed'> &
  Listen<'display-metrics-changed'>;

/** Electron's `screen`, as far as it is listened to. */
export interface DisplayEvents {
  readonly on: Listening;
  readonly off: Listening;
}

export interface DisplayWatchOptions {
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
  let work: Promise<void> = Promise.resolve();

  async function awaitQuiet(signal: AbortSignal): Promise<void> {
    if (!(await clock.sleep(quietMs, signal))) return;
    work = work.then(() => onChange(stop.signal)).catch(onDefect);
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
      await work;
    },
  };
}
