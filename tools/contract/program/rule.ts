import { setTimeout as delay } from 'node:timers/promises';
import { writeSync } from 'node:fs';

/** One rule of an Electron module that a program can observe. */
export interface Rule {
  readonly title: string;
  /** The file in Electron's repository, at the commit of `origin`, that makes it so. */
  readonly source: string;
  /** Where it holds; everywhere if not given. */
  readonly platforms?: readonly NodeJS.Platform[];
  /** Throws or rejects if the program behaves otherwise. Throws a Missing if this machine cannot show it. */
  readonly run: () => unknown;
}

/** What came of a rule. */
export interface Outcome {
  readonly module: string;
  readonly title: string;
  readonly source: string;
  readonly result: 'ok' | 'differs' | 'skipped';
  /** Why it differs or was skipped. */
  readonly detail: string;
}

/** The machine lacks what a rule needs. */
export class Missing extends Error {}

const limitMs = 20_000;

/** Prints a line of JSON at once, also while the process ends. */
export function say(what: string, value: unknown): void {
  writeSync(1, `${JSON.stringify({ what, value })}\n`);
}

function report(
  module: string,
  { title, source }: Rule,
  result: Outcome['result'],
  error?: unknown,
): void {
  const detail = error instanceof Error ? error.message : typeof error === 'string' ? error : '';
  say('rule', { module, title, source, result, detail } satisfies Outcome);
}

const isElsewhere = ({ platforms }: Rule): boolean =>
  platforms !== undefined && !platforms.includes(process.platform);

const failed = (module: string, rule: Rule, error: unknown): void =>
  report(module, rule, error instanceof Missing ? 'skipped' : 'differs', error);

/** Checks rules one after another and prints the outcome of each. */
export async function check(module: string, rules: readonly Rule[]): Promise<void> {
  for (const rule of rules) {
    if (isElsewhere(rule)) {
      report(module, rule, 'skipped', `not on ${process.platform}`);
      continue;
    }
    const stop = new AbortController();
    const limit = delay(limitMs, undefined, { signal: stop.signal }).then(
      () => Promise.reject(new Error(`no end within ${limitMs / 1000} s`)),
      () => undefined,
    );
    try {
      await Promise.race([(async () => await rule.run())(), limit]);
      report(module, rule, 'ok');
    } catch (error) {
      failed(module, rule, error);
    } finally {
      stop.abort();
    }
  }
}

/** Checks rules in the present tick: before the app is ready, or while it ends. */
export function checkNow(module: string, rules: readonly Rule[]): void {
  for (const rule of rules) {
    if (isElsewhere(rule)) {
      report(module, rule, 'skipped', `not on ${process.platform}`);
      continue;
    }
    try {
      rule.run();
      report(module, rule, 'ok');
    } catch (error) {
      failed(module, rule, error);
    }
  }
}
