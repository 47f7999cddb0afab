import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/support/http-server.ts';
import { sharedData } from '#test/support/shared-data.ts';
import { fixSchema } from '#shared/station/station.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { fetchPosition, parseFix } from './position-client.ts';

const answer = (over: object = {}, position: object = {}) => ({
  iss_position: { longitude: '-122.5000', latitude: '45.0000', ...position },
  timestamp: 1_735_520_478,
  message: 'success',
  ...over,
});

describe('parseFix', () => {
  it.each([
    ['coordinates as text', answer()],
    ['coordinates as numbers', answer({}, { longitude: -122.5, latitude: 45 })],
    ['a timestamp as text', answer({ timestamp: '1735520478' })],
    ['a sign and spaces', answer({}, { latitude: ' +45 ', longitude: '-122.5 ' })],
  ])('parses %s to a geodetic fix in the middle of the second', (_name, body) => {
    const fix = parseFix(body, 7);
    if (!fix.ok) throw new Error(fix.failure.kind);
    expect(fix.value).toMatchObject({ time: 1_735_520_478.5, longitude: -122.5, receivedAt: 7 });
    expect(fix.value.latitude).toBeCloseTo(45.181, 3);
  });

  it.each([
    [90, 180, 99_999_999_999],
    [-90, -180, 0],
  ])('parses the limits %d, %d, %d', (latitude, longitude, timestamp) => {
    const fix = parseFix(answer({ timestamp }, { latitude, longitude }), 0);
    expect(fix).toMatchObject({ value: { time: timestamp + 0.5, longitude } });
    expect(fix.ok && fix.value.latitude).toBeCloseTo(latitude, 9);
  });

  it.each([
    ['the message "failure"', answer({ message: 'failure' })],
    ['no message', answer({ message: undefined })],
    ['no position', answer({ iss_position: null })],
    ['an empty latitude', answer({}, { latitude: '' })],
    ['a latitude without a whole number', answer({}, { latitude: '.5' })],
    ['a latitude with an exponent', answer({}, { latitude: '4e1' })],
    ['a number of 13 digits', answer({}, { latitude: '0000000000045' })],
    ['a latitude below −90°', answer({}, { latitude: -90.1 })],
    ['a longitude below −180°', answer({}, { longitude: -180.1 })],
    ['a timestamp of twelve digits', answer({ timestamp: 100_000_000_000 })],
    ['the latitude "NaN"', answer({}, { latitude: 'NaN' })],
    ['a hexadecimal latitude', answer({}, { latitude: '0x10' })],
    ['a latitude above 90°', answer({}, { latitude: '90.1' })],
    ['a longitude above 180°', answer({}, { longitude: '180.5' })],
    ['a fraction of a second', answer({ timestamp: 1.5 })],
    ['a timestamp in milliseconds', answer({ timestamp: 1_735_520_478_000 })],
    ['a negative timestamp', answer({ timestamp: -1 })],
    ['a list', []],
    ['null', null],
  ])('rejects %s', (_name, body) => {
    expect(parseFix(body, 0)).toMatchObject({ ok: false, failure: { kind: 'malformed' } });
  });

  const path = sharedData('iss/fixes-daily.jsonl');
  it.skipIf(path === null)(
    `reads every real answer${path === null ? ' (skipped: no shared data)' : ''}`,
    () => {
      const lines = readFileSync(path ?? '', 'utf8')
        .trim()
        .split('\n');
      expect(lines).toHaveLength(200);
      for (const line of lines) {
        const fix = parseFix(JSON.parse(line), 0);
        if (!fix.ok) throw new Error(JSON.stringify(fix));
        expect(fixSchema.safeParse(fix.value).success).toBe(true);
        // The orbit is inclined by 51.64°, geodetic 51.83° at most.
        expect(Math.abs(fix.value.latitude)).toBeLessThan(51.9);
      }
    },
  );
});

describe('fetchPosition', () => {
  let http: Http;
  let server: TestServer;
  beforeEach(async () => {
    http = createHttp({ userAgent: 'Overhead/test', now: Date.now });
    server = await startServer((_request, response) => response.end(JSON.stringify(answer())));
  });
  afterEach(async () => {
    await http.close();
    await server.close();
  });

  it('requests the position and returns the time of the answer', async () => {
    const { signal } = new AbortController();
    const fix = await fetchPosition(http, server.url, () => 99, signal);
    expect(fix).toMatchObject({ ok: true, value: { longitude: -122.5, receivedAt: 99 } });
    expect(server.requests).toEqual(['GET /iss-now.json']);
  });
});
