import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { recordSchema, type StateDigest } from '#shared/report/flight-record.ts';
import type { ExchangeObserver } from '../http/observer.ts';
import { createRecorder, type Recorder } from './recorder.ts';

const target = { service: 'position', host: null, basePath: '' } as const;
const waits: StateDigest = {
  picture: 'waits',
  position: 'waits',
  posts: 'waits',
  paused: false,
  power: 'awake',
  day: null,
  wallpaper: 'untouched',
  journal: { unsent: 0, refused: 0, durable: true },
};

let clock: FakeClock;
let recorder: Recorder;
beforeEach(() => {
  clock = new FakeClock('2026-11-20T12:00:00Z');
  recorder = createRecorder(clock);
});

const begin = (url = 'http://127.0.0.1:1/iss-now.json'): ExchangeObserver =>
  recorder.observe(() => target)({ method: 'GET', url: new URL(url), headers: {}, body: null });

describe('the record of an exchange', () => {
  it('contains its times, its status and the known fields of its body', async () => {
    await clock.advance(1_000);
    const exchange = begin();
    await clock.advance(120);
    exchange.answered(200, { 'content-type': 'application/json', server: 'nginx' });
    exchange.piece(Buffer.from('{"message":"success","timestamp":1763640000,'));
    exchange.piece(Buffer.from('"iss_position":{"latitude":"1.5","longitude":"-20"},"more":"x"}'));
    await clock.advance(30);
    exchange.ended(null);
    expect(recorder.record().entries).toEqual([
      {
        kind: 'exchange',
        at: Date.parse('2026-11-20T12:00:01Z'),
        t: 1_000,
        ...{ service: 'position', method: 'GET', host: null, path: '/iss-now.json', query: [] },
        ...{ requestHeaders: [], requestBody: null, firstByteMs: 120, endMs: 150, status: 200 },
        responseHeaders: [['content-type', 'application/json']],
        responseBody: {
          bytes: 107,
          fields: { message: 'success', timestamp: 1763640000, latitude: '1.5', longitude: '-20' },
        },
        failure: null,
      },
    ]);
  });

  it('is created before the exchange has ended', () => {
    begin();
    expect(recorder.record().entries).toMatchObject([{ status: null, endMs: null }]);
  });

  it('contains the kind and the reason of its failure, and the requested wait', () => {
    const now = clock.now();
    begin().ended({ kind: 'offline', reason: 'dns' });
    begin().ended({ kind: 'unavailable', status: 503, retryAt: now + 90_000 });
    begin().ended({ kind: 'refused', status: 418, message: 'words of the service' });
    const failures = recorder.record().entries.map((entry) => 'failure' in entry && entry.failure);
    expect(failures).toEqual([
      { kind: 'offline', reason: 'dns', status: null, retryAfterMs: null },
      { kind: 'unavailable', reason: null, status: 503, retryAfterMs: 90_000 },
      { kind: 'refused', reason: null, status: 418, retryAfterMs: null },
    ]);
  });

  it('contains a hash of a long body; the hash is equal for equal bytes, and differs for another recorder', () => {
    const hashOf = (own: Recorder, byte: number): unknown => {
      const request = {
        method: 'GET',
        url: new URL('http://a/'),
        headers: {},
        body: null,
      } as const;
      const exchange = own.observe(() => target)(request);
      exchange.answered(200, {});
      for (let n = 0; n < 3; n += 1) exchange.piece(Buffer.alloc(4_096, byte));
      exchange.ended(null);
      const last = own.record().entries.at(-1);
      return last?.kind === 'exchange' ? last.responseBody : null;
    };
    expect(hashOf(recorder, 1)).toEqual(hashOf(recorder, 1));
    expect(hashOf(recorder, 1)).not.toEqual(hashOf(recorder, 2));
    expect(hashOf(recorder, 1)).not.toEqual(hashOf(createRecorder(clock), 1));
  });
});

describe('the ring buffer of records', () => {
  it('keeps the last 200 entries and counts those that were dropped', () => {
    for (let n = 0; n < 250; n += 1) recorder.add({ kind: 'step', step: { do: 'check' } });
    recorder.add({ kind: 'step', step: { do: 'publish' } });
    const { entries, dropped } = recorder.record();
    expect([entries.length, dropped]).toEqual([200, 51]);
    expect(entries.at(-1)).toMatchObject({ step: { do: 'publish' } });
  });

  it('is never larger than 2 MB', () => {
    const display = { width: 1, height: 1, scale: 1 };
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 12 }), (sizes) => {
        const own = createRecorder(clock);
        for (const size of sizes)
          own.add({ kind: 'displays', displays: Array.from({ length: size }, () => display) });
        const { entries, dropped } = own.record();
        expect(JSON.stringify(entries).length).toBeLessThanOrEqual(2 * 2 ** 20 + 1_000);
        expect(entries.length + dropped).toBe(sizes.length);
      }),
      { numRuns: 30 },
    );
  });

  it('matches the schema of a report', () => {
    begin().ended({ kind: 'timeout', stage: 'idle', afterMs: 15_000 });
    recorder.state(waits);
    recorder.power('suspend');
    recorder.defect(new TypeError('words'));
    const record = recorder.record();
    expect(recordSchema.parse(record)).toEqual(record);
  });

  it('returns a copy that later events do not change', () => {
    const exchange = begin();
    const record = recorder.record();
    exchange.ended(null);
    expect(record.entries).toMatchObject([{ endMs: null }]);
  });
});

describe('the record of sleep and clock changes', () => {
  const steps = () => recorder.record().entries.filter(({ kind }) => kind === 'step');

  it('contains a step for a sleep, whose duration is not counted in later times', async () => {
    await clock.advance(5_000);
    recorder.power('suspend');
    await clock.advance(3_600_000);
    recorder.power('resume');
    expect(steps()).toMatchObject([{ t: 5_000, step: { do: 'sleep', ms: 3_600_000, times: 1 } }]);
    await clock.advance(1_000);
    expect(recorder.record().end.t).toBe(6_000);
  });

  it.each([
    ['the clock was set back', [['clock-back', -3_600_000]], ['set-clock -3600000']],
    [
      'the clock was set back and then corrected',
      [
        ['clock-back', -3_600_000],
        ['clock-forward', 3_599_000],
      ],
      ['set-clock -3600000', 'set-clock 0'],
    ],
    ['the machine slept without an event', [['clock-forward', 900_000]], ['sleep 900000']],
  ] as const)('contains the steps when %s', (_, events, expected) => {
    for (const [event, gained] of events) recorder.power(event, gained);
    const words = steps().map((entry) => {
      if (entry.kind !== 'step') return '';
      const { step } = entry;
      return `${step.do} ${step.do === 'sleep' ? step.ms : step.do === 'set-clock' ? step.skewMs : ''}`;
    });
    expect(words).toEqual(expected);
  });
});

it('createRecorder records a state once, also if only the time of the next request differs', () => {
  const failing = (retryAfterMs: number | null): StateDigest => ({
    ...waits,
    posts: { kind: 'unavailable', reason: null, status: 503, retryAfterMs },
  });
  for (const state of [waits, waits, failing(10), failing(9), waits]) recorder.state(state);
  expect(recorder.record().entries.map(({ kind }) => kind)).toEqual(['state', 'state', 'state']);
});

it('createRecorder records where an error was thrown, without its message and the folders of this computer', () => {
  const error = Object.assign(new RangeError('secret words'), { code: 'ERR_X' });
  error.stack = `RangeError: secret words
    at compose (file:///home/somebody/secret/out/main/index.js:10:20)
    at /home/somebody/secret.js:1:1
    at C:\\Users\\somebody\\out\\main\\chunks\\http-abc.js:3:4`;
  recorder.defect(error);
  recorder.defect('a text');
  expect(recorder.record().entries).toMatchObject([
    {
      name: 'RangeError',
      code: 'ERR_X',
      frames: ['out/main/index.js:10:20', 'out/main/chunks/http-abc.js:3:4'],
    },
    { name: 'unknown', code: null, frames: [] },
  ]);
});
