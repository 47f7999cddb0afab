import { easternDay, firstDay, isDay } from './calendar.ts';

/** What is published on a day. */
export type Kind = 'image' | 'video' | 'other';
/** Of a picture: most are wider than high; small ones have nothing larger behind them. */
export type Shape = 'landscape' | 'portrait' | 'panorama' | 'small';

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
  /** Whether the records show nothing but a mark. */
  readonly isPlaceholder: boolean;
  /** Whether v1 has the ways of the public service in place of the specification's. */
  readonly isPublic: boolean;
}

export const plainWorld: PictureWorld = {
  kind: 'own',
  shape: null,
  lateHours: 0,
  hasHdurl: true,
  isPlaceholder: false,
  isPublic: false,
};

/** The newest published day, `YYYY-MM-DD`. */
export function newestDay(world: PictureWorld, now: number): string {
  return easternDay(now - world.lateHours * 3_600_000);
}

/** Whether something is published on that day: a real day, from the first to the newest. */
export function isPublished(date: string, newest: string): boolean {
  return date >= firstDay && date <= newest && isDay(date);
}
