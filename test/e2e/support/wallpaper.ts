import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import type { App, Stage } from './fixtures.ts';

/** Waits until the desktop shows another wallpaper of the app than `before`. */
export async function newWallpaper(
  { desktop }: Stage,
  { userDataDir }: App,
  before: string | undefined,
): Promise<void> {
  const isNew = async (): Promise<boolean> => {
    const [now = ''] = await readXfceWallpaper(desktop.env);
    return now !== before && now.startsWith(join(userDataDir, 'wallpaper'));
  };
  await expect.poll(isNew).toBe(true);
}
