import { type Photo, photoOf } from './photos.ts';
import { hash32 } from './hash.ts';
import type { DayKind, PictureWorld, PictureShape } from './world.ts';

/** The data that are published for one day. */
export interface Day {
  readonly date: string;
  readonly kind: DayKind;
  readonly shape: PictureShape;
  /** The picture of the day, or the still image of the video. */
  readonly photo: Photo;
  /** The owner of the picture; null: the picture is in the public domain. */
  readonly copyright: string | null;
}

/**
 * How many days out of 1,000 have a video, and how many have neither a picture nor a video. The public service has had
 * these shares since 1995.
 */
const videoDaysPerThousand = 36;
const otherDaysPerThousand = 5;
type Shares = readonly (readonly [shape: PictureShape, share: number])[];
/** How many pictures out of 1,000 have each shape. The other pictures are landscapes. */
const shapesPerThousand: Shares = [
  ['portrait', 83],
  ['panorama', 52],
  ['small', 31],
];
/** The same before `smallUntil`: most pictures of these years are small, and many are GIF files. */
const oldShapesPerThousand: Shares = [
  ['portrait', 83],
  ['small', 700],
];
const smallUntil = '2005-01-01';

/** @param newest the newest published day, which some scenarios change */
export function dayOf(date: string, world: PictureWorld, newest: string): Day {
  const kind = kindOf(date, world, newest);
  const shape = world.shape ?? (kind === 'image' ? shapeOf(date) : 'landscape');
  const isSigned = hash32(`${date} copyright`) % 3 === 0;
  const copyright = isSigned ? 'The Overhead authors' : null;
  return { date, kind, shape, photo: photoOf(date, shape), copyright };
}

function kindOf(date: string, { kind }: PictureWorld, newest: string): DayKind {
  if (kind === 'image') return 'image';
  if (date === newest && kind === 'newest-video') return 'video';
  if (date === newest && kind === 'newest-other') return 'other';
  const chance = hash32(`${date} kind`) % 1000;
  return chance < videoDaysPerThousand
    ? 'video'
    : chance < videoDaysPerThousand + otherDaysPerThousand
      ? 'other'
      : 'image';
}

function shapeOf(date: string): PictureShape {
  let chance = hash32(`${date} shape`) % 1000;
  const shares = date < smallUntil ? oldShapesPerThousand : shapesPerThousand;
  for (const [shape, share] of shares) {
    if (chance < share) return shape;
    chance -= share;
  }
  return 'landscape';
}
