import type { KeptFile, StrayFile } from './ports.ts';

export interface Retention {
  /** What is there, the longest unseen first. */
  readonly files: readonly KeptFile[];
  readonly strays: readonly StrayFile[];
  /** What else counts and stays: thumbnails. */
  readonly otherBytes: number;
  readonly limitBytes: number;
  /** Days whose files stay, whatever the limit says. */
  readonly isProtected: (date: string) => boolean;
  /** Names of files that are not in the archive yet, and stay. */
  readonly isHeld: (name: string) => boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** What goes, in this order. */
export interface Leaving {
  readonly name: string;
  readonly bytes: number;
  /** Null: a stray. */
  readonly date: string | null;
}

/** A stray this young may be one that is about to be saved. */
const strayAfterMs = 15 * 60_000;
/** A picture's file, beside downloads under way and files that are not of this archive: those are left alone. */
const pictureName = /^(\d{4}-\d{2}-\d{2})-[\da-f]+\.(jpg|png|gif|webp)$/;

/**
 * Which files go so that the rest is within the limit: strays first, then the pictures that were not seen for
 * longest. When all that is left is protected, or a download under way, the sum may stay above the limit. Pure.
 */
export function chooseLeaving(retention: Retention): readonly Leaving[] {
  const { files, strays, otherBytes, limitBytes, isProtected, isHeld, now } = retention;
  let sum = otherBytes;
  for (const { bytes } of [...files, ...strays]) sum += bytes;
  const known = new Set(files.map(({ date }) => date));
  const mayGo = ({ name, modifiedAt }: StrayFile): boolean => {
    const date = pictureName.exec(name)?.[1];
    // A file from the future was written under a wrong clock: it is not about to be saved.
    const isYoung = Math.abs(now - modifiedAt) < strayAfterMs;
    if (date === undefined || isHeld(name) || isYoung) return false;
    // What another file has taken the place of is nobody's favourite.
    return known.has(date) || !isProtected(date);
  };
  const candidates: Leaving[] = [
    ...strays
      .filter(mayGo)
      .sort((a, b) => a.modifiedAt - b.modifiedAt)
      .map(({ name, bytes }) => ({ name, bytes, date: null })),
    ...files
      .filter(({ date }) => !isProtected(date))
      .sort((a, b) => seenAt(a, now) - seenAt(b, now)),
  ];
  const leaving: Leaving[] = [];
  for (const { name, bytes, date } of candidates) {
    if (sum <= limitBytes) break;
    leaving.push({ name, bytes, date });
    sum -= bytes;
  }
  return leaving;
}

/** When the picture was seen last. A time in the future was noted under a wrong clock: then its own day stands for it. */
const seenAt = ({ date, shownAt }: KeptFile, now: number): number =>
  shownAt <= now ? shownAt : Math.min(Date.parse(date), now);
