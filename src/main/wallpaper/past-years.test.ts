import { describe, expect, it } from 'vitest';
import { dayPicture } from '#test/support/pictures.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { PastYears } from './past-years.ts';

function setUp(answer: (date: string) => Result<DayPicture>) {
  const requested: string[] = [];
  const pictures = new Map<string, DayPicture>();
  const events = { fetchedCount: 0, today: '2026-11-20', isEnabled: true };
  const pastYears = new PastYears({
    archive: { get: (date) => pictures.get(date) ?? null },
    today: () => events.today,
    isEnabled: () => events.isEnabled,
    count: () => pictures.size,
    fetchDay(date) {
      requested.push(date);
      const picture = answer(date);
      if (picture.ok) pictures.set(date, picture.value);
      return Promise.resolve(picture);
    },
    onFetched() {
      events.fetchedCount += 1;
      return Promise.resolve();
    },
  });
  const fetch = async (): Promise<string[]> => {
    requested.length = 0;
    pastYears.fetchMissing();
    await pastYears.idle();
    return [...requested];
  };
  return { fetch, events };
}
const years = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${from - index}-11-20`);

describe('PastYears', () => {
  it('fetches five pictures once a day, those of the latest years', async () => {
    const { fetch, events } = setUp((date) => ok(dayPicture(date)));
    expect(await fetch()).toEqual(years(2025, 5));
    expect(events.fetchedCount).toBe(1);
    expect(await fetch()).toEqual([]);
    events.today = '2026-11-21';
    expect(await fetch()).toEqual([]);
    expect(events.fetchedCount).toBe(2);
  });

  it('requests at most ten years if no day has a picture', async () => {
    const { fetch, events } = setUp(() => fail({ kind: 'not-found' }));
    expect(await fetch()).toEqual(years(2025, 10));
    expect(events.fetchedCount).toBe(1);
    expect(await fetch()).toEqual([]);
  });

  it('ends at a failure of the service, and begins again at the next call', async () => {
    let isDown = true;
    const { fetch, events } = setUp((date) =>
      isDown && date < '2024' ? fail({ kind: 'offline', reason: 'dns' }) : ok(dayPicture(date)),
    );
    expect(await fetch()).toEqual(years(2025, 3));
    expect(events.fetchedCount).toBe(0);
    isDown = false;
    expect(await fetch()).toEqual(years(2023, 3));
    expect(events.fetchedCount).toBe(1);
  });

  it('goes on after one day that the server cannot answer, and ends after two in a row', async () => {
    const error = fail({ kind: 'unavailable', status: 500, retryAt: null } as const);
    const { fetch, events } = setUp((date) =>
      date.startsWith('2024') ? error : ok(dayPicture(date)),
    );
    expect(await fetch()).toEqual(years(2025, 6));
    expect(events.fetchedCount).toBe(1);
    expect(await fetch()).toEqual([]);
    const other = setUp((date) => (date < '2025' ? error : ok(dayPicture(date))));
    expect(await other.fetch()).toEqual(years(2025, 3));
    expect(other.events.fetchedCount).toBe(0);
  });

  it('requests nothing while it is switched off', async () => {
    const { fetch, events } = setUp((date) => ok(dayPicture(date)));
    events.isEnabled = false;
    expect(await fetch()).toEqual([]);
  });
});
