import { describe, expect, it } from 'vitest';
import { settle } from '../../../../test/support/fake-clock.ts';
import { dayPicture } from '../../../../test/support/pictures.ts';
import { fakeSurroundings } from '../../../../test/support/surroundings.ts';
import { fail, ok } from '../../../shared/failure.ts';
import type { DayPicture } from '../../../shared/picture.ts';
import type { SetWallpaper, WallpaperLook, WallpaperSetter } from './ports.ts';
import { createWallpaperKeeper } from './wallpaper.ts';

const shown = {
  backend: 'xfce',
  verified: true,
  path: '/w/2026-11-20-ab-0.jpg',
  everywhere: false,
};

function keeper(set?: WallpaperSetter['set'], rest: Partial<WallpaperSetter> = {}) {
  const { clock, state } = fakeSurroundings();
  const paths: string[] = [];
  const orders: unknown[] = [];
  let last: SetWallpaper | null = null;
  const made = createWallpaperKeeper({
    clock,
    state,
    setter: {
      set: (picture, path, signal, order) => {
        paths.push(path);
        orders.push(order);
        return set?.(picture, path, signal) ?? Promise.resolve(ok(shown));
      },
      look: () => Promise.resolve({ kind: 'shown', order: {} }),
      restore: () => Promise.resolve(ok({ verified: true })),
      ...rest,
    },
    archive: { pathOf: ({ name }) => `/p/${name}`, get: (date) => dayPicture(date) },
    memory: { last: () => last, remember: (wallpaper) => (last = wallpaper) },
  });
  /** The app was started anew after it had shown this day's picture. */
  const hadShown = (date: string): void => {
    last = { kind: 'set', date, picture: `${date}-0.jpg`, ...shown, at: 0 };
  };
  return { made, state, paths, orders, hadShown };
}

const { signal } = new AbortController();

describe('createWallpaperKeeper', () => {
  it('sets a new picture once, and leaves the person’s own choice alone afterwards', async () => {
    const { made, state, paths } = keeper();
    await made.offer(dayPicture('2026-11-20'), signal);
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(paths).toEqual(['/p/2026-11-20-0.jpg']);
    expect(state.current.wallpaper).toMatchObject({ ...shown, picture: '2026-11-20-0.jpg' });
    await made.apply(dayPicture('2026-11-20'), signal);
    await made.offer(dayPicture('2026-11-21'), signal);
    expect(paths).toHaveLength(3);
  });

  it('says what the desktop said when it does not take it, and tries again when offered again', async () => {
    const refused = { kind: 'wallpaper', backend: 'xfce', detail: 'no channel' } as const;
    const { made, state, paths } = keeper(() => Promise.resolve(fail(refused)));
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(state.current.wallpaper).toMatchObject({ kind: 'failed', detail: 'no channel' });
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(paths).toHaveLength(2);
  });

  it('shows one at a time, and nothing more once it is stopped', async () => {
    const answers: (() => void)[] = [];
    const { made, state, paths } = keeper(
      () =>
        new Promise((resolve) => {
          answers.push(() => resolve(ok(shown)));
        }),
    );
    const stop = new AbortController();
    const first = made.apply(dayPicture('2026-11-20'), stop.signal);
    const second = made.offer(dayPicture('2026-11-21'), stop.signal);
    const third = made.apply(dayPicture('2026-11-22'), stop.signal);
    await settle();
    expect(paths).toEqual(['/p/2026-11-20-0.jpg']);
    answers.shift()?.();
    await first;
    await settle();
    expect(paths).toEqual(['/p/2026-11-20-0.jpg', '/p/2026-11-21-0.jpg']);
    stop.abort();
    answers.shift()?.();
    await Promise.all([second, third, made.settled()]);
    expect(paths).toHaveLength(2);
    expect(state.current.wallpaper).toMatchObject({ kind: 'set', date: '2026-11-21' });
  });

  it('does not take back what it said of the last attempt when the same picture is offered', async () => {
    let takes = true;
    const refused = { kind: 'wallpaper', backend: 'xfce', detail: 'no channel' } as const;
    const { made, state } = keeper(() => Promise.resolve(takes ? ok(shown) : fail(refused)));
    await made.offer(dayPicture('2026-11-20'), signal);
    takes = false;
    await made.apply(dayPicture('2026-11-20'), signal);
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(state.current.wallpaper.kind).toBe('failed');
  });

  it('has nothing to do on a day without a picture', async () => {
    const { made, state, paths } = keeper();
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
    ['restored', 0, 'untouched'],
  ] as const)(
    'after a start, when the desktop’s last picture is %s, sets it %d times and says %s',
    async (kind, times, said) => {
      const order = { fit: 'centre', displays: [2] } as const;
      const { made, state, paths, orders, hadShown } = keeper(undefined, {
        look: () => Promise.resolve({ kind, order }),
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

  it('composes anew what is shown, in the way that the person ordered', async () => {
    let kind: WallpaperLook['kind'] = 'outdated';
    const order = { displays: [2] };
    const { made, paths, orders } = keeper(undefined, {
      look: () => Promise.resolve({ kind, order }),
    });
    await made.recompose(signal);
    expect(paths).toEqual([]);
    await made.apply(dayPicture('2026-11-20'), signal, { fit: 'fit', displays: [2] });
    await made.recompose(signal);
    expect(paths).toHaveLength(2);
    expect(orders).toEqual([{ fit: 'fit', displays: [2] }, order]);
    for (kind of ['shown', 'replaced', 'restored', 'unknown'] as const)
      await made.recompose(signal);
    expect(paths).toHaveLength(2);
  });

  it('puts back what was there, and leaves it', async () => {
    const untils: string[] = [];
    const { made, state, paths } = keeper(undefined, {
      restore: (_signal, until) => {
        untils.push(until);
        return Promise.resolve(ok({ verified: true }));
      },
    });
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(await made.restore(signal)).toEqual(ok({ verified: true }));
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(state.current.wallpaper.kind).toBe('untouched');
    expect(paths).toHaveLength(1);
    expect(untils).toEqual(['for-good']);
    await made.offer(dayPicture('2026-11-21'), signal);
    expect(state.current.wallpaper).toMatchObject({ kind: 'set', date: '2026-11-21' });
  });

  it('says what it said before where nothing can be put back', async () => {
    const refused = { kind: 'wallpaper', backend: 'portal', detail: 'it does not say' } as const;
    const { made, state } = keeper(undefined, { restore: () => Promise.resolve(fail(refused)) });
    await made.offer(dayPicture('2026-11-20'), signal);
    expect(await made.restore(signal)).toEqual(fail(refused));
    expect(state.current.wallpaper.kind).toBe('set');
  });

  describe('when the services are no longer the embedded ones', () => {
    const simulated = dayPicture('2026-11-20', { simulated: true });

    /** The next run, with real services, after one that has shown `picture`. */
    async function next(picture: DayPicture, rest: Partial<WallpaperSetter> = {}) {
      const untils: unknown[] = [];
      const made = keeper(undefined, {
        restore: (_signal, until) => {
          untils.push(until);
          return Promise.resolve(ok({ verified: true }));
        },
        ...rest,
      });
      await made.made.offer(picture, signal);
      await made.made.withdrawSimulated(signal);
      expect(untils).toEqual([]);
      made.state.update(() => ({
        services: { source: 'live', simulated: false },
        wallpaper: { kind: 'untouched' },
      }));
      await made.made.withdrawSimulated(signal);
      return { ...made, untils };
    }

    it.each([
      ['shown', ['next-start']],
      ['outdated', ['next-start']],
      ['unknown', ['next-start']],
      ['replaced', []],
      ['gone', []],
      ['restored', []],
    ] as const)(
      'a simulated picture that is %s makes way for what was there: %j',
      async (kind, expected) => {
        const look: WallpaperSetter['look'] = () => Promise.resolve({ kind, order: {} });
        const { untils, made, paths } = await next(simulated, { look });
        expect(untils).toEqual(expected);
        await made.offer(dayPicture('2026-11-21'), signal);
        expect(paths.at(-1)).toBe('/p/2026-11-21-0.jpg');
      },
    );

    it('a real one stays', async () => {
      expect((await next(dayPicture('2026-11-20'))).untils).toEqual([]);
    });

    it('says so where nothing can be put back', async () => {
      const refused = { kind: 'wallpaper', backend: 'feh', detail: 'it does not say' } as const;
      const { state } = await next(simulated, { restore: () => Promise.resolve(fail(refused)) });
      expect(state.current.wallpaper).toMatchObject({
        kind: 'failed',
        backend: 'feh',
        detail: 'the simulated picture stays until a real one comes (it does not say)',
      });
    });
  });
});
