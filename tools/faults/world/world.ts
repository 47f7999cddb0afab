import { ensureBuilt } from '#tools/setup/build.ts';
import { whyNoSmallDisk } from './machine.ts';
import { measureReference, playSchedule } from './play.ts';
import type { WorkPiece } from '../thread-budget.ts';
import { shrinkSchedule } from './shrink.ts';
import { differenceOf } from './trace.ts';
import { scheduleOf, type Schedule } from './schedule.ts';

interface WorldReport {
  /** The number of schedules that were played to their end: fewer than requested if the signal was aborted. */
  readonly schedules: number;
  readonly failures: number;
  /** The number of schedules whose second run differed. */
  readonly differences: number;
  readonly text: string;
}

interface WorldOptions {
  readonly schedules: number;
  readonly seed: number;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
  /** How many of the schedules are played twice, whose traces are compared (none). */
  readonly twice?: number;
  /** Prints each step. */
  readonly verbose?: boolean;
}

/** The number of schedules that play at the same time. */
const workers = 2;

/**
 * Plays the schedules of `seed`, `seed + 1`, … until all are played or the signal is aborted. A schedule that runs when
 * the signal is aborted does not count.
 */
export async function playWorld(options: WorldOptions): Promise<WorldReport> {
  const { schedules, seed, log, verbose = false, twice: twiceCount = 0 } = options;
  const broken = new AbortController();
  const signal = AbortSignal.any([options.signal, broken.signal]);
  const isStopped = (): boolean => signal.aborted;
  await ensureBuilt({ log, signal });
  const noDisk = whyNoSmallDisk();
  if (noDisk !== null) log(`  disk faults are skipped: ${noDisk}`);
  const disk = noDisk === null;
  const reference = await measureReference();
  const sum = { requests: 0, starts: 0, alone: 0, asked: 0, held: 0 };
  const mixed = new Map<string, number>();
  let longestPiece: WorkPiece = { ms: 0, place: '' };
  let [next, played, failures, differences, slow] = [0, 0, 0, 0, 0];

  async function work(): Promise<void> {
    while (next < schedules && !isStopped()) {
      const twice = next < twiceCount;
      const schedule = scheduleOf(seed + next++, disk);
      const tell = verbose ? (line: string) => log(`    ${line}`) : undefined;
      const options = { reference, disk, signal, ...(tell && { tell }) };
      const tryPlay = (steps = schedule.steps, isProfiled = true) =>
        playSchedule(
          { ...schedule, steps },
          { ...options, env: { OVERHEAD_WORLD_PROFILE: isProfiled ? '1' : '0' } },
        ).catch((error: unknown) => {
          if (signal.aborted) return null;
          broken.abort();
          throw new Error(`schedule of seed ${schedule.seed}`, { cause: error });
        });
      const outcome = await tryPlay(schedule.steps, schedules === 1);
      const isLong = (played: typeof outcome): boolean =>
        !isStopped() && (played?.longPieces.length ?? 0) > 0;
      const again = twice && !isStopped() ? await tryPlay() : outcome;
      // A short piece that was measured as a long one on a busy machine is not long in three runs.
      const second = isLong(outcome) && !twice ? await tryPlay() : again;
      const third = isLong(outcome) && isLong(second) ? await tryPlay() : null;
      if (outcome === null || again === null || isStopped()) return;
      if (third !== null && third.longPieces.length > 0) {
        slow += 1;
        log(`TOO LONG: npm run faults -- world --schedules 1 --seed ${schedule.seed}`);
        for (const { ms, place } of third.longPieces)
          log(`  the main thread was blocked for ${ms} ms of processor time: ${place}`);
      }
      if (twice && outcome.trace.hash() !== again.trace.hash()) {
        differences += 1;
        log(`DIFFERENT: npm run faults -- world --twice --schedules 1 --seed ${schedule.seed}`);
        log(`  ${differenceOf(outcome.trace.lines, again.trace.lines) ?? ''}`);
      }
      played += 1;
      for (const key of ['requests', 'starts', 'alone', 'asked', 'held'] as const)
        sum[key] += outcome[key];
      if (outcome.longestPiece.ms > longestPiece.ms) longestPiece = outcome.longestPiece;
      for (const kind of kindsOf(schedule)) mixed.set(kind, (mixed.get(kind) ?? 0) + 1);
      if (outcome.faults.length > 0) {
        failures += 1;
        log(`FAILED: npm run faults -- world --schedules 1 --seed ${schedule.seed}`);
        for (const fault of outcome.faults) log(`  ${fault}`);
        const fewest = await shrinkSchedule(schedule.steps, async (steps) => {
          if (isStopped()) return false;
          return ((await tryPlay(steps))?.faults.length ?? 0) > 0;
        });
        log(`  ${fewest.length} of ${schedule.steps.length} steps are enough:`);
        for (const step of fewest) log(`    ${JSON.stringify(step)}`);
      }
      if (played % 25 === 0)
        log(`  ${played} schedules, ${failures} failed, ${differences} differ`);
    }
  }
  // Each worker stops its machine, even if another worker fails.
  for (const result of await Promise.allSettled(Array.from({ length: workers }, work)))
    if (result.status === 'rejected') throw result.reason;
  const rows = [...mixed].sort(([a], [b]) => a.localeCompare(b));
  const { ms, place } = longestPiece;
  const text = [
    ...rows.map(([kind, count]) => `  ${String(count).padStart(6)}  ${kind}`),
    `  ${sum.starts} starts of the app, ${sum.requests} requests`,
    `  services that failed at the end of the faults: ${sum.alone} worked again within 75 s by themselves, ${sum.asked} when asked`,
    `  ${sum.held} schedules ended while a service wanted to be left alone for hours`,
    `  longest piece of work of the main thread: ${ms} ms of processor time${place === '' ? '' : `: ${place}`}`,
  ].join('\n');
  return { schedules: played, failures: failures + slow, differences, text };
}

function* kindsOf({ steps }: Schedule): Generator<string> {
  for (const step of steps) {
    if (step.do !== 'service') yield step.do === 'disk' ? `disk ${step.fault ?? 'well'}` : step.do;
    else for (const { name } of step.scenarios) yield `${step.service} ${name}`;
  }
}
