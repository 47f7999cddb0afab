import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '#shared/failure.ts';
import {
  chooseProviders,
  circuitAfterFailure,
  closedCircuit,
  earliestRetry,
  isCircuitOpen,
  providerStatusOf,
  statusForArchive,
  type Circuit,
  type ProviderStatus,
} from './circuit.ts';

const now = Date.parse('2026-12-02T05:10:00Z');
const minutes = (circuit: Circuit): number | null =>
  circuit.notBefore === null ? null : (circuit.notBefore - now) / 60_000;
const times = (count: number, failure: Failure, fatal = false): Circuit =>
  Array.from({ length: count }).reduce<Circuit>(
    (circuit) => circuitAfterFailure(circuit, failure, now, fatal),
    closedCircuit,
  );

const refused: Failure = { kind: 'refused', status: 410, message: '' };
const unavailable: Failure = { kind: 'unavailable', status: 502, retryAt: null };
const malformed: Failure = { kind: 'malformed', detail: '' };

describe('the circuit breaker of a provider', () => {
  it.each<[string, Failure, number, number | null, boolean]>([
    ['one 410', refused, 1, 60, false],
    ['thirty 410 in a row', refused, 30, 7 * 24 * 60, false],
    ['a refused key', { kind: 'key-refused' }, 1, 60, false],
    ['a key that was refused thirty times', { kind: 'key-refused' }, 30, 24 * 60, false],
    ['two server errors in a row', unavailable, 2, null, false],
    ['three server errors in a row', unavailable, 3, 15, false],
    ['thirty server errors in a row', unavailable, 30, 6 * 60, false],
    ['a server error with Retry-After', { ...unavailable, retryAt: now + 600_000 }, 1, 10, true],
    ['a quota with Retry-After', { kind: 'quota', retryAt: now + 600_000 }, 1, 10, true],
    ['a quota without Retry-After', { kind: 'quota', retryAt: null }, 1, 60, true],
    ['a quota with an absurd Retry-After', { kind: 'quota', retryAt: now + 1e15 }, 1, 60, true],
    ['three refused connections in a row', { kind: 'offline', reason: 'refused' }, 3, 15, false],
  ])(
    'is open for the expected time, or stays closed, after %s',
    (_name, failure, count, wait, setByServer) => {
      const circuit = times(count, failure);
      expect(minutes(circuit)).toBe(wait);
      expect(circuit.setByServer).toBe(setByServer);
      expect(circuit.failedAt).toBe(now);
      expect(isCircuitOpen(circuit, now)).toBe(wait !== null);
    },
  );

  it('opens after the first answer with invalid data', () => {
    expect(minutes(times(1, malformed, true))).toBe(60);
    expect(minutes(times(1, malformed))).toBeNull();
  });

  it.each<Failure>([
    { kind: 'offline', reason: 'dns' },
    { kind: 'offline', reason: 'portal' },
    { kind: 'storage', code: 'ENOSPC' },
    { kind: 'cancelled' },
  ])('does not change after %j', (failure) => expect(times(9, failure)).toEqual(closedCircuit));

  it('is closed again after at most a week', () => {
    const failures = fc.constantFrom<Failure>(refused, unavailable, malformed, {
      kind: 'key-refused',
    });
    fc.assert(
      fc.property(fc.array(failures, { minLength: 1, maxLength: 50 }), (list) => {
        const circuit = list.reduce(
          (before, failure) => circuitAfterFailure(before, failure, now),
          closedCircuit,
        );
        expect(isCircuitOpen(circuit, now + 7 * 24 * 3600_000)).toBe(false);
      }),
    );
  });

  it('ignores a wait that was set while the clock was wrong', () => {
    const day = 24 * 3600_000;
    expect(isCircuitOpen(times(1, refused), now - 365 * day)).toBe(false);
    const wished = times(1, { kind: 'quota', retryAt: now + day });
    expect(isCircuitOpen(wished, now)).toBe(true);
    expect(isCircuitOpen(wished, now - 2 * day)).toBe(false);
    // The clock was hours ahead and was then corrected.
    const soon = times(1, { kind: 'unavailable', status: 503, retryAt: now + 120_000 });
    expect(isCircuitOpen(soon, now)).toBe(true);
    expect(isCircuitOpen(soon, now - 9 * 3600_000)).toBe(false);
  });
});

describe('the quota of a provider', () => {
  const hourMs = 3600_000;
  it.each([
    ['is used up until an hour after the answer that reported it', 'legacy', 0, now - 60_000, true],
    ['is used up at the time of the answer that reported it', 'legacy', 0, now, true],
    ['is used up if only the reserve is left', 'legacy', 2, now, true],
    ['is not used up while more than the reserve is left', 'legacy', 3, now, false],
    ['is full again an hour after the answer that reported it', 'legacy', 0, now - hourMs, false],
    ['is ignored if it was reported while the clock was ahead', 'legacy', 0, now + 1, false],
    ['does not count for a service without a key', 'successor', 0, now, false],
  ] as const)('%s', (_behaviour, name, remaining, at, isSpent) => {
    const status = providerStatusOf(
      name,
      { circuits: {}, quota: { limit: 30, remaining, at } },
      now,
      2,
    );
    expect(status).toMatchObject({
      notBefore: isSpent ? at + hourMs : null,
      setByServer: isSpent,
      failure: isSpent ? { kind: 'quota', retryAt: at + hourMs } : null,
    });
  });

  it('does not shorten the wait after a failure', () => {
    const circuit = times(1, refused);
    const quota = { limit: 30, remaining: 0, at: now };
    expect(providerStatusOf('legacy', { circuits: { legacy: circuit }, quota }, now)).toMatchObject(
      circuit,
    );
  });
});

it.each<[Failure, (number | null)[]]>([
  [refused, [60, 120, 240, 480, 960]],
  [{ kind: 'key-refused' }, [60, 120, 240, 480, 960, 1440]],
  [{ kind: 'placeholder' }, [1440, 2880, 5760, 10_080]],
  [unavailable, [null, null, 15, 30, 60, 120, 240, 360, 360]],
  [{ kind: 'offline', reason: 'tls' }, [null, null, 15]],
  ...(['dns', 'reset', 'unreachable', 'portal'] as const).map((reason): [Failure, null[]] => [
    { kind: 'offline', reason },
    [null, null, null, null],
  ]),
  ...(['superseded', 'cancelled'] as const).map((kind): [Failure, null[]] => [
    { kind },
    [null, null, null, null],
  ]),
])(
  'a provider waits after one, two and more failures of the kind %j: %j minutes',
  (failure, waits) => {
    expect(waits.map((_, index) => minutes(times(index + 1, failure)))).toEqual(waits);
  },
);

describe('the choice of providers', () => {
  const sources = (['successor', 'legacy', 'feed'] as const).map((name) => ({ name }));
  const status = (index: number, wait: number | null, setByServer = false): ProviderStatus => ({
    ...closedCircuit,
    name: sources[index]?.name ?? 'feed',
    notBefore: wait === null ? null : now + wait,
    failure: wait === null ? null : { kind: 'refused', status: wait, message: '' },
    setByServer,
  });
  const choice = (...statuses: ProviderStatus[]) => {
    const { asked, refused } = chooseProviders(sources, statuses);
    return [...asked.map(({ name }) => name), ...(refused === null ? [] : [refused])];
  };

  it('is all that need not wait, or else the one whose own wait ends first', () => {
    expect(choice(status(0, null), status(1, 5), status(2, null))).toEqual(['successor', 'feed']);
    expect(choice(status(0, 5), status(1, null), status(2, 1))).toEqual(['legacy']);
    expect(choice(status(0, 5), status(1, 3), status(2, 4))).toEqual(['legacy']);
    expect(choice(status(0, 5), status(1, 3, true), status(2, 4))).toEqual(['feed']);
    expect(choice(status(0, 5, true), status(1, 3, true), status(2, 4, true))).toEqual([
      { kind: 'refused', status: 3, message: '' },
    ]);
    expect(chooseProviders([], [])).toEqual({ asked: [], refused: null });
  });

  it('may be repeated when the first wait ends', () => {
    expect(earliestRetry([status(0, null, true), status(1, 5, true)])).toEqual({
      at: null,
      setByServer: false,
    });
    expect(earliestRetry([status(0, 7), status(1, 5, true)])).toEqual({
      at: now + 5,
      setByServer: false,
    });
    expect(earliestRetry([status(0, 7, true), status(1, 5, true)])).toEqual({
      at: now + 5,
      setByServer: true,
    });
    expect(earliestRetry([])).toEqual({ at: null, setByServer: true });
  });

  it('for a day of the archive does not wait after a wrong answer about the newest day', () => {
    const waiting = (failure: Failure | null): ProviderStatus => ({ ...status(0, 5), failure });
    for (const failure of [null, refused, unavailable, { kind: 'placeholder' } as const])
      expect(statusForArchive(waiting(failure))).toEqual(waiting(failure));
    expect(statusForArchive(waiting(malformed))).toEqual({
      ...waiting(malformed),
      notBefore: null,
    });
  });
});

it('isCircuitOpen ignores a wait that has ended, is too long, or began in the future', () => {
  const day = 24 * 3600_000;
  const isOpen = (wait: number | null, part: Partial<Circuit> = {}) =>
    isCircuitOpen(
      { ...closedCircuit, notBefore: wait === null ? null : now + wait, failedAt: now, ...part },
      now,
    );
  expect([null, 0, 1, 7 * day, 7 * day + 1].map((wait) => isOpen(wait))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
  expect([isOpen(1, { failedAt: now + 1 }), isOpen(1, { failedAt: null })]).toEqual([false, true]);
  expect(isOpen(7 * day, { setByServer: true })).toBe(false);
});
