import { statSync } from 'node:fs';
import type { Activities } from './activities.ts';
import { keepChronicle } from '#runtime/status/chronicle.ts';
import { recallSuccesses } from '#runtime/status/earlier-successes.ts';
import type { CoreServices } from './core-services.ts';

/** Recalls what worked before this run, and writes down from now on what does not, and what works again. */
export function startChronicle(core: CoreServices, { journal }: Activities): void {
  const { clock, state, archive, source, log, disposals } = core;
  log.info(`Overhead ${state.current.version} starts with ${sources[source]}`);
  recallSuccesses({
    state,
    newest: () => archive.newest(),
    // A file is as old as its last change.
    cameAt: ({ file }) =>
      file === null
        ? null
        : (statSync(archive.pathOf(file), { throwIfNoEntry: false })?.mtimeMs ?? null),
    page: (query) => journal.page(query),
    now: () => clock.now(),
  });
  disposals.add(keepChronicle({ state, tell: (line) => log.info(line) }));
}

const sources: Readonly<Record<CoreServices['source'], string>> = {
  live: 'the live services',
  embedded: 'simulated services on this machine',
  own: 'services of your own',
};
