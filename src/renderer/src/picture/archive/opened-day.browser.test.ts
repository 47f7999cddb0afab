import { describe, expect, it } from 'vitest';
import { ok, type Result } from '#shared/failure.ts';
import type { ArchiveDay } from '#shared/picture/archive.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { bridgeDouble } from '#renderer-test/bridge-double.ts';
import { appState, dayPicture } from '#renderer-test/states.ts';
import { OpenedDay } from './opened-day.svelte.ts';

const pictureOf = (date: string): DayPicture => ({
  record: { ...dayPicture.record, date },
  file: dayPicture.file && { ...dayPicture.file, name: `${date}-5e4bed00.jpg` },
});
const savedDay = (date: string, hasFile = true): ArchiveDay => ({
  ...{ date, title: date, credit: null, mediaType: 'image', hasFile },
  thumbnail: `${date}-5e4bed.jpg`,
});

/** An archive in which only these days are saved. Requests for other days are never answered. */
function opening(saved: readonly ArchiveDay[]) {
  const asked: string[] = [];
  const { bridge } = bridgeDouble(appState(), {
    day: (date): Promise<Result<DayPicture>> => {
      asked.push(date);
      return saved.some((day) => day.date === date && day.hasFile)
        ? Promise.resolve(ok(pictureOf(date)))
        : new Promise(() => undefined);
    },
    days: (dates) => Promise.resolve(ok(saved.filter(({ date }) => dates.includes(date)))),
  });
  return { opened: new OpenedDay(bridge), asked };
}

describe('OpenedDay', () => {
  it('prefetches the adjacent days that are saved, and no others', async () => {
    const { opened, asked } = opening([
      savedDay('2020-03-01', false),
      savedDay('2020-03-02'),
      savedDay('2020-03-03'),
    ]);
    await opened.open('2020-03-02');
    await expect.poll(() => asked).toEqual(['2020-03-02', '2020-03-03']);
    await expect
      .poll(
        () =>
          performance.getEntriesByName(
            new URL('/picture/2020-03-03-5e4bed00.jpg', location.href).href,
          ).length,
      )
      .toBe(1);
    opened.step(1, Date.now());
    // The day is shown before main answers.
    expect(opened.day?.record.date).toBe('2020-03-03');
    expect(opened.former).toBe('/picture/2020-03-02-5e4bed00.jpg');
  });

  it('provides the day’s thumbnail and the previous picture until the large file is loaded', async () => {
    const { opened } = opening([savedDay('2020-03-01', false), savedDay('2020-03-02')]);
    await opened.open('2020-03-02');
    void opened.open('2020-03-01');
    expect(opened.day).toBeNull();
    expect(opened.former).toBe('/picture/2020-03-02-5e4bed00.jpg');
    await expect.poll(() => opened.preview).toBe('/thumbnails/2020-03-01-5e4bed.jpg');
    opened.close();
    expect([opened.preview, opened.former]).toEqual([null, null]);
  });
});
