import type { Polling } from '#shared/station/station.ts';

export interface PollingSituation {
  readonly paused: boolean;
  /** The map is on screen. */
  readonly watched: boolean;
  readonly orbit: {
    /** One standard deviation of the position that the service computes, km, as its fixes tell it. */
    readonly fitKm: number;
    /** Unexplained distance of the newest fixes from the orbit, km. */
    readonly doubtKm: number;
    /** From the oldest fix in the fit to the newest. */
    readonly spanSeconds: number;
  } | null;
  /** Requests in the last 24 hours. */
  readonly askedInADay: number;
  /** The plan until now. */
  readonly before: Polling;
}

/** The fixes tell well enough what the service computes below this standard deviation, km; its own error is about 2 km. */
const goodKm = 3;
/** Hysteresis: an orbit that was not known well is known below this fraction of the limit. */
const hysteresis = 0.7;
const hour = 3600;

/**
 * After this many requests in 24 hours only the slower paces remain, which add at most 144 a day. The sum of 288 is a 60th
 * of one request every 5 s.
 */
export const dailyBudget = 144;
export const frugalSeconds = 10 * 60;
/** Hysteresis: a spent budget is available again when this many requests are older than 24 hours. */
const regained = 12;

/**
 * Seconds between requests by the time span of the fit. The service computes with one element set for hours: more than one fix
 * an hour adds next to nothing once the orbit is known, and a new set is still seen within the hour.
 */
const paces = [
  { every: hour, span: 24 * hour },
  { every: 15 * 60, span: 6 * hour },
  { every: 5 * 60, span: 0 },
] as const;

/** Decides how often the position is polled. Pure. */
export function nextPoll(situation: PollingSituation): Polling {
  const { paused, watched, orbit, before } = situation;
  if (paused) return { mode: 'paused', everySeconds: null };
  const limitKm = before.mode === 'sparse' ? goodKm : hysteresis * goodKm;
  if (watched && (orbit === null || orbit.fitKm > limitKm)) {
    return { mode: 'watched', everySeconds: 5 };
  }
  const isSpent = spent(situation);
  if (orbit === null || orbit.fitKm > limitKm || orbit.doubtKm > 0) {
    return { mode: 'learning', everySeconds: isSpent ? frugalSeconds : 60 };
  }
  const pace = paces.find(({ span }) => orbit.spanSeconds >= span);
  const every = pace?.every ?? 5 * 60;
  return { mode: 'sparse', everySeconds: isSpent ? Math.max(every, frugalSeconds) : every };
}

function spent({ askedInADay, before }: PollingSituation): boolean {
  const wasFrugal = before.everySeconds !== null && before.everySeconds >= frugalSeconds;
  return askedInADay >= (wasFrugal ? dailyBudget - regained : dailyBudget);
}
