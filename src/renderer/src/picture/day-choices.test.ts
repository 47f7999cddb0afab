import { expect, it } from 'vitest';
import { appState } from '#renderer-test/states.ts';
import { percentageInWords } from '#shared/words.ts';
import { m } from '#words';
import { dayChoices } from './day-choices.ts';
import { downloadInWords } from './download-words.ts';

it('dayChoices are those of the day', () => {
  const app = appState();
  const choice = {
    ...app.choice,
    ...{ pinned: '2026-11-01', skipped: ['2026-11-02', '2026-11-03'], favourites: ['2026-11-04'] },
  };
  const wallpaper = { ...app.wallpaper, kind: 'set', date: '2026-11-04' } as typeof app.wallpaper;
  const shown = (date: string) =>
    Object.entries(dayChoices({ ...app, choice, wallpaper }, date)).flatMap(([name, isTrue]) =>
      isTrue ? [name] : [],
    );
  expect(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'].map(shown)).toEqual([
    ['isPinned'],
    ['isSkipped'],
    ['isSkipped', 'canUndoSkip'],
    ['isOnDesktop', 'isFavourite'],
  ]);
  const untouched = { kind: 'untouched' } as typeof app.wallpaper;
  expect(dayChoices({ ...app, choice, wallpaper: untouched }, '2026-11-04').isOnDesktop).toBe(
    false,
  );
});

const date = '2026-11-04';

it.each<[bytes: number, total: number, percent: number]>([
  [0, 7_260_000, 0],
  [3_629_999, 7_260_000, 49],
  [3_630_000, 7_260_000, 50],
  [7_260_000, 7_260_000, 100],
  [9_999_999, 7_260_000, 100],
])('downloadInWords of %d bytes of %d has %d %', (bytes, total, percent) => {
  const words = { percent: percentageInWords(percent), megabytes: '7.3' };
  expect(downloadInWords({ date, bytes, total })).toBe(m.picture_download_of(words));
});

it('downloadInWords has the downloaded size while the whole size is unknown', () => {
  for (const total of [null, 0])
    expect(downloadInWords({ date, bytes: 3_140_000, total })).toBe(
      m.picture_download_so_far({ megabytes: '3.1' }),
    );
});

it('downloadInWords is null without a download', () => expect(downloadInWords(null)).toBeNull());
