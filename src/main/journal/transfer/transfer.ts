import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { JournalPost, PostText } from '#shared/journal/journal.ts';
import type { ExportFormat, ExportReport, ImportReport } from '#shared/journal/transfer.ts';
import { contentId } from '#platform/files/content-id.ts';
import { fileNameOf, type TransferFiles } from '#platform/files/transfer-files.ts';
import type { Journal } from '../journal.ts';
import { blankPost } from '../rules.ts';
import {
  postToJsonLine,
  postToMarkdown,
  parserFor,
  rejectImport,
  type ParsedPost,
  type PostParser,
  type RejectedImport,
} from './formats.ts';

/** Asks the user for a file; null when none was chosen. */
interface FileChooser {
  forExport(format: ExportFormat): Promise<Result<string | null>>;
  forImport(): Promise<Result<string | null>>;
}

export type Transfer = ReturnType<typeof createTransfer>;

export function createTransfer(
  journal: Pick<Journal, 'all' | 'importPosts'>,
  files: Pick<TransferFiles, 'read' | 'write'>,
  choose: FileChooser,
  now: () => number = Date.now,
) {
  /** Creates a draft. Its id is derived from the text, so that a second import finds the draft in the journal. */
  function newDraft({ title, body }: PostText): JournalPost {
    const id = contentId(JSON.stringify([title, body]));
    return { ...blankPost({ id, sequence: 1, now: now() }), title, body };
  }

  return {
    async export(format: ExportFormat): Promise<Result<ExportReport | null>> {
      const chosen = await choose.forExport(format);
      if (!chosen.ok) return chosen;
      if (chosen.value === null) return ok(null);
      const path = chosen.value;
      const section = format === 'jsonl' ? postToJsonLine : postToMarkdown;
      let posts = 0;
      function* parts(): Generator<Result<string>> {
        for (const post of journal.all()) {
          if (post.ok) posts += 1;
          yield post.ok ? ok(section(post.value)) : post;
        }
      }
      const written = await files.write(path, parts());
      return written.ok ? ok({ posts, path }) : written;
    },

    async import(): Promise<Result<ImportReport | null>> {
      const chosen = await choose.forImport();
      if (!chosen.ok) return chosen;
      if (chosen.value === null) return ok(null);
      const path = chosen.value;
      const parser = (line: string): PostParser => parserFor(fileNameOf(path), line, newDraft);
      const imported = await journal.importPosts(readPosts(files.read(path), parser));
      if (imported.ok) return ok({ kind: 'imported', ...imported.value });
      const { failure } = imported;
      return failure.kind === 'rejected' ? ok(failure) : fail(failure);
    },
  };
}

/**
 * The longest line, in UTF-16 units. The app exports at most a draft of 4 MiB and an accepted text of 1 MiB; other
 * programs may escape each unit of a published text with six characters.
 */
const maxLineLength = 8 * 1024 * 1024;

type Portion = Result<readonly JournalPost[], RejectedImport | Failure>;

/**
 * Yields, for each chunk of a file, the posts that end in that chunk. Stops after the first invalid line.
 *
 * @param parserOf returns the parser for a file with this first non-empty line
 */
export async function* readPosts(
  chunks: AsyncIterable<Result<string>>,
  parserOf: (line: string) => PostParser,
): AsyncGenerator<Portion> {
  let parser: PostParser | null = null;
  let number = 0;

  for await (const lines of linesOf(chunks)) {
    if (!lines.ok) {
      yield lines.failure.kind === 'too-large' ? refusedPortion(lineTooLong(number + 1)) : lines;
      return;
    }
    const posts: JournalPost[] = [];
    for (const content of lines.value) {
      number += 1;
      if (content.trim() !== '') parser ??= parserOf(content);
      const parsed = parser?.line(number, content) ?? null;
      if (isRejected(parsed)) {
        yield refusedPortion(parsed);
        return;
      }
      if (parsed !== null) posts.push(parsed);
    }
    if (posts.length > 0) yield ok(posts);
  }
  const last = parser?.end() ?? null;
  if (isRejected(last)) yield refusedPortion(last);
  else if (last !== null) yield ok([last]);
}

const refusedPortion = (failure: RejectedImport): Portion => ({ ok: false, failure });
const lineTooLong = (line: number): RejectedImport => rejectImport(line, 'too-long');
const isRejected = (parsed: ParsedPost): parsed is RejectedImport =>
  parsed !== null && 'kind' in parsed;

/**
 * Yields, for each chunk, the lines that end in that chunk. The text after the last line feed is a line too, unless the
 * text is empty.
 */
async function* linesOf(
  chunks: AsyncIterable<Result<string>>,
): AsyncGenerator<Result<readonly string[]>> {
  let rest: string | null = null;
  for await (const chunk of chunks) {
    if (!chunk.ok) {
      yield chunk;
      return;
    }
    // A byte order mark is not part of the text.
    const text = rest === null ? chunk.value.replace(/^\uFEFF/, '') : chunk.value;
    rest ??= '';
    if (rest.length + text.length > maxLineLength) {
      yield fail({ kind: 'too-large', limit: maxLineLength, unit: 'bytes' });
      return;
    }
    if (!text.includes('\n')) {
      rest += text;
      continue;
    }
    const lines: string[] = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield ok(lines);
  }
  if (rest !== null && rest !== '') yield ok([rest]);
}
