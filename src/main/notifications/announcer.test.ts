import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayPicture } from '#test/support/pictures.ts';
import { noon, passAt } from '#test/support/any-state.ts';
import { fakeSurroundings, type FakeSurroundings } from '#test/support/surroundings.ts';
import type { SuspensionState } from '#shared/app.ts';
import { ready } from '#shared/remote.ts';
import { startAnnouncer } from './announcer.ts';
import type { Notice, NoticeStore } from './notice.ts';
import { watchSeen } from './seen.ts';

let around: FakeSurroundings;
let announcer: ReturnType<typeof startAnnouncer>;
let shown: Notice[];
let keys: Set<string>;
const store: NoticeStore = {
  shown: () => keys,
  remember: (key) => keys.add(key),
  forget: (key) => keys.delete(key),
};

function start() {
  const { clock, state, onDefect } = around;
  return startAnnouncer({
    clock,
    state,
    onDefect,
    store,
    show: (notice) => shown.push(notice),
  });
}
beforeEach(() => {
  around = fakeSurroundings(new Date(noon).toISOString());
  [shown, keys] = [[], new Set()];
  announcer = start();
});
afterEach(async () => {
  await announcer.dispose();
  expect(around.defects).toEqual([]);
});

const titles = (): string[] => shown.map(({ title }) => title);
const power = (is: SuspensionState['power']): void =>
  around.state.update(() => ({ suspension: { paused: null, power: is } }));
const newPicture = (date: string): void =>
  around.state.update(({ services }) => ({ services, picture: ready(dayPicture(date), 1) }));
const alert = (): void => {
  const pass = passAt(20);
  around.state.update(({ station }) => ({ station: { ...station, alert: pass } }));
};
const keyOutcome = (isRefused: boolean): void => {
  const at = around.clock.now();
  around.state.noteOutcome('picture', at, isRefused ? { kind: 'key-refused' } : null);
};

it('announces at once, and once, while the person is present', () => {
  newPicture('2026-11-20');
  newPicture('2026-11-20');
  expect(titles()).toEqual(['New picture of the day']);
});

it.each(['asleep', 'locked'] as const)('tells nothing while the machine is %s', async (is) => {
  power(is);
  newPicture('2026-11-20');
  alert();
  await around.clock.advance(3600_000);
  expect(shown).toEqual([]);
});

it('shows one summary of what happened during a sleep, after the delayed round', async () => {
  power('asleep');
  alert();
  power('awake');
  await around.clock.advance(20_000);
  newPicture('2026-11-21');
  expect(shown).toEqual([]);
  await around.clock.advance(30_000);
  expect(titles()).toEqual(['While you were away']);
  expect(shown[0]?.body.split('\n')).toHaveLength(2);
  await around.clock.advance(3600_000);
  newPicture('2026-11-21');
  expect(shown).toHaveLength(1);
});

it('shows a single notice unchanged, and later ones at once', async () => {
  power('asleep');
  power('awake');
  newPicture('2026-11-20');
  await around.clock.advance(60_000);
  expect(titles()).toEqual(['New picture of the day']);
  newPicture('2026-11-21');
  expect(shown).toHaveLength(2);
});

it('starts collecting again when the machine sleeps again', async () => {
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

it('announces a problem again only after it was solved', async () => {
  keyOutcome(true);
  await around.clock.advance(1000);
  keyOutcome(true);
  expect(shown).toHaveLength(1);
  // A restart is not the end of it.
  await announcer.dispose();
  announcer = start();
  expect(shown).toHaveLength(1);
  await around.clock.advance(1000);
  keyOutcome(false);
  await around.clock.advance(1000);
  keyOutcome(true);
  expect(shown).toHaveLength(2);
});

it('a picture is news again after the system clock was ahead', () => {
  let kept: string | null = '2027-11-20';
  const seen = watchSeen({
    state: around.state,
    store: { seen: () => kept, remember: (date) => (kept = date) },
    onSeen: () => undefined,
  });
  newPicture('2026-11-20');
  newPicture('2026-11-21');
  expect(seen.isNews(around.state.current)).toBe(true);
});

it('a picture that was seen is not news, also after a restart', () => {
  let kept: string | null = null;
  let told = 0;
  const open = () =>
    watchSeen({
      state: around.state,
      store: { seen: () => kept, remember: (date) => (kept = date) },
      onSeen: () => (told += 1),
    });
  const first = open();
  const isNews = (): boolean => first.isNews(around.state.current);
  expect(isNews()).toBe(false);
  newPicture('2026-11-20');
  expect(isNews()).toBe(true);
  first.show(true);
  expect([isNews(), told]).toEqual([false, 1]);
  // It comes while the window is on screen.
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
