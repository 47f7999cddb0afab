import type {
  StateDigest,
  FlightRecord,
  RecordedEntry,
  RecordedEvent,
} from '#shared/report/flight-record.ts';
import type { Clock } from '#runtime/clock.ts';
import { exchangeObserver } from './exchanges.ts';

/** The limits of the ring: the number of entries, and the total length of the entries as JSON. */
const maxEntries = 200;
const maxBytes = 2 * 2 ** 20;

type WithoutTimes<E> = E extends unknown ? Omit<E, 'at' | 't'> : never;
export type NewEvent = WithoutTimes<RecordedEvent>;
type PowerEvent = Extract<RecordedEvent, { kind: 'power' }>['event'];

/**
 * While the wall clock is wrong by a recorded amount, a jump that leaves an error below this limit (milliseconds)
 * counts as the correction of the clock. The remaining error then counts as 0.
 */
const maxCorrectedSkewMs = 300_000;

export type Recorder = ReturnType<typeof createRecorder>;

/**
 * The flight recorder keeps the last exchanges and events in a ring, in memory only. The entries contain no text of the
 * user or of a service: see `allowed-values.ts`.
 */
export function createRecorder(clock: Pick<Clock, 'now' | 'monotonic'>) {
  const ring: { readonly entry: RecordedEntry; bytes: number }[] = [];
  const start = clock.monotonic();
  let [bytes, dropped, skewMs, asleepMs] = [0, 0, 0, 0];
  let suspendedAt: { readonly wall: number; readonly monotonic: number } | null = null;
  let lastState: { readonly state: StateDigest; readonly text: string } | null = null;

  const times = () => ({
    at: clock.now(),
    t: Math.round(clock.monotonic() - start - asleepMs),
  });

  function trim(): void {
    while (ring.length > maxEntries || bytes > maxBytes) {
      bytes -= ring.shift()?.bytes ?? 0;
      dropped += 1;
    }
  }
  function push(entry: RecordedEntry): () => void {
    const ringEntry = { entry, bytes: JSON.stringify(entry).length };
    ring.push(ringEntry);
    bytes += ringEntry.bytes;
    trim();
    return () => {
      if (!ring.includes(ringEntry)) return;
      const size = JSON.stringify(entry).length;
      bytes += size - ringEntry.bytes;
      ringEntry.bytes = size;
      trim();
    };
  }
  const add = (event: NewEvent): void => void push({ ...event, ...times() });

  function wake(): void {
    if (suspendedAt === null) return;
    const ms = clock.now() - suspendedAt.wall;
    // Subtract the time asleep if the monotonic clock has counted it.
    asleepMs += clock.monotonic() - suspendedAt.monotonic;
    suspendedAt = null;
    if (ms > 0) add({ kind: 'step', step: { do: 'sleep', ms, times: 1 } });
  }

  return {
    add,
    observe: exchangeObserver(clock, times, push),

    /**
     * Records a power event, and a step for a sleep or a set clock.
     *
     * @param gainedMs the jump of the wall clock relative to the monotonic clock
     */
    power(event: PowerEvent, gainedMs = 0) {
      if (event === 'suspend') suspendedAt = { wall: clock.now(), monotonic: clock.monotonic() };
      if (event === 'resume' || event === 'unlock-screen') wake();
      add({ kind: 'power', event });
      if (event !== 'clock-forward' && event !== 'clock-back') return;
      const skew = skewMs + gainedMs;
      const isCorrection = skewMs !== 0 && Math.abs(skew) < maxCorrectedSkewMs;
      if (event === 'clock-forward' && !isCorrection)
        add({ kind: 'step', step: { do: 'sleep', ms: Math.round(gainedMs), times: 1 } });
      else {
        skewMs = isCorrection ? 0 : skew;
        add({ kind: 'step', step: { do: 'set-clock', skewMs: Math.round(skewMs) } });
      }
    },

    /** Records the state if it differs from the last one. */
    state(state: StateDigest) {
      const text = JSON.stringify(state, (name, value: unknown) =>
        // Two states are equal if they differ only in the time until the next request.
        name === 'retryAfterMs' ? null : value,
      );
      if (lastState?.text === text) return;
      lastState = { state, text };
      add({ kind: 'state', state });
    },

    /** Records the place of an unexpected error, without the error's message. */
    defect(error: unknown) {
      const { name, code, stack } = errorParts(error);
      add({ kind: 'defect', name, code, frames: stackFramesOf(stack) });
    },

    /** The record so far, with a copy of the entries in the ring. */
    record(): FlightRecord {
      return {
        utcOffsetMinutes: -new Date(clock.now()).getTimezoneOffset(),
        end: times(),
        dropped,
        state: lastState?.state ?? null,
        entries: structuredClone(ring.map(({ entry }) => entry)),
      };
    },
  };
}

const identifierPattern = /^[A-Za-z_$][\w$]{0,60}$/;

function errorParts(error: unknown) {
  if (!(error instanceof Error)) return { name: 'unknown', code: null, stack: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return {
    name: identifierPattern.test(error.name) ? error.name : 'Error',
    code: identifierPattern.test(code) ? code : null,
    stack: error.stack ?? '',
  };
}

/** Matches the part of a stack line that is stored: the app's folders, the file, and the position in the file. */
const stackPlacePattern =
  /((?:(?:out|src|main|chunks|renderer)[\\/])+[\w.-]+\.[cm]?[jt]s:\d+:\d+)\)?$/;

const stackFramesOf = (stack: string): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .flatMap((line) => stackPlacePattern.exec(line)?.[1]?.replaceAll('\\', '/') ?? [])
    .slice(0, 12);
