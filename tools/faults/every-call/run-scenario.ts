import { ensureBuilt } from '#tools/setup/build.ts';
import { BrokenRuleError } from '../world/world-app.ts';
import type { CallFault, InjectedEffect } from '../world/host.ts';
import { minuteMs, Rig, secondMs } from './rig.ts';
import { scenarios, type Scenario } from './scenarios.ts';

interface EveryCallOptions {
  /** The names of the scenarios to run; empty: all. */
  readonly only: readonly string[];
  /**
   * Whether each call fails only once, with one of its errors in rotation. Otherwise each call fails once with each of
   * its errors.
   */
  readonly brief?: boolean;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

interface ScenarioResult {
  readonly name: string;
  /** The highest number of calls in a run: to the disk, to the database, and to the network. */
  readonly calls: Record<CallFault['boundary'], number>;
  faults: number;
  readonly failures: string[];
}

const boundaries = ['disk', 'database', 'network'] as const;
/**
 * The time after which the app must work again: longer than the longest wait for the disk, and for the return of the
 * network.
 */
const healingMs = 75 * secondMs;

/**
 * Lets each call of each scenario fail once with each error that the call can have. After the fault ends, the app must
 * reach the goal of the scenario.
 */
export async function failEveryCall(options: EveryCallOptions): Promise<readonly ScenarioResult[]> {
  const { only, log, signal } = options;
  await ensureBuilt({ log, signal });
  const rows: ScenarioResult[] = [];
  for (const scenario of scenarios) {
    if (only.length > 0 && !only.includes(scenario.name)) continue;
    const row: ScenarioResult = {
      name: scenario.name,
      calls: { disk: 0, database: 0, network: 0 },
      faults: 0,
      failures: [],
    };
    rows.push(row);
    await new Runner(scenario, row, options).run();
    log(resultLineOf(row));
  }
  return rows;
}

export const resultLineOf = ({ name, calls, faults, failures }: ScenarioResult): string =>
  [
    name.padEnd(44),
    ...boundaries.map((boundary) => String(calls[boundary]).padStart(6)),
    String(faults).padStart(8),
    String(failures.length).padStart(10),
  ].join('');

export const resultHeading = [
  'scenario'.padEnd(44),
  ...boundaries.map((boundary) => boundary.slice(0, 6).padStart(boundary === 'disk' ? 6 : 9)),
  'faults',
  'failures',
].join('  ');

class Runner {
  private rig: Rig | null = null;
  private readonly scenario: Scenario;
  private readonly row: ScenarioResult;
  private readonly options: EveryCallOptions;

  constructor(scenario: Scenario, row: ScenarioResult, options: EveryCallOptions) {
    this.scenario = scenario;
    this.row = row;
    this.options = options;
  }

  async run(): Promise<void> {
    try {
      for (const boundary of boundaries) await this.runBoundary(boundary);
      if (this.rig !== null && this.scenario.kind === 'running') await this.runEnd(this.rig);
    } finally {
      await this.rig?.stop();
    }
  }

  private async runBoundary(boundary: CallFault['boundary']): Promise<void> {
    for (let call = 0; ; call += 1) {
      for (let error = 0; ; error += 1) {
        this.options.signal.throwIfAborted();
        const injected = await this.runOnce({
          boundary,
          call,
          error,
          inTurn: this.options.brief === true,
        });
        this.row.calls[boundary] = Math.max(this.row.calls[boundary], injected.calls);
        if (injected.failed !== null) this.row.faults += 1;
        if (injected.calls <= call) return;
        if (injected.failed === null || this.options.brief === true) break;
      }
    }
  }

  /** Runs the scenario once. Skips the rest of the run when the app has exited. */
  private async runOnce(fault: CallFault): Promise<InjectedEffect> {
    const rig = (this.rig ??= await this.begin());
    let injected: InjectedEffect = { calls: 0, failed: null, errors: 0, unhandled: [] };
    const problems: string[] = [];
    try {
      const run = { running: runInRunningApp, start: runStart, quit: runQuit }[this.scenario.kind];
      await run(rig, this.scenario, fault, problems, (one) => (injected = one));
    } catch (error) {
      if (!(error instanceof BrokenRuleError)) throw error;
      problems.push(error.message);
      await rig.stop();
      this.rig = null;
    }
    for (const problem of [...problems, ...injected.unhandled]) this.fail(fault, injected, problem);
    return injected;
  }

  private fail(fault: CallFault, { failed }: InjectedEffect, problem: string): void {
    const where = `${this.row.name}, ${fault.boundary} ${fault.call + 1}.${fault.error + 1}, ${failed ?? 'nothing failed'}`;
    this.row.failures.push(`${where}: ${problem}`);
    this.options.log(`FAILED: ${where}:\n    ${problem.replaceAll('\n', '\n    ')}`);
  }

  private async begin(): Promise<Rig> {
    const rig = await Rig.start();
    try {
      await rig.launch();
      await rig.advance(2 * minuteMs);
      await rig.write(rig.newId(), rig.newTitle(), true);
      await rig.advance(5 * secondMs);
      if (this.scenario.kind !== 'running') await rig.quit();
      rig.defects();
      return rig;
    } catch (error) {
      await rig.stop();
      throw error;
    }
  }

  /**
   * Quits the app after all runs, without a fault. The saved posts must exist after the next start, and no temporary
   * file may remain.
   */
  private async runEnd(rig: Rig): Promise<void> {
    const problems = await rig.quit();
    await rig.launch();
    await rig.advance(healingMs);
    problems.push(...(await rig.lost()), ...rig.leftovers());
    for (const problem of problems)
      this.row.failures.push(`${this.row.name}, in the end: ${problem}`);
  }
}

type RunWithFault = (
  rig: Rig,
  scenario: Scenario,
  fault: CallFault,
  problems: string[],
  tell: (injected: InjectedEffect) => void,
) => Promise<void>;

/** Checks the conditions that must hold after each run. */
async function checkConditions(rig: Rig, isLost: boolean): Promise<string[]> {
  return [
    ...(await rig.lost()),
    ...(await rig.doubled(isLost)),
    ...rig.leftovers(),
    ...rig.wallpaper(),
    ...rig.defects(),
  ];
}

const isLost = ({ failed }: InjectedEffect): boolean => failed?.endsWith(': lost') === true;

/**
 * Waits for the app to reach the goal by itself; if it does not, repeats the action. Returns what is then missing, or
 * null.
 */
async function awaitRecovery(rig: Rig, scenario: Scenario, token: string): Promise<string | null> {
  await rig.advance(healingMs);
  if ((await scenario.missing(rig, token)) === null) return null;
  await scenario.act(rig, token);
  await rig.advance(healingMs);
  return scenario.missing(rig, token);
}

const runInRunningApp: RunWithFault = async (rig, scenario, fault, problems, tell) => {
  const token = await scenario.prepare(rig);
  await rig.arm(fault);
  try {
    await scenario.act(rig, token);
  } catch (error) {
    if (!(error instanceof BrokenRuleError)) throw error;
    problems.push(error.message);
  }
  await rig.advance(3 * secondMs);
  const injected = await rig.disarm();
  tell(injected);
  const missing = await awaitRecovery(rig, scenario, token);
  if (missing !== null) problems.push(`the goal is not reached: ${missing}`);
  problems.push(...(await checkConditions(rig, isLost(injected))));
};

/** The effect of the fault, which the app printed before it exited. */
function parseInjectedFault(output: string): InjectedEffect | null {
  const report = /INJECTED (.*)/.exec(output)?.[1];
  return report === undefined ? null : (JSON.parse(report) as InjectedEffect);
}

const runStart: RunWithFault = async (rig, scenario, fault, problems, tell) => {
  const token = await scenario.prepare(rig);
  let injected: InjectedEffect | null = null;
  try {
    await rig.launch(fault);
    await rig.advance(3 * secondMs);
    injected = await rig.disarm();
    tell(injected);
    await rig.advance(healingMs);
    problems.push(...(await checkConditions(rig, isLost(injected))), ...(await rig.quit()));
  } catch (error) {
    if (!(error instanceof BrokenRuleError)) throw error;
    injected ??= parseInjectedFault(error.message);
    if (injected !== null) tell(injected);
    // A start that fails must report its reason. The start is then repeated.
    if (!error.message.includes('could not start')) problems.push(error.message);
    await rig.kill();
  }
  await rig.launch();
  const missing = await awaitRecovery(rig, scenario, token);
  if (missing !== null) problems.push(`the goal is not reached: ${missing}`);
  problems.push(...(await checkConditions(rig, false)), ...(await rig.quit()));
};

const runQuit: RunWithFault = async (rig, scenario, fault, problems, tell) => {
  await rig.launch();
  await rig.advance(healingMs);
  const id = rig.newId();
  await rig.write(id, rig.newTitle(), false);
  await rig.arm(fault);
  const { app } = rig;
  problems.push(...(await rig.quit()));
  tell(parseInjectedFault(app.output) ?? { calls: 0, failed: null, errors: 0, unhandled: [] });
  await rig.launch();
  const missing = await awaitRecovery(rig, scenario, id);
  if (missing !== null) problems.push(`the goal is not reached: ${missing}`);
  problems.push(...(await checkConditions(rig, false)), ...(await rig.quit()));
};
