import { journalPostSchema, type JournalPost } from '../../../../shared/journal.ts';
import { parseJson } from '../../../../shared/json.ts';
import type { Parsed } from './parsed.ts';

/** One post a line, as JSON with a line feed behind it. */
export const jsonLine = (post: JournalPost): string => `${JSON.stringify(post)}\n`;

/** Reads what `jsonLine` wrote. Empty lines are skipped; anything else that is no post is told by its line. */
export function parseJsonLines(text: string): Parsed {
  const posts: JournalPost[] = [];
  let line = 0;
  for (const content of text.split('\n')) {
    line += 1;
    if (content.trim() === '') continue;
    const post = journalPostSchema.safeParse(parseJson(content));
    if (!post.success) return { kind: 'rejected', line, detail: whyNot(post.error.issues[0]) };
    posts.push(post.data);
  }
  return { kind: 'posts', posts };
}

/** Says where and what, never the value. */
export const whyNot = (
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): string =>
  issue === undefined || issue.path.length === 0
    ? 'this is not a post'
    : `${issue.path.map(String).join('.')}: ${issue.message}`;
