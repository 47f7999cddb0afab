import { describe, expect, it } from 'vitest';
import { pictureRecord } from '../../../../test/support/pictures.ts';
import { fakeSurroundings } from '../../../../test/support/surroundings.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { DayPicture, PictureRecord } from '../../../shared/picture.ts';
import { easternDate } from './eastern.ts';
import { startPictureOfTheDay } from './picture-of-the-day.ts';

const record = (date: string, mediaType: PictureRecord['mediaType'] = 'image'): PictureRecord =>
  pictureRecord(date, { mediaType });

function start(startAt: string, answers: (date: string) => Result<PictureRecord>) {
  const surroundings = fakeSurroundings(startAt);
  const { clock } = surroundings;
  const asked: string[] = [];
  const downloaded: string[] = [];
  const offered: string[] = [];
  const kept: DayPicture[] = [];
  const run = () =>
    startPictureOfTheDay({
      ...surroundings,
      source: {
        fetch: () => {
          const iso = new Date(clock.now()).toISOString();
          asked.push(iso);
          return Promise.resolve(answers(iso));
        },
      },
      downloader: {
        download: ({ date, mediaType }) => {
          if (mediaType !== 'image')
            return Promise.resolve(fail({ kind: 'no-picture', mediaType }));
          downloaded.push(date);
          const name = `${date}-0.jpg`;
          return Promise.resolve(ok({ name, format: 'jpeg', bytes: 1, width: 1, height: 1 }));
        },
      },
      archive: {
        newest: () => kept.at(-1) ?? null,
        save: (picture) => {
          kept.push(picture);
          return ok(null);
        },
        pathOf: (file) => `/pictures/${file.name}`,
      },
      onPicture: (picture) => {
        offered.push(picture.record.date);
        return Promise.resolve();
      },
    });
  return { ...surroundings, asked, downloaded, offered, kept, run };
}

const day = 24 * 3600_000;

describe('startPictureOfTheDay', () => {
  it('asks once a day, just after publication, through the end of summer time', async () => {
    const app = start('2026-10-30T12:00:00Z', (iso) => ok(record(easternDate(Date.parse(iso)))));
    const picture = app.run();
    await app.clock.advance(4 * day);
    expect(app.asked).toEqual([
      '2026-10-30T12:00:00.000Z',
      '2026-10-31T04:05:00.000Z',
      '2026-11-01T04:05:00.000Z',
      '2026-11-02T05:05:00.000Z',
      '2026-11-03T05:05:00.000Z',
    ]);
    expect(app.downloaded).toEqual([
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
    ]);
    expect([...new Set(app.offered)]).toEqual(app.downloaded);
    await picture.dispose();
  });

  it('asks nothing after a restart when today’s picture is kept, also when checked by hand', async () => {
    const app = start('2026-11-20T12:00:00Z', () => ok(record('2026-11-20')));
    const first = app.run();
    await app.clock.advance(1_000);
    await first.dispose();
    const second = app.run();
    await app.clock.advance(10_000);
    second.check();
    await app.clock.advance(10_000);
    expect(app.asked).toHaveLength(1);
    expect(app.state.current.picture).toMatchObject({ status: 'ready', last: app.kept[0] });
    await second.dispose();
  });

  it('keeps the last picture, says what failed, and recovers by itself', async () => {
    let up = false;
    const app = start('2026-11-20T12:00:00Z', () =>
      up ? ok(record('2026-11-20')) : fail({ kind: 'offline', reason: 'refused' }),
    );
    app.kept.push({ record: record('2026-11-19'), file: null });
    const picture = app.run();
    await app.clock.advance(1_000);
    expect(app.state.current.picture).toMatchObject({
      status: 'failed',
      failure: { kind: 'offline' },
      last: { record: { date: '2026-11-19' } },
    });
    expect(app.state.current.activities.picture.next.reason).toMatch(/cannot be reached; trying/);
    up = true;
    await app.clock.advance(60_000);
    expect(app.state.current.picture).toMatchObject({ status: 'ready' });
    expect(app.offered).toEqual(['2026-11-20']);
    await picture.dispose();
  });

  it('takes yesterday’s picture while today’s is late, and today’s when it comes', async () => {
    let newest = '2026-11-19';
    const app = start('2026-11-20T05:05:00Z', () => ok(record(newest)));
    const picture = app.run();
    await app.clock.advance(3600_000);
    expect(new Set(app.offered)).toEqual(new Set(['2026-11-19']));
    expect(app.state.current.activities.picture.next.reason).toMatch(/not published yet/);
    newest = '2026-11-20';
    await app.clock.advance(3 * 3600_000);
    expect(app.offered.at(-1)).toBe('2026-11-20');
    expect(app.downloaded).toEqual(['2026-11-19', '2026-11-20']);
    await picture.dispose();
  });

  it('keeps the record of a day without a picture, and shows nothing new', async () => {
    const app = start('2026-11-20T12:00:00Z', () => ok(record('2026-11-20', 'video')));
    const picture = app.run();
    await app.clock.advance(60_000);
    expect(app.kept).toMatchObject([{ file: null, record: { mediaType: 'video' } }]);
    expect(app.offered).toEqual([]);
    expect(app.asked).toHaveLength(1);
    await picture.dispose();
  });

  it('offers the kept picture again when checked by hand: the desktop may take it now', async () => {
    const app = start('2026-11-20T12:00:00Z', () => ok(record('2026-11-20')));
    const picture = app.run();
    await app.clock.advance(10_000);
    picture.check();
    await app.clock.advance(0);
    expect(app.offered).toEqual(['2026-11-20', '2026-11-20']);
    expect(app.asked).toHaveLength(1);
    await picture.dispose();
  });

  it('does not make a late picture wait longer for an outage before it', async () => {
    let up = false;
    const app = start('2026-11-20T00:00:00Z', () =>
      up ? ok(record('2026-11-19')) : fail({ kind: 'offline', reason: 'dns' }),
    );
    const picture = app.run();
    await app.clock.advance(5 * 3600_000 + 300_000);
    up = true;
    picture.check();
    await app.clock.advance(0);
    const asked = app.asked.length;
    await app.clock.advance(20 * 60_000);
    expect(app.asked).toHaveLength(asked + 1);
    await picture.dispose();
  });

  it('refuses a day that has not begun', async () => {
    const app = start('2026-11-20T12:00:00Z', () => ok(record('2027-01-01')));
    const picture = app.run();
    await app.clock.advance(1_000);
    expect(app.state.current.picture).toMatchObject({ failure: { kind: 'malformed' } });
    expect(app.downloaded).toEqual([]);
    await picture.dispose();
  });
});
