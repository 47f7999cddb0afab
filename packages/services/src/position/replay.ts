import { z } from 'zod';
import type { ReadResult } from '../scenarios/choice.ts';
import { faultOfSet } from './elements.ts';
import type { Elements } from './orbit.ts';
import { epochOf, newestSet, type Orbit, orbitOf } from './orbit.ts';

/** Published element sets, for a service that always uses the newest set at the time. */
export interface SetReplay {
  /** The sets, at least one, in the order of their epochs. */
  readonly sets: readonly Elements[];
  /** The time from the epoch of a set until the service uses the set, milliseconds. */
  readonly delayMs: number;
  /**
   * The time that the element sets have when the services start, milliseconds since the epoch; null: the same time as
   * the services' clock.
   */
  readonly from: number | null;
}

const setSchema = z.object({ line1: z.string(), line2: z.string() });

/**
 * Parses element sets, one `{"line1": …, "line2": …}` on each line, in any order. The message names the first faulty
 * line.
 */
export function readSets(text: string): ReadResult<readonly Elements[]> {
  const sets: Elements[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const setResult = setSchema.safeParse(fromJson(line));
    const name = `line ${index + 1}`;
    if (!setResult.success) return { ok: false, message: `${name} is no {"line1": …, "line2": …}` };
    const fault = faultOfSet(setResult.data, ['line1', 'line2']);
    if (fault !== null) return { ok: false, message: `${name}: ${fault}` };
    sets.push(setResult.data);
  }
  if (sets.length === 0) return { ok: false, message: 'there are no element sets in it' };
  return { ok: true, value: sets.sort((a, b) => epochOf(a) - epochOf(b)) };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The orbit of a service that always uses the newest published set: the position jumps when a new set is published.
 * Before the publication of the first set, the first set is used.
 *
 * @param start the time at which the services start, milliseconds since the epoch
 */
export function replayOrbitOf({ sets, delayMs, from }: SetReplay, start: number): Orbit {
  const shiftMs = from === null ? 0 : start - from;
  const publishTimes = sets.map((set) => epochOf(set) + shiftMs + delayMs);
  const orbits: (Orbit | undefined)[] = [];
  return (time, { heldAt, lateMs, back } = newestSet) => {
    const answerTime = (heldAt ?? time) - lateMs;
    const newestIndex = publishTimes.findLastIndex((at) => at <= answerTime);
    const index = Math.max(0, newestIndex - back);
    const set = sets[index];
    if (set === undefined) throw new RangeError('a replay needs element sets');
    const orbit = (orbits[index] ??= orbitOf(set, shiftMs));
    return orbit(time);
  };
}

const dayMs = 86_400_000;

/**
 * A warning if the newest set is at least 30 days old at `now`, the time of the services in milliseconds since the
 * epoch. Months after the newest set, the computed path is plausible, but far from the recorded positions that the user
 * expects.
 */
export function oldSetsWarning({ sets, from }: SetReplay, now: number): string | null {
  const newestEpoch = Math.max(...sets.map(epochOf));
  if ((from ?? now) < newestEpoch + 30 * dayMs) return null;
  const day = new Date(newestEpoch).toISOString().slice(0, 10);
  return `the newest set of --position-sets is of ${day}, a month or more before the time of the services; from=TIME moves the sets`;
}
