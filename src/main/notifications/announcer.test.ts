import { m } from '#words';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayPicture } from '#test/support/pictures.ts';
import { noonMs, passAt } from '#test/support/any-state.ts';
import { fakeActivityOptions, type FakeActivityOptions } from '#test/support/surroundings.ts';
import type { SuspensionState } from '#shared/app.ts';
import type { Failure } from '#shared/failure.ts';
import { readyRemote } from '#shared/remote.ts';
import type { AppState } from '#shared/state.ts';
import { startAnnouncer } from './announcer.ts';
import type { Notice } from './notice.ts';
import { problemNoticeKey } from './rules.ts';
import { trackSeenPicture } from './seen-picture.ts';
import { sunTransit } from '#test/support/transits.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import type { StoredValue } from '#runtime/value.ts';

let around: FakeActivityOptions;
let announcer: ReturnType<typeof startAnnouncer>;
let shown: Notice[];
let onScreen: Notice[];
let shownKeys: StoredValue<readonly string[]>;
let isFocused: boolean;
let writeCount: number;

function start() {
  const { clock, state } = around;
  return startAnnouncer({
    clock,
    state,
    shownKeys,
    show(notice) {
      shown.push(notice);
      onScreen.push(notice);
    },
    withdraw: (isOutdated) => (onScreen = onScreen.filter((notice) => !isOutdated(notice))),
    isFocused: () => isFocused,
  });
}
beforeEach(() => {
  around = fakeActivityOptions(new Date(noonMs).toISOString());
  shown = [];
  onScreen = [];
  isFocused = false;
  writeCount = 0;
  shownKeys = memoryValue<readonly string[]>([], () => (writeCount += 1));
  announcer = start();
});
afterEach(async () => {
  await announcer.dispose();
  expect(around.defects).toEqual([]);
});

/** Waits until the next notification may be shown. */
const nextGap = (): Promise<void> => around.clock.advance(5_000);
const titles = (): string[] => shown.map(({ title }) => title);
const power = (is: SuspensionState['power']): void =>
  around.state.update(() => ({ suspension: { paused: null, power: is } }));
const withPicture = ({ settings }: AppState, date = '2026-11-20') => ({
  settings: { ...settings, wallpaper: { ...settings.wallpaper, enabled: true } },
  picture: readyRemote(dayPicture(date), 1),
});
const newPicture = (date: string): void => around.state.update((now) => withPicture(now, date));
const withAlert = ({ station }: AppState, longitude = 11.58) => {
  const observer = { latitude: 48.14, longitude, altitude: null, source: 'settings' } as const;
  return { station: { ...station, observer, alerts: [passAt(20)] } };
};
const alert = (longitude?: number): void => around.state.update((now) => withAlert(now, longitude));
const outcome = (failure: Failure | null): void =>
  around.state.noteOutcome('picture', around.clock.now(), failure);

it('startAnnouncer shows a notification immediately while the user is present, and never shows it again', () => {
  newPicture('2026-11-20');
  newPicture('2026-11-20');
  expect(titles()).toEqual([m.notice_new_picture()]);
});

it('startAnnouncer announces a transit once for each change of the place to stand, also when the line moves back', async () => {
  newPicture('2026-11-20');
  await nextGap();
  const observer = {
    latitude: 48.14,
    longitude: 11.58,
    altitude: null,
    source: 'settings',
  } as const;
  const transit = sunTransit(around.clock.now() + 3600_000);
  for (const latitude of [48.2, 48.3, 48.2]) {
    const list = [{ ...transit, stand: { latitude, longitude: 11.6 } }];
    const transits = { list, until: around.clock.now() + 86_400_000 };
    // Two updates with the same place.
    for (let n = 0; n < 2; n += 1)
      around.state.update(({ station }) => ({
        station: { ...station, observer, transits: { ...transits } },
      }));
    await nextGap();
  }
  expect(shown.filter(({ kind }) => kind === 'transit')).toHaveLength(3);
});

it('startAnnouncer withdraws the notification of a pass when the place changes, and announces that of the new place', async () => {
  newPicture('2026-11-20');
  alert();
  alert(11.6);
  await nextGap();
  expect(shown.map(({ kind }) => kind)).toEqual(['picture', 'pass']);
  await nextGap();
  alert(11.6);
  expect(onScreen).toHaveLength(2);
  alert(139.7);
  expect(onScreen.map(({ key }) => key)).toEqual([
    'picture:2026-11-20',
    expect.stringMatching(/@48\.14,139\.70$/),
  ]);
});

it('startAnnouncer never announces a picture that arrived while a window had the focus', async () => {
  isFocused = true;
  newPicture('2026-11-20');
  alert();
  expect(shown.map(({ kind }) => kind)).toEqual(['pass']);
  isFocused = false;
  newPicture('2026-11-20');
  await nextGap();
  expect(shown).toHaveLength(1);
  newPicture('2026-11-21');
  expect(shown).toHaveLength(2);
});

it('startAnnouncer shows three notifications that are due at the same time one after the other, and stores the keys of each', async () => {
  around.state.update((now) => ({
    ...{ ...withAlert(now), ...withPicture(now) },
    journal: { ...now.journal, durable: false },
  }));
  for (const kinds of [['picture'], ['picture', 'pass'], ['picture', 'pass', 'problem']]) {
    expect(shown.map(({ kind }) => kind)).toEqual(kinds);
    expect(shownKeys.get()).toEqual(shown.map(({ key }) => key));
    await around.clock.advance(4_999);
    expect(shown).toHaveLength(kinds.length);
    await around.clock.advance(1);
  }
  alert();
  expect(writeCount).toBe(3);
});

it('startAnnouncer announces a picture that arrived before its start, and shows no notification after `dispose`', async () => {
  await announcer.dispose();
  newPicture('2026-11-20');
  expect(shown).toEqual([]);
  announcer = start();
  expect(titles()).toEqual([m.notice_new_picture()]);
  alert();
  await announcer.dispose();
  await nextGap();
  expect(shown).toHaveLength(1);
});

it.each(['asleep', 'locked'] as const)(
  'startAnnouncer shows no notification while the machine is %s',
  async (is) => {
    power(is);
    newPicture('2026-11-20');
    alert();
    await around.clock.advance(3600_000);
    expect(shown).toEqual([]);
  },
);

it('startAnnouncer shows one summary of the events during a sleep and the 45 s after it', async () => {
  power('asleep');
  alert();
  power('awake');
  await around.clock.advance(20_000);
  newPicture('2026-11-21');
  expect(shown).toEqual([]);
  await around.clock.advance(30_000);
  expect(titles()).toEqual([m.notice_away()]);
  expect(shown[0]?.body.split('\n')).toHaveLength(2);
  await around.clock.advance(3600_000);
  newPicture('2026-11-21');
  expect(shown).toHaveLength(1);
});

it('startAnnouncer shows the only notification of a sleep as it is, without a summary, and later ones without delay', async () => {
  power('asleep');
  power('awake');
  newPicture('2026-11-20');
  await around.clock.advance(60_000);
  expect(titles()).toEqual([m.notice_new_picture()]);
  await nextGap();
  newPicture('2026-11-21');
  expect(shown).toHaveLength(2);
});

it('startAnnouncer collects notifications again when the machine sleeps again', async () => {
  power('asleep');
  newPicture('2026-11-20');
  power('awake');
  await around.clock.advance(40_000);
  power('asleep');
  await around.clock.advance(3600_000);
  power('awake');
  await around.clock.advance(40_000);
  expect(shown).toEqual([]);
  await around.clock.advance(10_000);
  expect(shown).toHaveLength(1);
});

it('startAnnouncer announces a problem again only after it was solved', async () => {
  outcome({ kind: 'key-refused' });
  await around.clock.advance(1000);
  outcome({ kind: 'key-refused' });
  expect(shown).toHaveLength(1);
  // A restart does not end the problem.
  await announcer.dispose();
  announcer = start();
  expect(shown).toHaveLength(1);
  let expectedCount = 1;
  for (const kind of ['key-refused', 'storage'] as const) {
    outcome(null);
    await nextGap();
    outcome(kind === 'storage' ? { kind, code: 'ENOSPC' } : { kind });
    expectedCount += 1;
    expect(shown).toHaveLength(expectedCount);
    await nextGap();
  }
  outcome(null);
  outcome({ kind: 'storage', code: 'ENOSPC' });
  expect(shown).toHaveLength(expectedCount + 1);
});

it('startAnnouncer announces a problem of an earlier run again if it was solved after the clock was set back', async () => {
  shownKeys.set([problemNoticeKey('key')]);
  around.clock.setWallClock(new Date(noonMs - 3600_000).toISOString());
  outcome(null);
  await around.clock.advance(1000);
  outcome({ kind: 'key-refused' });
  expect(shown).toHaveLength(1);
});

it('startAnnouncer stores the keys of the newest 200 notifications', () => {
  shownKeys.set(Array.from({ length: 200 }, (_, n) => `key ${n}`));
  newPicture('2026-11-20');
  expect(shown).toHaveLength(1);
  expect(shownKeys.get()).toHaveLength(200);
  expect([shownKeys.get()[0], shownKeys.get().at(-1)]).toEqual(['key 1', shown[0]?.key]);
});

it('trackSeenPicture treats a picture as new again after the system clock was ahead', () => {
  const seen = trackSeenPicture({
    state: around.state,
    seenDate: memoryValue<string | null>('2027-11-20'),
    onSeen: () => undefined,
  });
  newPicture('2026-11-20');
  newPicture('2026-11-21');
  expect(seen.isNews(around.state.current)).toBe(true);
});

it('trackSeenPicture does not treat a seen picture as new, also after a restart', () => {
  const seenDate = memoryValue<string | null>(null);
  let told = 0;
  const open = () =>
    trackSeenPicture({
      state: around.state,
      seenDate,
      onSeen: () => (told += 1),
    });
  const first = open();
  const isNews = (): boolean => first.isNews(around.state.current);
  expect(isNews()).toBe(false);
  newPicture('2026-11-20');
  expect(isNews()).toBe(true);
  first.show(true);
  expect([isNews(), told]).toEqual([false, 1]);
  // The picture comes while the window is on screen.
  newPicture('2026-11-21');
  expect([isNews(), told]).toEqual([false, 2]);
  first.show(false);
  newPicture('2026-11-22');
  expect(isNews()).toBe(true);
  first.dispose();
  expect(open().isNews(around.state.current)).toBe(true);
  newPicture('2026-11-21');
  expect(open().isNews(around.state.current)).toBe(false);
});
