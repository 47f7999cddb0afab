import { randomUUID } from 'node:crypto';
import type { FeatureContext, ServiceFeature } from '#platform/feature.ts';
import { reportDefect } from '#runtime/defects.ts';
import { startBackups } from './backups.ts';
import { startJournal } from './journal.ts';
import { journalHandlers } from './journal-handlers.ts';
import { openJournalValues } from './journal-values.ts';
import { createPostsService, probePosts } from './posts-client.ts';
import { createJournalStore } from './store/journal-store.ts';
import { createPhotoStore } from './store/photo-store.ts';

/** Starts the journal, and the backups of the database: no service has a copy of a post that was not sent. */
export function startJournalFeature(context: FeatureContext) {
  const { clock, composer, database, http, log, paths, settings, urls } = context;
  const store = createJournalStore(database);
  const values = openJournalValues(context.value);
  const journal = startJournal({
    ...context,
    newId: randomUUID,
    authorId: () => settings().journal.authorId,
    service: createPostsService({ http, baseUrl: () => urls()?.posts ?? null }),
    store,
    values,
  });
  context.onEnd(() => journal.dispose());
  journal.useAddress(context.originOf('posts'));
  context.onEnd(startBackups(context));
  const photos = createPhotoStore({ folder: paths.photos, composer, log });
  context.onEnd(() => photos.dispose());
  const removal = removeOldPhotos().catch(reportDefect);
  // The database is closed after the features have ended.
  context.onEnd(() => removal);
  const handlers = journalHandlers(journal, photos, () => clock.now());

  /** Removes the photos of purged posts, and old files without a post, unless posts may be missing. */
  async function removeOldPhotos(): Promise<void> {
    const { durable, recovered, unreadable } = context.state.current.journal;
    if (journal.purgedPhotos === null) return;
    await photos.remove(journal.purgedPhotos);
    if (!durable || recovered !== null || unreadable > 0) return;
    const { strayPhotos } = values;
    strayPhotos.set(await photos.sweep(() => store.photos(), strayPhotos.get(), clock.now()));
  }

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
