import { setTimeout as delay } from 'node:timers/promises';
import { writeSync } from 'node:fs';

/** A rule of an Electron module that a program can check by itself. */
export interface Rule {
  readonly title: string;
  /** The file of Electron's repository that implements the rule, at the commit `electronCommit` of `run-program.ts`. */
  readonly source: string;
  /** The systems on which the rule holds. Default: all. */
  readonly platforms?: readonly NodeJS.Platform[];
  /**
   * Throws or rejects when Electron behaves differently. Throws a MissingProgramError when this machine cannot check
   * the rule.
   */
  readonly run: () => unknown;
}

/** The result of checking a rule. */
export interface Outcome {
  readonly module: string;
  readonly title: string;
  readonly source: string;
  readonly result: 'ok' | 'differs' | 'skipped';
  /** The reason of a difference or of a skipped rule. */
  readonly detail: string;
}

/** Thrown when the machine lacks a program that a rule needs for its check. */
export class MissingProgramError extends Error {}

/** Calls a method with an argument that its type does not allow. */
export const callUntyped = (on: object, name: string, argument: unknown): unknown =>
  (Reflect.get(on, name) as (given: unknown) => unknown).call(on, argument);

const limitMs = 20_000;

/** Prints a line of JSON synchronously, so that the line is not lost when the process ends. */
export function printJsonLine(what: string, value: unknown): void {
  writeSync(1, `${JSON.stringify({ what, value })}\n`);
}

function reportOutcome(
  module: string,
  { title, source }: Rule,
  result: Outcome['result'],
  error?: unknown,
): void {
  const detail = error instanceof Error ? error.message : typeof error === 'string' ? error : '';
  printJsonLine('rule', { module, title, source, result, detail } satisfies Outcome);
}

/** Yields the rules that hold on this system. Reports each of the other rules as skipped. */
function* rulesHere(module: string, rules: readonly Rule[]): Generator<Rule> {
  for (const rule of rules) {
    if (rule.platforms === undefined || rule.platforms.includes(process.platform)) yield rule;
    else reportOutcome(module, rule, 'skipped', `not on ${process.platform}`);
  }
}

const reportFailure = (module: string, rule: Rule, error: unknown): void =>
  reportOutcome(module, rule, error instanceof MissingProgramError ? 'skipped' : 'differs', error);

/** Checks the rules in order, and prints the outcome of each. */
export async function checkRules(module: string, rules: readonly Rule[]): Promise<void> {
  for (const rule of rulesHere(module, rules)) {
    const stop = new AbortController();
    const limit = delay(limitMs, undefined, { signal: stop.signal }).then(
      () => Promise.reject(new Error(`no end within ${limitMs / 1000} s`)),
      () => undefined,
    );
    try {
      await Promise.race([(async () => await rule.run())(), limit]);
      reportOutcome(module, rule, 'ok');
    } catch (error) {
      reportFailure(module, rule, error);
    } finally {
      stop.abort();
    }
  }
}

/** Checks rules in the current tick: before the app is ready, or during its end. */
export function checkRulesNow(module: string, rules: readonly Rule[]): void {
  for (const rule of rulesHere(module, rules)) {
    try {
      rule.run();
      reportOutcome(module, rule, 'ok');
    } catch (error) {
      reportFailure(module, rule, error);
    }
  }
}
