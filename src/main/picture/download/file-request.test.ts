import { expect, it } from 'vitest';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { BodyVerdict, DownloadRequest, Http } from '#platform/http/http.ts';
import type { FileVersion } from './address-memory.ts';
import { requestFile } from './file-request.ts';
import type { PartFile, Validator } from './part-file.ts';

const known: FileVersion = { validator: { etag: '"1"', modified: 'a' }, length: 10 };
const conditional = { 'if-none-match': '"1"', 'if-modified-since': 'a' };
const sameHeaders = { etag: '"1"', 'last-modified': 'a', 'content-length': '10' };
const range = { range: 'bytes=19-', 'if-range': '"1"' };
const truncated: Failure = { kind: 'truncated' };
const malformed = (detail: string): Failure => ({ kind: 'malformed', detail });

interface Given {
  readonly known?: FileVersion;
  readonly isConditional?: boolean;
  /** The part of the file that an earlier attempt downloaded: its length, and the validator for `If-Range`. */
  readonly part?: { readonly bytes: number; readonly validator: string | null };
  readonly answer?: { readonly status: number; readonly headers: Record<string, string> };
  readonly restart?: Result<null>;
  readonly write?: Failure;
  /** How the HTTP client ends without an answer. */
  readonly failure?: Failure;
}

/** Sends a request to a double of the HTTP client, with a body of 5 bytes, and reports what happened. */
async function request(given: Given) {
  const { part = { bytes: 0, validator: null }, answer, restart = ok(null) } = given;
  let { bytes } = part;
  const seen = {
    headers: {} as DownloadRequest['headers'],
    verdict: null as BodyVerdict | null,
    restarts: 0,
    described: null as Validator | null,
    progress: [] as (number | null)[][],
  };
  const partFile = {
    validator: part.validator,
    get bytes() {
      return bytes;
    },
    restart() {
      seen.restarts += 1;
      bytes = 0;
      return Promise.resolve(restart);
    },
    describe(validator: Validator) {
      seen.described = validator;
      return Promise.resolve();
    },
    write(piece: Uint8Array) {
      bytes += piece.length;
      return Promise.resolve(given.write ?? null);
    },
  };
  const http: Pick<Http, 'download'> = {
    async download({ headers, onAnswer, sink }) {
      seen.headers = headers;
      if (given.failure !== undefined) return fail(given.failure);
      const verdict = (await onAnswer?.(answer ?? { status: 200, headers: {} })) ?? 'take';
      seen.verdict = verdict;
      if (verdict === 'enough') return ok(null) as never;
      if (verdict !== 'take') return fail(verdict);
      const failure = await sink(new Uint8Array(5));
      return failure === null ? (ok(null) as never) : fail(failure);
    },
  };
  const result = await requestFile(
    {
      http: http as Http,
      url: new URL('https://pictures.test/'),
      limit: 100,
      admit: () => 'public',
      part: partFile as unknown as PartFile,
      known: given.known ?? null,
      isConditional: given.isConditional ?? true,
      onProgress: (...progress) => seen.progress.push(progress),
    },
    new AbortController().signal,
  );
  return { ...seen, ...result };
}
const resumed = { bytes: 19, validator: '"1"' };
const rest = (headers: Record<string, string>, status = 206) => ({
  part: resumed,
  answer: { status, headers: { 'content-range': 'bytes 19-99/100', ...headers } },
});

it.each<[string, Given, Partial<Awaited<ReturnType<typeof request>>>]>([
  [
    'a whole file',
    { answer: { status: 200, headers: sameHeaders } },
    {
      ...{ headers: {}, verdict: 'take', restarts: 0, described: known.validator },
      ...{ progress: [[5, 10]], result: ok('complete'), version: known, isWhole: true },
    },
  ],
  [
    'a file that has not changed',
    { known, answer: { status: 304, headers: { etag: '"1"' } } },
    {
      ...{ headers: conditional, verdict: 'enough', progress: [], result: ok('unchanged') },
      ...{ version: { validator: { etag: '"1"', modified: null }, length: null }, isWhole: false },
    },
  ],
  [
    'the known version, without a condition',
    { known, isConditional: false, answer: { status: 200, headers: sameHeaders } },
    { headers: {}, verdict: 'enough', result: ok('unchanged'), version: known, isWhole: true },
  ],
  [
    'another version than the known one',
    { known, answer: { status: 200, headers: { ...sameHeaders, etag: '"2"' } } },
    { headers: conditional, verdict: 'take', result: ok('complete') },
  ],
  [
    'the known version for a part that could be resumed',
    { known, part: resumed, answer: { status: 304, headers: {} } },
    { headers: conditional, result: ok('unchanged') },
  ],
  [
    'no file, although no version is known',
    { answer: { status: 304, headers: {} } },
    { verdict: malformed('it answered with 304'), result: fail(malformed('it answered with 304')) },
  ],
  [
    'no file for a known version',
    { known, answer: { status: 203, headers: sameHeaders } },
    { verdict: malformed('it answered with 203') },
  ],
  [
    'the rest of a file',
    rest({ etag: '"1"', 'content-length': ' 81 ' }),
    {
      ...{ headers: range, verdict: 'take', restarts: 0, progress: [[24, 100]], isWhole: false },
      ...{ version: { validator: { etag: '"1"', modified: null }, length: 100 } },
    },
  ],
  [
    'the rest from another byte',
    rest({ 'content-range': 'bytes 18-99/100' }),
    { verdict: truncated },
  ],
  [
    'the rest in other words',
    rest({ 'content-range': 'x bytes 19-99/100' }),
    { verdict: truncated },
  ],
  ['the rest from no byte', rest({ 'content-range': 'bytes x-99/100' }), { verdict: truncated }],
  ['the compressed rest', rest({ 'content-encoding': 'gzip' }), { verdict: truncated }],
  [
    'a part that was not requested',
    { answer: { status: 206, headers: { 'content-range': 'bytes 0-9/10' } } },
    { headers: {}, verdict: truncated, isWhole: false },
  ],
  [
    'a part that could not be resumed',
    { part: { bytes: 19, validator: null }, answer: { status: 200, headers: {} } },
    { headers: {}, verdict: 'take', restarts: 1, progress: [[5, null]] },
  ],
  [
    'a validator without bytes',
    { part: { bytes: 0, validator: '"1"' } },
    { headers: {}, verdict: 'take', restarts: 0 },
  ],
  [
    'the whole file in place of the rest',
    rest({ 'content-length': '100' }, 200),
    { headers: range, verdict: 'take', restarts: 1, progress: [[5, 100]], isWhole: true },
  ],
  [
    'the whole file, with a disk that fails',
    { ...rest({}, 200), restart: fail({ kind: 'storage', code: 'EIO' }) },
    { verdict: { kind: 'storage', code: 'EIO' }, described: null },
  ],
  [
    'a file of more bytes than the limit',
    { answer: { status: 200, headers: { 'content-length': '101' } } },
    { verdict: { kind: 'too-large', limit: 100, unit: 'bytes' }, described: null },
  ],
  [
    'a rest of more bytes than the limit',
    rest({ 'content-length': '82' }),
    { verdict: { kind: 'too-large', limit: 100, unit: 'bytes' } },
  ],
  [
    'a compressed file',
    {
      answer: {
        status: 200,
        headers: { ...sameHeaders, 'content-length': '101', 'content-encoding': 'gzip' },
      },
    },
    {
      ...{ verdict: 'take', described: { etag: null, modified: null }, progress: [[5, null]] },
      ...{ version: { validator: known.validator, length: 101 } },
    },
  ],
  ...['', '1e1', '-1', '10, 10', '1'.repeat(16)].map(
    (length): [string, Given, Partial<Awaited<ReturnType<typeof request>>>] => [
      `a length of “${length}”`,
      { answer: { status: 200, headers: { 'content-length': length } } },
      { verdict: 'take', version: { validator: { etag: null, modified: null }, length: null } },
    ],
  ),
  [
    'bytes that are no picture',
    { write: truncated },
    { result: fail(truncated), progress: [], isWhole: true },
  ],
  [
    'no such range',
    { failure: { kind: 'refused', status: 416, message: '' } },
    { result: fail(malformed('it has no such range')), version: null, isWhole: false },
  ],
  [
    'a refusal',
    { failure: { kind: 'refused', status: 403, message: '' } },
    { result: fail({ kind: 'refused', status: 403, message: '' }) },
  ],
  [
    'no connection',
    { failure: { kind: 'offline', reason: 'dns' } },
    { result: fail({ kind: 'offline', reason: 'dns' }), version: null },
  ],
])('requestFile, when the service answers with %s', async (_what, given, expected) => {
  const done = await request(given);
  for (const [name, value] of Object.entries(expected))
    expect([name, done[name as keyof typeof done]]).toEqual([name, value]);
});
