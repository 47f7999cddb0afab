import { journalPostSchema, type JournalPost } from '../../../../shared/journal.ts';
import { parseJson } from '../../../../shared/json.ts';
import { linesOf, type Parser } from './parsed.ts';

/** One post a line, as JSON with a line feed behind it. */
export const jsonLine = (post: JournalPost): string => `${JSON.stringify(post)}\n`;

/** Reads what `jsonLine` wrote. Empty lines are skipped; anything else that is no post is told by its line. */
export const parseJsonLines: Parser = function* (text) {
  for (const { line, content } of linesOf(text)) {
    if (content.trim() === '') continue;
    const post = journalPostSchema.safeParse(parseJson(content));
    if (!post.success) return { kind: 'rejected', line, detail: whyNot(post.error.issues[0]) };
    yield post.data;
  }
  return null;
};

/** Says where and what, never the value. */
export const whyNot = (
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): string =>
  issue === undefined || issue.path.length === 0
    ? 'this is not a post'
    : `${issue.path.map(String).join('.')}: ${issue.message}`;
