import { randomUUID } from 'node:crypto';
import type { FeatureContext, ServiceFeature } from '#platform/feature.ts';
import { startBackups } from './backups.ts';
import { startJournal } from './journal.ts';
import { journalHandlers } from './journal-handlers.ts';
import { openJournalValues } from './journal-values.ts';
import { createPostsService, probePosts } from './posts-client.ts';
import { createJournalStore } from './store/journal-store.ts';

/** Starts the journal, and the backups of the database: no service has a copy of a post that was not sent. */
export function startJournalFeature(context: FeatureContext) {
  const { clock, database, http, settings, urls } = context;
  const journal = startJournal({
    ...context,
    newId: randomUUID,
    authorId: () => settings().journal.authorId,
    service: createPostsService({ http, baseUrl: () => urls()?.posts ?? null }),
    store: createJournalStore(database),
    values: openJournalValues(context.value),
  });
  context.onEnd(() => journal.dispose());
  journal.useAddress(context.originOf('posts'));
  context.onEnd(startBackups(context));
  const handlers = journalHandlers(journal, () => clock.now());
  return {
    service: 'posts',
    handlers: { journal: handlers },
    wake: () => journal.wake(),
    check: () => journal.wake(),
    useAddress: (address) => journal.useAddress(address),
    probe: (url, signal) => probePosts(http, url, signal),

    /** Sends the waiting posts now. */
    publish: () => journal.publish(),

    /** Asks for a file, and writes the journal to it. */
    export: () => handlers.export('jsonl'),
  } satisfies ServiceFeature & Record<string, unknown>;
}
