import { describe, expect, it } from 'vitest';
import { settle } from '../../../../test/support/fake-clock.ts';
import { dayPicture } from '../../../../test/support/pictures.ts';
import { fakeSurroundings } from '../../../../test/support/surroundings.ts';
import { fail, ok } from '../../../shared/failure.ts';
import type { SetWallpaper, WallpaperSetter } from './ports.ts';
import { createWallpaperKeeper } from './wallpaper.ts';

const shown = { backend: 'xfce', verified: true, path: '/w/2026-11-20-ab-0.jpg' };

function keeper(set?: WallpaperSetter['set']) {
  const { clock, state } = fakeSurroundings();
  const paths: string[] = [];
  let last: SetWallpaper | null = null;
  const made = createWallpaperKeeper({
    clock,
    state,
    setter: {
      set: (picture, path, signal) => {
        paths.push(path);
        return set?.(picture, path, signal) ?? Promise.resolve(ok(shown));
      },
    },
    archive: { pathOf: ({ name }) => `/p/${name}` },
    memory: { last: () => last, remember: (wallpaper) => (last = wallpaper) },
  });
  return { made, state, paths };
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
});
