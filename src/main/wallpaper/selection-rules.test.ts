import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayPicture, pictureRecord } from '#test/support/pictures.ts';
import { noPictureChoice, type DayPicture, type PictureChoice } from '#shared/picture/picture.ts';
import { unrestrictedRules } from '#shared/wallpaper/selection.ts';
import {
  setFavourite,
  goBackToPicture,
  goToNewest,
  isOwnWallpaperWanted,
  pinPicture,
  rotateToPicture,
  skipPicture,
  undoLastSkip,
  unskipPicture,
  pictureAfter,
  pictureBefore,
  pictureToShow,
  type SelectableDays,
} from './selection-rules.ts';
import { runs } from '#test/support/runs.ts';

const keep = { withoutPicture: 'keep', show: unrestrictedRules } as const;
const selectableOf = (...days: DayPicture[]): SelectableDays => ({
  days,
  get: (date) => days.find(({ record }) => record.date === date) ?? null,
});
const still = dayPicture('2026-11-20', { mediaType: 'video' });
const noStill: DayPicture = {
  record: pictureRecord('2026-11-20', { mediaType: 'video' }),
  file: null,
};
const [d20, d19, d18, d17, d16] = [20, 19, 18, 17, 16].map((day) =>
  dayPicture(`2026-11-${day}`),
) as [DayPicture, DayPicture, DayPicture, DayPicture, DayPicture];
const large = ({ record, file }: DayPicture): DayPicture => ({
  record,
  file: file && { ...file, width: 4000 },
});
const three = selectableOf(d20, d19, d18);

describe('a newer day in the selection', () => {
  const newer = '2026-11-21';
  const video = dayPicture(newer, { mediaType: 'video' });
  const rules = {
    withoutPicture: 'keep',
    show: { ...unrestrictedRules, without: ['diagram'] },
  } as const;
  const own = goBackToPicture(noPictureChoice, null, '2026-11-20');
  const other = goBackToPicture(noPictureChoice, '2026-11-18', '2026-11-20');
  const turned = rotateToPicture(noPictureChoice, '2026-11-18', '2026-11-20');

  it.each<[string, DayPicture]>([
    ['the day of a video', video],
    ['a day that the rules hide', dayPicture(newer, { title: 'A diagram' })],
    ['a day without a file', { ...dayPicture(newer), file: null }],
  ])('does not replace the user’s own wallpaper or a chosen picture if it is %s', (_what, day) => {
    const days = selectableOf(day, d20, d19, d18);
    expect(pictureToShow(own, days, rules)).toBeNull();
    expect(isOwnWallpaperWanted(own, days, rules)).toBe(true);
    for (const choice of [other, turned])
      expect(pictureToShow(choice, days, rules)?.record.date).toBe('2026-11-18');
  });

  it('replaces the user’s own wallpaper by the new picture, or by a favourite on the day of a video', () => {
    const days = selectableOf(dayPicture(newer), d20, d19, d18);
    for (const choice of [own, other, turned])
      expect(pictureToShow(choice, days, rules)?.record.date).toBe(newer);
    expect(isOwnWallpaperWanted(own, days, rules)).toBe(false);
    const favoured = setFavourite(own, '2026-11-19', true);
    const instead = { ...rules, withoutPicture: 'favourite' } as const;
    const shown = pictureToShow(favoured, selectableOf(video, d20, d19, d18), instead);
    expect(shown?.record.date).toBe('2026-11-19');
  });
});

describe('pictureToShow', () => {
  it.each<[string, PictureChoice, SelectableDays, 'keep' | 'still' | 'favourite', string | null]>([
    ['the newest picture', noPictureChoice, three, 'keep', '2026-11-20'],
    ['nothing while there are no pictures', noPictureChoice, selectableOf(), 'keep', null],
    [
      'the picture before a skipped one',
      skipPicture(noPictureChoice, '2026-11-20'),
      three,
      'keep',
      '2026-11-19',
    ],
    [
      'the picture before a video',
      noPictureChoice,
      selectableOf(noStill, d19),
      'keep',
      '2026-11-19',
    ],
    [
      'the picture before a still when stills are off',
      noPictureChoice,
      selectableOf(still, d19),
      'keep',
      '2026-11-19',
    ],
    [
      'the still when stills are on',
      noPictureChoice,
      selectableOf(still, d19),
      'still',
      '2026-11-20',
    ],
    [
      'the picture before a video without a still',
      noPictureChoice,
      selectableOf(noStill, d19),
      'still',
      '2026-11-19',
    ],
    [
      'a favourite on the day of a video',
      setFavourite(noPictureChoice, '2026-11-18', true),
      selectableOf(noStill, d19, d18),
      'favourite',
      '2026-11-18',
    ],
    [
      'the picture before a video when there is no favourite',
      noPictureChoice,
      selectableOf(noStill, d19, d18),
      'favourite',
      '2026-11-19',
    ],
    [
      'no favourite on other days',
      setFavourite(noPictureChoice, '2026-11-18', true),
      three,
      'favourite',
      '2026-11-20',
    ],
    [
      'the picture before a video when the favourite does not exist',
      setFavourite(noPictureChoice, '2020-01-01', true),
      selectableOf(noStill, d19),
      'favourite',
      '2026-11-19',
    ],
    ['the pinned picture', pinPicture(noPictureChoice, '2026-11-18'), three, 'keep', '2026-11-18'],
    [
      'the newest picture when the pinned one does not exist',
      pinPicture(noPictureChoice, '2020-01-01'),
      three,
      'keep',
      '2026-11-20',
    ],
    [
      'the earlier picture that the user went back to',
      goBackToPicture(noPictureChoice, '2026-11-18', '2026-11-20'),
      three,
      'keep',
      '2026-11-18',
    ],
    [
      'the newest picture when the one that the user went back to does not exist',
      goBackToPicture(noPictureChoice, '2020-01-01', '2026-11-20'),
      three,
      'keep',
      '2026-11-20',
    ],
    [
      'the picture before a video, and no favourite, unless the settings want one',
      setFavourite(noPictureChoice, '2026-11-18', true),
      selectableOf(noStill, d19, d18),
      'keep',
      '2026-11-19',
    ],
    [
      'the newest picture, even if only an older one is large',
      noPictureChoice,
      selectableOf(d20, large(d19)),
      'keep',
      '2026-11-20',
    ],
    [
      'the newest large picture that is not skipped after a skip of the newest',
      skipPicture(skipPicture(noPictureChoice, '2026-11-20'), '2026-11-18'),
      selectableOf(d20, d19, large(d18), large(d17), large(d16)),
      'keep',
      '2026-11-17',
    ],
    [
      'the newest picture if it came after the user went back',
      goBackToPicture(noPictureChoice, '2026-11-18', '2026-11-19'),
      three,
      'keep',
      '2026-11-20',
    ],
    [
      'the newest picture after the user went forward again',
      goToNewest(goBackToPicture(noPictureChoice, '2026-11-18', '2026-11-20')),
      three,
      'keep',
      '2026-11-20',
    ],
    [
      'nothing while the user’s own wallpaper is restored',
      goBackToPicture(noPictureChoice, null, '2026-11-20'),
      three,
      'keep',
      null,
    ],
    [
      'nothing while the user’s own wallpaper is restored, also if the newest picture is skipped',
      skipPicture(goBackToPicture(noPictureChoice, null, '2026-11-20'), '2026-11-20'),
      three,
      'keep',
      null,
    ],
    [
      'no favourite while the user’s own wallpaper is restored',
      goBackToPicture(setFavourite(noPictureChoice, '2026-11-18', true), null, '2026-11-20'),
      selectableOf(noStill, d19, d18),
      'favourite',
      null,
    ],
    [
      'the newest picture that came after the user’s own wallpaper was restored',
      goBackToPicture(noPictureChoice, null, '2026-11-19'),
      three,
      'keep',
      '2026-11-20',
    ],
    [
      'the newest picture after the user’s own wallpaper replaced a pinned one',
      goBackToPicture(pinPicture(noPictureChoice, '2026-11-18'), null, '2026-11-19'),
      three,
      'keep',
      '2026-11-20',
    ],
    [
      'nothing when all pictures are skipped',
      skipPicture(noPictureChoice, '2026-11-20'),
      selectableOf(d20),
      'keep',
      null,
    ],
    [
      'a skipped picture after the skip was undone',
      undoLastSkip(skipPicture(noPictureChoice, '2026-11-20')),
      three,
      'keep',
      '2026-11-20',
    ],
    [
      'a picture that was skipped and then pinned',
      pinPicture(skipPicture(noPictureChoice, '2026-11-20'), '2026-11-20'),
      three,
      'keep',
      '2026-11-20',
    ],
    [
      'another picture when the pinned one is skipped',
      skipPicture(pinPicture(noPictureChoice, '2026-11-20'), '2026-11-20'),
      three,
      'keep',
      '2026-11-19',
    ],
  ])('returns %s', (_name, decided, selectable, withoutPicture, expected) => {
    const shown = pictureToShow(decided, selectable, { withoutPicture, show: unrestrictedRules });
    expect(shown?.record.date ?? null).toBe(expected);
  });

  it('selects the picture of a new day, whatever the rotation showed before', () => {
    const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.constantFrom(...dates), { minLength: 1 }),
        (known, turns) => {
          const kept = dates.slice(0, known).map((date) => dayPicture(date));
          const newest = dates[known - 1] ?? '';
          const choice = turns.reduce(
            (before, date) => rotateToPicture(before, date, newest),
            noPictureChoice,
          );
          const came = [...dates.slice(0, known + 1).map((date) => dayPicture(date))].reverse();
          const shown = pictureToShow(choice, selectableOf(...came), keep);
          expect(shown?.record.date).toBe(dates[known]);
          const before = pictureToShow(choice, selectableOf(...kept.toReversed()), keep);
          const last = turns.at(-1) ?? '';
          expect(before?.record.date).toBe(last <= newest ? last : newest);
        },
      ),
    );
  });

  it('applies changed rules to a picture of the rotation, but not to one that the user chose', () => {
    const allowance = { ...keep, show: { ...unrestrictedRules, without: ['2026 11 18'] } };
    const rotated = rotateToPicture(noPictureChoice, '2026-11-18', '2026-11-20');
    expect(pictureToShow(rotated, three, allowance)).toBe(d20);
    const chosen = goBackToPicture(noPictureChoice, '2026-11-18', '2026-11-20');
    expect(pictureToShow(chosen, three, allowance)).toBe(d18);
    expect(pictureToShow(pinPicture(noPictureChoice, '2026-11-18'), three, allowance)).toBe(d18);
  });

  it('never selects a day without a file, nor a skipped picture that the user did not choose again', () => {
    const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
    const date = fc.constantFrom(...dates);
    const days = fc
      .tuple(
        ...dates.map((day) =>
          fc.record({
            record: fc
              .constantFrom('image', 'video', 'other')
              .map((mediaType) => pictureRecord(day, { mediaType })),
            file: fc.constantFrom(dayPicture(day).file, null),
          }),
        ),
      )
      .map((list) => [...list].reverse());
    const decided = fc.record({
      pinned: fc.option(date),
      skipped: fc.uniqueArray(date),
      favourites: fc.uniqueArray(date),
      back: fc.option(fc.record({ to: fc.option(date), since: date })),
    });
    fc.assert(
      fc.property(
        days,
        decided,
        fc.constantFrom('keep', 'still', 'favourite'),
        (list, made, how) => {
          const shown = pictureToShow(made, selectableOf(...list), {
            withoutPicture: how,
            show: unrestrictedRules,
          });
          if (shown === null) return;
          expect(shown.file).not.toBeNull();
          const asked = [made.pinned, made.back?.to];
          if (!asked.includes(shown.record.date))
            expect(made.skipped).not.toContain(shown.record.date);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

it('another favourite is shown on each day of a video, in their order', () => {
  const dates = ['2026-11-18', '2026-11-16', '2026-11-17'];
  const choice = dates.reduce((before, date) => setFavourite(before, date, true), noPictureChoice);
  const shown = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'].map((date) => {
    const video = dayPicture(date, { mediaType: 'video' });
    const days = selectableOf(video, d18, d17, d16);
    return pictureToShow(choice, days, { ...keep, withoutPicture: 'favourite' })?.record.date;
  });
  // 2026-11-22 is the 20,779th day since 1970, and 20,779 = 3 × 6926 + 1.
  expect(shown).toEqual(['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-16']);
});

it('pictureBefore and pictureAfter return the next picture that is not hidden, skipped or without a file', () => {
  const five = selectableOf(d20, d19, d18, d17, d16);
  const neighbours = (choice: PictureChoice, days: SelectableDays) =>
    [pictureBefore, pictureAfter].map(
      (next) => next('2026-11-18', choice, days, keep)?.record.date ?? null,
    );
  expect(neighbours(noPictureChoice, five)).toEqual(['2026-11-17', '2026-11-19']);
  const skipped = skipPicture(skipPicture(noPictureChoice, '2026-11-17'), '2026-11-19');
  expect(neighbours(skipped, five)).toEqual(['2026-11-16', '2026-11-20']);
  const withoutFiles = selectableOf(d20, { ...d19, file: null }, d18, { ...d17, file: null }, d16);
  expect(neighbours(noPictureChoice, withoutFiles)).toEqual(['2026-11-16', '2026-11-20']);
  expect(neighbours(noPictureChoice, selectableOf(d18))).toEqual([null, null]);
});

it('a pinned picture is wanted in place of the user’s own wallpaper', () => {
  const own = goBackToPicture(noPictureChoice, null, '2026-11-20');
  expect(isOwnWallpaperWanted(own, three, keep)).toBe(true);
  expect(isOwnWallpaperWanted({ ...own, pinned: '2026-11-18' }, three, keep)).toBe(false);
});

const choice: PictureChoice = {
  pinned: 'p',
  skipped: ['1', '2', '3'],
  favourites: ['a', 'b', 'c'],
  back: { to: 'q', since: 's' },
};
it.each<[string, PictureChoice, Partial<PictureChoice>]>([
  ['a skip', skipPicture(choice, '4'), { skipped: ['1', '2', '3', '4'] }],
  ['a skip of a skipped day', skipPicture(choice, '2'), { skipped: ['1', '3', '2'] }],
  [
    'a skip of the pinned day',
    skipPicture(choice, 'p'),
    { skipped: ['1', '2', '3', 'p'], pinned: null },
  ],
  [
    'a skip of the day that the user went back to',
    skipPicture(choice, 'q'),
    { skipped: ['1', '2', '3', 'q'], back: null },
  ],
  ['the undo of a skip', undoLastSkip(choice), { skipped: ['1', '2'] }],
  ['the end of a skip', unskipPicture(choice, '2'), { skipped: ['1', '3'] }],
  ['a pin', pinPicture(choice, '2'), { pinned: '2', skipped: ['1', '3'] }],
  ['the end of a pin', pinPicture(choice, null), { pinned: null }],
  [
    'going back',
    goBackToPicture(choice, '9', 'n'),
    { pinned: null, back: { to: '9', since: 'n' } },
  ],
  [
    'the rotation',
    rotateToPicture(choice, '9', 'n'),
    { pinned: null, back: { to: '9', since: 'n', rotated: true } },
  ],
  ['the newest', goToNewest(choice), { pinned: null, back: null }],
  ['a favourite', setFavourite(choice, 'b', true), { favourites: ['a', 'c', 'b'] }],
  ['no favourite', setFavourite(choice, 'b', false), { favourites: ['a', 'c'] }],
])('%s changes this part of the choice, and no other', (_what, changed, difference) => {
  expect(changed).toEqual({ ...choice, ...difference });
});

it('skipPicture removes the oldest skipped day when the limit is exceeded', () => {
  const many = Array.from({ length: 600 }, (_, day) => String(day));
  const made = many.reduce((before, date) => skipPicture(before, date), noPictureChoice);
  expect(made.skipped).toEqual(many.slice(-500));
});
