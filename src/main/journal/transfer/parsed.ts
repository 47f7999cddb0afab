import type { Failure, Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import type { ImportReport } from '#shared/journal/transfer.ts';
import { lengthOf, portionLength } from '../portions.ts';

/** The first line of a file that is not as it should be. */
export type Rejected = Extract<ImportReport, { kind: 'rejected' }>;

/** What a line completes: a post, or nothing, or it is not as it should be. */
export type Read = JournalPost | Rejected | null;

/** Reads a file line by line, without the line feeds. */
export interface Parser {
  /** `number` counts from 1. */
  line(number: number, content: string): Read;
  /** Told when there are no more lines. */
  end(): Read;
}

export const rejected = (line: number, detail: string): Rejected => ({
  kind: 'rejected',
  line,
  detail,
});

/** No post is longer, in UTF-16 units: a draft of 4 MiB and 1 MiB that was accepted, each unit as an escape of six. */
const longest = 32 * 1024 * 1024;

type Portion = Result<readonly JournalPost[], Rejected | Failure>;

/**
 * The posts of a file as its text comes, in portions; ends with the first line that is not as it should be.
 *
 * @param parserFor the parser for a file with this first line that is not empty
 */
export async function* readPosts(
  chunks: AsyncIterable<Result<string>>,
  parserFor: (line: string) => Parser,
): AsyncGenerator<Portion> {
  const portion = startPortion();
  let parser: Parser | null = null;
  let number = 0;

  const read = (content: string): Read => {
    number += 1;
    if (parser === null && content.trim() !== '') parser = parserFor(content);
    return parser?.line(number, content) ?? null;
  };

  for await (const lines of linesOf(chunks)) {
    if (!lines.ok) {
      yield lines.failure.kind === 'too-large' ? refused(tooLong(number + 1)) : lines;
      return;
    }
    for (const content of lines.value) {
      const post = read(content);
      if (isRejected(post)) {
        yield refused(post);
        return;
      }
      if (post !== null && portion.add(post)) yield { ok: true, value: portion.take() };
    }
  }
  // A parser was assigned inside of a closure, which the types do not follow.
  const last = (parser as Parser | null)?.end() ?? null;
  if (isRejected(last)) yield refused(last);
  else {
    if (last !== null) portion.add(last);
    yield { ok: true, value: portion.take() };
  }
}

const refused = (failure: Rejected): Portion => ({ ok: false, failure });
const tooLong = (line: number): Rejected => rejected(line, 'this is longer than a post may be');
const isRejected = (read: Read): read is Rejected => read !== null && 'kind' in read;

function startPortion() {
  let posts: JournalPost[] = [];
  let length = 0;
  return {
    /** True when it is full. */
    add(post: JournalPost): boolean {
      posts.push(post);
      length += lengthOf(post);
      return length >= portionLength;
    },
    take(): JournalPost[] {
      const taken = posts;
      posts = [];
      length = 0;
      return taken;
    },
  };
}

/** The lines that end in each chunk; what stands behind the last line feed is a line too, unless it is empty. */
async function* linesOf(
  chunks: AsyncIterable<Result<string>>,
): AsyncGenerator<Result<readonly string[]>> {
  let rest: string | null = null;
  for await (const chunk of chunks) {
    if (!chunk.ok) {
      yield chunk;
      return;
    }
    // A mark of the byte order is no part of the text.
    const text = rest === null ? chunk.value.replace(/^\uFEFF/, '') : chunk.value;
    rest ??= '';
    if (rest.length > longest) {
      yield { ok: false, failure: { kind: 'too-large', limit: longest, unit: 'bytes' } };
      return;
    }
    if (!text.includes('\n')) {
      rest += text;
      continue;
    }
    const lines: string[] = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield { ok: true, value: lines };
  }
  if (rest !== null && rest !== '') yield { ok: true, value: [rest] };
}
