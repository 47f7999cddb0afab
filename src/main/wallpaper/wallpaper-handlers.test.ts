import { expect, it } from 'vitest';
import { fail, ok } from '#shared/failure.ts';
import type { startWallpaper } from './wallpaper.ts';
import { wallpaperHandlers } from './wallpaper-handlers.ts';

type Wallpaper = ReturnType<typeof startWallpaper>;

const refused = fail({ kind: 'wallpaper', backend: 'test', detail: 'no' } as const);

it.each<[string, Awaited<ReturnType<Wallpaper['restore']>>, unknown]>([
  ['confirms the own wallpaper', ok({ verified: true }), ok(true)],
  ['does not confirm it', ok({ verified: false }), ok(false)],
  ['already shows it', ok(null), ok(true)],
  ['refuses it', refused, refused],
])('wallpaperHandlers report that the desktop %s', async (_what, restored, expected) => {
  const wallpaper = { restore: () => Promise.resolve(restored) } as unknown as Wallpaper;
  const { restore } = wallpaperHandlers(wallpaper, () => expect.fail());
  expect(await restore(null, 1)).toEqual(expected);
});
