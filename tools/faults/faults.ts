import { runCommand, UsageError, wholeNumber } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';

const usage = `Usage: npm run faults -- NAME [--count N] [--seed S], where NAME is one of
  every-call   each call to the disk, the database and the services fails once with each error, in scenarios
          of the built app; further arguments name scenarios
  model   schedules of edits, kills, faults and time jumps against the journal, on a fake clock
  power   the disk as it may be after a power cut at each moment of recorded scenarios; --count N images (20000);
          --without-fsync: leaves out the syncs of one file after the other, and says which loss that causes
  world   the built app among services, disks, clocks and users with faults;
          --schedules N (50), --twice: plays each twice and compares, --verbose`;

const numberOption = { type: 'string' } as const;
const optionTable = {
  count: numberOption,
  seed: numberOption,
  schedules: numberOption,
  twice: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  'without-fsync': { type: 'boolean', default: false },
} as const;
type NumberName = 'count' | 'seed' | 'schedules';
interface Options {
  /** Returns the number given for the option, or `otherwise` if the option is not given. */
  readonly read: (name: NumberName, otherwise: number) => number;
  readonly seed: number;
  readonly twice: boolean;
  readonly verbose: boolean;
  readonly withoutSync: boolean;
}

async function runModel({ read, seed }: Options): Promise<number> {
  const { checkModel } = await import('./model/play.ts');
  const { runs, failure } = await checkModel(read('count', 10_000), seed);
  console.log(`model: ${runs} schedules, seed ${seed}, ${elapsed()} s`);
  if (failure === null) return 0;
  console.log(failure);
  return 1;
}

/**
 * Returns the exit code: 1 if an image had a fault, or if a skipped sync caused no fault; 2 if this machine cannot
 * record.
 */
async function runPower({ read, seed, withoutSync }: Options): Promise<number> {
  const { whyNoRecording } = await import('./power/record.ts');
  const power = await import('./power/power.ts');
  const why = whyNoRecording();
  if (why !== null) {
    console.error(`power: not run: ${why}`);
    return 2;
  }
  using recorded = await power.recordScenarios();
  const { recordings } = recorded;
  const log = (line: string): void => console.log(line);
  if (withoutSync) {
    const outcomes = await power.checkWithoutSyncs(recordings, {
      count: read('count', 2400),
      seed,
      log,
    });
    const unseen = outcomes.filter(({ fault }) => fault === null);
    console.log(
      `power: ${outcomes.length} kinds of syncs left out, seed ${seed}, ${elapsed()} s: ${unseen.length} caused no fault`,
    );
    return unseen.length === 0 ? 0 : 1;
  }
  const { images, distinct, faults } = await power.checkPower(recordings, {
    count: read('count', 20_000),
    seed,
    log,
  });
  for (const line of power.reportFaults(faults)) console.log(line);
  console.log(
    `power: ${images} images, ${distinct} distinct, seed ${seed}, ${elapsed()} s: ${faults.length} with faults`,
  );
  return faults.length === 0 ? 0 : 1;
}

async function runEveryCall(only: readonly string[]): Promise<number> {
  const { failEveryCall, resultHeading, resultLineOf } =
    await import('./every-call/run-scenario.ts');
  const signal = interruptionSignal();
  console.log(resultHeading);
  const log = (line: string): void => console.log(line);
  const rows = await failEveryCall({ only, log, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  if (rows === null) return 130;
  console.log(['', resultHeading, ...rows.map(resultLineOf)].join('\n'));
  const [faults, failures] = [
    rows.reduce((sum, row) => sum + row.faults, 0),
    rows.reduce((sum, row) => sum + row.failures.length, 0),
  ];
  console.log(
    `every-call: ${rows.length} scenarios, ${faults} faults, ${elapsed()} s: ${failures} failures`,
  );
  return failures === 0 && rows.length > 0 ? 0 : 1;
}

/** Returns the exit code: 1 if a schedule failed, 130 if the run was stopped before all schedules were played. */
async function runWorld({ read, seed, verbose, twice }: Options): Promise<number> {
  const { playWorld } = await import('./world/world.ts');
  const count = read('schedules', 50);
  const signal = interruptionSignal();
  const report = await playWorld({
    seed,
    schedules: count,
    signal,
    log: (line) => console.log(line),
    verbose,
    twice: twice ? Infinity : 0,
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  if (report === null) return 130;
  const { schedules, failures, differences, text } = report;
  console.log(text);
  console.log(`world: ${schedules} schedules, seed ${seed}, ${elapsed()} s: ${failures} failed`);
  if (twice) console.log(`  each played twice: ${differences} went differently`);
  if (failures + differences > 0) return 1;
  return schedules < count ? 130 : 0;
}

const startedAt = performance.now();
const elapsed = (): string => ((performance.now() - startedAt) / 1000).toFixed(1);
/** Each imports its own modules, so that a wrong command line is refused at once. */
const commands = { model: runModel, power: runPower, world: runWorld };

await runCommand(
  { name: 'faults', usage, options: optionTable, allowPositionals: true },
  ({ values, positionals }) => {
    const [name = '', ...more] = positionals;
    if (name === '' || (more.length > 0 && name !== 'every-call'))
      throw new UsageError('give one name');
    if (name !== 'every-call' && !Object.hasOwn(commands, name))
      throw new UsageError(`there is no '${name}'`);
    const read: Options['read'] = (option, otherwise) =>
      wholeNumber(`--${option}`, values[option] ?? String(otherwise), 0, 2 ** 31 - 1);
    // All options are parsed here, so that a wrong option is refused before anything runs.
    for (const option of ['count', 'seed', 'schedules'] as const) read(option, 1);
    const seed = read('seed', Date.now() % 2 ** 31);
    const { twice, verbose, 'without-fsync': withoutSync } = values;
    const options = { read, seed, twice, verbose, withoutSync };
    if (name === 'every-call') return runEveryCall(more);
    return commands[name as keyof typeof commands](options);
  },
);
