import { describe, expect, it } from 'vitest';
import { failureSchema, type Failure } from '#shared/failure.ts';
import { providers } from '#shared/picture/providers.ts';
import { liveServiceUrls } from '#shared/settings/settings.ts';
import { logPart } from '#report/log-part.ts';
import { createRequestLog } from './request-log.ts';

function start() {
  const lines: string[] = [];
  const log = createRequestLog((line) => lines.push(line));
  const end = (url: string, status: number | null, failure: Failure | null): void =>
    log({ url: new URL(url), status, failure });
  return { lines, end };
}
const unavailable: Failure = { kind: 'unavailable', status: 503, retryAt: null };
const reset: Failure = { kind: 'offline', reason: 'reset' };

describe('createRequestLog', () => {
  it('writes the host, the status and the kind of a failed request, but neither its path nor its query', () => {
    const { lines, end } = start();
    end('https://api.nasa.gov/planetary/apod?api_key=KEY', 503, unavailable);
    end('http://api.open-notify.org/iss-now.json', null, reset);
    end('https://api.nasa.gov/planetary/apod', null, {
      kind: 'timeout',
      stage: 'connect',
      afterMs: 1,
    });
    expect(lines).toEqual([
      'request to api.nasa.gov failed: unavailable, status 503',
      'request to api.open-notify.org failed: offline (reset), no answer',
      'request to api.nasa.gov failed: timeout (connect), no answer',
    ]);
  });

  it('counts equal failures of a host, and writes their number when the host answers or fails otherwise', () => {
    const { lines, end } = start();
    const url = 'https://api.nasa.gov/x';
    end(url, 200, null);
    for (let n = 0; n < 3; n += 1) end(url, null, reset);
    end(url, 503, unavailable);
    end(url, 200, null);
    end(url, 200, null);
    for (let n = 0; n < 2; n += 1) end(url, 503, unavailable);
    end(url, 200, null);
    expect(lines).toEqual([
      'request to api.nasa.gov failed: offline (reset), no answer',
      'request to api.nasa.gov failed after 3 requests: unavailable, status 503',
      'request to api.nasa.gov answered',
      'request to api.nasa.gov failed: unavailable, status 503',
      'request to api.nasa.gov answered after 2 requests',
    ]);
  });

  it('writes nothing for a request that the app cancelled', () => {
    const { lines, end } = start();
    end('https://api.nasa.gov/x', null, { kind: 'cancelled' });
    expect(lines).toEqual([]);
  });

  const publicHosts = [
    ...Object.values(liveServiceUrls).map((url) => new URL(url).host),
    ...Object.values(providers).flatMap(({ url, domains }) => [new URL(url).host, ...domains]),
  ];

  it.each(publicHosts)(
    'writes lines whose words a report keeps, with the public host %s',
    (host) => {
      const lines = failureSchema.options.flatMap(({ shape }) => [
        `request to ${host} failed: ${shape.kind.value}, status 503`,
        ...('reason' in shape ? shape.reason.options.map((one) => `failed: offline (${one})`) : []),
      ]);
      expect(logPart(lines)).toEqual(lines);
    },
  );

  it.each([
    ['any other host', 'request to pi.example.net:8080 failed', 'request to … failed'],
    ['unknown words in a row as one', 'Picture: Anna Berta Clara failed', 'Picture: … failed'],
    ['a number of four digits', 'failed after 4711 requests', 'failed after … requests'],
    ['a number of five digits', 'failed after 80331 requests', 'failed after … requests'],
    ['a telephone number', 'failed after 491761234567 requests', 'failed after … requests'],
    ['a number with decimals', 'failed after 48.13 requests', 'failed after … requests'],
    ['numbers in a row', 'failed after 030 123 456 78 requests', 'failed after … requests'],
    ['numbers with dashes', 'failed after 12-34-56 requests', 'failed after … requests'],
    ['degrees and minutes', 'failed at 48°8′14″N 11°34′E', 'failed at …'],
    ['a number with a unit of an angle', 'failed at 48° north', 'failed at …'],
    ['an unknown error code', 'failed: ESECRET', 'failed: …'],
    ['an unknown code of a library', 'failed: ERR_MY_SECRET, SQLITE_SECRET', 'failed: …'],
    ['a date without a time of the line', 'failed on 2026-11-20', 'failed on …'],
    ['a frame of foreign code', '    at x (/home/ada/src/secretproject.ts:1:1)', '    at …'],
    ['a foreign file name', '    at x (/home/ada/out/main/secret.js:1:1)', '    at …'],
  ])('writes lines from which a report removes %s', (_what, line, kept) => {
    expect(logPart([line])).toEqual([kept]);
  });

  it.each([
    ['error codes', 'failed: ENOSPC, UND_ERR_SOCKET, ERR_NAME_NOT_RESOLVED, SQLITE_BUSY'],
    ['a date of the last two years', '2026-11-21 16:44:02 the stored day 2025-01-01 is malformed'],
    ['a place in the built app', '    at out/main/index.js:105:4711'],
    ['a place in a chunk', '    at out/main/chunks/words-BJrlfwUH.js:1:2'],
  ])('writes lines in which a report keeps %s', (_what, line) => {
    expect(logPart([line])).toEqual([line]);
  });

  it('writes lines in which a report leaves out a date of earlier years', () => {
    expect(logPart(['2026-11-21 16:44:02 the stored day 1980-02-03 is malformed'])).toEqual([
      '2026-11-21 16:44:02 the stored day … is malformed',
    ]);
  });

  it('writes lines in which a report keeps numbers of up to three digits', () => {
    const line = 'request to api.nasa.gov answered after 999 requests';
    expect(logPart([line])).toEqual([line]);
  });
});
