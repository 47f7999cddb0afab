import type { PassPost } from '#shared/journal/pass-posts.ts';
import { isSamePass } from '#shared/station/sky/pass-span.ts';
import { nightStartOf } from './nights.ts';
import { localToday } from '../ui/month.ts';

/** The launch of the first module of the station. */
const firstModuleAt = Date.UTC(1998, 10, 20);

/**
 * The seen passes, the newest first. If several posts are about one pass, its newest post stands for it. Leaves out
 * passes that are later than `now` (milliseconds since the Unix epoch) or earlier than the station: an imported post may
 * name any time.
 */
export function seenPassesOf(posts: readonly PassPost[], now: number): readonly PassPost[] {
  const possiblePosts = posts.filter(({ at }) => at >= firstModuleAt && at <= now);
  const passes: PassPost[] = [];
  /** When the first post of the present pass says that it begins, Unix seconds. */
  let begin = Infinity;
  for (const post of possiblePosts.toSorted((a, b) => b.at - a.at)) {
    const previous = passes.at(-1);
    if (previous === undefined || !isSamePass(post.at / 1000, begin)) {
      begin = post.at / 1000;
      passes.push(post);
    } else if (post.createdAt > previous.createdAt) passes[passes.length - 1] = post;
  }
  return passes;
}

/** The calendar year of a time (milliseconds since the Unix epoch) in the time zone of the user. */
export const yearOf = (at: number): number => new Date(at).getFullYear();

/** The years with passes, and the year of `now` (milliseconds since the Unix epoch): the newest first. */
export const yearsOf = (passes: readonly PassPost[], now: number): readonly number[] =>
  [...new Set([yearOf(now), ...passes.map(({ at }) => yearOf(at))])].toSorted((a, b) => b - a);

/** The number of nights, from noon to noon, on which the passes were. */
export const countNights = (passes: readonly PassPost[]): number =>
  new Set(passes.map(({ at }) => nightStartOf(at))).size;

/** The highest pass; of several, the first of the list. Null if there are no passes. */
export const highestOf = (passes: readonly PassPost[]): PassPost | null =>
  passes.reduce<PassPost | null>(
    (best, pass) => (best === null || pass.path.height > best.path.height ? pass : best),
    null,
  );

/**
 * The passes of a year by the day (`2026-11-09`) on which their night begins. The morning of January 1 is on that day,
 * because the year does not have the day before.
 */
export const passesByNight = (
  passes: readonly PassPost[],
): ReadonlyMap<string, readonly PassPost[]> =>
  Map.groupBy(passes, ({ at }) => {
    const evening = nightStartOf(at);
    return localToday(new Date(yearOf(evening) === yearOf(at) ? evening : at));
  });
