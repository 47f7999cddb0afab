import type { JournalPost } from '../../../../shared/journal.ts';
import type { ImportReport } from '../../../../shared/transfer.ts';
import { portions, type Breathe } from '../portions.ts';

/** The first line of a file that is not as it should be. */
export type Rejected = Extract<ImportReport, { kind: 'rejected' }>;

/** The posts of a file one after the other; ends early at the first that is rejected. */
export type Parser = (text: string) => Generator<JournalPost, Rejected | null>;

/** Every post of a file, or the first line that is not as it should be. */
export type Parsed = { readonly kind: 'posts'; readonly posts: readonly JournalPost[] } | Rejected;

/** Reads a file to its end, with a pause after each portion. */
export async function readAll(parser: Parser, text: string, breathe: Breathe): Promise<Parsed> {
  const end: { rejected: Rejected | null } = { rejected: null };
  function* parsed(): Generator<JournalPost> {
    end.rejected = yield* parser(text);
  }
  const posts: JournalPost[] = [];
  for (const portion of portions(parsed())) {
    posts.push(...portion);
    await breathe();
  }
  return end.rejected ?? { kind: 'posts', posts };
}

/** Lines with their numbers from 1, without the line feeds; what stands behind the last one is a line too. */
export function* linesOf(text: string): Generator<{ line: number; content: string }> {
  let line = 1;
  let from = 0;
  for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
    yield { line, content: text.slice(from, to) };
    from = to + 1;
    line += 1;
  }
  yield { line, content: text.slice(from) };
}
