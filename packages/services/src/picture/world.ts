import { easternDay, firstDay, isDay } from './calendar.ts';

/** What is published on a day. */
export type Kind = 'image' | 'video' | 'other';
/** The shape of a picture. A small one has no larger original. */
export type Shape = 'landscape' | 'portrait' | 'panorama' | 'small';

/** Placeholders of the public service, with its file names. */
export const placeholders = [
  'news-thumbnail.png',
  'NASA-Meatball-Feature5.png',
  'nasa-logo@2x.png',
] as const;
export type Placeholder = (typeof placeholders)[number];

/** What the picture service answers from; scenarios change it. */
export interface PictureWorld {
  /** `own`: every day is what it is; `image`: all are pictures; else what the newest day is. */
  readonly kind: 'own' | 'image' | 'newest-video' | 'newest-other';
  /** The shape of all pictures; null: every day has its own. */
  readonly shape: Shape | null;
  /** How long after midnight in US Eastern a day is published, hours. */
  readonly lateHours: number;
  /** Whether records name a high resolution. */
  readonly hasHdurl: boolean;
  /** What v1 answers: its own records, a logo with status 200, or those of its successor. */
  readonly legacy: 'own' | 'logo' | 'successor-object' | 'successor-array';
  /** How many days v1's records are behind the day that was asked for. */
  readonly legacyDaysBehind: number;
  /** What the successor shows on its newest day in place of a picture; null: the picture. */
  readonly placeholder: { readonly name: Placeholder; readonly hasImage: boolean } | null;
  /** Whether v1 has the ways of the public service in place of the specification's. */
  readonly isPublic: boolean;
}

export const plainWorld: PictureWorld = {
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

/** Whether something is published on that day: a real day, from the first to the newest. */
export function isPublished(date: string, newest: string): boolean {
  return date >= firstDay && date <= newest && isDay(date);
}

/** Days without a picture at the successor, the newest first. */
export const missingDays = ['2020-06-10', '1995-06-19', '1995-06-18', '1995-06-17'] as const;
