import { performance } from 'node:perf_hooks';

/** A step that failed, with the reason in one line. */
export class StepFailure extends Error {
  readonly step: string;
  constructor(step: string, cause: unknown, detail: string | null) {
    const [line] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    super(detail === null ? line : `${line}: ${detail}`, { cause });
    this.step = step;
  }
}

interface StepOptions {
  /** When aborted, ends the step at once with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called when the step fails: returns the known cause, or null. */
  readonly detail?: () => string | null;
}

export interface Steps {
  /** The duration of each finished step in milliseconds, in order. */
  readonly elapsedMs: Readonly<Record<string, number>>;
  /** Runs one step. Throws a StepFailure. */
  run<T>(name: string, options: StepOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Milliseconds since the beginning, including the time that passed before `createSteps`. */
  total(): number;
}

/** Measures consecutive steps. `before`: the time that passed before this call, in milliseconds. */
export function createSteps(before: number, onStep: (name: string, ms: number) => void): Steps {
  const begin = performance.now() - before;
  const elapsedMs: Record<string, number> = { setup: Math.round(before) };
  return {
    elapsedMs,
    total: () => Math.round(performance.now() - begin),
    async run(name, { signal, detail }, work) {
      const started = performance.now();
      try {
        return await Promise.race([work(signal), rejectWhenAborted(signal)]);
      } catch (error) {
        throw new StepFailure(name, signal.aborted ? signal.reason : error, detail?.() ?? null);
      } finally {
        const ms = Math.round(performance.now() - started);
        elapsedMs[name] = ms;
        onStep(name, ms);
      }
    },
  };
}

/** Rejects when the signal is aborted, so that work that ignores the signal cannot delay the tool. */
function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
