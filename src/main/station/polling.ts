import type { Polling } from '#shared/station/station.ts';

export interface PollingSituation {
  readonly paused: boolean;
  /** The map is on screen. */
  readonly watched: boolean;
  readonly orbit: {
    /** One standard deviation of the position, km, `ahead` seconds from now. */
    readonly sigmaKm: (ahead: number) => number;
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

/** The position is known well enough below this standard deviation, km. */
const goodKm = 3;
/** Hysteresis: a position that was not known well is known below this fraction of the limit. */
const hysteresis = 0.7;
const ahead = 10 * 60;
const hour = 3600;

/**
 * After this many requests in 24 hours only the slower paces remain, which add at most 144 a day. The sum of 288 is a 60th
 * of one request every 5 s.
 */
export const dailyBudget = 144;
export const frugalSeconds = 10 * 60;
/** Hysteresis: a spent budget is available again when this many requests are older than 24 hours. */
const regained = 12;

/** Seconds between requests by the time span of the fit, while the position stays known well enough. */
const paces = [
  { every: 15 * 60, span: 24 * hour },
  { every: 10 * 60, span: 6 * hour },
  { every: 5 * 60, span: 0 },
] as const;

/** Decides how often the position is polled. Pure. */
export function nextPoll(situation: PollingSituation): Polling {
  const { paused, watched, orbit, before } = situation;
  if (paused) return { mode: 'paused', everySeconds: null };
  const nowKm = before.mode === 'watched' ? hysteresis * goodKm : goodKm;
  if (watched && (orbit === null || orbit.sigmaKm(0) > nowKm)) {
    return { mode: 'watched', everySeconds: 5 };
  }
  const isSpent = spent(situation);
  const aheadKm = before.mode === 'sparse' ? goodKm : hysteresis * goodKm;
  if (orbit === null || orbit.sigmaKm(ahead) > aheadKm || orbit.doubtKm > 0) {
    return { mode: 'learning', everySeconds: isSpent ? frugalSeconds : 60 };
  }
  const pace = paces.find(
    ({ every, span }) => orbit.spanSeconds >= span && orbit.sigmaKm(every) <= goodKm,
  );
  const every = pace?.every ?? 5 * 60;
  return { mode: 'sparse', everySeconds: isSpent ? Math.max(every, frugalSeconds) : every };
}

function spent({ askedInADay, before }: PollingSituation): boolean {
  const wasFrugal = before.everySeconds !== null && before.everySeconds >= frugalSeconds;
  return askedInADay >= (wasFrugal ? dailyBudget - regained : dailyBudget);
}
