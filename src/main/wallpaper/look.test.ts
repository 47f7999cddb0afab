import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { runs } from '#test/support/runs.ts';
import { truthOfAugust } from '#test/support/ground-truth.ts';
import { emptyContent, fakeActivityOptions } from '#test/support/surroundings.ts';
import type { Burn } from '#shared/station/burn.ts';
import { passSpan } from '#shared/station/sky/pass-span.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { defaultAppearance, type Appearance } from '#shared/wallpaper/appearance.ts';
import { passesOf } from '#station/sky/passes.ts';
import {
  exampleLook,
  lookOf,
  nextLook,
  noLook,
  startLook,
  storedLookSchema,
  type StoredLook,
} from './look.ts';
import { drawPass, passLeadMs, isSamePassDrawing, nextVisiblePass } from './tonight.ts';

const truth = truthOfAugust();
const hour = 3600_000;
const epoch = Math.ceil(truth.epoch / 86_400) * 86_400_000;

let stop: () => Promise<unknown> = () => Promise.resolve();
afterEach(() => stop());

const berlin = { latitude: 52.52, longitude: 13.405, altitude: 34 };
const passesAt = (observer: typeof berlin, days: number): readonly Pass[] =>
  passesOf(truth.earthFixed, observer, { from: epoch / 1000, hours: 24 * days });
const inBerlin = passesAt(berlin, 10);

interface Composed {
  readonly at: number;
  readonly power: string;
  readonly pass: Pass | null;
  readonly dimmed: boolean;
}

/** Starts the look with passes that are predicted again every hour. */
function setUp(
  appearance: Partial<Appearance> = { tonight: true },
  passes: readonly Pass[] = inBerlin,
) {
  const surroundings = fakeActivityOptions(new Date(epoch).toISOString());
  const { clock, state } = surroundings;
  let held: StoredLook = noLook;
  let isDark = false;
  let listeners: (() => void)[] = [];
  const composed: Composed[] = [];
  /** Delay of the passes after a burn, in seconds. */
  let shift = 0;
  let observer: typeof berlin | null = berlin;
  let isKnown = true;

  const moved = (pass: Pass): Pass => ({
    ...pass,
    peak: { ...pass.peak, t: pass.peak.t + shift },
    visibleFrom: pass.visibleFrom === null ? null : pass.visibleFrom + shift,
    visibleTo: pass.visibleTo === null ? null : pass.visibleTo + shift,
  });
  function publish(burn: Burn | null = state.current.station.burn): void {
    const now = clock.now();
    const known = isKnown && observer !== null;
    const coming = passes.map(moved).filter((pass) => passSpan(pass).to * 1000 > now);
    state.update(({ station }) => ({
      station: {
        ...station,
        burn,
        observer: observer === null ? null : { ...observer, source: 'settings' },
        passes: known ? coming : [],
        passesUntil: known ? now + 120 * hour : null,
      },
    }));
  }
  function set(part: Partial<Appearance>): void {
    state.update(({ settings }) => ({
      settings: {
        ...settings,
        wallpaper: {
          ...settings.wallpaper,
          appearance: { ...settings.wallpaper.appearance, ...part },
        },
      },
    }));
  }
  function power(next: 'awake' | 'locked' | 'asleep'): void {
    state.update(({ suspension }) => ({ suspension: { ...suspension, power: next } }));
  }
  state.update(() => ({ settings: defaultSettings }));
  set({ ...defaultAppearance, ...appearance });
  publish();

  function start() {
    const look = startLook({
      ...surroundings,
      store: {
        get: () => held,
        set: (next) => (held = storedLookSchema.parse(JSON.parse(JSON.stringify(next)))),
      },
      theme: {
        isDark: () => isDark,
        onChange(listener) {
          listeners.push(listener);
          return () => (listeners = listeners.filter((one) => one !== listener));
        },
      },
      recompose() {
        composed.push({
          at: clock.now(),
          power: state.current.suspension.power,
          pass: held.tonight?.pass ?? null,
          dimmed: held.dimmed,
        });
        return Promise.resolve();
      },
    });
    stop = () => look.dispose();
    return look;
  }
  start();

  return {
    clock,
    composed,
    defects: surroundings.defects,
    publish,
    set,
    power,
    get shown() {
      return held.tonight?.pass ?? null;
    },
    get dimmed() {
      return held.dimmed;
    },
    theme(dark: boolean) {
      isDark = dark;
      for (const listener of listeners) listener();
    },
    burn(seconds: number) {
      shift += seconds;
      const at = clock.now();
      publish({ at, sigmaSeconds: 60, raisedKm: 2, sigmaKm: 0.1, detectedAt: at });
    },
    place(next: typeof berlin | null) {
      observer = next;
      publish();
    },
    know(known: boolean) {
      isKnown = known;
      publish();
    },
    simulate(simulated: boolean) {
      state.update(({ services }) => ({ services: { ...services, simulated } }));
    },
    pause(paused: 'indefinite' | null) {
      state.update(({ suspension }) => ({ suspension: { ...suspension, paused } }));
    },
    next: () => nextVisiblePass(passes.map(moved), clock.now()),
    async restart() {
      await stop();
      start();
      await clock.advance(1000);
    },
    /** Advances by an hour, after which the passes are predicted again. */
    async hour() {
      await clock.advance(hour);
      publish();
      await clock.advance(2000);
    },
  };
}

const perDay = (composed: readonly Composed[]): number[] =>
  [...Map.groupBy(composed, ({ at }) => new Date(at).toDateString()).values()].map(
    (day) => day.length,
  );

async function untilShown(rig: ReturnType<typeof setUp>): Promise<Pass> {
  for (let hours = 0; rig.shown === null && hours < 48; hours += 1) await rig.hour();
  if (rig.shown === null) throw new Error('no pass is shown in two days');
  return rig.shown;
}

describe('startLook, for tonight’s pass', () => {
  it('draws the pass twelve hours before it begins, and removes it when it is over', async () => {
    const tomorrow = inBerlin.filter((pass) => pass.rise.t > epoch / 1000 + 86_400);
    const rig = setUp({ tonight: true }, tomorrow);
    const pass = await untilShown(rig);
    const { from, to } = passSpan(pass);
    const [first] = rig.composed;
    expect(first?.at).toBeGreaterThanOrEqual(from * 1000 - passLeadMs);
    expect(first?.at).toBeLessThan(from * 1000 - passLeadMs + 3000);
    await rig.clock.advance(to * 1000 - rig.clock.now() - 1000);
    expect(rig.shown).toEqual(pass);
    await rig.clock.advance(3000);
    expect(rig.shown).not.toEqual(pass);
    expect(rig.composed.at(-1)?.pass).not.toEqual(pass);
  });

  it('draws at most four times a day, never while the screen is locked, and removes a pass that is over', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          latitude: fc.integer({ min: -89, max: 89 }),
          longitude: fc.integer({ min: -180, max: 180 }),
          altitude: fc.constant(0),
        }),
        fc.array(fc.constantFrom('run', 'run', 'run', 'lock', 'unlock', 'burn', 'restart'), {
          minLength: 120,
          maxLength: 120,
        }),
        async (observer, hours) => {
          const rig = setUp({ tonight: true }, passesAt(observer, 6));
          rig.place(observer);
          let isLocked = false;
          for (const what of hours) {
            if (what === 'lock' || what === 'unlock') {
              isLocked = what === 'lock';
              rig.power(isLocked ? 'locked' : 'awake');
            }
            if (what === 'burn') rig.burn(200);
            if (what === 'restart') await rig.restart();
            await rig.hour();
            if (isLocked || rig.shown === null) continue;
            const { from, to } = passSpan(rig.shown);
            expect(to * 1000).toBeGreaterThan(rig.clock.now());
            expect(from * 1000 - rig.clock.now()).toBeLessThanOrEqual(passLeadMs);
            const next = rig.next();
            expect(next !== null && isSamePassDrawing(rig.shown, next)).toBe(true);
          }
          expect(Math.max(0, ...perDay(rig.composed))).toBeLessThanOrEqual(4);
          expect(rig.composed.filter(({ power }) => power !== 'awake')).toEqual([]);
          expect(rig.defects).toEqual([]);
          await stop();
        },
      ),
      { numRuns: runs(25) },
    );
  }, 300_000);

  it('draws the passes of simulated services, and never the same drawing twice in a row', async () => {
    const rig = setUp();
    for (let hours = 0; hours < 120; hours += 1) await rig.hour();
    const drawn = rig.composed.filter(({ pass }) => pass !== null);
    expect(drawn.length).toBeGreaterThan(3);
    // No drawing is the same as the previous one.
    for (const [index, { pass }] of rig.composed.entries())
      expect(pass).not.toEqual(rig.composed[index - 1]?.pass ?? null);
  });

  it.each<[string, Partial<Appearance>, (rig: ReturnType<typeof setUp>) => void]>([
    ['when the drawing is off', { tonight: false }, () => undefined],
    ['without a place', { tonight: true }, (rig) => rig.place(null)],
    ['without an orbit', { tonight: true }, (rig) => rig.know(false)],
    ['while paused', { tonight: true }, (rig) => rig.pause('indefinite')],
  ])('does not draw a pass %s', async (_what, appearance, change) => {
    const rig = setUp(appearance);
    change(rig);
    for (let hours = 0; hours < 48; hours += 1) await rig.hour();
    expect(rig.composed).toEqual([]);
  });

  it('draws no pass at a pole, where the station never rises', async () => {
    const pole = { latitude: 90, longitude: 0, altitude: 0 };
    const rig = setUp({ tonight: true }, passesAt(pole, 5));
    for (let hours = 0; hours < 48; hours += 1) await rig.hour();
    expect(rig.composed).toEqual([]);
  });

  it('redraws the pass when a burn moves it', async () => {
    const rig = setUp();
    const pass = await untilShown(rig);
    rig.burn(200);
    await rig.clock.advance(2000);
    expect(rig.shown?.peak.t).toBe(pass.peak.t + 200);
    expect(rig.composed).toHaveLength(2);
  });

  it('removes the pass when a burn moves it and the limit of drawings a day is reached', async () => {
    const rig = setUp();
    await untilShown(rig);
    for (let burns = 0; burns < 5; burns += 1) {
      rig.burn(200);
      await rig.clock.advance(2000);
    }
    expect(rig.composed).toHaveLength(4);
    expect(rig.shown).toBeNull();
  });

  it('keeps the pass after a restart while the orbit is not yet known', async () => {
    const rig = setUp();
    const pass = await untilShown(rig);
    rig.know(false);
    await rig.restart();
    expect(rig.shown).toEqual(pass);
    expect(rig.composed).toHaveLength(1);
    // A burn was found after the pass was drawn: the drawing may be wrong by minutes.
    rig.burn(200);
    await rig.clock.advance(2000);
    expect(rig.shown).toBeNull();
  });

  it('removes a pass that is over although the orbit is not known', async () => {
    const rig = setUp();
    const pass = await untilShown(rig);
    rig.know(false);
    await rig.clock.advance(passSpan(pass).to * 1000 - rig.clock.now() + 2000);
    expect(rig.shown).toBeNull();
  });

  it.each<[string, (rig: ReturnType<typeof setUp>) => void]>([
    ['the place is no longer known', (rig) => rig.place(null)],
    ['the services are no longer the simulated ones', (rig) => rig.simulate(false)],
    ['the drawing is switched off', (rig) => rig.set({ tonight: false })],
  ])('removes the pass when %s', async (_what, change) => {
    const rig = setUp();
    await untilShown(rig);
    rig.know(false);
    change(rig);
    await rig.clock.advance(2000);
    expect(rig.shown).toBeNull();
    expect(rig.composed).toHaveLength(2);
  });

  it('removes a pass that is over while the app is paused', async () => {
    const rig = setUp();
    const pass = await untilShown(rig);
    rig.pause('indefinite');
    await rig.clock.advance(passSpan(pass).to * 1000 - rig.clock.now() + 2000);
    expect(rig.shown).toBeNull();
  });

  it('removes the pass when the clock is set back by a day', async () => {
    const rig = setUp();
    await untilShown(rig);
    rig.clock.setWallClock(new Date(rig.clock.now() - 24 * hour).toISOString());
    rig.know(false);
    await rig.clock.advance(2000);
    expect(rig.shown).toBeNull();
  });

  it('waits until the screen is unlocked', async () => {
    const rig = setUp();
    rig.power('locked');
    for (let hours = 0; hours < 20; hours += 1) await rig.hour();
    expect(rig.composed).toEqual([]);
    rig.power('awake');
    await untilShown(rig);
    expect(rig.composed.every(({ power }) => power === 'awake')).toBe(true);
  });
});

describe('startLook, for dimming', () => {
  it('dims in the dark theme only', async () => {
    const rig = setUp({ dimming: 'dark' });
    await rig.clock.advance(1000);
    for (const dark of [true, false]) {
      rig.theme(dark);
      await rig.clock.advance(2000);
      expect(rig.dimmed).toBe(dark);
    }
    expect(rig.composed.map(({ dimmed }) => dimmed)).toEqual([true, false]);
  });

  it('dims after sunset, and draws at most four times a day together with the passes', async () => {
    const rig = setUp({ dimming: 'evening', tonight: true });
    for (let hours = 0; hours < 120; hours += 1) await rig.hour();
    expect(rig.composed.filter(({ dimmed }) => dimmed).length).toBeGreaterThan(4);
    expect(rig.composed.some(({ pass }) => pass !== null)).toBe(true);
    expect(Math.max(...perDay(rig.composed))).toBeLessThanOrEqual(4);
  });

  it('delays a change while the screen is locked or the app is paused', async () => {
    const rig = setUp({ dimming: 'dark' });
    await rig.clock.advance(1000);
    rig.power('locked');
    rig.theme(true);
    await rig.clock.advance(2000);
    expect(rig.composed).toEqual([]);
    rig.power('awake');
    await rig.clock.advance(2000);
    expect(rig.dimmed).toBe(true);
    rig.pause('indefinite');
    rig.theme(false);
    await rig.clock.advance(2000);
    expect(rig.dimmed).toBe(true);
  });
});

describe('nextLook', () => {
  const visible = inBerlin.filter((pass) => pass.visible);
  const [first, second] = visible as [Pass, Pass];
  const [from, to] = [passSpan(first).from * 1000, passSpan(first).to * 1000];
  const begin = from - passLeadMs;
  const drawn = (
    words: { readonly title?: string; readonly detail?: string } = {},
  ): StoredLook => ({
    dimmed: false,
    tonight: {
      ...{ pass: first, simulated: false, drawnAt: begin },
      drawing: { ...drawPass(first, berlin), ...words },
    },
    redraws: [],
  });
  const observer = { ...berlin, source: 'settings' } as const;
  type Conditions = Parameters<typeof nextLook>[1];
  const base: Conditions = {
    services: { source: 'own', simulated: false },
    settings: emptyContent.settings,
    suspension: emptyContent.suspension,
    station: {
      ...emptyContent.station,
      observer,
      passes: [...inBerlin],
      passesUntil: to + 999 * hour,
    },
  };
  const station = (part: Partial<Conditions['station']>): Pick<Conditions, 'station'> => ({
    station: { ...base.station, ...part },
  });
  const burn = (detectedAt: number) => station({ passesUntil: null, burn: { detectedAt } as Burn });
  const paused = { suspension: { ...base.suspension, paused: 'indefinite' } } as const;
  const empty = (redraws: readonly number[]): StoredLook => ({ ...noLook, redraws });
  const [none, kept, redrawn] = ['nothing', 'the same', 'the first pass'];

  interface Case {
    readonly now: number;
    readonly current?: StoredLook;
    readonly conditions?: Partial<Conditions>;
    readonly appearance?: Partial<Appearance>;
    /** The drawing, and the times of redraws relative to `now`. */
    readonly shown: string;
    readonly redraws?: readonly number[];
    readonly nextAt?: number | null;
  }
  const secondBegin = passSpan(second).from * 1000 - passLeadMs;
  it.each<[string, Case]>([
    ['before its time', { now: begin - 1, shown: none, nextAt: begin }],
    ['twelve hours before it', { now: begin, shown: redrawn, redraws: [0], nextAt: to }],
    ['during it', { now: to - 1, current: drawn(), shown: kept, nextAt: to }],
    [
      'after it',
      { now: to, current: drawn(), shown: to < secondBegin ? none : 'another', redraws: [0] },
    ],
    [
      'with a clock that was set back',
      { now: begin - 1, current: drawn(), shown: none, redraws: [0] },
    ],
    ['at its begin, drawn before', { now: begin, current: drawn(), shown: kept, redraws: [] }],
    [
      'with old redraws, which are forgotten after 48 hours',
      {
        ...{
          now: begin,
          current: empty(
            [-48 * hour, -48 * hour + 1, 48 * hour - 1, 48 * hour].map((ms) => begin + ms),
          ),
        },
        ...{ shown: redrawn, redraws: [-48 * hour + 1, 48 * hour - 1, 0] },
      },
    ],
    [
      'with three redraws today',
      {
        ...{ now: begin, current: empty([begin, begin, begin]), shown: none, redraws: [0, 0, 0] },
        nextAt: new Date(begin).setHours(24, 0, 0, 0),
      },
    ],
    [
      'with two redraws today',
      { now: begin, current: empty([begin, begin]), shown: redrawn, redraws: [0, 0, 0] },
    ],
    [
      'with three redraws yesterday',
      {
        ...{ now: begin, current: empty([1, 2, 3].map(() => begin - 24 * hour)), shown: redrawn },
        redraws: [-24 * hour, -24 * hour, -24 * hour, 0],
      },
    ],
    [
      'with one redraw today, and with dimming',
      {
        now: begin,
        current: empty([begin]),
        appearance: { dimming: 'dark' },
        shown: none,
        redraws: [0],
      },
    ],
    [
      'without passes yet',
      { now: begin, conditions: station({ passesUntil: null }), shown: none, nextAt: null },
    ],
    [
      'with passes that are out of date',
      { now: begin, conditions: station({ passesUntil: begin }), shown: none, nextAt: null },
    ],
    [
      'without passes yet, drawn before',
      {
        now: from,
        current: drawn(),
        conditions: station({ passesUntil: null, passes: [] }),
        shown: kept,
        nextAt: to,
      },
    ],
    [
      'after a burn that is known since',
      { now: from, current: drawn(), conditions: burn(begin + 1), shown: none, redraws: [0] },
    ],
    [
      'after a burn that was known before',
      { now: from, current: drawn(), conditions: burn(begin), shown: kept },
    ],
    [
      'with no further pass',
      {
        now: from,
        current: drawn(),
        conditions: station({ passes: [] }),
        shown: none,
        redraws: [0],
      },
    ],
    [
      'without an observer',
      {
        now: from,
        current: drawn(),
        conditions: station({ observer: null }),
        shown: none,
        redraws: [0],
      },
    ],
    [
      'without an observer, not drawn',
      { now: from, conditions: station({ observer: null }), shown: none },
    ],
    [
      'in another language',
      {
        ...{ now: from, shown: redrawn, redraws: [0] },
        current: drawn({ title: 'x' }),
      },
    ],
    [
      'with other words',
      {
        ...{ now: from, shown: redrawn, redraws: [0] },
        current: drawn({ detail: 'x' }),
      },
    ],
    [
      'of simulated services',
      {
        now: from,
        current: drawn(),
        conditions: { services: { source: 'embedded', simulated: true } },
        shown: redrawn,
        redraws: [0],
      },
    ],
    ['while paused', { now: begin, conditions: paused, shown: none }],
    [
      'while paused, drawn before',
      { now: from, current: drawn(), conditions: paused, shown: kept },
    ],
    [
      'while paused, after it',
      { now: to, current: drawn(), conditions: paused, shown: none, redraws: [0] },
    ],
    [
      'when it is switched off',
      {
        now: from,
        current: drawn(),
        appearance: { tonight: false },
        shown: none,
        redraws: [],
        nextAt: null,
      },
    ],
    [
      'while it is switched off',
      { now: from, appearance: { tonight: false }, shown: none, nextAt: null },
    ],
  ])('decides whether to draw a pass %s', (_what, given) => {
    const { now, current = noLook, conditions = {}, appearance = {} } = given;
    const { settings } = base;
    const { look, nextAt } = nextLook(
      current,
      {
        ...base,
        settings: {
          ...settings,
          wallpaper: {
            ...settings.wallpaper,
            appearance: { ...defaultAppearance, dimming: 'never', tonight: true, ...appearance },
          },
        },
        ...conditions,
      },
      false,
      now,
    );
    const { tonight } = look;
    const shown =
      tonight === null
        ? none
        : tonight === current.tonight
          ? kept
          : tonight.pass === first && tonight.drawnAt === now
            ? redrawn
            : 'another';
    expect(shown).toBe(given.shown);
    expect(look.redraws.map((time) => time - now)).toEqual(given.redraws ?? []);
    if (given.nextAt !== undefined) expect(nextAt).toBe(given.nextAt);
    // An unchanged look is not composed again.
    expect(look === current).toBe(tonight === current.tonight);
  });

  it.each([
    [false, null, true],
    [true, null, false],
    [false, 'indefinite', false],
  ] as const)(
    'dims in the dark theme, unless the app is paused: dimmed before: %s, pause: %s',
    (dimmed, pause, changes) => {
      const current = { ...noLook, dimmed };
      const { settings, suspension } = base;
      const appearance: Appearance = { ...defaultAppearance, dimming: 'dark', tonight: false };
      const conditions = {
        ...base,
        settings: { ...settings, wallpaper: { ...settings.wallpaper, appearance } },
        suspension: { ...suspension, paused: pause },
      };
      const { look, nextAt } = nextLook(current, conditions, true, begin);
      expect(look).toEqual(changes ? { ...current, dimmed: true } : current);
      expect(nextAt).toBeNull();
    },
  );

  it('checks at the earlier of the next dimming and the next pass', () => {
    const { settings } = base;
    const appearance: Appearance = { ...defaultAppearance, dimming: 'evening', tonight: true };
    const conditions = {
      ...base,
      settings: { ...settings, wallpaper: { ...settings.wallpaper, appearance } },
    };
    expect(nextLook(noLook, conditions, false, begin - 1).nextAt).toBe(begin);
    const early = nextLook(noLook, conditions, false, begin - 48 * hour).nextAt ?? 0;
    expect(early).toBeGreaterThan(begin - 48 * hour);
    expect(early).toBeLessThan(begin - 24 * hour);
  });

  it('lookOf and exampleLook have the drawing of a pass, if there is one', () => {
    expect(lookOf(noLook)).toEqual({ dimmed: false, pass: null });
    expect(lookOf({ ...drawn(), dimmed: true })).toEqual({
      dimmed: true,
      pass: drawPass(first, berlin),
    });
    const example = (part: Parameters<typeof station>[0]) =>
      exampleLook({ ...emptyContent, ...station(part) } as never, true, 0);
    expect(example({})).toEqual({ dimmed: true, pass: drawPass(first, observer) });
    expect(example({ passes: [] })).toEqual({ dimmed: true, pass: null });
    expect(example({ observer: null })).toEqual({ dimmed: true, pass: null });
  });
});
