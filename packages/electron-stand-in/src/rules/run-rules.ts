import { writeSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { outcomeOfError, type CheckedRule, type Electron, type Outcome } from './rule.ts';

const limitMs = 300_000;

/** Prints a line of JSON synchronously, so that the line is not lost when the process ends. */
export function printJsonLine(what: string, value: unknown): void {
  writeSync(1, `${JSON.stringify({ what, value })}\n`);
}

/** Runs in Electron (or the stand-in): checks rules, prints the outcome of each as a line of JSON, and ends the app. */
export function runRules(electron: Electron, rules: ReadonlyMap<number, CheckedRule>): void {
  const { app } = electron;
  // Without this listener, Electron would end the app when a rule closes its window.
  app.on('window-all-closed', () => undefined);
  const early: Promise<void>[] = [];
  for (const [index, rule] of rules)
    if (rule.when !== undefined) early.push(checkRule(electron, index, rule));
  void app.whenReady().then(async () => {
    // Waits one more turn, so that this code runs after the listeners and promises of the early rules.
    await nextTurn();
    await Promise.all(early);
    for (const [index, rule] of rules)
      if (rule.when === undefined) await checkRule(electron, index, rule);
    // A rule that checks something in the `quit` event ends the app by itself.
    if (!isQuitAwaited) app.exit(0);
  });
}

/** Whether a rule ends the app and is checked in the `quit` event. */
let isQuitAwaited = false;

/** The part before the first `await` of a check runs within this call. */
async function checkRule(electron: Electron, index: number, rule: CheckedRule): Promise<void> {
  const print = (outcome: Outcome): void => printJsonLine('outcome', { index, ...outcome });
  const okOutcome = (detail: unknown): Outcome => ({
    result: 'ok',
    detail: typeof detail === 'string' ? detail : '',
  });
  const atQuit = (check: (code: number) => void): void => {
    isQuitAwaited = true;
    electron.app.once('quit', (_event, code) => {
      try {
        check(code);
        print(okOutcome(null));
      } catch (error) {
        print(outcomeOfError(error));
      }
    });
  };
  const stop = new AbortController();
  const limit = delay(limitMs, undefined, { signal: stop.signal }).then(
    () => Promise.reject(new Error(`no end within ${limitMs / 1000} s`)),
    () => undefined,
  );
  try {
    const detail = await Promise.race([(async () => await rule.check(electron, atQuit))(), limit]);
    if (!isQuitAwaited) print(okOutcome(detail));
  } catch (error) {
    isQuitAwaited = false;
    print(outcomeOfError(error));
  } finally {
    stop.abort();
    if (!isQuitAwaited)
      for (const window of electron.BrowserWindow.getAllWindows()) window.destroy();
  }
}
