import { easternDay, firstDay, isDay } from './calendar.ts';

/** The kind of publication on a day. */
export type DayKind = 'image' | 'video' | 'other';
/** The shape of a picture. A `small` picture has no larger original. */
export type PictureShape = 'landscape' | 'portrait' | 'panorama' | 'small';

/** The placeholders of the public service, by their file names. */
export const placeholders = [
  'news-thumbnail.png',
  'NASA-Meatball-Feature5.png',
  'nasa-logo@2x.png',
] as const;
export type Placeholder = (typeof placeholders)[number];

/** The data and behaviour of the picture service, which scenarios can change. */
export interface PictureWorld {
  /**
   * What is published on the days. `own`: every day has its own kind; `image`: all days have a picture; the other
   * values change only the newest day.
   */
  readonly kind: 'own' | 'image' | 'newest-video' | 'newest-other';
  /** The shape of all pictures; null: every day has its own shape. */
  readonly shape: PictureShape | null;
  /** How many hours after midnight in US Eastern the picture of a day is published. */
  readonly lateHours: number;
  /** Whether records have an address in high resolution. */
  readonly hasHdurl: boolean;
  /** The kind of v1's answers: its own records, a logo with status 200, or the records of its successor. */
  readonly legacy: 'own' | 'logo' | 'successor-object' | 'successor-array';
  /** By how many days v1's records are older than the requested day. */
  readonly legacyDaysBehind: number;
  /** The placeholder that the successor shows in place of its newest picture; null: the picture itself. */
  readonly placeholder: { readonly name: Placeholder; readonly hasImage: boolean } | null;
  /** Whether v1 behaves like the public service, and not like the specification. */
  readonly isPublic: boolean;
}

export const defaultPictureWorld: PictureWorld = {
  kind: 'own',
  shape: null,
  lateHours: 0,
  hasHdurl: true,
  legacy: 'own',
  legacyDaysBehind: 0,
  placeholder: null,
  isPublic: false,
};

/** The successor publishes at 00:05 in US Eastern. */
const successorDelayMs = 5 * 60_000;

/** The newest published day, `YYYY-MM-DD`. */
export function newestDay(world: PictureWorld, now: number): string {
  return easternDay(now - world.lateHours * 3_600_000);
}

/** The newest day of the successor and of its feed. */
export function newestSuccessorDay(world: PictureWorld, now: number): string {
  return newestDay(world, now - successorDelayMs);
}

/** Whether the record of this date is published: the date is valid, and lies between the first and the newest day. */
export function isPublished(date: string, newest: string): boolean {
  return date >= firstDay && date <= newest && isDay(date);
}

/** The days without a picture at the successor, the newest first. */
export const missingDays = ['2020-06-10', '1995-06-19', '1995-06-18', '1995-06-17'] as const;
