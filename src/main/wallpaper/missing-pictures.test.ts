import { describe, expect, it } from 'vitest';
import { dayPicture } from '#test/support/pictures.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { MissingPictures, type WantedPictures } from './missing-pictures.ts';

function setUp(answer: (date: string) => Result<DayPicture>) {
  const requested: string[] = [];
  const pictures = new Map<string, DayPicture>();
  const events = {
    fetchedCount: 0,
    today: '2026-11-20',
    wanted: [{ pool: 'this-day', pictures: 5 }] as readonly WantedPictures[],
  };
  const missingPictures = new MissingPictures({
    archive: { get: (date) => pictures.get(date) ?? null },
    today: () => events.today,
    wanted: () => events.wanted,
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
    // The second call does nothing, because the work of the first call is still running.
    for (let call = 0; call < 2; call += 1) missingPictures.fetchMissing();
    await missingPictures.idle();
    return [...requested];
  };
  return { fetch, events };
}
const years = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${from - index}-11-20`);

describe('MissingPictures', () => {
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
    expect(await fetch()).toEqual([]);
    expect(events.fetchedCount).toBe(1);
    const missing = fail({ kind: 'not-found' } as const);
    const few = setUp((date) =>
      date.startsWith('2024') ? error : date < '2022' ? missing : ok(dayPicture(date)),
    );
    expect(await few.fetch()).toEqual(years(2025, 10));
    // The day without an answer may have a picture, so that the pool is not complete.
    expect(await few.fetch()).toEqual([...years(2024, 1), ...years(2021, 6)]);
    expect(few.events.fetchedCount).toBe(2);
    const other = setUp((date) => (date < '2025' ? error : ok(dayPicture(date))));
    expect(await other.fetch()).toEqual(years(2025, 3));
    expect(other.events.fetchedCount).toBe(0);
  });

  it('fetches the last days until each display can have its own picture, and again for another display', async () => {
    const { fetch, events } = setUp((date) =>
      date === '2026-11-18' ? fail({ kind: 'not-found' }) : ok(dayPicture(date)),
    );
    events.wanted = [{ pool: 'archive', pictures: 2 }];
    expect(await fetch()).toEqual(['2026-11-19', '2026-11-18', '2026-11-17']);
    expect(await fetch()).toEqual([]);
    events.wanted = [{ pool: 'archive', pictures: 3 }];
    expect(await fetch()).toEqual(['2026-11-18', '2026-11-16']);
  });

  it('requests at most the seven days before today', async () => {
    const { fetch, events } = setUp(() => fail({ kind: 'not-found' }));
    events.wanted = [{ pool: 'archive', pictures: 2 }];
    expect(await fetch()).toHaveLength(7);
    expect(await fetch()).toEqual([]);
  });

  it('requests nothing while no pool is used', async () => {
    const { fetch, events } = setUp((date) => ok(dayPicture(date)));
    events.wanted = [];
    expect(await fetch()).toEqual([]);
  });
});
