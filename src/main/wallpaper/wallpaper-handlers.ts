import type { Handlers } from '#shared/contract.ts';
import { ok } from '#shared/failure.ts';
import type { WallpaperPreview, WallpaperPreviewOrder } from '#shared/wallpaper/composition.ts';
import type { startWallpaper } from './wallpaper.ts';

export const wallpaperHandlers = (
  wallpaper: ReturnType<typeof startWallpaper>,
  preview: (order: WallpaperPreviewOrder) => WallpaperPreview,
): Handlers['wallpaper'] => ({
  set: (order) => wallpaper.choose(order),
  preview: (order) => ok(preview(order)),
  decide: (decision) => wallpaper.decide(decision),
  countHidden: (rules) => ok(wallpaper.countHidden(rules)),
  async restore() {
    const restoreResult = await wallpaper.restore();
    return restoreResult.ok ? ok(restoreResult.value?.verified ?? true) : restoreResult;
  },
});
