import type { FittedOrbit } from '#shared/station/orbit.ts';
import { distanceInWords } from '#renderer/station/units.ts';
import { ephemerisOf } from '#station/orbit/ephemeris.ts';
import { createRandom } from '#test/support/orbit.ts';
import type { ResultRow } from '#bench/support/benchmark.ts';
import { median, quantile } from '#bench/support/statistics.ts';
import { errorKm, fixBySet, readPublishedSets, setInUse } from './chain.ts';
import { statementsAt, statementRows, type Statement } from './early-statements.ts';
import {
  appPace,
  every,
  simulateFirstFits,
  startsIn,
  type Pace,
  type Start,
  type Truth,
} from './starts.ts';

const hour = 3600;

/** A schedule of fixes, and the learning times (minutes) after which errors are measured. */
interface Schedule {
  readonly name: string;
  readonly pace: () => Pace;
  readonly learned: readonly number[];
}

/**
 * The fit keeps at most 120 fixes for each element set of the service, so that a longer time with a short interval is
 * hardly different from the same time with a longer interval.
 */
const schedules: readonly Schedule[] = [
  { name: 'one in 5 s', pace: () => every(5), learned: [5, 10, 18, 30] },
  { name: 'one in 10 s', pace: () => every(10), learned: [5, 10, 18, 30, 60] },
  { name: 'one a minute', pace: () => every(60), learned: [5, 10, 18, 30, 60, 120] },
  {
    name: 'as the app, map on screen',
    pace: () => appPace(true),
    learned: [5, 10, 18, 30, 60, 120],
  },
  {
    name: 'as the app, in the tray',
    pace: () => appPace(false),
    learned: [5, 10, 18, 30, 60, 120],
  },
];

/**
 * Ranges of the time since the newest fix, in hours, and the number of times at which errors are measured in each
 * range.
 */
const spans = [
  [0, 1],
  [1, 3],
  [3, 12],
  [12, 24],
] as const;
const timesInSpan = 4;

/** An error, with the uncertainty that was stated for it, km. */
interface Comparison {
  readonly km: number;
  readonly sigma: number;
  readonly along: number;
  readonly alongSigma: number;
  readonly cross: number;
  readonly crossSigma: number;
}

/** Compares an orbit with the truth. Returns the comparisons in the order of `spans`. */
function compare(
  orbit: FittedOrbit,
  now: number,
  truth: Truth,
  random: () => number,
): Comparison[][] {
  const ephemeris = ephemerisOf(orbit);
  return spans.map(([from, to]) =>
    Array.from({ length: timesInSpan }, (_, k) => {
      const t = now + hour * (from + ((to - from) * (k + random())) / timesInSpan);
      const { along, cross } = errorKm(ephemeris.earthFixed(t), truth(t), truth(t + 1));
      const { alongKm, crossKm } = ephemeris.deviations(t);
      return {
        ...{ along, cross, alongSigma: alongKm, crossSigma: crossKm },
        km: Math.hypot(along, cross),
        sigma: ephemeris.sigmaKm(t),
      };
    }),
  );
}

/**
 * Simulates at most two hours after a first start, with a position service that uses the element sets of January to
 * April 2023. Compares the errors of the orbit that is fitted to these few fixes, and of the app's statements from this
 * orbit, with the stated uncertainty.
 *
 * @param count the number of random starts; about a fifth of them are left out, because they are near a burn or no true
 * orbit is known for them
 */
export function earlyRows(count: number, seed: number, log: (line: string) => void): ResultRow[] {
  const published = readPublishedSets(seed, log);
  if (published === null) return [];
  const { sets, random } = published;
  const starts = startsIn(sets, count, random);
  return schedules.flatMap((schedule) => {
    log(`${schedule.name}: ${starts.length} starts`);
    const isApp = schedule.name.startsWith('as the app');
    const learned = schedule.learned.map((minutes) => ({
      minutes,
      spans: spans.map((): Comparison[] => []),
      statements: [] as Statement[],
      without: 0,
    }));
    starts.forEach((start, index) => {
      runStart(start, index, (minutes, orbit, now, own) => {
        const one = learned.find((other) => other.minutes === minutes);
        if (one === undefined) return;
        if (orbit === null) return void (one.without += 1);
        compare(orbit, now, start.truth, own).forEach((some, k) => one.spans[k]?.push(...some));
        if (isApp) one.statements.push(...statementsAt(orbit, now, start.truth, own));
      });
    });
    return [
      ...learned.map((one) => positionRow(schedule.name, one)),
      ...(isApp ? learned.flatMap((one) => statementRows(schedule.name, one)) : []),
    ];

    function runStart(
      { from }: Start,
      index: number,
      each: (minutes: number, orbit: FittedOrbit | null, now: number, random: () => number) => void,
    ): void {
      const own = createRandom(seed + 1 + index);
      simulateFirstFits(
        from,
        schedule.learned,
        schedule.pace(),
        (t) => {
          const now = t + own();
          const set = setInUse(sets, now);
          return set && fixBySet(set, now);
        },
        (minutes, orbit, now) => each(minutes, orbit, now, own),
      );
    }
  });
}

export const share = <T>(values: readonly T[], isInside: (value: T) => boolean): number =>
  values.filter(isInside).length / values.length;

/** Joins the numbers of a short list, for one cell of the table. */
const list = (values: readonly string[]): string => values.join(', ');
const whole = (value: number): string => (value < 9.95 ? value.toFixed(1) : value.toFixed(0));
const tenths = (part: number): string => (100 * part).toFixed(1);

/** The share of errors of the position inside two standard deviations, in each span. */
function positionRow(
  name: string,
  {
    minutes,
    spans: all,
    without,
  }: { minutes: number; spans: readonly (readonly Comparison[])[]; without: number },
): ResultRow {
  const inside = all.map((some) => share(some, ({ km, sigma }) => km <= 2 * sigma));
  const detail = (of: (some: readonly Comparison[]) => string): string => list(all.map(of));
  const one = detail((some) => tenths(share(some, ({ km, sigma }) => km <= sigma)));
  const cross = detail((some) =>
    tenths(share(some, (value) => Math.abs(value.cross) <= 2 * value.crossSigma)),
  );
  const printed = detail((some) => tenths(share(some, ({ km, sigma }) => km <= printedKm(sigma))));
  const errors = detail(
    (some) =>
      `${whole(median(some.map(({ km }) => km)))}/${whole(
        quantile(
          some.map(({ km }) => km),
          0.95,
        ),
      )}`,
  );
  const sigmas = detail(
    (some) =>
      `${whole(median(some.map(({ sigma }) => sigma)))}/${whole(
        quantile(
          some.map(({ sigma }) => sigma),
          0.95,
        ),
      )}`,
  );
  return {
    measure: `${name}, ${minutes} min: inside 2 σ, 0–1, 1–3, 3–12, 12–24 h ahead`,
    ours: `${list(inside.map(tenths))} %${without > 0 ? `; ${without} without an orbit` : ''}`,
    control: `as printed ${printed} %; inside 1 σ ${one} %; across, 2 σ ${cross} %; error, median/95 %: ${errors} km; σ ${sigmas} km`,
    goal: '≥ 93 %',
    met: Math.min(...inside) >= 0.93 && without === 0,
  };
}

/** The figure that the Station view shows, km: two standard deviations, rounded. */
const printedKm = (sigma: number): number => numberIn(distanceInWords(Math.max(0.1, 2 * sigma)));

/** Returns the number in a text such as `1,204 km`. */
export const numberIn = (text: string): number =>
  Number((/[\d.,]+/.exec(text)?.[0] ?? '').replaceAll(',', ''));
