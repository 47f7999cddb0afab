import type { Observer } from '#shared/station/sky/observer.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { Conjunction } from '#shared/station/sky/sky.ts';
import type { Ephemeris } from './orbit/ephemeris.ts';

interface Wanted {
  readonly passes: readonly Pass[];
  readonly observer: Observer;
  readonly ephemeris: Ephemeris;
}

interface ConjunctionSearch {
  /** Searches along these passes, unless they are those of the last call. Null: no passes are known. */
  update(wanted: Wanted | null): void;
  dispose(): Promise<void>;
}

/**
 * Searches conjunctions a pass at a time, one to two milliseconds each. The search, its ephemeris and the stars are loaded
 * with the first visible pass.
 */
export function createConjunctionSearch(
  publish: (conjunctions: Conjunction[]) => void,
  onDefect: (error: unknown) => void,
): ConjunctionSearch {
  let searched: readonly Pass[] = [];
  let running: { readonly abort: AbortController; readonly done: Promise<void> } | null = null;

  async function search({ passes, observer, ephemeris }: Wanted, signal: AbortSignal) {
    const found: Conjunction[] = [];
    const visible = passes.filter(({ visible: isVisible }) => isVisible);
    if (visible.length > 0) {
      const { conjunctionsOf } = await import('./sky/conjunctions.ts');
      for (const pass of visible) {
        await new Promise((resolve) => setImmediate(resolve));
        if (signal.aborted) return;
        found.push(...conjunctionsOf(ephemeris, observer, pass));
      }
    }
    if (!signal.aborted) publish(found);
  }

  function stop(): Promise<void> | undefined {
    running?.abort.abort();
    const done = running?.done;
    running = null;
    return done;
  }

  return {
    update(wanted) {
      const passes = wanted?.passes ?? [];
      if (passes === searched || (passes.length === 0 && searched.length === 0)) return;
      // Passes that are over only drop out.
      const isShorter =
        passes.length > 0 && searched.slice(-passes.length).every((one, k) => one === passes[k]);
      searched = passes;
      if (isShorter) return;
      void stop();
      if (wanted === null || passes.length === 0) {
        publish([]);
        return;
      }
      const abort = new AbortController();
      const done = search(wanted, abort.signal).catch(onDefect);
      running = { abort, done };
    },
    dispose: async () => stop(),
  };
}
