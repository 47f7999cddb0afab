import { countUnsent } from '#shared/journal/unsent.ts';
import type { StateDigest, ServiceStanding } from '#shared/report/flight-record.ts';
import type { Activity, AppState } from '#shared/state.ts';
import { isStanding } from '#shared/status/standing.ts';
import { recordedFailure } from '#platform/recorder/recorded-failure.ts';

function standingOf(activity: Activity): ServiceStanding {
  const { lastFailure, lastSuccessAt } = activity;
  if (isStanding(activity) && lastFailure !== null)
    return recordedFailure(lastFailure.failure, lastFailure.at);
  return lastSuccessAt === null ? 'waits' : 'works';
}

/** The state without texts, titles and places. */
export const stateDigestOf = ({
  activities,
  suspension,
  picture,
  wallpaper,
  journal,
}: AppState): StateDigest => ({
  picture: standingOf(activities.picture),
  position: standingOf(activities.position),
  posts: standingOf(activities.posts),
  paused: suspension.paused !== null,
  power: suspension.power,
  day: picture.last?.record.date ?? null,
  // While a wallpaper is being set, the desktop still shows the previous one.
  wallpaper: wallpaper.kind === 'setting' ? 'untouched' : wallpaper.kind,
  journal: {
    unsent: countUnsent(journal.counts),
    refused: journal.counts.refused,
    durable: journal.durable,
  },
});
