import type { JournalPost } from '../../../../shared/journal.ts';
import type { ImportReport } from '../../../../shared/transfer.ts';

/** Every post of a file, or the first line that is not as it should be. */
export type Parsed =
  | { readonly kind: 'posts'; readonly posts: readonly JournalPost[] }
  | Extract<ImportReport, { kind: 'rejected' }>;
