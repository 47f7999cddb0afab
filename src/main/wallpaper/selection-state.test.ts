import { describe, expect, it, vi } from 'vitest';
import { leftDisplay, rightDisplay } from '#test/support/backends.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import { memoryArchive } from '#test/support/picture-world.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { noPictureChoice, type PictureChoice } from '#shared/picture/picture.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { unrestrictedRules } from '#shared/wallpaper/selection.ts';
import { bufferUnsavedDays } from '#picture/archive/unsaved-days.ts';
import { addDays } from '#picture/eastern.ts';
import { openPictureState, type StoredPictureState } from '#picture/picture-state-store.ts';
import { Selection } from './selection.ts';

const today = '2026-11-20';
const day = (ago: number): string => addDays(today, -ago);
const set = (date: string) =>
  ({ kind: 'set', date, path: '/x', backend: 'x', verified: true, at: 0 }) as const;

/** A selection of the newest `count` days. */
function rig(count: number, choice: Partial<PictureChoice> = {}, without: readonly string[] = []) {
  const { clock, state } = fakeActivityOptions('2026-11-20T18:00:00Z');
  const archive = memoryArchive();
  for (let ago = 0; ago < count; ago += 1) archive.save(dayPicture(day(ago)));
  const onWrite = vi.fn();
  const storage = memoryValue<StoredPictureState | null>(null, onWrite);
  const pictureState = openPictureState(storage, 'live');
  pictureState.change({ choice: { ...noPictureChoice, ...choice } });
  const { wallpaper } = defaultSettings;
  const settings = {
    ...wallpaper,
    others: 'archive',
    show: { ...unrestrictedRules, without: [...without] },
  } as const;
  const selection = new Selection({
    ...{ clock, state, pictureState },
    archive: bufferUnsavedDays(archive, () => today),
    settings: () => ({ ...defaultSettings, wallpaper: settings }),
    displays: () => [leftDisplay, rightDisplay],
    isPerDisplay: () => true,
  });
  onWrite.mockClear();
  const shown = () => pictureState.current.shown;
  return { selection, state, clock, pictureState, onWrite, shown };
}

it('the choice of an earlier run is in the state', () => {
  const { state, selection } = rig(1, { pinned: day(3) });
  expect(state.current.choice).toEqual({ ...noPictureChoice, pinned: day(3) });
  expect(selection.choice).toBe(state.current.choice);
});

it('shownDate is the day of the wallpaper, and before the first the selected day', () => {
  const { selection, state } = rig(2);
  expect(selection.shownDate).toBe(day(0));
  state.update(() => ({ wallpaper: set(day(9)) }));
  expect(selection.shownDate).toBe(day(9));
  expect(rig(0).selection.shownDate).toBeNull();
});

it('mayRemain is false for a skipped day, and while the user’s own wallpaper is selected', () => {
  const { selection } = rig(2, { skipped: [day(1)] });
  expect([0, 1].map((ago) => selection.mayRemain(day(ago)))).toEqual([true, false]);
  selection.chooseOwn();
  expect(selection.mayRemain(day(0))).toBe(false);
});

describe('select', () => {
  const own = { back: { to: null, since: day(0) } };
  it.each<[string, Parameters<typeof rig>, string | null, boolean]>([
    ['no rules', [2], day(0), false],
    ['rules that hide one', [2, {}, ['2026 11 19']], day(0), false],
    ['rules that hide all', [2, {}, ['sky']], null, true],
    ['rules that hide the only one', [1, {}, ['sky']], null, true],
    ['rules that hide all but a pinned one', [2, { pinned: day(1) }, ['sky']], day(1), false],
    ['rules that hide all, with the user’s own wallpaper', [2, own, ['sky']], null, false],
    [
      'rules that hide one, while the other is skipped',
      [2, { skipped: [day(0)] }, ['2026 11 19']],
      null,
      false,
    ],
    ['rules without pictures', [0, {}, ['sky']], null, false],
  ])('with %s', (_what, given, date, allHidden) => {
    const { selection, state } = rig(...given);
    const updates = vi.fn();
    expect(selection.select()?.record.date ?? null).toBe(date);
    expect(state.current.selection).toMatchObject({ perDisplay: true, displays: 2, allHidden });
    // `select` does not update the state if the selection is the same as before.
    state.subscribe(updates);
    selection.select();
    expect(updates).not.toHaveBeenCalled();
  });

  it.each([
    [day(-1), day(-1)],
    [day(-2), day(0)],
  ])('takes a choice that holds until %s for one that holds until %s', (since, corrected) => {
    const { selection } = rig(2, { back: { to: day(1), since } });
    selection.select();
    expect(selection.choice.back).toEqual({ to: day(1), since: corrected });
  });

  it('leaves a choice that was made while the clock was ahead if there are no pictures', () => {
    const { selection } = rig(0, { back: { to: null, since: '2027-01-01' } });
    selection.select();
    expect(selection.choice.back?.since).toBe('2027-01-01');
  });
});

describe('the picture shown last', () => {
  it('is recorded with its time once, and the pictures of the other displays with it', () => {
    const { selection, clock, onWrite, shown, pictureState } = rig(3);
    const since = clock.now();
    const first = selection.show(dayPicture(day(0)));
    expect([...(first.others ?? [])].map(([, { record }]) => record.date)).toEqual([day(1)]);
    expect(shown()).toEqual({ date: day(0), since });
    expect(pictureState.current.displays).toMatchObject([{ date: day(1) }]);
    onWrite.mockClear();
    selection.show(dayPicture(day(0)));
    expect(onWrite).not.toHaveBeenCalled();
  });

  it('is that of the rotation as soon as it turns, by itself or by the user', () => {
    const { selection, clock, shown, state } = rig(3);
    state.update(() => ({ wallpaper: set(day(0)) }));
    expect(selection.turn('archive')).toBe(true);
    const { to } = selection.choice.back ?? {};
    expect(selection.choice).toEqual({
      ...noPictureChoice,
      back: { to, since: day(0), rotated: true },
    });
    expect(to).not.toBe(day(0));
    expect(shown()).toEqual({ date: to, since: clock.now() });
    // A decision that does not change the shown picture does not change the time since which it is shown.
    clock.setWallClock('2026-11-20T19:00:00Z');
    selection.apply({ kind: 'favour', date: day(1), favourite: true });
    expect(shown()?.since).toBe(Date.parse('2026-11-20T18:00:00Z'));
    expect(rig(1).selection.turn('archive')).toBe(false);
  });

  it('is not in the future: the clock was set back', () => {
    const { selection, pictureState, clock, shown } = rig(1);
    const now = clock.now();
    for (const [since, valid] of [
      [now - 1, now - 1],
      [now + 1, now],
    ] as const) {
      pictureState.change({ shown: { date: day(0), since } });
      expect(selection.correctShownSince({ date: day(0), since })).toBe(valid);
      expect(shown()).toEqual({ date: day(0), since: valid });
    }
  });
});

describe('a decision', () => {
  it('returns false and stores nothing if it does not change the choice', () => {
    const { selection, onWrite } = rig(1);
    expect(selection.apply({ kind: 'previous' })).toBe(false);
    selection.chooseNewest();
    expect(onWrite).toHaveBeenCalledTimes(1);
    expect(selection.apply({ kind: 'pin', pinned: true })).toBe(true);
    expect(selection.choice.pinned).toBe(day(0));
  });

  it('to show a picture holds until a newer day comes, and ends a skip', () => {
    const { selection, shown } = rig(3, { skipped: [day(0), day(1)] });
    selection.choose(dayPicture(day(1)));
    expect(selection.choice).toEqual({
      ...noPictureChoice,
      skipped: [day(0)],
      back: { to: day(1), since: day(0) },
    });
    expect(shown()?.date).toBe(day(1));
    selection.choose(dayPicture(day(0)));
    expect(selection.choice).toEqual(noPictureChoice);
    const empty = rig(0).selection;
    empty.choose(dayPicture(day(0)));
    empty.chooseOwn();
    expect(empty.choice).toEqual(noPictureChoice);
  });
});
