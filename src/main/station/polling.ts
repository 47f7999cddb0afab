import type { Polling } from '#shared/station/station.ts';

export interface PollingSituation {
  readonly paused: boolean;
  /** Somebody looks at the map. */
  readonly watched: boolean;
  readonly orbit: {
    /** One standard deviation of the place, km, so many seconds from now. */
    readonly sigmaKm: (ahead: number) => number;
    /** How far the newest fixes lie off and nobody knows why, km. */
    readonly doubtKm: number;
    /** From the oldest fix in it to the newest. */
    readonly spanSeconds: number;
  } | null;
  /** Requests in the last 24 hours. */
  readonly askedInADay: number;
  /** How it was asked for until now. */
  readonly before: Polling;
}

/** The position is known well enough below this, km. */
export const goodKm = 3;
/** What was not known well is so below this part of it: at the limit it would come and go with each fix. */
const clearly = 0.7;
const ahead = 10 * 60;
const hour = 3600;

/**
 * With more requests than that in a day only the slower paces are left: 144 a day more at the most. Together they
 * are a 60th of one every 5 s, whatever the service says.
 */
export const dailyBudget = 144;
export const frugalSeconds = 10 * 60;
/** Once spent, the budget is there again when so many requests have gone out of the day. */
const respite = 12;

/** Seconds between requests by the length of the fit; each is taken only where the place stays good. */
const paces = [
  { every: 15 * 60, span: 24 * hour },
  { every: 10 * 60, span: 6 * hour },
  { every: 5 * 60, span: 0 },
] as const;

/** How often the position is to be asked for. */
export function nextPoll(situation: PollingSituation): Polling {
  const { paused, watched, orbit, before } = situation;
  if (paused) return { mode: 'paused', everySeconds: null };
  const nowKm = before.mode === 'watched' ? clearly * goodKm : goodKm;
  if (watched && (orbit === null || orbit.sigmaKm(0) > nowKm)) {
    return { mode: 'watched', everySeconds: 5 };
  }
  const isSpent = spent(situation);
  const aheadKm = before.mode === 'sparse' ? goodKm : clearly * goodKm;
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
  return askedInADay >= (wasFrugal ? dailyBudget - respite : dailyBudget);
}
