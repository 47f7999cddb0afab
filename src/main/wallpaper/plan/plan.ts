import type {
  Composition,
  FitSetting,
  Part,
  PictureMeasure,
  Rect,
} from '#shared/wallpaper/composition.ts';
import { planCaption, type CaptionText } from './caption.ts';
import { boundingBox, clearArea, toPixels, type Display } from '#platform/windows/display.ts';
import { chooseFit } from './fit.ts';
import { place } from '#platform/compositor/placement.ts';

/** What a desktop can show: a picture on each display, one across all of them, or the same one on each. */
export type Reach = 'each' | 'spanning' | 'same';

/** How a picture is drawn. */
export interface Drawing {
  readonly fit: FitSetting;
  readonly caption: boolean;
}

export interface WallpaperSettings extends Drawing {
  readonly displays: 'all' | 'primary';
}

/** What a person asks for once; what is missing or null is as the settings say. */
export interface WallpaperOrder {
  readonly fit?: FitSetting | null;
  /** Ids of displays. The others keep what they show, where the desktop can do that. */
  readonly displays?: readonly number[] | null;
}

/** A composition, and the displays that show it. */
export interface PlannedComposition extends Composition {
  readonly displays: readonly number[];
}

export interface WallpaperPlan {
  readonly reach: Reach;
  readonly compositions: readonly PlannedComposition[];
  /** For each display that a part is made for: what the picture does there, and why. */
  readonly reasons: readonly { readonly display: number; readonly words: string }[];
}

/** 8K is 33 megapixels; three 4K displays side by side are 25. */
const mostPixels = 64_000_000;
/** What graphics cards take as one texture. */
const longestSide = 16_384;

export const isDrawable = ({ width, height }: Rect): boolean =>
  width * height <= mostPixels && Math.max(width, height) <= longestSide;

/** The displays whose picture is to change, in their order. None, where those that were chosen are gone. */
export function chooseDisplays(
  displays: readonly Display[],
  setting: WallpaperSettings['displays'],
  chosen: WallpaperOrder['displays'] = null,
): readonly Display[] {
  if (chosen !== null) return displays.filter(({ id }) => chosen.includes(id));
  const primary = primaryOf(displays);
  return setting === 'all' || primary === undefined ? displays : [primary];
}

export function primaryOf(displays: readonly Display[]): Display | undefined {
  return displays.find(({ isPrimary }) => isPrimary) ?? displays[0];
}

/**
 * What a desktop of that reach is asked to show. One display needs no spanning; a canvas that would be too large
 * to span shows the primary display's picture everywhere.
 */
export function reachHere(displays: readonly Display[], reach: Reach): Reach {
  if (reach !== 'spanning') return reach;
  if (displays.length < 2) return 'same';
  return isDrawable(toPixels(boundingBox(displays), boundingBox(displays), largestScale(displays)))
    ? 'spanning'
    : 'same';
}

const largestScale = (displays: readonly Display[]): number =>
  Math.max(...displays.map(({ scaleFactor }) => scaleFactor));

/** Decides what every display shows. Nothing where there is no display. */
export function planWallpaper(
  picture: PictureMeasure,
  text: CaptionText,
  displays: readonly Display[],
  settings: Drawing,
  wanted: Reach,
): WallpaperPlan {
  const reach = reachHere(displays, wanted);
  const reasons: { display: number; words: string }[] = [];

  /** `origin` is the canvas's upper left corner in device-independent pixels. */
  function part(display: Display, origin: { x: number; y: number }, scale: number): Part {
    const at = toPixels(display.bounds, origin, scale);
    const clear = toPixels(clearArea(display), origin, scale);
    const { fit, reason } = chooseFit(picture, at, settings.fit);
    reasons.push({ display: display.id, words: reason });
    const caption = settings.caption ? planCaption(text, clear, scale) : null;
    return { at, ...place(picture, fit, at, clear, scale), caption };
  }

  function alone(display: Display, shownOn: readonly Display[]): PlannedComposition {
    // Beyond what can be drawn, fewer pixels for each point: the desktop scales them up again.
    const { bounds } = display;
    let scale = display.scaleFactor;
    while (scale > 0.25 && !isDrawable(toPixels(bounds, bounds, scale))) scale /= 2;
    const made = part(display, bounds, scale);
    const { width, height } = made.at;
    return { width, height, parts: [made], displays: shownOn.map(({ id }) => id) };
  }

  function across(): PlannedComposition {
    const box = boundingBox(displays);
    // Displays of different scales share one canvas: the sharpest one sets its pixels.
    const scale = largestScale(displays);
    const { width, height } = toPixels(box, box, scale);
    const parts = displays.map((display) => part(display, box, scale));
    return { width, height, parts, displays: displays.map(({ id }) => id) };
  }

  const primary = primaryOf(displays);
  if (primary === undefined) return { reach, compositions: [], reasons };
  const compositions =
    reach === 'each'
      ? displays.map((display) => alone(display, [display]))
      : [reach === 'spanning' ? across() : alone(primary, displays)];
  return { reach, compositions, reasons };
}
