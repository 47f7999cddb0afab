import { m } from '#words';
import type { Settings } from '#shared/settings/settings.ts';
import type { Appearance } from '#shared/wallpaper/appearance.ts';
import type {
  Fit,
  FitSetting,
  CompositionPart,
  PassDrawing,
  PictureMeasure,
  Rect,
  WallpaperPreview,
} from '#shared/wallpaper/composition.ts';
import type { WallpaperOrder } from '#shared/wallpaper/selection.ts';
import {
  boundingBox,
  clippedWorkArea,
  intersectionOf,
  pixelSize,
  toPixels,
  type Display,
} from '#platform/windows/display.ts';
import { placePicture } from '#platform/composer/placement.ts';
import { planCaption, planTonight, type CaptionText } from './corners.ts';

/** How a desktop shows pictures: one on each display, one across all displays, or the same one on each. */
export type WallpaperReach = 'each' | 'spanning' | 'same';

/** The parts of the appearance that change with time: whether the wallpaper is dimmed, and tonight's pass. */
export interface Look {
  readonly dimmed: boolean;
  readonly pass: PassDrawing | null;
}
export const plainLook: Look = { dimmed: false, pass: null };

/** The settings that determine how a picture is drawn. */
type Drawing = Pick<Settings['wallpaper'], 'fit' | 'caption' | 'appearance'>;

export type WallpaperSettings = Drawing & Pick<Settings['wallpaper'], 'displays' | 'lockScreen'>;

/** One-time choices of the user; a missing or null value follows the settings. */
export type WallpaperOverrides = Partial<Pick<WallpaperOrder, 'fit' | 'displays'>>;

/** A composition, and the displays on which it is shown. */
type PlannedComposition = WallpaperPreview['compositions'][number];

export interface WallpaperPlan {
  readonly reach: WallpaperReach;
  readonly compositions: readonly PlannedComposition[];
  /** The fit on each display and its reason, for the log. */
  readonly reasons: readonly { readonly display: number; readonly words: string }[];
}

/** The share of the brightness that dimming takes from a wallpaper, 0 to 1. */
const dimming = 0.4;

/** The largest number of pixels of a canvas. 8K has 33 megapixels; three 4K displays side by side have 25. */
const maxPixels = 64_000_000;
/** The longest side of a canvas, pixels: that of the largest texture of common graphics cards. */
const maxSide = 16_384;

const isDrawable = ({ width, height }: Rect): boolean =>
  width * height <= maxPixels && Math.max(width, height) <= maxSide;

/** The displays to change, in order. Empty if the chosen displays are disconnected. */
export function chooseDisplays(
  displays: readonly Display[],
  setting: WallpaperSettings['displays'],
  chosen: WallpaperOverrides['displays'] = null,
): readonly Display[] {
  if (chosen !== null) return displays.filter(({ id }) => chosen.includes(id));
  const primaryDisplay = primaryDisplayOf(displays);
  return setting === 'all' || primaryDisplay === undefined ? displays : [primaryDisplay];
}

function primaryDisplayOf(displays: readonly Display[]): Display | undefined {
  return displays.find(({ isPrimary }) => isPrimary) ?? displays[0];
}

/**
 * Returns the reach to use. One display needs no spanning; if the spanning canvas would be too large, all displays
 * show the primary display's picture.
 */
function effectiveReach(displays: readonly Display[], reach: WallpaperReach): WallpaperReach {
  if (reach !== 'spanning') return reach;
  if (displays.length < 2) return 'same';
  return isDrawable(toPixels(boundingBox(displays), boundingBox(displays), largestScale(displays)))
    ? 'spanning'
    : 'same';
}

const largestScale = (displays: readonly Display[]): number =>
  Math.max(...displays.map(({ scaleFactor }) => scaleFactor));

/** Plans the compositions of all displays. Empty without a display. */
export function planWallpaper(
  picture: PictureMeasure,
  text: CaptionText,
  displays: readonly Display[],
  settings: Drawing,
  backendReach: WallpaperReach,
  look: Look = plainLook,
): WallpaperPlan {
  const { appearance } = settings;
  const reach = effectiveReach(displays, backendReach);
  const reasons: { display: number; words: string }[] = [];

  /**
   * Plans the part of the canvas for one display. `area`: where it lies on the canvas, in pixels. `origin`: the upper
   * left corner of the canvas, in device-independent pixels.
   */
  function planPart(
    display: Display,
    area: Rect,
    origin: { x: number; y: number },
    scale: number,
  ): CompositionPart {
    const clearArea = intersectionOf(toPixels(clippedWorkArea(display), origin, scale), area);
    const { fit, reason } = chooseFit(picture, area, settings.fit);
    reasons.push({ display: display.id, words: reason });
    const placement = placePicture(picture, fit, area, clearArea, scale);
    const caption = settings.caption ? planCaption(text, clearArea, scale, appearance) : null;
    const pass = appearance.tonight ? look.pass : null;
    const tonightPlan = pass === null ? null : planTonight(pass, clearArea, scale, appearance);
    return {
      at: area,
      ...placement,
      ...(placement.extension !== null && backgroundOf(appearance)),
      ...(look.dimmed && appearance.dimming !== 'never' && { dim: dimming }),
      caption,
      ...(tonightPlan !== null && { tonight: tonightPlan }),
    };
  }

  function planAlone(display: Display, shownOn: readonly Display[]): PlannedComposition {
    // If the canvas is too large to draw, use fewer pixels; the desktop scales the picture up.
    const { bounds } = display;
    let scale = display.scaleFactor;
    let area: Rect = { x: 0, y: 0, ...pixelSize(display) };
    while (!isDrawable(area)) {
      scale /= 2;
      area = toPixels(bounds, bounds, scale);
    }
    const onlyPart = planPart(display, area, bounds, scale);
    const { width, height } = area;
    return { width, height, parts: [onlyPart], displays: shownOn.map(({ id }) => id) };
  }

  function planAcross(): PlannedComposition {
    const box = boundingBox(displays);
    // Displays of different scales share one canvas: the largest scale determines its pixels.
    const scale = largestScale(displays);
    const { width, height } = toPixels(box, box, scale);
    const parts = displays.map((display) =>
      planPart(display, toPixels(display.bounds, box, scale), box, scale),
    );
    return { width, height, parts, displays: displays.map(({ id }) => id) };
  }

  const primaryDisplay = primaryDisplayOf(displays);
  if (primaryDisplay === undefined) return { reach, compositions: [], reasons };
  const compositions =
    reach === 'each'
      ? displays.map((display) => planAlone(display, [display]))
      : [reach === 'spanning' ? planAcross() : planAlone(primaryDisplay, displays)];
  return { reach, compositions, reasons };
}

const backgroundOf = ({ background, colour }: Appearance): Pick<CompositionPart, 'background'> =>
  background === 'blurred' ? {} : { background: background === 'colour' ? colour : background };

type Size = Pick<Rect, 'width' | 'height'>;

/** The largest share that the automatic fit may crop: 4:3 on 16:9 loses 25 %, and 21:9 (3440 × 1440) 26 %. */
export const maxCropLoss = 0.27;
/** A picture that is enlarged more than this looks blurred. */
const maxEnlargement = 2;

/** The share of the picture, from 0 to 1, that is cropped away when the picture fills the area. */
export function cropLoss(picture: Size, area: Size): number {
  const ratio = (picture.width * area.height) / (picture.height * area.width);
  return 1 - Math.min(ratio, 1 / ratio);
}

/**
 * How a picture is fitted onto a display of `area` pixels; `setting` is the user's choice. The reason is for the log:
 * it completes “The picture …”.
 */
function chooseFit(
  picture: Size,
  area: Size,
  setting: FitSetting,
): { readonly fit: Fit; readonly reason: string } {
  if (setting !== 'automatic')
    return { fit: setting, reason: `${fitWords[setting]}, as the settings say` };
  const enlargement = Math.min(area.width / picture.width, area.height / picture.height);
  if (enlargement > maxEnlargement)
    return {
      fit: 'centre',
      reason: `is shown small: it has ${picture.width} × ${picture.height} pixels`,
    };
  const loss = cropLoss(picture, area);
  const percent = Math.round(100 * loss);
  if (loss <= maxCropLoss)
    return {
      fit: 'fill',
      reason: percent === 0 ? fitWords.fill : `${fitWords.fill}: the crop loses ${percent} %`,
    };
  const shape = picture.width / picture.height < area.width / area.height ? 'tall' : 'wide';
  return {
    fit: 'fit',
    reason: `${fitWords.fit}: it is too ${shape}, a crop would lose ${percent} %`,
  };
}

const fitWords: Readonly<Record<Fit, string>> = {
  fill: 'fills the display',
  fit: 'is shown whole',
  centre: 'is shown in the middle',
};

/**
 * Plans the preview of each display. A spanning canvas shows on each display the same as a separate picture, so the
 * preview has a separate picture for each display instead of the canvas.
 */
export function planPreview(
  picture: PictureMeasure,
  text: CaptionText,
  displays: readonly Display[],
  drawing: Drawing,
  reach: WallpaperReach,
  look: Look,
): Omit<WallpaperPreview, 'canChoose'> {
  const previewReach = reach === 'spanning' ? 'each' : reach;
  const { compositions } = planWallpaper(picture, text, displays, drawing, previewReach, look);
  return {
    displays: displays.map(({ id, label = '', bounds, isPrimary }, index) => ({
      id,
      label: label === '' ? m.dialog_display({ number: index + 1 }) : label,
      width: bounds.width,
      height: bounds.height,
      isPrimary,
    })),
    compositions,
  };
}
