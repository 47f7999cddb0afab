import { describe, expect, it } from 'vitest';
import { runPromiseCallbacks } from '#test/support/fake-clock.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { fail, ok } from '#shared/failure.ts';
import type { DayPicture, OwnWallpaper } from '#shared/picture/picture.ts';
import type { SetWallpaper, DesktopStatus, WallpaperSetter } from './wallpaper-setter.ts';
import { WallpaperAttempts } from './attempts.ts';

const shown = {
  backend: 'xfce',
  verified: true,
  path: '/w/2026-11-20-ab-0.jpg',
  everywhere: false,
};

function setUp(set?: WallpaperSetter['set'], rest: Partial<WallpaperSetter> = {}) {
  const { clock, state, defects } = fakeActivityOptions();
  const paths: string[] = [];
  const orders: unknown[] = [];
  const store = memoryValue<SetWallpaper | null>(null);
  /** The inputs of a retry: whether the app may set pictures automatically, and the selected picture. */
  const selection = { isAutomatic: true, picture: null as DayPicture | null };
  const made: WallpaperAttempts = new WallpaperAttempts({
    clock,
    state,
    setter: {
      isPerDisplay: true,
      set: (request, signal) => {
        paths.push(request.picture.path);
        orders.push(request.order);
        return set?.(request, signal) ?? Promise.resolve(ok(shown));
      },
      check: () => Promise.resolve({ kind: 'shown', order: {} }),
      own: () =>
        Promise.resolve({
          ownWallpaper: store.get() === null ? 'shown' : 'kept',
          ownIsSpotlight: false,
        }),
      catchUp: () => Promise.resolve(false),
      followLockScreen: () => Promise.resolve(),
      restore: () => Promise.resolve(ok({ verified: true })),
      ...rest,
    },
    archive: { pathOf: ({ name }) => `/p/${name}`, get: (date) => dayPicture(date) },
    store,
    isAutomatic: () => selection.isAutomatic,
    offerAgain: async () => {
      if (selection.picture !== null) await made.offer(selection.picture, signal);
    },
  });
  /** Records the picture of this day as the last picture of an earlier run. */
  const hadShown = (date: string, picture = `${date}-0.jpg`): void => {
    store.set({ kind: 'set', date, picture, ...shown, at: 0 });
  };
  return { made, clock, state, defects, selection, paths, orders, hadShown };
}

const { signal } = new AbortController();

describe('WallpaperAttempts', () => {
  it('sets an offered picture once, and sets it again when the user asks for it', async () => {
    const { made, state, paths } = setUp();
    await made.offer(dayPicture('2026-11-20'), signal);
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(paths).toEqual(['/p/2026-11-20-0.jpg']);
    expect(state.current.wallpaper).toMatchObject({ ...shown, picture: '2026-11-20-0.jpg' });
    await made.set(dayPicture('2026-11-20'), signal);
    await made.offer(dayPicture('2026-11-21'), signal);
    expect(paths).toHaveLength(3);
  });

  it('sets a picture again that is gone only after a failure, or if this run has not set it', async () => {
    const failure = { kind: 'wallpaper', backend: 'xfce', detail: '' } as const;
    const { made, paths } = setUp(
      ({ picture: { path } }) =>
        Promise.resolve(path.includes('2026-11-21') ? fail(failure) : ok(shown)),
      { check: () => Promise.resolve({ kind: 'gone', order: {} }) },
    );
    for (const date of ['2026-11-20', '2026-11-20', '2026-11-21', '2026-11-20', '2026-11-20'])
      await made.offer(dayPicture(date), signal);
    expect(paths).toEqual(['20', '21', '20'].map((day) => `/p/2026-11-${day}-0.jpg`));
  });

  it('passes a picture and those of the other displays, with their paths, to the desktop, and publishes the result', async () => {
    const requests: unknown[] = [];
    let kind: DesktopStatus['kind'] = 'outdated';
    const { made, clock, state } = setUp(
      (request) => {
        requests.push(request);
        return Promise.resolve(ok(shown));
      },
      { check: () => Promise.resolve({ kind, order: { fit: 'fill' } }) },
    );
    const published: unknown[] = [];
    state.subscribe(({ wallpaper }) => {
      if (wallpaper !== published.at(-1)) published.push(wallpaper);
    });
    const date = '2026-11-20';
    const noFile = { ...dayPicture('2026-11-18'), file: null };
    const second = dayPicture('2026-11-19');
    const others = new Map([
      [2, second],
      [3, noFile],
    ]);
    const picture = { ...dayPicture(date, { simulated: true }), others };
    expect(await made.set(picture, signal)).toEqual(ok(null));
    const located = (day: DayPicture) => ({
      picture: day,
      path: `/p/${day.record.date}-0.jpg`,
    });
    expect(requests).toEqual([
      { picture: located(picture), others: new Map([[2, located(second)]]), order: {} },
    ]);
    expect(published).toEqual([
      { kind: 'setting', date },
      {
        kind: 'set',
        date,
        picture: `${date}-0.jpg`,
        others: { 2: '2026-11-19', 3: '2026-11-18' },
        ...shown,
        simulated: true,
        at: clock.now(),
      },
    ]);
    kind = 'gone';
    await made.recompose(signal);
    const third = dayPicture('2026-11-18');
    const again = {
      ...dayPicture(date),
      others: new Map([
        [2, second],
        [3, third],
      ]),
    };
    expect(requests[1]).toEqual({
      picture: located(again),
      others: new Map([
        [2, located(second)],
        [3, located(third)],
      ]),
      order: { fit: 'fill' },
    });
    expect(state.current.wallpaper).not.toHaveProperty('simulated');
    // After an abort, nothing is set.
    const aborted = AbortSignal.abort();
    expect(await made.set(dayPicture('2026-11-21'), aborted)).toEqual(ok(null));
    await made.offer(dayPicture('2026-11-21'), aborted);
    await made.recompose(aborted);
    expect([requests.length, published.length]).toEqual([2, 4]);
  });

  it('publishes the whole failure, and plans no retry if it comes with an abort', async () => {
    const why = 'not-composed';
    const refused = fail({ kind: 'wallpaper', backend: 'xfce', why, detail: 'oom' } as const);
    const stop = new AbortController();
    let isEnding = false;
    const { made, clock, state } = setUp(() => {
      if (isEnding) stop.abort();
      return Promise.resolve(refused);
    });
    const failed = { kind: 'failed', backend: 'xfce', why, detail: 'oom', at: clock.now() };
    expect(await made.set(dayPicture('2026-11-20'), stop.signal)).toEqual(refused);
    expect(state.current.wallpaper).toEqual({
      ...failed,
      date: '2026-11-20',
      retryAt: clock.now() + 60_000,
    });
    isEnding = true;
    await made.set(dayPicture('2026-11-21'), stop.signal);
    expect(state.current.wallpaper).toEqual({ ...failed, date: '2026-11-21', retryAt: null });
    await made.dispose();
  });

  it('sets the last picture again when a later offer finds its file missing or a new workspace', async () => {
    let kind: DesktopStatus['kind'] = 'shown';
    const { made, paths } = setUp(undefined, {
      check: () => Promise.resolve({ kind, order: {} }),
    });
    const offer = () => made.offer(dayPicture('2026-11-20'), signal);
    await offer();
    await offer();
    expect(paths).toHaveLength(1);
    kind = 'outdated';
    await offer();
    expect(paths).toHaveLength(2);
    kind = 'replaced';
    await offer();
    expect(paths).toHaveLength(2);
  });

  it.each([
    ['damaged', 'a damaged picture'],
    ['policy', 'a wallpaper that a policy fixes'],
  ] as const)('plans no retry for %s: %s', async (why, _what) => {
    const refused = fail({ kind: 'wallpaper', backend: 'xfce', why, detail: '' } as const);
    const { made, state } = setUp(() => Promise.resolve(refused));
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(state.current.wallpaper).toMatchObject({
      kind: 'failed',
      why,
      retryAt: null,
    });
  });

  it('sets one picture at a time, and none after dispose', async () => {
    const answers: (() => void)[] = [];
    const { made, state, paths } = setUp(
      () =>
        new Promise((resolve) => {
          answers.push(() => resolve(ok(shown)));
        }),
    );
    const stop = new AbortController();
    const first = made.set(dayPicture('2026-11-20'), stop.signal);
    const second = made.offer(dayPicture('2026-11-21'), stop.signal);
    const third = made.set(dayPicture('2026-11-22'), stop.signal);
    await runPromiseCallbacks();
    expect(paths).toEqual(['/p/2026-11-20-0.jpg']);
    answers.shift()?.();
    await first;
    await runPromiseCallbacks();
    expect(paths).toEqual(['/p/2026-11-20-0.jpg', '/p/2026-11-21-0.jpg']);
    stop.abort();
    answers.shift()?.();
    await Promise.all([second, third, made.dispose()]);
    expect(paths).toHaveLength(2);
    expect(state.current.wallpaper).toMatchObject({ kind: 'set', date: '2026-11-21' });
  });

  it('keeps the state of the last attempt when `offer` is called with the same picture', async () => {
    let takes = true;
    const refused = { kind: 'wallpaper', backend: 'xfce', detail: 'no channel' } as const;
    const { made, state } = setUp(() => Promise.resolve(takes ? ok(shown) : fail(refused)));
    await made.offer(dayPicture('2026-11-20'), signal);
    takes = false;
    await made.set(dayPicture('2026-11-20'), signal);
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(state.current.wallpaper.kind).toBe('failed');
  });

  it('sets nothing on a day without a picture', async () => {
    const { made, state, paths } = setUp();
    await made.offer({ ...dayPicture('2026-11-20'), file: null }, signal);
    expect(paths).toEqual([]);
    expect(state.current.wallpaper.kind).toBe('untouched');
  });

  it.each([
    ['shown', 0, 'set'],
    ['unknown', 0, 'set'],
    ['outdated', 1, 'set'],
    ['gone', 1, 'set'],
    ['replaced', 0, 'untouched'],
    ['restored', 1, 'set'],
  ] as const)(
    'after a start with the status “%s”, sets the last picture %d times, and publishes “%s”',
    async (kind, times, said) => {
      const order = { fit: 'centre', displays: [2] } as const;
      const { made, state, paths, orders, hadShown } = setUp(undefined, {
        check: () => Promise.resolve({ kind: paths.length > 0 ? 'shown' : kind, order }),
      });
      hadShown('2026-11-20');
      await made.offer(dayPicture('2026-11-20'), signal);
      await made.offer(dayPicture('2026-11-20'), signal);
      expect(paths).toHaveLength(times);
      expect(orders).toEqual(Array.from({ length: times }, () => order));
      expect(state.current.wallpaper.kind).toBe(said);
      await made.offer(dayPicture('2026-11-21'), signal);
      expect(paths.at(-1)).toBe('/p/2026-11-21-0.jpg');
    },
  );

  it('sets changed pictures on other displays, unless the user chose a wallpaper', async () => {
    let kind: DesktopStatus['kind'] = 'shown';
    const { made, clock, state, paths } = setUp(undefined, {
      check: () => Promise.resolve({ kind, order: {} }),
    });
    const beside = (...dates: string[]) => ({
      ...dayPicture('2026-11-20'),
      others: new Map(dates.map((date, index) => [index + 2, dayPicture(date)])),
    });
    const times = async (...dates: string[]) => {
      const before = paths.length;
      await made.offer(beside(...dates), signal);
      return paths.length - before;
    };
    expect(await times('2026-11-19', '2026-11-18')).toBe(1);
    expect(state.current.wallpaper).toMatchObject({
      others: { 2: '2026-11-19', 3: '2026-11-18' },
      at: clock.now(),
    });
    expect(await times('2026-11-19', '2026-11-18')).toBe(0);
    // One display was disconnected; `recompose` handles a change of the displays.
    expect(await times('2026-11-19')).toBe(0);
    expect(await times('2026-11-17')).toBe(1);
    kind = 'replaced';
    expect(await times('2026-11-16')).toBe(0);
    kind = 'shown';
    expect(await times()).toBe(1);
    expect(await times()).toBe(0);
  });

  it('sets all pictures again at the next `offer` if the picture of one display could not be composed', async () => {
    let isComposed = false;
    const { made, paths } = setUp(() => {
      const date = isComposed ? '2026-11-19' : '2026-11-20';
      const displays = [
        { id: 1, label: '', date: '2026-11-20', path: '/1' },
        { id: 2, label: '', date, path: '/2' },
      ];
      return Promise.resolve(ok({ ...shown, displays }));
    });
    const selected = {
      ...dayPicture('2026-11-20'),
      others: new Map([[2, dayPicture('2026-11-19')]]),
    };
    await made.offer(selected, signal);
    isComposed = true;
    await made.offer(selected, signal);
    await made.offer(selected, signal);
    expect(paths).toHaveLength(2);
  });

  it('keeps the pictures of displays for which the user ordered the main picture for once', async () => {
    const displays = [1, 2].map((id) => ({ id, label: '', date: '2026-11-20', path: `/${id}` }));
    const { made, state } = setUp(() => Promise.resolve(ok({ ...shown, displays })));
    const selected = {
      ...dayPicture('2026-11-20'),
      others: new Map([[2, dayPicture('2026-11-19')]]),
    };
    await made.set(selected, signal, { displays: [1, 2] });
    expect(state.current.wallpaper).toMatchObject({ others: { 2: '2026-11-19' } });
    await made.set(selected, signal);
    expect(state.current.wallpaper).toMatchObject({ others: {} });
  });

  it('composes an outdated picture again, for the displays that the user chose', async () => {
    let kind: DesktopStatus['kind'] = 'outdated';
    const order = { displays: [2] };
    const { made, paths, orders, hadShown } = setUp(undefined, {
      check: () => Promise.resolve({ kind, order }),
    });
    await made.recompose(signal);
    // The day has another file now.
    hadShown('2026-11-20', '2026-11-20-1.jpg');
    await made.recompose(signal);
    expect(paths).toEqual([]);
    await made.set(dayPicture('2026-11-20'), signal, { fit: 'fit', displays: [2] });
    await made.recompose(signal);
    expect(paths).toHaveLength(2);
    expect(orders).toEqual([{ fit: 'fit', displays: [2] }, order]);
    for (kind of ['shown', 'replaced', 'restored', 'unknown'] as const)
      await made.recompose(signal);
    expect(paths).toHaveLength(2);
  });

  it('restores the user’s own wallpaper, and sets the picture at the next call of `offer`', async () => {
    let kind: DesktopStatus['kind'] = 'shown';
    const { made, state, paths } = setUp(undefined, {
      check: () => Promise.resolve({ kind, order: {} }),
      restore: () => {
        kind = 'restored';
        return Promise.resolve(ok({ verified: true }));
      },
    });
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(await made.restore(signal)).toEqual(ok({ verified: true }));
    expect(state.current.wallpaper.kind).toBe('untouched');
    // After the restore, a change of displays or settings does not set the picture again.
    await made.recompose(signal);
    expect(paths).toHaveLength(1);
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(state.current.wallpaper).toMatchObject({ kind: 'set', date: '2026-11-20' });
    expect(paths).toHaveLength(2);
  });

  it('restores the user’s own wallpaper when the last picture is withdrawn, not for an earlier picture', async () => {
    let restores = 0;
    const { made, state } = setUp(undefined, {
      restore: () => {
        restores += 1;
        return Promise.resolve(ok({ verified: true }));
      },
    });
    await made.offer(dayPicture('2026-11-20'), signal);
    await made.withdraw('2026-11-19', signal);
    expect([restores, state.current.wallpaper.kind]).toEqual([0, 'set']);
    await made.withdraw('2026-11-20', signal);
    expect([restores, state.current.wallpaper.kind]).toEqual([1, 'untouched']);
  });

  it('publishes whether the user’s own wallpaper is shown or kept, and whether it is Spotlight', async () => {
    let ownWallpaper: OwnWallpaper = 'unknown';
    const { made, state } = setUp(undefined, {
      own: () => Promise.resolve({ ownWallpaper, ownIsSpotlight: true }),
    });
    const published = () => [state.current.ownWallpaper, state.current.ownIsSpotlight];
    await made.begin(signal);
    expect(published()).toEqual(['unknown', true]);
    ownWallpaper = 'kept';
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(published()).toEqual(['kept', true]);
    await made.restore(signal);
    expect(published()).toEqual(['shown', true]);
  });

  it('treats a wallpaper that replaced the last picture as the user’s own', async () => {
    const { made, state, hadShown } = setUp(undefined, {
      check: () => Promise.resolve({ kind: 'replaced', order: {} }),
    });
    hadShown('2026-11-20');
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(state.current.ownWallpaper).toBe('shown');
  });

  it('keeps the state “set” when the user’s own wallpaper cannot be restored', async () => {
    const refused = { kind: 'wallpaper', backend: 'portal', detail: 'it does not say' } as const;
    const { made, state } = setUp(undefined, { restore: () => Promise.resolve(fail(refused)) });
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(await made.restore(signal)).toEqual(fail(refused));
    expect(state.current.wallpaper.kind).toBe('set');
  });

  describe('with a picture that the desktop refuses', () => {
    const refused = { kind: 'wallpaper', backend: 'xfce', detail: 'no channel' } as const;
    const today = dayPicture('2026-11-20');
    const minute = 60_000;

    function failing(status: DesktopStatus['kind'] = 'unknown') {
      const desktop = { takes: false, status };
      const made = setUp(() => Promise.resolve(desktop.takes ? ok(shown) : fail(refused)), {
        check: () => Promise.resolve({ kind: desktop.status, order: { displays: [2] } }),
      });
      made.selection.picture = today;
      const retryAt = () => {
        const { wallpaper } = made.state.current;
        return wallpaper.kind === 'failed' ? wallpaper.retryAt : undefined;
      };
      return { ...made, desktop, retryAt };
    }

    it('retries after 1, 5, 15 and 60 minutes, publishes the times, and then stops', async () => {
      const { made, clock, state, paths, retryAt, defects } = failing();
      await made.offer(today, signal);
      expect(state.current.wallpaper).toMatchObject({ kind: 'failed', detail: 'no channel' });
      for (const [tries, wait] of [1, 5, 15, 60].entries()) {
        expect(retryAt()).toBe(clock.now() + wait * minute);
        // Each check for a new picture calls `offer` with the same picture.
        await made.offer(today, signal);
        await clock.advance(wait * minute - 1);
        expect(paths).toHaveLength(tries + 1);
        await clock.advance(1);
        expect(paths).toHaveLength(tries + 2);
      }
      expect(retryAt()).toBeNull();
      await clock.advance(24 * 60 * minute);
      expect(paths).toHaveLength(5);
      await made.offer(today, signal);
      expect([paths.length, retryAt()]).toEqual([6, null]);
      expect(defects).toEqual([]);
    });

    it('retries a minute after login if the desktop lost the last picture and was not ready', async () => {
      const { made, clock, state, desktop, orders, hadShown } = failing('gone');
      hadShown('2026-11-20');
      await made.offer(today, signal);
      expect(state.current.wallpaper.kind).toBe('failed');
      desktop.takes = true;
      await clock.advance(minute);
      expect(state.current.wallpaper).toMatchObject({ kind: 'set', date: '2026-11-20' });
      // The retry has the order of the previous run.
      expect(orders.at(-1)).toEqual({ displays: [2] });
      await clock.advance(24 * 60 * minute);
      expect(orders).toHaveLength(2);
    });

    it('retries with the fit and the displays that the user chose', async () => {
      const { made, clock, desktop, orders } = failing();
      const order = { fit: 'centre', displays: [7] } as const;
      expect(await made.set(today, signal, order)).toEqual(fail(refused));
      desktop.takes = true;
      await clock.advance(minute);
      expect(orders).toEqual([order, order]);
    });

    it('does not retry after the user has chosen another wallpaper', async () => {
      const { made, clock, state, desktop, paths } = failing('shown');
      await made.offer(today, signal);
      Object.assign(desktop, { takes: true, status: 'replaced' });
      await clock.advance(minute);
      await made.offer(today, signal);
      expect(paths).toHaveLength(1);
      expect(state.current.wallpaper.kind).toBe('untouched');
    });

    it.each<[string, (made: ReturnType<typeof failing>) => Promise<unknown>, number]>([
      ['its disposal', ({ made }) => made.dispose(), 1],
      ['another picture', ({ made }) => made.set(dayPicture('2026-11-19'), signal), 2],
      ['a restore', ({ made }) => made.restore(signal), 1],
      ['a pause', ({ made }) => made.startOver(() => Promise.resolve()), 1],
    ])('does not retry after %s', async (_what, happens, times) => {
      const all = failing();
      await all.made.offer(today, signal);
      all.desktop.takes = true;
      await happens(all);
      await all.clock.advance(24 * 60 * minute);
      expect(all.paths).toHaveLength(times);
    });

    it('retries immediately in `startOver`, and plans no retry when no picture is selected any more', async () => {
      const { made, paths, retryAt, selection, clock } = failing();
      await made.offer(today, signal);
      await made.startOver(() => made.offer(today, signal));
      expect([paths.length, retryAt()]).toEqual([2, clock.now() + minute]);
      selection.picture = null;
      await clock.advance(minute);
      expect([paths.length, retryAt()]).toEqual([2, null]);
    });

    it('does not recompose the previous picture while a retry is planned, but can set that picture again', async () => {
      const { made, desktop, paths, state } = failing('outdated');
      desktop.takes = true;
      await made.offer(dayPicture('2026-11-19'), signal);
      desktop.takes = false;
      await made.offer(today, signal);
      await made.recompose(signal);
      expect(paths).toEqual(['/p/2026-11-19-0.jpg', '/p/2026-11-20-0.jpg']);
      desktop.status = 'shown';
      await made.startOver(() => made.offer(dayPicture('2026-11-19'), signal));
      expect(state.current.wallpaper).toMatchObject({ kind: 'set', date: '2026-11-19' });
    });

    it('retries if the desktop showed the user’s own wallpaper when it refused the picture', async () => {
      const { made, clock, state, desktop } = failing('replaced');
      await made.offer(today, signal);
      desktop.takes = true;
      await clock.advance(minute);
      expect(state.current.wallpaper).toMatchObject({ kind: 'set', date: '2026-11-20' });
    });

    it('waits one minute again after a failure with the next day’s picture', async () => {
      const { made, clock, selection, retryAt } = failing();
      await made.offer(today, signal);
      await clock.advance(6 * minute);
      expect(retryAt()).toBe(clock.now() + 15 * minute);
      selection.picture = dayPicture('2026-11-21');
      await made.offer(selection.picture, signal);
      expect(retryAt()).toBe(clock.now() + minute);
    });

    it('does not retry while automatic pictures are off', async () => {
      const { made, selection, retryAt } = failing();
      selection.isAutomatic = false;
      await made.set(today, signal);
      expect(retryAt()).toBeNull();
    });

    it('does not retry without a known backend', async () => {
      const unknown = { ...refused, backend: null };
      const { made, state } = setUp(() => Promise.resolve(fail(unknown)));
      await made.offer(today, signal);
      expect(state.current.wallpaper).toMatchObject({ kind: 'failed', retryAt: null });
    });
  });

  describe('after a change from simulated to real services', () => {
    const simulated = dayPicture('2026-11-20', { simulated: true });

    /** A run with real services, after a run that has set `picture`. */
    async function next(picture: DayPicture, rest: Partial<WallpaperSetter> = {}) {
      let restores = 0;
      const made = setUp(undefined, {
        restore: () => {
          restores += 1;
          return Promise.resolve(ok({ verified: true }));
        },
        ...rest,
      });
      await made.made.offer(picture, signal);
      await made.made.begin(signal);
      expect(restores).toBe(0);
      made.state.update(() => ({
        services: { source: 'live', simulated: false },
        wallpaper: { kind: 'untouched' },
      }));
      await made.made.begin(signal);
      return { ...made, restores };
    }

    it.each([
      ['shown', 1],
      ['outdated', 1],
      ['unknown', 1],
      ['replaced', 0],
      ['gone', 0],
      ['restored', 0],
    ] as const)(
      'if a simulated picture has the status “%s”, restores the user’s own wallpaper %d times',
      async (kind, expected) => {
        const check: WallpaperSetter['check'] = () => Promise.resolve({ kind, order: {} });
        const { restores, made, paths } = await next(simulated, { check });
        expect(restores).toBe(expected);
        await made.offer(dayPicture('2026-11-21'), signal);
        expect(paths.at(-1)).toBe('/p/2026-11-21-0.jpg');
      },
    );

    it('does not replace a picture that is not simulated', async () => {
      expect((await next(dayPicture('2026-11-20'))).restores).toBe(0);
    });

    it('reports that the simulated picture stays when nothing can be restored', async () => {
      const refused = { kind: 'wallpaper', backend: 'feh', detail: 'it does not say' } as const;
      const { clock, state } = await next(simulated, {
        restore: () => Promise.resolve(fail(refused)),
      });
      expect(state.current.wallpaper).toEqual({
        kind: 'failed',
        date: '2026-11-20',
        backend: 'feh',
        why: 'simulated-stays',
        detail: 'it does not say',
        at: clock.now(),
        retryAt: null,
      });
    });
  });
});
