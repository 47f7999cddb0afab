import { hash32, randomFrom } from './sky/random.ts';
import type { Size } from './sky/size.ts';
import type { Kind, PictureWorld, Shape } from './world.ts';

/** What one day's publication is. */
export interface Day {
  readonly date: string;
  readonly kind: Kind;
  readonly shape: Shape;
  /** Who owns the picture; null: it is in the public domain. */
  readonly copyright: string | null;
}

/** Of 1,000 days, as the public service has had them since 1995. */
const videos = 36;
const others = 5;
/** Of 1,000 pictures; the rest are landscapes. */
const shapes: readonly (readonly [shape: Shape, share: number])[] = [
  ['portrait', 83],
  ['panorama', 52],
  ['small', 31],
];

/** @param newest the newest published day, which some scenarios are about */
export function dayOf(date: string, world: PictureWorld, newest: string): Day {
  const kind = kindOf(date, world, newest);
  const signed = hash32(`${date} copyright`) % 3 === 0;
  return {
    date,
    kind,
    shape: world.shape ?? (kind === 'image' ? shapeOf(date) : 'landscape'),
    copyright: signed ? 'The Overhead authors' : null,
  };
}

function kindOf(date: string, { kind, isPlaceholder }: PictureWorld, newest: string): Kind {
  if (kind === 'image' || isPlaceholder) return 'image';
  if (date === newest && kind === 'newest-video') return 'video';
  if (date === newest && kind === 'newest-other') return 'other';
  const chance = hash32(`${date} kind`) % 1000;
  return chance < videos ? 'video' : chance < videos + others ? 'other' : 'image';
}

function shapeOf(date: string): Shape {
  let chance = hash32(`${date} shape`) % 1000;
  for (const [shape, share] of shapes) {
    if (chance < share) return shape;
    chance -= share;
  }
  return 'landscape';
}

/** How large a day's picture is, in standard and in high resolution. */
export function sizesOf({ date, shape }: Day): { readonly standard: Size; readonly hd: Size } {
  switch (shape) {
    case 'landscape':
      return { standard: { width: 1280, height: 720 }, hd: { width: 1920, height: 1080 } };
    case 'portrait':
      return { standard: { width: 960, height: 1280 }, hd: { width: 1920, height: 2560 } };
    case 'panorama': {
      // 3:1 to 4:1
      const height = 320 + Math.floor(randomFrom(`${date} panorama`)() * 107);
      return { standard: { width: 1280, height }, hd: { width: 3840, height: height * 3 } };
    }
    case 'small':
      return { standard: { width: 640, height: 480 }, hd: { width: 640, height: 480 } };
  }
}
