import { journalPostSchema, type JournalPost } from '#shared/journal/journal.ts';
import { parseJson } from '#shared/json.ts';
import { fitsDraft, fitsRequest } from '#shared/journal/post-text.ts';
import { rejected, type Parser, type Read } from './parsed.ts';

/** One post a line, as JSON with a line feed behind it. */
export const jsonLine = (post: JournalPost): string => `${JSON.stringify(post)}\n`;

/** Reads what `jsonLine` wrote. Empty lines are skipped; anything else that is no post is told by its line. */
export const jsonLinesParser = (): Parser => ({
  line: (number, content) => (content.trim() === '' ? null : readPost(number, parseJson(content))),
  end: () => null,
});

/** The post that somebody may have had a hand in. The first fault is told by where and what, never by the value. */
export function readPost(line: number, given: unknown): Read {
  const post = journalPostSchema.safeParse(given);
  if (!post.success) {
    const [issue] = post.error.issues;
    const isNone = issue === undefined || issue.path.length === 0;
    return rejected(
      line,
      isNone ? 'this is not a post' : `${issue.path.map(String).join('.')}: ${issue.message}`,
    );
  }
  const fits = post.data.published ? fitsRequest : fitsDraft;
  return fits(post.data) ? post.data : rejected(line, 'this is longer than a post may be');
}
