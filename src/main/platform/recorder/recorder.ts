import { createHmac, randomBytes } from 'node:crypto';
import { parseJson } from '#shared/json.ts';
import type {
  Digest,
  FlightRecord,
  RecordedBody,
  RecordedEntry,
  RecordedEvent,
  RecordedExchange,
} from '#shared/report/flight-record.ts';
import type { Clock } from '#runtime/clock.ts';
import type { ObserveExchange } from '../http/observer.ts';
import {
  allowedFields,
  allowedPath,
  allowedPicturePath,
  allowedQuery,
  allowedRequestHeaders,
  allowedResponseHeaders,
} from './allowed.ts';
import { recordedFailure } from './recorded-failure.ts';

/** Limits of the ring. The bytes are those of the entries as JSON. */
const mostEntries = 200;
const mostBytes = 2 * 2 ** 20;
const longestBody = 8 * 1024;

export interface RequestTarget {
  readonly service: RecordedExchange['service'];
  /** A public host; null: a host that the user chose. */
  readonly host: string | null;
  /** The path of the service's base address; null: the address of a picture. */
  readonly basePath: string | null;
}

type WithoutTimes<E> = E extends unknown ? Omit<E, 'at' | 't'> : never;
export type NewEvent = WithoutTimes<RecordedEvent>;
type PowerEvent = Extract<RecordedEvent, { kind: 'power' }>['event'];

/** Smaller skews of the clock become 0 at the next correction, in milliseconds. */
const correctionMs = 300_000;

export type Recorder = ReturnType<typeof createRecorder>;

/**
 * The flight recorder: a ring of the last exchanges and events, in memory only. Its entries hold no text of the user or of
 * a service: see `allowed.ts`.
 */
export function createRecorder(clock: Pick<Clock, 'now' | 'monotonic'>) {
  const ring: { readonly entry: RecordedEntry; bytes: number }[] = [];
  // Hashes show which bodies are equal. The key is lost with the process, so that nobody can guess texts by their
  // hashes.
  const key = randomBytes(32);
  const start = clock.monotonic();
  let [bytes, dropped, skewMs, asleepMs] = [0, 0, 0, 0];
  let suspendedAt: { readonly wall: number; readonly monotonic: number } | null = null;
  let lastState: { readonly state: Digest; readonly text: string } | null = null;

  const times = () => ({
    at: clock.now(),
    t: Math.round(clock.monotonic() - start - asleepMs),
  });

  function trim(): void {
    while (ring.length > mostEntries || bytes > mostBytes) {
      bytes -= ring.shift()?.bytes ?? 0;
      dropped += 1;
    }
  }
  function push(entry: RecordedEntry): () => void {
    const place = { entry, bytes: JSON.stringify(entry).length };
    ring.push(place);
    bytes += place.bytes;
    trim();
    return () => {
      if (!ring.includes(place)) return;
      const size = JSON.stringify(entry).length;
      bytes += size - place.bytes;
      place.bytes = size;
      trim();
    };
  }
  const add = (event: NewEvent): void => void push({ ...event, ...times() });

  /** Counts and hashes the pieces of a body; keeps its start. */
  function createBody() {
    const hash = createHmac('sha256', key);
    const pieces: Uint8Array[] = [];
    let length = 0;
    return {
      take(piece: Uint8Array) {
        if (length + piece.length <= longestBody) pieces.push(piece);
        length += piece.length;
        hash.update(piece);
      },
      recorded(mayHaveFields: boolean): RecordedBody {
        if (mayHaveFields && length > 0 && length <= longestBody) {
          const fields = allowedFields(parseJson(Buffer.concat(pieces).toString()));
          if (Object.keys(fields).length > 0) return { bytes: length, fields };
        }
        return { bytes: length, hash: hash.digest('hex').slice(0, 16) };
      },
    };
  }

  /** Records the exchanges whose target is known. */
  const observe =
    (targetOf: (url: URL) => RequestTarget): ObserveExchange =>
    ({ method, url, headers, body }) => {
      const began = clock.monotonic();
      const since = (): number => Math.round(clock.monotonic() - began);
      const { service, host, basePath } = targetOf(url);
      const sent = createBody();
      if (body !== null) sent.take(Buffer.from(body));
      const received = createBody();
      const exchange: { -readonly [K in keyof RecordedExchange]: RecordedExchange[K] } = {
        kind: 'exchange',
        ...times(),
        service,
        method,
        host,
        path: pathOf(url, host, basePath),
        query: allowedQuery(url),
        requestHeaders: allowedRequestHeaders(headers),
        requestBody: body === null ? null : sent.recorded(false),
        firstByteMs: null,
        endMs: null,
        status: null,
        responseHeaders: [],
        responseBody: null,
        failure: null,
      };
      const update = push(exchange);
      return {
        answered(status, answerHeaders) {
          exchange.firstByteMs = since();
          exchange.status = status;
          exchange.responseHeaders = allowedResponseHeaders(answerHeaders);
          update();
        },
        piece: (piece) => received.take(piece),
        ended(failure) {
          exchange.endMs = since();
          if (exchange.status !== null)
            exchange.responseBody = received.recorded(service !== 'posts');
          exchange.failure = failure === null ? null : recordedFailure(failure, clock.now());
          update();
        },
      };
    };

  function wake(): void {
    if (suspendedAt === null) return;
    const ms = clock.now() - suspendedAt.wall;
    // If the monotonic clock counts the time asleep, that time is subtracted.
    asleepMs += clock.monotonic() - suspendedAt.monotonic;
    suspendedAt = null;
    if (ms > 0) add({ kind: 'step', step: { do: 'sleep', ms, times: 1 } });
  }

  return {
    add,
    observe,

    /** @param gainedMs by how much the wall clock jumped, relative to the monotonic clock */
    power(event: PowerEvent, gainedMs = 0) {
      if (event === 'suspend') suspendedAt = { wall: clock.now(), monotonic: clock.monotonic() };
      if (event === 'resume' || event === 'unlock-screen') wake();
      add({ kind: 'power', event });
      if (event !== 'clock-forward' && event !== 'clock-back') return;
      const skew = skewMs + gainedMs;
      const isCorrection = skewMs !== 0 && Math.abs(skew) < correctionMs;
      if (event === 'clock-forward' && !isCorrection)
        add({ kind: 'step', step: { do: 'sleep', ms: Math.round(gainedMs), times: 1 } });
      else {
        skewMs = isCorrection ? 0 : skew;
        add({ kind: 'step', step: { do: 'set-clock', skewMs: Math.round(skewMs) } });
      }
    },

    /** Records the state if it differs from the last one. */
    state(state: Digest) {
      const text = JSON.stringify(state, (name, value: unknown) =>
        // A change of the time of the next request is not recorded.
        name === 'retryAfterMs' ? null : value,
      );
      if (lastState?.text === text) return;
      lastState = { state, text };
      add({ kind: 'state', state });
    },

    /** Records an unexpected error: where it was thrown, without its message. */
    defect(error: unknown) {
      const { name, code, stack } = errorParts(error);
      add({ kind: 'defect', name, code, frames: framesOf(stack) });
    },

    /** A copy of the entries of the ring. */
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

function pathOf(url: URL, host: string | null, basePath: string | null): string | null {
  if (basePath !== null) return allowedPath(url.pathname, basePath);
  return host === null ? null : allowedPicturePath(url.pathname);
}

const identifier = /^[A-Za-z_$][\w$]{0,60}$/;

function errorParts(error: unknown) {
  if (!(error instanceof Error)) return { name: 'unknown', code: null, stack: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return {
    name: identifier.test(error.name) ? error.name : 'Error',
    code: identifier.test(code) ? code : null,
    stack: error.stack ?? '',
  };
}

/** The last folders of a path in the app, and the line number. */
const place = /((?:(?:out|src|main|chunks|renderer)[\\/])+[\w.-]+\.[cm]?[jt]s:\d+:\d+)\)?$/;

const framesOf = (stack: string): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .flatMap((line) => place.exec(line)?.[1]?.replaceAll('\\', '/') ?? [])
    .slice(0, 12);
