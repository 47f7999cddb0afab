import { describe, expect, it } from 'vitest';
import { leftDisplay, rightDisplay } from '#test/support/backends.ts';
import { memoryArchive } from '#test/support/picture-world.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { noPictureChoice, type DayPicture, type PictureChoice } from '#shared/picture/picture.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { unrestrictedRules, type WallpaperDecision } from '#shared/wallpaper/selection.ts';
import { addDays } from '#picture/eastern.ts';
import {
  choiceAfterDecision,
  choiceAfterTurn,
  mainPicture,
  selectPictures,
  type DecisionInput,
} from './decision.ts';
import { shuffleDates } from './pools.ts';

const today = '2026-11-20';
const day = (ago: number): string => addDays(today, -ago);

/** An archive of a number of days up to today, with two displays. */
function inputOf(count: number, given: Partial<DecisionInput> = {}): DecisionInput {
  const archive = memoryArchive();
  for (let ago = 0; ago < count; ago += 1) archive.save(dayPicture(day(ago)));
  const { displays, others, rotation } = defaultSettings.wallpaper;
  return {
    choice: noPictureChoice,
    archive,
    allowance: { withoutPicture: 'keep', show: unrestrictedRules },
    settings: { displays, others, rotation },
    displays: [leftDisplay, rightDisplay],
    remembered: [],
    isPerDisplay: true,
    today,
    ...given,
  };
}
const chosen = (choice: PictureChoice | null) => choice?.back?.to ?? null;

it('the automatic selection considers the newest 60 days', () => {
  const skipped = Array.from({ length: 60 }, (_, ago) => day(ago));
  const input = (count: number) =>
    inputOf(61, { choice: { ...noPictureChoice, skipped: skipped.slice(0, count) } });
  expect(mainPicture(input(59))?.record.date).toBe(day(59));
  expect(mainPicture(input(60))).toBeNull();
});

describe('selectPictures', () => {
  const { settings } = inputOf(0);
  const archive = { ...settings, others: 'archive' } as const;
  const earlier = [1, 2, 3, 4, 5].map(day);
  const shuffled = (pool: string) => shuffleDates(earlier, `${pool} ${day(0)}`)[0] ?? '';
  const rotation = { ...settings.rotation, pool: 'archive' } as const;
  const third = { ...rightDisplay, id: 3 };
  it.each<[string, Partial<DecisionInput>, Readonly<Record<number, string>> | undefined]>([
    [
      'the primary’s picture on all displays',
      { settings: { ...settings, others: 'same' } },
      undefined,
    ],
    ['others, only on the primary', { settings: { ...archive, displays: 'primary' } }, undefined],
    ['one display', { settings: archive, displays: [leftDisplay] }, undefined],
    ['no display', { settings: archive, displays: [] }, undefined],
    [
      'a desktop without a picture per display',
      { settings: archive, isPerDisplay: false },
      undefined,
    ],
    ['the newest of the archive', { settings: archive }, { 2: day(1) }],
    [
      'a second and a third display',
      { settings: archive, displays: [leftDisplay, rightDisplay, third] },
      { 2: day(1), 3: day(2) },
    ],
    [
      'any picture of the archive with the rotation',
      { settings: { ...archive, rotation } },
      { 2: shuffled('archive') },
    ],
    [
      'any favourite',
      {
        settings: { ...archive, others: 'favourites' },
        choice: { ...noPictureChoice, favourites: earlier },
      },
      { 2: shuffled('favourites') },
    ],
  ])('selects for %s', (_what, given, others) => {
    const input = inputOf(6, given);
    // The shuffled order differs from the newest first.
    expect([shuffled('archive'), shuffled('favourites')]).not.toContain(day(1));
    const { selected, remembered } = selectPictures(dayPicture(day(0)), input);
    expect(selected.record.date).toBe(day(0));
    expect(
      selected.others &&
        Object.fromEntries([...selected.others].map(([id, { record }]) => [id, record.date])),
    ).toEqual(others);
    expect(remembered.map(({ id, date }) => [id, date])).toEqual(
      Object.entries(others ?? {}).map(([id, date]) => [Number(id), date]),
    );
  });

  it('leaves a display to the primary’s picture if the file of its own was deleted', () => {
    const input = inputOf(3, { settings: archive });
    const get = (date: string): DayPicture | null =>
      date === day(1) ? null : input.archive.get(date);
    const { selected } = selectPictures(dayPicture(day(0)), {
      ...input,
      archive: { ...input.archive, get },
    });
    expect(selected.others).toEqual(new Map());
  });
});

describe('choiceAfterTurn', () => {
  const dates = [day(0), day(1), day(2), day(3)];
  const order = shuffleDates(dates);
  const after = (date: string): string => order[(order.indexOf(date) + 1) % order.length] ?? '';

  it('follows the shuffled order from the picture that the rotation showed last', () => {
    expect(chosen(choiceAfterTurn('archive', day(0), inputOf(4)))).toBe(after(day(0)));
    const [first = '', second = ''] = order;
    const back = { to: first, since: day(1), rotated: true };
    const turned = choiceAfterTurn('archive', order[2] ?? '', {
      ...inputOf(4),
      choice: { ...noPictureChoice, back },
    });
    expect(turned).toEqual({
      ...noPictureChoice,
      back: { to: second, since: day(0), rotated: true },
    });
    // The user chose the picture: the rotation continues from the shown one.
    const own = choiceAfterTurn('archive', order[2] ?? '', {
      ...inputOf(4),
      choice: { ...noPictureChoice, back: { to: first, since: day(1) } },
    });
    expect(chosen(own)).toBe(order[3]);
  });

  it('passes over pictures whose file was deleted', () => {
    const input = inputOf(4);
    const gone = [after(day(0)), after(after(day(0)))];
    const get = (date: string) => (gone.includes(date) ? null : input.archive.get(date));
    const turned = (missing: typeof get) =>
      choiceAfterTurn('archive', day(0), { ...input, archive: { ...input.archive, get: missing } });
    expect(chosen(turned(get))).toBe(after(after(after(day(0)))));
    expect(turned(() => null)).toBeNull();
    expect(choiceAfterTurn('archive', null, inputOf(0))).toBeNull();
    expect(choiceAfterTurn('archive', day(0), inputOf(1))).toBeNull();
  });
});

describe('choiceAfterDecision', () => {
  const back = (to: string) => ({ ...noPictureChoice, back: { to, since: day(0) } });
  const { settings } = inputOf(0);
  const rotating = {
    settings: { ...settings, rotation: { ...settings.rotation, pool: 'archive' } },
  } as const;
  it.each<[string, WallpaperDecision, string | null, Partial<DecisionInput>, PictureChoice | null]>(
    [
      ['a pin', { kind: 'pin', pinned: true }, day(2), {}, { ...noPictureChoice, pinned: day(2) }],
      [
        'the end of a pin',
        { kind: 'pin', pinned: false },
        day(2),
        { choice: { ...noPictureChoice, pinned: day(2) } },
        noPictureChoice,
      ],
      [
        'a skip',
        { kind: 'skip', date: null },
        day(0),
        {},
        { ...noPictureChoice, skipped: [day(0)] },
      ],
      [
        'a skip of another day',
        { kind: 'skip', date: day(1) },
        day(0),
        {},
        { ...noPictureChoice, skipped: [day(1)] },
      ],
      ['a skip of nothing', { kind: 'skip', date: null }, null, {}, null],
      ['the previous picture', { kind: 'previous' }, day(0), {}, back(day(1))],
      ['the previous picture of the oldest', { kind: 'previous' }, day(3), {}, null],
      ['the previous picture of none', { kind: 'previous' }, null, {}, null],
      ['the next picture', { kind: 'next' }, day(2), {}, back(day(1))],
      ['the next picture, which is the newest', { kind: 'next' }, day(1), {}, noPictureChoice],
      ['the next picture of the newest', { kind: 'next' }, day(0), {}, null],
      [
        'the next picture with the rotation',
        { kind: 'next' },
        day(0),
        rotating,
        choiceAfterTurn('archive', day(0), inputOf(4)),
      ],
      [
        'the next picture with a rotation that has no other',
        { kind: 'next' },
        day(2),
        { settings: { ...settings, rotation: { ...settings.rotation, pool: 'favourites' } } },
        back(day(1)),
      ],
      ['the newest picture', { kind: 'newest' }, day(2), { choice: back(day(2)) }, noPictureChoice],
    ],
  )('%s', (_what, decision, shown, given, expected) => {
    expect(choiceAfterDecision(decision, shown, inputOf(4, given))).toEqual(expected);
  });
});
