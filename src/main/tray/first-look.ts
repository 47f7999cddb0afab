import type { Clock } from '#runtime/clock.ts';
import { executeProgram } from '#platform/process/run.ts';
import type { RunProgram } from '#platform/process/bus-call.ts';
import { findTrayHost, type TrayHost } from './host.ts';

/**
 * How long other work waits at most until the icon is shown, in milliseconds. In a session without a tray, the icon is
 * never shown.
 */
const settleMs = 1_000;

export type FirstLook = ReturnType<typeof lookForTray>;

/**
 * Requests early whether a program shows tray items. Another process answers, and its answer should have arrived when
 * the icon can be created.
 *
 * @param env the environment on Linux; null on other systems, which always have a tray
 */
export function lookForTray(
  env: NodeJS.ProcessEnv | null,
  run: RunProgram,
  clock: Clock,
  signal: AbortSignal,
) {
  const settling = Promise.withResolvers<undefined>();
  const firstAnswer: Promise<TrayHost> | null = env === null ? null : findTrayHost(env, run);
  return {
    /** The answer to the early request; null: no request was sent, because the system always has a tray. */
    first: firstAnswer,

    /** Resolves when the icon is shown, at the latest after `settleMs` or when `signal` is aborted. Never rejects. */
    settled: Promise.race([settling.promise, clock.sleep(settleMs, signal)]).then(() => undefined),

    /** Call it when the icon is shown, or when it is known that it will not be shown. */
    settle: () => settling.resolve(undefined),
  };
}

/** Calls `lookForTray` with the environment of this system. The search is aborted when `stack` is disposed. */
export function startTrayLook(clock: Clock, stack: AsyncDisposableStack): FirstLook {
  const stop = new AbortController();
  stack.defer(() => stop.abort());
  const env = process.platform === 'linux' ? process.env : null;
  const run: RunProgram = (program, args) => executeProgram(program, args, stop.signal);
  return lookForTray(env, run, clock, stop.signal);
}
