import type { FittedOrbit } from '#shared/station/orbit.ts';
import { placeBelow } from '#shared/station/sky/earth.ts';
import { flatHorizon } from '#shared/station/sky/local-horizon.ts';
import { distanceInWords } from '#shared/station/transit-words.ts';
import { secondsInWords } from '#shared/time-words.ts';
import { ephemerisOf, type Ephemeris } from '#station/orbit/ephemeris.ts';
import { createOrbitView } from '#station/orbit-view.ts';
import { bodyBetween, discBodies } from '#station/sky/bodies.ts';
import { passesOf } from '#station/sky/passes.ts';
import { groundPointOnLine, transitsOf } from '#station/sky/transits.ts';
import type { ResultRow } from '#bench/support/benchmark.ts';
import { median, formatPercent, quantile } from '#bench/support/statistics.ts';
import { numberIn, share } from './early.ts';
import type { Truth } from './starts.ts';

const hour = 3600;
/** Transits are shown once passes are known this far ahead (milliseconds), as in the Station view. */
const transitsFromMs = 24 * hour * 1000;
/** A transit is shown up to this uncertainty of its centre line, km (transit-search.ts). */
const lostKm = 100;
/** The number of random times in the next day for which a transit is constructed. */
const tries = 6;

/** A statement of the app, with its error, one standard deviation, and the range that the app prints. */
export interface Statement {
  readonly of: 'pass' | 'rough pass' | 'line' | 'transit';
  /** `error`, `sigma` and `printed` are in seconds for a time, and in kilometres for a centre line. */
  readonly error: number;
  readonly sigma: number;
  readonly printed: number;
}

/** From this uncertainty on (two standard deviations, seconds) a card says that the time of a pass is rough. */
const roughSeconds = 20;

/** Returns what the app states about the next day for a random place, with the error of each statement. */
export function statementsAt(
  orbit: FittedOrbit,
  now: number,
  truth: Truth,
  random: () => number,
): Statement[] {
  const ephemeris = ephemerisOf(orbit);
  const observer = {
    latitude: 110 * random() - 55,
    longitude: 360 * random() - 180,
    altitude: 0,
    source: 'settings' as const,
  };
  const { passes, passesUntil } = createOrbitView()(now * 1000, {
    ...{ estimate: { orbit, ephemeris }, observer },
    ...{ horizon: flatHorizon, placeUnder: null },
  });
  const truePasses = passesOf(truth, observer, {
    ...{ from: now - hour / 2, hours: 25.5 },
    minPeakElevation: 1,
  });
  const ofPasses = passes
    .filter(({ rise, set }) => rise.t > now && set.t < now + 24 * hour)
    .map(({ peak, timeSigma = NaN }): Statement => {
      const error = Math.min(...truePasses.map((pass) => Math.abs(pass.peak.t - peak.t)));
      // The same rule as in NextPass.svelte and in `timeCertainty`.
      const isRough = 2 * timeSigma >= roughSeconds;
      return {
        of: isRough ? 'rough pass' : 'pass',
        error,
        sigma: timeSigma,
        printed: isRough ? 60 * Math.ceil((2 * timeSigma) / 60) : printedSeconds(timeSigma),
      };
    });
  const hasTransits = (passesUntil ?? 0) - now * 1000 >= transitsFromMs;
  return [...ofPasses, ...(hasTransits ? ofTransits(ephemeris, now, truth, random) : [])];
}

/** The range that the app prints with the time of a pass or of a transit, seconds. */
const printedSeconds = (sigma: number): number =>
  numberIn(secondsInWords(Math.max(0.1, 2 * sigma), sigma < 5 ? 1 : 0));

/**
 * Constructs transits of the Sun and the Moon. Each observer stands on the centre line that the app computes, so the
 * error of this line is the distance of the observer from the true centre line.
 */
function ofTransits(
  ephemeris: Ephemeris,
  now: number,
  truth: Truth,
  random: () => number,
): Statement[] {
  return Array.from({ length: tries }, (_, k) => {
    const t = now + 24 * hour * ((k + random()) / tries) - hour / 4;
    const disc = k % 2 === 0 ? 'sun' : 'moon';
    const body = bodyBetween(discBodies[disc].body, t - 900, t + 900);
    const ground = groundPointOnLine(ephemeris.earthFixed(t), body(t), 0);
    if (t < now + 900 || ground === null) return [];
    const observer = { ...placeBelow(ground), altitude: 0, altitudeSigma: 0 };
    const search = { from: t - 900, hours: 0.5, withinKm: 500 };
    const [said] = transitsOf(ephemeris, observer, search).filter((one) => one.body === disc);
    const [seen] = transitsOf({ ...ephemeris, earthFixed: truth }, observer, search).filter(
      (one) => one.body === disc,
    );
    if (said === undefined || said.lineSigmaKm > lostKm || said.elevation < 10) return [];
    const { lineSigmaKm, timeSigma } = said;
    const ofLine: Statement = {
      ...{ of: 'line', sigma: lineSigmaKm },
      error: seen?.distanceKm ?? Infinity,
      printed: numberIn(distanceInWords(Math.max(0.1, 2 * lineSigmaKm))),
    };
    const ofTime: Statement = {
      ...{ of: 'transit', sigma: timeSigma },
      error: seen === undefined ? Infinity : Math.abs(seen.t - said.t),
      printed: printedSeconds(timeSigma),
    };
    return [ofLine, ofTime];
  }).flat();
}

const names = {
  pass: ['times of passes', 's'],
  'rough pass': ['times of passes that the card calls rough', 's'],
  line: ['centre lines of transits', 'km'],
  transit: ['times of transits', 's'],
} as const;

/** A row for each kind with at least 40 statements: the share of errors inside the range that is printed. */
export function statementRows(
  name: string,
  { minutes, statements }: { minutes: number; statements: readonly Statement[] },
): ResultRow[] {
  return (Object.keys(names) as Statement['of'][]).flatMap((of) => {
    const some = statements.filter((one) => one.of === of);
    if (some.length < 40) return [];
    const [what, unit] = names[of];
    const inside = share(some, ({ error, sigma }) => error <= 2 * sigma);
    const printed = share(some, (one) => one.error <= one.printed);
    const figures = (values: readonly number[]): string =>
      `${median(values).toPrecision(3)}/${quantile(values, 0.95).toPrecision(3)} ${unit}`;
    return [
      {
        measure: `${name}, ${minutes} min: ${what} in the next day, inside the printed range`,
        ours: formatPercent(printed),
        control: `inside 2 σ ${formatPercent(inside)}; ${some.length}; error, median/95 %: ${figures(some.map(({ error }) => error))}; σ ${figures(some.map(({ sigma }) => sigma))}`,
        goal: '≥ 93 %',
        met: printed >= 0.93,
      },
    ];
  });
}
