import type { PictureMeasure } from '#shared/wallpaper/composition.ts';
import type { CaptionText } from '../plan/caption.ts';
import type { Display } from '#platform/windows/display.ts';
import {
  chooseDisplays,
  planWallpaper,
  type Reach,
  type WallpaperOrder,
  type WallpaperPlan,
  type WallpaperSettings,
} from '../plan/plan.ts';
import type { ShownNote } from './memory.ts';

/** Which displays are to change, and which keep what they show. */
export interface Choice {
  readonly changed: readonly Display[];
  readonly kept: readonly Display[];
  /** Whether more change than were chosen, since the desktop can do no other. */
  readonly everywhere: boolean;
}

/** Null where none of those that were chosen is there. Pure, as all of this file. */
export function choose(
  displays: readonly Display[],
  settings: WallpaperSettings,
  order: WallpaperOrder,
  canChoose: boolean,
): Choice | null {
  const chosen = chooseDisplays(displays, settings.displays, order.displays);
  if (chosen.length === 0) return null;
  const rest = displays.filter((one) => !chosen.includes(one));
  if (rest.length === 0 || canChoose) return { changed: chosen, kept: rest, everywhere: false };
  return { changed: displays, kept: [], everywhere: true };
}

export function plan(
  measure: PictureMeasure,
  text: CaptionText,
  { changed }: Choice,
  settings: WallpaperSettings,
  order: WallpaperOrder,
  reach: Reach,
): WallpaperPlan {
  const drawing = { fit: order.fit ?? settings.fit, caption: settings.caption };
  return planWallpaper(measure, text, changed, drawing, reach);
}

/** Two plans with the same text make the same pictures for the same displays. */
export const signature = ({ reach, compositions }: WallpaperPlan): string =>
  JSON.stringify([reach, compositions]);

/** What of an order outlives a change of the settings: what the person has set since is newer. */
export function remaining({ order, settings: then }: ShownNote, now: WallpaperSettings) {
  return {
    fit: now.fit === then.fit ? order.fit : null,
    displays: now.displays === then.displays ? order.displays : null,
  };
}
