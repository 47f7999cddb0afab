import { m } from '#words';
import type { AppState } from '#shared/state.ts';
import type { Place } from '#shared/station/sky/earth.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import { crossingChances } from '#shared/station/sky/transit-chance.ts';
import {
  lineCertainty,
  sketchPositionOf,
  transitNearTime,
  transitTime,
  wayInWords,
} from '#shared/station/transit-words.ts';
import { joinSentences, markSimulated } from '#shared/words.ts';
import type { Notice } from './notice.ts';

/** A transit is announced at this hour of the day before, and again this long before it. */
const eveningHour = 18;
const lastCallMs = 2 * 3600_000;
/** The notice is withdrawn this long after the transit. */
const keptMs = 60_000;

type Stage = 'evening' | 'last-call';
type Announced = Place & Pick<Transit, 'body' | 't'> & { readonly stage: Stage };

/** The key of a transit has the time in Unix seconds, the stage, and the place to stand. */
const keyOf = ({ body, t, stand }: Transit, stage: Stage): string =>
  `transit:${body}:${Math.round(t)}:${stage}@${stand.latitude.toFixed(3)},${stand.longitude.toFixed(3)}`;

function announcedOf(key: string): Announced[] {
  const { body, t, stage, latitude, longitude } =
    /^transit:(?<body>sun|moon):(?<t>\d+):(?<stage>evening|last-call)@(?<latitude>-?[\d.]+),(?<longitude>-?[\d.]+)$/.exec(
      key,
    )?.groups ?? {};
  return body === undefined
    ? []
    : [
        {
          body: body as Transit['body'],
          t: Number(t),
          stage: stage as Stage,
          latitude: Number(latitude),
          longitude: Number(longitude),
        },
      ];
}

function stageAt({ t }: Transit, now: number): Stage | null {
  const timeLeftMs = t * 1000 - now;
  if (timeLeftMs <= 0) return null;
  if (timeLeftMs <= lastCallMs) return 'last-call';
  const evening = new Date(t * 1000);
  evening.setDate(evening.getDate() - 1);
  return now >= evening.setHours(eveningHour, 0, 0, 0) ? 'evening' : null;
}

/** Whether the station misses the disc, seen from `old`: the place to stand that an earlier notice named. */
function isMoved(old: Place, { stand, halfWidthKm }: Transit): boolean {
  const { east, north } = sketchPositionOf(old, stand);
  return Math.hypot(east, north) > halfWidthKm;
}

/**
 * The notices of the transits near the place that the user has set: on the evening before, two hours before, and between
 * them each time the place to stand has moved out of the band. A transit that more likely misses the disc than crosses it
 * is not announced.
 *
 * @param shown the keys of earlier notices, the oldest first
 * @param now milliseconds since the Unix epoch
 */
export function transitNotices(
  { station, settings, services }: AppState,
  shown: ReadonlySet<string>,
  now: number,
): Notice[] {
  const { observer, transits } = station;
  if (observer?.source !== 'settings' || !settings.station.alerts.enabled) return [];
  const announced = [...shown].flatMap(announcedOf);
  return (transits?.list ?? []).flatMap((transit) => {
    const stage = stageAt(transit, now);
    if (stage === null || crossingChances(transit).fromLine < 0.5) return [];
    const earlier = announced.filter((one) => transitNearTime([transit], one) !== null);
    const last = earlier.at(-1);
    const hasMoved = last !== undefined && isMoved(last, transit);
    if (!hasMoved && earlier.some((one) => one.stage === stage)) return [];
    const when = transitTime(transit.t, now, transit.timeSigma);
    const isSun = transit.body === 'sun';
    const title = markSimulated(
      services,
      isSun ? m.notice_transit_sun({ when }) : m.notice_transit_moon({ when }),
    );
    return [
      {
        key: keyOf(transit, stage),
        kind: 'transit' as const,
        title,
        body: joinSentences([
          ...(hasMoved ? [m.notice_transit_moved()] : []),
          lineCertainty(transit, now),
          wayInWords(transit, observer),
          ...(isSun ? [m.notice_transit_filter()] : []),
        ]),
        short: m.notice_pass_short({ title }),
        click: { kind: 'open' as const, view: 'station/transits' as const },
        actions: [],
        until: transit.t * 1000 + keptMs,
      },
    ];
  });
}
