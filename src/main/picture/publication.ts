import { z } from 'zod';
import { pictureDateSchema } from '#shared/picture/picture.ts';
import { easternMidnight } from './eastern.ts';

/** How long after its midnight in US Eastern a day was published, as far as the looks of one day tell. */
export const sightingSchema = z.object({ date: pictureDateSchema, afterMs: z.number().min(0) });
export type Sighting = z.infer<typeof sightingSchema>;

const minute = 60_000;
/** Published shortly after midnight: looking at midnight itself would come too early as a rule. */
const shortlyMs = 5 * minute;
/** Over this time the first looks of all installations are spread. */
export const spreadMs = 15 * minute;

const remembered = 7;
const fewest = 3;
const latestMs = 12 * 3600_000;
/** How much earlier to try once the usual hour finds the picture already there. */
const earlierMs = 30 * minute;
/** Looks further apart than this do not tell when it was published. */
const widestGapMs = 3 * 3600_000;

/**
 * When the first look of a day is, milliseconds after its midnight in US Eastern.
 *
 * @param share this installation's place in the spread, in [0, 1), from `shareOf`
 */
export const firstLookMs = (seen: readonly Sighting[], share: number): number =>
  usualMs(seen) + shortlyMs + share * spreadMs;

/** The median of the last days; 0 while there are too few of them. */
export function usualMs(seen: readonly Sighting[]): number {
  if (seen.length < fewest) return 0;
  const sorted = seen.map(({ afterMs }) => afterMs).sort((a, b) => a - b);
  return Math.min(sorted[Math.floor(sorted.length / 2)] ?? 0, latestMs);
}

/**
 * Learns from the look that found a day.
 *
 * @param foundAt when it was found, milliseconds since the Unix epoch
 * @param missedAt the last look before it that did not find it, or null
 */
export function noteSighting(
  seen: readonly Sighting[],
  { date, foundAt, missedAt }: { date: string; foundAt: number; missedAt: number | null },
): readonly Sighting[] {
  const midnight = easternMidnight(date);
  const afterMs = estimateMs(seen, foundAt - midnight, (missedAt ?? -Infinity) - midnight);
  if (afterMs === null || seen.some((sighting) => sighting.date === date)) return seen;
  return [...seen, { date, afterMs }].slice(-remembered);
}

/** Both times count from midnight. Null when they tell nothing. */
function estimateMs(seen: readonly Sighting[], foundMs: number, missedMs: number): number | null {
  if (foundMs < 0) return null;
  if (missedMs >= 0) return foundMs - missedMs <= widestGapMs ? foundMs : null;
  // The first look of the day found it. Only one at the usual hour tells something: that it may be earlier.
  const usual = usualMs(seen);
  return foundMs <= firstLookMs(seen, 1) + earlierMs ? Math.max(0, usual - earlierMs) : null;
}

/** An installation's share of the spread, in [0, 1): the same at every start, different for each id. */
export function shareOf(installationId: string): number {
  // FNV-1a, and the last steps of MurmurHash3, without which similar ids would lie close together.
  let hash = 0x811c9dc5;
  for (let at = 0; at < installationId.length; at += 1)
    hash = Math.imul(hash ^ installationId.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
