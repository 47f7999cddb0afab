import { expect, it } from 'vitest';
import type {
  FlightRecord,
  RecordedEntry,
  RecordedExchange,
} from '#shared/report/flight-record.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { compareStates, replayOf } from './replay.ts';

const wall = Date.parse('2026-11-21T18:00:00Z');
const at = (t: number) => ({ at: wall + t, t });
const position = (t: number, status: number | null): RecordedExchange => ({
  kind: 'exchange',
  ...at(t),
  ...({
    service: 'position',
    method: 'GET',
    host: null,
    path: '/iss-now.json',
    query: [],
  } as const),
  ...{ requestHeaders: [], requestBody: null, responseHeaders: [], responseBody: null },
  ...{ firstByteMs: 10, endMs: 20, status },
  failure:
    status === 200
      ? null
      : { kind: 'unavailable', reason: null, status, retryAfterMs: status === 503 ? 90_000 : null },
});
const recordOf = (...entries: RecordedEntry[]): FlightRecord => ({
  utcOffsetMinutes: 60,
  end: at(400_000),
  dropped: 0,
  state: null,
  entries,
});
const replay = (...entries: RecordedEntry[]) =>
  replayOf({
    ...({ format: 'overhead-report', version: 1, madeAt: wall } as const),
    parts: { record: recordOf(...entries) },
  });

it('replayOf changes the answers of a service half-way between two requests, and runs the commands at their times', () => {
  const made = replay(
    position(0, 503),
    { kind: 'step', ...at(30_000), step: { do: 'write', post: 0, publish: true } },
    position(100_020, 200),
    position(200_020, 500),
  );
  const service = 'position' as const;
  const down = { name: 'status', code: 503, retryAfter: '90' };
  expect(made).toEqual({
    schedule: {
      ...{ seed: 1, wall, zone: 'Etc/GMT-1' },
      steps: [
        { do: 'pass', ms: 30_000 },
        { do: 'write', post: 0, publish: true },
        { do: 'pass', ms: 20_020 },
        { do: 'service', service, scenarios: [] },
        { do: 'pass', ms: 100_010 },
        { do: 'service', service, scenarios: [{ name: 'status', code: 500 }] },
        { do: 'pass', ms: 249_970 },
      ],
    },
    initial: new Map([[service, [down]]]),
    settings: defaultSettings,
  });
});

it('replayOf never moves back in time, and returns null for a record that spans years and for a report without a record', () => {
  const steps = replay(position(50_000, 200), {
    kind: 'step',
    ...at(20_000),
    step: { do: 'sleep', ms: 1_000, times: 1 },
  })?.schedule.steps;
  expect(steps).toEqual([
    { do: 'sleep', ms: 1_000, times: 1 },
    { do: 'pass', ms: 350_000 },
  ]);
  expect(replay({ kind: 'step', ...at(1), step: { do: 'sleep', ms: 1e12, times: 1 } })).toBeNull();
  const { format, version, madeAt } = { format: 'overhead-report', version: 1, madeAt: 1 } as const;
  expect(replayOf({ format, version, madeAt, parts: {} })).toBeNull();
});

it('compareStates compares the distinct consecutive states of each service', () => {
  const state = (t: number, standing: 'works' | 'waits' | number): RecordedEntry => ({
    kind: 'state',
    ...at(t),
    state: {
      picture: 'waits',
      posts: 'works',
      position:
        typeof standing === 'string'
          ? standing
          : { kind: 'unavailable', reason: null, status: standing, retryAfterMs: null },
      ...({ paused: false, power: 'awake', day: null, wallpaper: 'untouched' } as const),
      journal: { unsent: 0, refused: 0, durable: true },
    },
  });
  const day = recordOf(state(0, 'waits'), state(1, 500), state(2, 503), state(3, 'works'));
  expect(compareStates(day, recordOf(state(0, 500), state(1, 'works')))).toEqual([
    { what: 'picture', recorded: '', reached: '' },
    { what: 'position', recorded: 'unavailable, works', reached: 'unavailable, works' },
    { what: 'posts', recorded: 'works', reached: 'works' },
  ]);
});
