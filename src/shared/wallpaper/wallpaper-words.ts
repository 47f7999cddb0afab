import type { Wallpaper } from '../picture/picture.ts';
import { dueAt } from '../time-words.ts';

/** When a wallpaper that failed is tried again, as the end of a sentence; empty where it is not. */
export const nextAttempt = ({ at, retryAt }: Extract<Wallpaper, { kind: 'failed' }>): string =>
  retryAt === null ? '' : `; the app tries again ${dueAt(retryAt, at)}`;
