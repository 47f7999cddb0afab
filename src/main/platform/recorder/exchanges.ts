import { createHmac, randomBytes } from 'node:crypto';
import { parseJson } from '#shared/json.ts';
import type { RecordedBody, RecordedExchange } from '#shared/report/flight-record.ts';
import type { Clock } from '#runtime/clock.ts';
import type { ObserveExchange } from '../http/observer.ts';
import {
  allowedFields,
  allowedPath,
  allowedPicturePath,
  allowedQuery,
  allowedRequestHeaders,
  allowedResponseHeaders,
} from './allowed-values.ts';
import { recordedFailure } from './recorded-failure.ts';

const maxBodyBytes = 8 * 1024;

/** The target of a request. */
export interface RequestTarget {
  readonly service: RecordedExchange['service'];
  /** The host of a public service; null: a host that the user has configured. */
  readonly host: string | null;
  /** The path of the service's base address; null: the request is for the file of a picture. */
  readonly basePath: string | null;
}

/**
 * Returns a function that creates an observer, which records each exchange. The function gets `requestTargetOf` to find
 * the target of a URL.
 *
 * @param times returns the current time, for a new entry
 * @param push adds an entry to the record; returns a function to call after each change of that entry
 */
export function exchangeObserver(
  clock: Pick<Clock, 'now' | 'monotonic'>,
  times: () => Pick<RecordedExchange, 'at' | 't'>,
  push: (exchange: RecordedExchange) => () => void,
) {
  // The key of the hashes that show which bodies are equal. The key is not stored, so that nobody can hash a guessed
  // text and compare the result with a stored hash.
  const key = randomBytes(32);

  /** Counts and hashes the bytes of a body. Also keeps the bytes of a body of up to 8 KiB, to read its fields. */
  function createBody() {
    const hash = createHmac('sha256', key);
    const pieces: Uint8Array[] = [];
    let length = 0;
    return {
      take(piece: Uint8Array) {
        if (length + piece.length <= maxBodyBytes) pieces.push(piece);
        length += piece.length;
        hash.update(piece);
      },
      recorded(mayHaveFields: boolean): RecordedBody {
        if (mayHaveFields && length > 0 && length <= maxBodyBytes) {
          const fields = allowedFields(parseJson(Buffer.concat(pieces).toString()));
          if (Object.keys(fields).length > 0) return { bytes: length, fields };
        }
        return { bytes: length, hash: hash.digest('hex').slice(0, 16) };
      },
    };
  }

  return (targetOf: (url: URL) => RequestTarget): ObserveExchange =>
    ({ method, url, headers, body }) => {
      const beganAt = clock.monotonic();
      const elapsedMs = (): number => Math.round(clock.monotonic() - beganAt);
      const { service, host, basePath } = targetOf(url);
      const sentBody = createBody();
      if (body !== null) sentBody.take(Buffer.from(body));
      const receivedBody = createBody();
      const exchange: { -readonly [K in keyof RecordedExchange]: RecordedExchange[K] } = {
        kind: 'exchange',
        ...times(),
        service,
        method,
        host,
        path: pathOf(url, host, basePath),
        query: allowedQuery(url),
        requestHeaders: allowedRequestHeaders(headers),
        requestBody: body === null ? null : sentBody.recorded(false),
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
          exchange.firstByteMs = elapsedMs();
          exchange.status = status;
          exchange.responseHeaders = allowedResponseHeaders(answerHeaders);
          update();
        },
        piece: (piece) => receivedBody.take(piece),
        ended(failure) {
          exchange.endMs = elapsedMs();
          if (exchange.status !== null)
            exchange.responseBody = receivedBody.recorded(service !== 'posts');
          exchange.failure = failure === null ? null : recordedFailure(failure, clock.now());
          update();
        },
      };
    };
}

function pathOf(url: URL, host: string | null, basePath: string | null): string | null {
  if (basePath !== null) return allowedPath(url.pathname, basePath);
  return host === null ? null : allowedPicturePath(url.pathname);
}
