import { addDays, easternMidnight } from '#picture/eastern.ts';
import { pictureRig, type PictureRig, type Scenario } from '#test/support/picture-rig.ts';

/** The result of one simulated day. */
export interface RehearsedDay {
  readonly date: string;
  /** The source of the newest picture. */
  readonly source: string;
  /** The number of requests for each source, and for images. */
  readonly requests: Readonly<Record<string, number>>;
  /** The day of the newest picture; equals the simulated day if the app got the picture. */
  readonly picture: string | null;
  readonly isWallpaperSet: boolean;
}

/** The legacy service ends at this time, a midnight in US Eastern. */
const legacyEnd = '2026-12-01T05:00:00Z';
const placeholderScenario: Scenario = { name: 'placeholder', from: legacyEnd };

/** The ways in which the legacy service may end, each with the scenarios of the embedded service. */
export const legacyEndings: Readonly<Record<string, readonly Scenario[]>> = {
  'legacy shows a logo': [placeholderScenario],
  'legacy is gone (410)': [{ name: 'archived', from: legacyEnd }],
  'legacy is gone (404)': [{ name: 'archived', from: legacyEnd, status: 404 }],
  'legacy answers as its successor, one day; the successor is down': [
    { name: 'moved', from: legacyEnd },
    { name: 'successor-down', from: legacyEnd },
  ],
  'legacy answers as its successor, a list; the successor is down': [
    { name: 'moved', shape: 'array', from: legacyEnd },
    { name: 'successor-down', from: legacyEnd },
  ],
  'legacy shows a logo; the successor is down': [
    placeholderScenario,
    { name: 'successor-down', from: legacyEnd },
  ],
  'all hosts of the agency are down': [{ name: 'agency-down', from: legacyEnd }],
};

/** Runs the app on a simulated clock from the first day to the last. */
export async function* rehearseWeek(
  scenarios: readonly Scenario[],
  first: string,
  last: string,
): AsyncGenerator<RehearsedDay> {
  // The app starts at noon in US Eastern.
  const start = easternMidnight(first) + 12 * 3_600_000;
  const rig = await pictureRig(new Date(start).toISOString());
  try {
    await rig.scenarios([{ name: 'image' }, ...scenarios]);
    let previous = { requests: 0, desktop: 0 };
    await rig.start();
    for (let date = first; date <= last; date = addDays(date, 1)) {
      yield await playDay(rig, date, previous);
      previous = { requests: rig.requests.length, desktop: rig.desktop.length };
    }
    if (rig.defects.length > 0) throw new AggregateError(rig.defects, 'the app has defects');
  } finally {
    await rig.close();
  }
}

async function playDay(
  rig: PictureRig,
  date: string,
  previous: { readonly requests: number; readonly desktop: number },
): Promise<RehearsedDay> {
  const end = easternMidnight(addDays(date, 1));
  while ((rig.state.current.activities.picture.next.at ?? Infinity) < end) await rig.nextCheck();
  const requests: Record<string, number> = {};
  for (const name of rig.requests.slice(previous.requests))
    requests[name] = (requests[name] ?? 0) + 1;
  const { record } = rig.state.current.picture.last ?? {};
  return {
    date,
    source: record?.servedBy ?? 'none',
    requests,
    picture: record?.date ?? null,
    isWallpaperSet: rig.desktop.length > previous.desktop,
  };
}
