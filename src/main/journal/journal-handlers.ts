import type { Handlers } from '#shared/contract.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { fileChooser } from '#platform/windows/file-chooser.ts';
import { openLinkOrCopy } from '#platform/windows/links.ts';
import type { Journal } from './journal.ts';
import { createPhotoHandlers } from './photo-handlers.ts';
import { createPostLinks } from './post-links.ts';
import type { PhotoStore } from './store/photo-store.ts';
import { createTransfer } from './transfer/transfer.ts';

/** @param now returns the present time, in milliseconds since the Unix epoch */
export const journalHandlers = (journal: Journal, photos: PhotoStore, now: () => number) =>
  ({
    ...journal,
    ...createTransfer(journal, photos, transferFiles, fileChooser, now),
    ...createPhotoHandlers(journal, photos, now),
    ...createPostLinks({ get: journal.get, openLinkOrCopy }),
  }) satisfies Handlers['journal'];
