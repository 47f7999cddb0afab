import type { Fix } from '#shared/station/station.ts';
import { truthWithBurn, fixAt, createRandom, stationElements } from '#test/support/orbit.ts';
import type { ResultRow } from '#bench/support/benchmark.ts';
import { fixBySet, readPublishedSets, setInUse, type ElementSet } from './chain.ts';
import { compare, positionRow, spans, type Comparison } from './early.ts';
import { appPace, simulateFirstFits, startsIn } from './starts.ts';

const minute = 60;
const hour = 3600;

interface Case {
  readonly name: string;
  /** The learning time in minutes. */
  readonly minutes: number;
  /**
   * The answer of the service at `t`, `since` seconds after the start; `last` is the last answer before it. Null: no
   * answer.
   */
  readonly answer: (set: ElementSet, t: number, since: number, last: Fix | null) => Fix | null;
}

const cases: readonly Case[] = [
  { name: 'no fault', minutes: 60, answer: fixBySet },
  {
    name: 'timestamps 30 s late',
    minutes: 60,
    answer: (set, t) => {
      const fix = fixBySet(set, t);
      return { ...fix, time: fix.time + 30 };
    },
  },
  {
    name: 'every other answer is the one before it',
    minutes: 60,
    answer: (set, t, since, last) =>
      last !== null && Math.floor(since / 5) % 2 === 1
        ? { ...last, receivedAt: t * 1000 }
        : fixBySet(set, t),
  },
  {
    name: 'asleep from 18 min to 6 h 18 min',
    minutes: 390,
    answer: (set, t, since) =>
      since > 18 * minute && since < 6.3 * hour ? null : fixBySet(set, t),
  },
  {
    name: 'time to the nearest second',
    minutes: 60,
    answer: (set, t) => ({ ...fixBySet(set, t), time: Math.round(t) + 0.5 }),
  },
  {
    name: 'computed at the full second',
    minutes: 60,
    answer: (set, t) => fixBySet(set, Math.floor(t)),
  },
];

/**
 * Simulates the hours after a first start, with fixes as often as with the map on screen. Either the service has a
 * fault, or the station makes a burn 20 minutes after the first fix and the fixes show this burn at once.
 */
export function hostileRows(count: number, seed: number, log: (line: string) => void): ResultRow[] {
  const published = readPublishedSets(seed, log);
  if (published === null) return [];
  const { sets, random } = published;
  // The truth must be known for the longest learning time and one more day.
  const starts = startsIn(sets, count, random, 31 * hour);
  const rows = cases.map(({ name, minutes, answer }) => {
    log(`${name}: ${starts.length} starts`);
    const outcome = { minutes, spans: spans.map((): Comparison[] => []), without: 0 };
    for (const [index, { from, truth }] of starts.entries()) {
      const own = createRandom(seed + 1 + index);
      let last: Fix | null = null;
      simulateFirstFits(
        from,
        [minutes],
        appPace(true),
        (t) => {
          const now = t + own();
          const set = setInUse(sets, now);
          const fix = set && answer(set, now, t - from, last);
          last = fix ?? last;
          return fix;
        },
        (_, orbit, now) => {
          if (orbit === null) outcome.without += 1;
          else
            compare(orbit, now, truth, own).forEach((some, k) => outcome.spans[k]?.push(...some));
        },
      );
    }
    return toleratedRow(name, outcome);
  });
  return [...rows, burnRow(starts.length, seed, log)];
}

function burnRow(count: number, seed: number, log: (line: string) => void): ResultRow {
  const name = 'burn of 0.3 to 3 m/s after 20 min, shown at once';
  log(`${name}: ${count} starts`);
  const outcome = { minutes: 60, spans: spans.map((): Comparison[] => []), without: 0 };
  for (let index = 0; index < count; index++) {
    const own = createRandom(seed + 1 + index);
    const truth = truthWithBurn(
      stationElements[index % stationElements.length] ?? stationElements[0],
      0.3 * 10 ** own(),
      own,
    );
    simulateFirstFits(
      truth.epoch - 20 * minute,
      [60],
      appPace(true),
      (t) => fixAt(truth, t + own()),
      (_, orbit, now) => {
        if (orbit === null) outcome.without += 1;
        else
          compare(orbit, now, (t) => [...truth.earthFixed(t)], own).forEach((some, k) =>
            outcome.spans[k]?.push(...some),
          );
      },
    );
  }
  return toleratedRow(name, outcome);
}

/** A fault may make the stated uncertainty wrong: the row has no goal. */
function toleratedRow(name: string, outcome: Parameters<typeof positionRow>[1]): ResultRow {
  const { measure, ours, control = '' } = positionRow(name, outcome);
  return { measure, ours, control };
}
