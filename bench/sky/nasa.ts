import { wrapDegrees, type PositionAt } from '#shared/station/sky/earth.ts';
import {
  elevationOf,
  siteOfObserver,
  type Observer,
  type Site,
} from '#shared/station/sky/observer.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { skyArc } from '#shared/station/sky/sky-arc.ts';
import { seenPart } from '#shared/station/sky/pass-span.ts';
import { passesOf } from '#station/sky/passes.ts';
import { trueLookAngles, trueSolarElevation, trueSunlight } from '#test/support/ground-truth.ts';
import { orbitTruthOf, type InertialOrbitTruth } from '#test/support/orbit.ts';
import { sharedData } from '#test/support/shared-data.ts';
import { readOem } from '#tools/orbit/oem-file.ts';
import { readText } from '#tools/orbit/read-file.ts';
import { degreesPerPoint, placeFinder, readSightings, type Sighting } from './sightings.ts';
import { trajectoryOf } from '#tools/orbit/trajectory.ts';
import type { ResultRow } from '../support/benchmark.ts';
import { median, formatPercent, quantile } from '../support/statistics.ts';

/** UT1 − UTC in February 2022, s (IERS Bulletin A). */
const ut1MinusUtc = -0.1;
/** `passesOf` needs positions from this many seconds before its range until this many seconds after it. */
const [marginBefore, marginAfter] = [1500, 3900];
/**
 * If the heights of the passes differ by more than this value (median, degrees), NASA's city is not the town with the
 * same name.
 */
const maxHeightDifference = 5;
/**
 * NASA's list has the station every 20 s, from full sunlight on: of 2,065 sightings that begin at the edge of the
 * shadow, the height of appearance is reached 4 to 24 s after half of the Sun's disc lights the station, at an even rate.
 * The greatest height of a pass that leaves the shadow after its culmination is therefore up to 24 s old.
 */
const nasaStepSeconds = 24;
/** The shortest pass that counts, seconds: a shorter pass may lie between NASA's whole minutes. */
const minPassSeconds = 60;

interface City {
  readonly name: string;
  readonly observer: Observer;
  /**
   * NASA's sightings, each with the app's pass at the same time; null if no pass at that time culminates at 10° or
   * higher.
   */
  readonly compared: readonly (readonly [Sighting, Pass | null])[];
  /** The number of visible passes of more than a minute that the app computes and that NASA's list does not contain. */
  readonly unlisted: number;
  readonly isElsewhere: boolean;
}

interface SightingShare {
  readonly sightings: number;
  /** The number of sightings whose pass is visible according to the app, too. */
  readonly visible: number;
  /** The number of visible sightings whose start and duration are within a minute of NASA's values. */
  readonly right: number;
}

interface NasaComparison {
  readonly listed: { readonly cities: number; readonly sightings: number };
  /** Results over all cities whose name is in the table of towns. */
  readonly all: SightingShare & { readonly cities: number };
  /** Cities for which NASA uses another place than the table of towns. */
  readonly elsewhere: readonly string[];
  /** Results over all cities that are not in `elsewhere`. */
  readonly same: SightingShare;
  /** The sightings of less than a minute over these cities, and how many of them are visible according to the app, too. */
  readonly brief: { readonly sightings: number; readonly visible: number };
  /**
   * For each visible sighting of these cities, the start computed by the app minus the start listed by NASA, seconds.
   * NASA rounds its times down to the minute.
   */
  readonly starts: readonly number[];
  /** For each of these sightings, the duration computed by the app minus the duration listed by NASA, minutes. */
  readonly durations: readonly number[];
  /** For each of these sightings, the height and the directions that the app announces minus those of NASA, degrees. */
  readonly heights: readonly number[];
  /** The same, minus the part that NASA's step of 20 s explains. */
  readonly heightsByStep: readonly number[];
  /** The heights that the app announces minus those of `heightBySets`, degrees. */
  readonly heightsBySets: readonly number[];
  /**
   * The sightings whose heights differ by more than `maxHeightError`: those whose greatest height is that at the edge of
   * the shadow, and the number of the others by city.
   */
  readonly misses: { readonly atShadow: number; readonly others: ReadonlyMap<string, number> };
  readonly appears: readonly number[];
  readonly disappears: readonly number[];
  readonly unlisted: number;
}

/**
 * Compares NASA's list of sightings with the passes and the visibility that the app computes. The positions come from
 * NASA's trajectory, from which NASA computed the list. Null without the shared data.
 */
export function compareWithNasa(log?: (line: string) => void): NasaComparison | null {
  const oemPath = sharedData('sky/nasa-oem-2022-02-11.xml.gz');
  const listPath = sharedData('sky/nasa-sightings-2022-02-13.xml.gz');
  if (oemPath === null || listPath === null) return null;
  const read = readOem(readText(oemPath));
  if (!read.ok) throw new Error(read.message);
  const trajectory = trajectoryOf(read.oem.states, ut1MinusUtc);
  const from = trajectory.from + marginBefore;
  const hours = (trajectory.to - marginAfter - from) / 3600;
  const positionAt = cachePositions(trajectory.earthFixed);

  const sightings = readSightings(readText(listPath));
  const find = placeFinder();
  const lists = Map.groupBy(sightings, ({ country, city }) => `${city}, ${country}`);
  const cities: City[] = [];
  for (const [name, list] of lists) {
    const [first] = list;
    const observer = first === undefined ? null : find(first);
    if (observer === null) continue;
    const passes = passesOf(positionAt, observer, { from, hours });
    cities.push(cityOf(name, list, passes, positionAt, observer));
    if (cities.length % 50 === 0) log?.(`${cities.length} cities`);
  }
  const same = cities.filter(({ isElsewhere }) => !isElsewhere);
  const visible = same.flatMap(({ compared }) =>
    compared.flatMap(([one, pass]) => visiblePasses(one, pass)),
  );
  const brief = same.flatMap(({ compared }) =>
    compared.filter(([{ minutes }]) => minutes === null),
  );
  const setsPath = sharedData('sky/element-sets-2022-02.jsonl');
  const sets = setsPath === null ? [] : readSets(setsPath);
  const misses = visible.filter(({ height }) => Math.abs(height) > maxHeightError);
  return {
    listed: { cities: lists.size, sightings: sightings.length },
    all: { cities: cities.length, ...shareOf(cities) },
    elsewhere: cities.filter(({ isElsewhere }) => isElsewhere).map(({ name }) => name),
    same: shareOf(same),
    brief: { sightings: brief.length, visible: brief.filter(([, pass]) => pass?.visible).length },
    starts: visible.map(({ start }) => start),
    durations: visible.map(({ duration }) => duration),
    heights: visible.map(({ height }) => height),
    heightsByStep: visible.map(({ heightByStep }) => heightByStep),
    heightsBySets: same.flatMap(({ observer, compared }) =>
      compared.flatMap(([, pass]) =>
        pass?.visible && sets.length > 0
          ? [seenPart(pass).top.elevation - heightBySets(sets, observer, pass)]
          : [],
      ),
    ),
    misses: {
      atShadow: misses.filter(({ isAtShadow }) => isAtShadow).length,
      others: countByCity(misses.filter(({ isAtShadow }) => !isAtShadow)),
    },
    appears: visible.map(({ appears }) => appears),
    disappears: visible.map(({ disappears }) => disappears),
    unlisted: same.reduce((sum, city) => sum + city.unlisted, 0),
  };
}

/** Caches the positions of the coarse search, because the search uses the same times for all places. */
function cachePositions(positionAt: PositionAt): PositionAt {
  const known = new Map<number, ReturnType<PositionAt>>();
  return (t) => {
    if (t % 60 !== 0) return positionAt(t);
    const position = known.get(t) ?? positionAt(t);
    known.set(t, position);
    return position;
  };
}

const readSets = (path: string): readonly InertialOrbitTruth[] =>
  readText(path)
    .trim()
    .split('\n')
    .map((line) => {
      const { line1, line2 } = JSON.parse(line) as { line1: string; line2: string };
      return orbitTruthOf([line1, line2]);
    });

/**
 * The greatest height of the lit station above 10° in a dark sky, degrees, in steps of a second: by SGP4 on the nearest
 * of the published sets, with the look angles, the Sun and the shadow of satellite.js
 * (for which the Earth is a sphere).
 */
function heightBySets(
  sets: readonly InertialOrbitTruth[],
  observer: Observer,
  { rise, set }: Pass,
): number {
  const [nearest] = sets.toSorted(
    (a, b) => Math.abs(a.epoch - rise.t) - Math.abs(b.epoch - rise.t),
  );
  let greatest = NaN;
  if (nearest === undefined) return greatest;
  for (let t = Math.floor(rise.t); t <= set.t; t++) {
    const { elevation } = trueLookAngles(nearest, observer, t);
    if (elevation < 10 || elevation <= greatest || trueSunlight(nearest, t) < 0.5) continue;
    if (trueSolarElevation(observer, t) <= -6) greatest = elevation;
  }
  return greatest;
}

const countByCity = (
  sightings: readonly { readonly city: string }[],
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { city } of sightings) counts.set(city, (counts.get(city) ?? 0) + 1);
  return counts;
};

function cityOf(
  name: string,
  list: readonly Sighting[],
  passes: readonly Pass[],
  positionAt: PositionAt,
  observer: Observer,
): City {
  const site = siteOfObserver(observer);
  const compared = list.map((one) => {
    const pass = passes.find(
      ({ rise, set }) => rise.t - 60 < one.minute && one.minute < set.t + 60,
    );
    return [one, pass ?? null] as const;
  });
  const heights = compared.map(([{ maxElevation }, pass]) =>
    pass === null ? Infinity : Math.abs(greatestElevation(pass, positionAt, site) - maxElevation),
  );
  const minutes = list.map(({ minute }) => minute);
  // The list of a city may begin later and end earlier than the trajectory.
  const unlisted = passes.filter(
    (pass) =>
      durationOf(pass) > minPassSeconds &&
      pass.rise.t > Math.min(...minutes) &&
      pass.rise.t < Math.max(...minutes) &&
      !compared.some(([, other]) => other === pass),
  );
  return {
    name,
    observer,
    compared,
    unlisted: unlisted.length,
    isElsewhere: median(heights) > maxHeightDifference,
  };
}

/** The greatest elevation of the visible part of the pass, or of the whole pass if no part is visible. */
function greatestElevation(pass: Pass, positionAt: PositionAt, site: Site): number {
  const { visibleFrom: from, visibleTo: to, peak } = pass;
  if (from === null || to === null) return peak.elevation;
  const t = Math.min(Math.max(peak.t, from), to);
  return elevationOf(site, positionAt(t));
}

const durationOf = ({ visibleFrom, visibleTo }: Pass): number =>
  visibleFrom === null || visibleTo === null ? 0 : visibleTo - visibleFrom;

/**
 * Returns the differences from NASA's start (seconds), duration (minutes), height and directions (degrees) as one
 * element, or no element if no part of the pass is visible.
 */
function visiblePasses(sighting: Sighting, pass: Pass | null) {
  const from = pass?.visibleFrom ?? null;
  if (pass === null || from === null) return [];
  const { from: appears, top, to: disappears } = seenPart(pass);
  return [
    {
      city: sighting.city,
      // NASA's greatest height is that of its first step after the shadow, and the station descends.
      isAtShadow:
        top.t - appears.t < nasaStepSeconds &&
        sighting.maxElevation === sighting.appearsElevation &&
        top.elevation > sighting.maxElevation,
      start: from - sighting.minute,
      // "< 1" counts as half a minute, with an error of up to half a minute.
      duration: durationOf(pass) / 60 - (sighting.minutes ?? 0.5),
      height: top.elevation - sighting.maxElevation,
      heightByStep: differenceFromRange(sighting.maxElevation, [
        top.elevation,
        ...(top.t === appears.t ? [skyArc(pass)(top.t + nasaStepSeconds).elevation] : []),
      ]),
      appears: wrapDegrees(appears.azimuth - sighting.appears),
      disappears: wrapDegrees(disappears.azimuth - sighting.disappears),
    },
  ];
}

/** The difference of a value from the nearest value between the smallest and the largest of the bounds. */
const differenceFromRange = (value: number, bounds: readonly number[]): number =>
  Math.min(Math.max(...bounds), Math.max(Math.min(...bounds), value)) - value;

/** The sightings of a minute or more: of a shorter one, the app may announce nothing. */
function shareOf(cities: readonly City[]): SightingShare {
  const all = cities.flatMap(({ compared }) =>
    compared.filter(([{ minutes }]) => minutes !== null),
  );
  const visible = all.flatMap(([one, pass]) => visiblePasses(one, pass));
  const right = visible.filter(
    ({ start, duration }) => Math.abs(start) <= 60 && Math.abs(duration) <= 1,
  );
  return { sightings: all.length, visible: visible.length, right: right.length };
}

const control = 'NASA’s list of 2022-02-13';

/** The largest errors that count as right, degrees: of a height, and of a direction (NASA's is a point of the compass). */
const maxHeightError = 3;
const maxDirectionError = 1.5 * degreesPerPoint;

/** The share of the values whose absolute value is at most `most`, with the 99 % quantile. */
export const shareWithin = (values: readonly number[], most: number): number =>
  values.filter((value) => Math.abs(value) <= most).length / values.length;

function withinRow(measure: string, values: readonly number[], most: number): ResultRow {
  const share = shareWithin(values, most);
  const worst = quantile(values.map(Math.abs), 0.99);
  return {
    measure,
    ours: `${formatPercent(share)} of ${values.length.toLocaleString('en')}; 99 % below ${worst.toFixed(1)}°`,
    control,
    goal: '≥ 99 %',
    met: share >= 0.99,
  };
}

/** Compares passes that the app computes from true positions with an independent list. */
export function nasaRows(log: (line: string) => void): ResultRow[] {
  const comparison = compareWithNasa(log);
  if (comparison === null)
    return [{ measure: 'NASA’s sightings', ours: 'skipped: no shared data' }];
  const { listed, all, same, elsewhere, starts, durations, unlisted } = comparison;
  const { brief, heights, heightsByStep, heightsBySets, misses, appears, disappears } = comparison;
  log(`elsewhere: ${elsewhere.join('; ')}`);
  const part = (count: number, of: number): string =>
    `${count.toLocaleString('en')} of ${of.toLocaleString('en')}: ${formatPercent(count / of)}`;
  const seconds = (value: number): string => `${value.toFixed(0)} s`;
  return [
    {
      measure: `sightings of a minute or more that are visible for us, too (${all.cities} of ${listed.cities} cities)`,
      ours: part(all.visible, all.sightings),
      control,
      goal: '≥ 99 %',
      met: all.visible / all.sightings >= 0.99,
    },
    {
      measure: `… with start and duration within a minute, without ${elsewhere.length} cities that are elsewhere`,
      ours: part(same.right, same.sightings),
      control,
      goal: '≥ 99 %',
      met: same.right / same.sightings >= 0.99,
    },
    {
      measure: 'start minus NASA’s minute, which is rounded down: 2 %, median, 98 %',
      ours: [0.02, 0.5, 0.98].map((at) => seconds(quantile(starts, at))).join(', '),
      control,
    },
    {
      measure: 'duration minus NASA’s whole minutes: 2 %, median, 98 %',
      ours: [0.02, 0.5, 0.98].map((at) => `${quantile(durations, at).toFixed(1)} min`).join(', '),
      control,
    },
    {
      measure: 'sightings of less than a minute that we announce, too: for 20 s or longer',
      ours: part(brief.visible, brief.sightings),
      control,
    },
    {
      measure: 'height that is announced, within 3°',
      ours: formatPercent(shareWithin(heights, maxHeightError)),
      control,
    },
    {
      measure: '… of the others, with the greatest height at NASA’s first step after the shadow',
      ours: String(misses.atShadow),
      control,
    },
    {
      measure: '… of the others, by city (NASA has another place)',
      ours: [...misses.others].map(([city, count]) => `${city} ${count}`).join(', '),
      control,
    },
    withinRow('… with NASA’s step of 20 s after the shadow', heightsByStep, maxHeightError),
    {
      ...withinRow('height that is announced, within 3°', heightsBySets, maxHeightError),
      control: 'SGP4 and shadow of satellite.js',
    },
    withinRow('direction of appearance, within one of 16 points', appears, maxDirectionError),
    withinRow('direction of disappearance, within one of 16 points', disappears, maxDirectionError),
    {
      measure: 'visible for more than a minute, and not in the list',
      ours: String(unlisted),
      control,
    },
  ];
}
