import type { Fit, FitSetting } from '#shared/wallpaper/composition.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface FitChoice {
  readonly fit: Fit;
  /** Why, for a person: completes “The picture …”. */
  readonly reason: string;
}

/** The share of a picture that may be cropped away unasked: 4:3 on 16:9 loses a quarter, 21:9 a bit less. */
const mostLoss = 0.27;
/** From here on an enlarged picture looks washed out. */
const mostEnlargement = 2;

/** The share of the picture that is cropped away when it fills the area. 0 to 1. */
export function cropLoss(picture: Size, area: Size): number {
  const ratio = (picture.width * area.height) / (picture.height * area.width);
  return 1 - Math.min(ratio, 1 / ratio);
}

/** How a picture goes onto a display of `area` pixels; `setting` is the person's wish. */
export function chooseFit(picture: Size, area: Size, setting: FitSetting): FitChoice {
  if (setting !== 'automatic') return { fit: setting, reason: `${words[setting]} as you wish` };
  const enlargement = Math.min(area.width / picture.width, area.height / picture.height);
  if (enlargement > mostEnlargement)
    return {
      fit: 'centre',
      reason: `is shown small: it has ${picture.width} × ${picture.height} pixels`,
    };
  const loss = cropLoss(picture, area);
  const percent = Math.round(100 * loss);
  if (loss <= mostLoss)
    return {
      fit: 'fill',
      reason: percent === 0 ? words.fill : `${words.fill}: the crop loses ${percent} %`,
    };
  const shape = picture.width / picture.height < area.width / area.height ? 'tall' : 'wide';
  return { fit: 'fit', reason: `${words.fit}: it is too ${shape}, a crop would lose ${percent} %` };
}

const words: Readonly<Record<Fit, string>> = {
  fill: 'fills the display',
  fit: 'is shown whole',
  centre: 'is shown in the middle',
};
