import type { Clock } from '#runtime/clock.ts';
import { executeProgram } from '#platform/process/run.ts';
import { askForHost, type RunProgram, type TrayHost } from './host.ts';

/** The longest wait of other work for the icon, in milliseconds: a session without a tray never shows it. */
const settleMs = 1_000;

export type FirstLook = ReturnType<typeof lookForTray>;

/**
 * Asks early whether a program shows tray items, so that the answer of the other process is there when the icon can be
 * created.
 *
 * @param env the environment on Linux; null on other systems, which always have a tray
 */
export function lookForTray(
  env: NodeJS.ProcessEnv | null,
  run: RunProgram,
  clock: Clock,
  signal: AbortSignal,
) {
  const settled = Promise.withResolvers<undefined>();
  const first: Promise<TrayHost> | null = env === null ? null : askForHost(env, run);
  return {
    /** The early answer; null: nothing was asked. */
    first,

    /** Resolves when the icon is shown, but at the latest after `settleMs` or when `signal` is aborted. Never rejects. */
    settled: Promise.race([settled.promise, clock.sleep(settleMs, signal)]).then(() => undefined),

    /** Call it when the icon is shown, or when it is known that it will not be shown. */
    settle: () => settled.resolve(undefined),
  };
}

/**
 * Asks early on this system: before the files are read, because another process answers. The question ends with `stack`.
 */
export function startTrayLook(clock: Clock, stack: AsyncDisposableStack): FirstLook {
  const stop = new AbortController();
  stack.defer(() => stop.abort());
  const env = process.platform === 'linux' ? process.env : null;
  const run: RunProgram = (program, args) => executeProgram(program, args, stop.signal);
  return lookForTray(env, run, clock, stop.signal);
}
