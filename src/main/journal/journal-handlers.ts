import type { Handlers } from '#shared/contract.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { fileChooser } from '#platform/windows/file-chooser.ts';
import { openLinkOrCopy } from '#platform/windows/links.ts';
import type { Journal } from './journal.ts';
import { createPostLinks } from './post-links.ts';
import { createTransfer } from './transfer/transfer.ts';

/** @param now returns the present time, in milliseconds since the Unix epoch */
export const journalHandlers = (journal: Journal, now: () => number) =>
  ({
    ...journal,
    ...createTransfer(journal, transferFiles, fileChooser, now),
    ...createPostLinks({ get: journal.get, openLinkOrCopy }),
  }) satisfies Handlers['journal'];
