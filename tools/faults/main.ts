import { checkModel } from './model/check.ts';
import { killRounds } from './kills/rounds.ts';
import { interruption } from '../setup/interruption.ts';
import { playWorld } from './world/world.ts';

const usage = `Usage: npm run faults -- NAME [--count N] [--seed S], where NAME is one of
  model   schedules of edits, kills, faults and time jumps against the journal, on a fake clock
  kills   a process that saves posts is killed with SIGKILL and started again, on the real disk
  world   the built app among services, disks, clocks and a person that misbehave;
          --schedules N (50), --workers N (2), --verbose`;

/** The value behind `--name`, as a number that is not negative. */
function option(args: readonly string[], name: string, otherwise: number): number {
  const at = args.indexOf(`--${name}`);
  const value = at === -1 ? otherwise : Number(args[at + 1]);
  if (!Number.isInteger(value) || value < 0) throw new TypeError(`--${name} is no number`);
  return value;
}

async function model(args: readonly string[]): Promise<number> {
  const seed = option(args, 'seed', Date.now() % 2 ** 31);
  const startedAt = performance.now();
  const { runs, failure } = await checkModel(option(args, 'count', 10_000), seed);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`model: ${runs} schedules, seed ${seed}, ${seconds} s`);
  if (failure === null) return 0;
  console.log(failure);
  return 1;
}

async function kills(args: readonly string[]): Promise<number> {
  const seed = option(args, 'seed', Date.now() % 2 ** 31);
  const startedAt = performance.now();
  const report = await killRounds(option(args, 'count', 1000), seed, (line) => console.error(line));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { rounds, saved, atSteps, withFiles, whole, none, torn } = report;
  const { lost, doubled, unstartable } = report;
  console.log(
    `kills: ${rounds} kills (${atSteps} of them at a call into the database), seed ${seed}, ${seconds} s`,
  );
  console.log(
    `  ${saved} saves were confirmed: ${lost} lost, ${doubled} doubled, ${unstartable} unstartable`,
  );
  console.log(
    `  ${withFiles} kills around an import and exports: ${whole} imports whole, ${none} not there, ${torn} torn`,
  );
  return lost + doubled + unstartable + torn === 0 ? 0 : 1;
}

/** Exit codes: 1 when a schedule failed, 130 when the run was stopped before all were played. */
async function world(args: readonly string[]): Promise<number> {
  const seed = option(args, 'seed', Date.now() % 2 ** 31);
  const wanted = option(args, 'schedules', 50);
  const workers = option(args, 'workers', 2);
  const signal = interruption();
  const startedAt = performance.now();
  const report = await playWorld({
    seed,
    schedules: wanted,
    workers,
    signal,
    log: (line) => console.log(line),
    verbose: args.includes('--verbose'),
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  if (report === null) return 130;
  const { schedules, failures, text } = report;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(text);
  console.log(`world: ${schedules} schedules, seed ${seed}, ${seconds} s: ${failures} failed`);
  if (failures > 0) return 1;
  return schedules < wanted ? 130 : 0;
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if ([name, ...args].includes('--help')) {
    console.log(usage);
    return 0;
  }
  if (name === 'model') return model(args);
  if (name === 'kills') return kills(args);
  if (name === 'world') return world(args);
  console.error(usage);
  return 2;
}

process.exitCode = await main(process.argv.slice(2));
