import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { JournalPost, PostText } from '#shared/journal/journal.ts';
import type { ExportFormat, ExportReport, ImportReport } from '#shared/journal/transfer.ts';
import { maxPhotoCharacters } from '#shared/journal/photo-schema.ts';
import { contentId } from '#platform/files/content-id.ts';
import { fileNameOf, type TransferFiles } from '#platform/files/transfer-files.ts';
import type { Journal } from '../journal.ts';
import type { PhotoStore } from '../store/photo-store.ts';
import { blankPost } from '../rules.ts';
import {
  postToJsonLine,
  postToMarkdown,
  parserFor,
  rejectImport,
  type FilePost,
  type ParsedPost,
  type PostParser,
  type RejectedImport,
} from './formats.ts';
import { journalPage } from './page.ts';

/** Asks the user for a file; null when none was chosen. */
interface FileChooser {
  forExport(format: ExportFormat): Promise<Result<string | null>>;
  forImport(): Promise<Result<string | null>>;
}

type Parts = (posts: Iterable<FilePost>) => Iterable<string>;
const eachPost = (toSection: (post: FilePost) => string): Parts =>
  function* (posts) {
    for (const post of posts) yield toSection(post);
  };
const partsIn: Readonly<Record<ExportFormat, Parts>> = {
  jsonl: eachPost(postToJsonLine),
  markdown: eachPost(postToMarkdown),
  html: journalPage,
};

export function createTransfer(
  journal: Pick<Journal, 'all' | 'get' | 'importPosts'>,
  photos: Pick<PhotoStore, 'read' | 'write'>,
  files: Pick<TransferFiles, 'read' | 'write'>,
  choose: FileChooser,
  now: () => number,
) {
  /** Creates a draft. Its id is derived from the text, so that a second import finds the draft in the journal. */
  function newDraft({ title, body }: PostText): JournalPost {
    const id = contentId(JSON.stringify([title, body]));
    return { ...blankPost({ id, sequence: 1, now: now() }), title, body };
  }

  /**
   * Stores the photo of a post that is not in the journal yet. Returns the post as it is imported: without a photo if
   * the file has none.
   */
  async function importPhoto(filePost: FilePost): Promise<Result<JournalPost>> {
    const { photoData, ...post } = filePost;
    if (post.photo === null || photoData === undefined) return ok({ ...post, photo: null });
    if (journal.get(post.id).ok) return ok(post);
    const picture = Uint8Array.from(Buffer.from(photoData, 'base64'));
    const writeResult = await photos.write({ id: post.id, at: post.photo }, picture);
    return writeResult.ok ? ok(post) : writeResult;
  }

  return {
    async export(format: ExportFormat): Promise<Result<ExportReport | null>> {
      const chosenPath = await choose.forExport(format);
      if (!chosenPath.ok) return chosenPath;
      if (chosenPath.value === null) return ok(null);
      const path = chosenPath.value;
      let postCount = 0;
      let unreadable: Extract<Result<JournalPost>, { ok: false }> | null = null;
      function* posts(): Generator<FilePost> {
        for (const post of journal.all()) {
          if (!post.ok) {
            unreadable = post;
            return;
          }
          postCount += 1;
          const { id, photo } = post.value;
          const photoData = format === 'markdown' ? null : photos.read(id, photo);
          yield photoData === null ? post.value : { ...post.value, photoData };
        }
      }
      function* parts(): Generator<Result<string>> {
        for (const part of partsIn[format](posts())) yield unreadable ?? ok(part);
        if (unreadable !== null) yield unreadable;
      }
      const writeResult = await files.write(path, parts());
      return writeResult.ok ? ok({ posts: postCount, path }) : writeResult;
    },

    async import(): Promise<Result<ImportReport | null>> {
      const chosenPath = await choose.forImport();
      if (!chosenPath.ok) return chosenPath;
      if (chosenPath.value === null) return ok(null);
      const path = chosenPath.value;
      const parser = (line: string): PostParser => parserFor(fileNameOf(path), line, newDraft);
      const importResult = await journal.importPosts(
        readPosts(files.read(path), parser, importPhoto),
      );
      if (importResult.ok) return ok({ kind: 'imported', ...importResult.value });
      const { failure } = importResult;
      return failure.kind === 'rejected' ? ok(failure) : fail(failure);
    },
  };
}

/**
 * The maximum length of a line, in UTF-16 units. A line that the app exports contains at most a draft of 4 MiB and an
 * accepted text of 1 MiB, and a photo. Another program may write each unit of a published text (at most 1 MiB) as an escape sequence
 * of six characters.
 */
const maxLineLength = 8 * 1024 * 1024 + maxPhotoCharacters;

type Portion = Result<readonly JournalPost[], RejectedImport | Failure>;

/**
 * Yields, for each chunk of a file, the posts that end in that chunk. Stops after the first invalid line.
 *
 * @param parserOf returns the parser for a file with this first non-empty line
 * @param importPhoto stores the photo of a post, and returns the post
 */
export async function* readPosts(
  chunks: AsyncIterable<Result<string>>,
  parserOf: (line: string) => PostParser,
  importPhoto: (post: FilePost) => Promise<Result<JournalPost>>,
): AsyncGenerator<Portion> {
  let parser: PostParser | null = null;
  let lineNumber = 0;

  for await (const lines of linesOf(chunks)) {
    if (!lines.ok) {
      const { kind } = lines.failure;
      yield kind === 'too-large'
        ? refusedPortion(lineTooLongFailure(lineNumber + 1))
        : kind === 'malformed'
          ? refusedPortion(rejectImport(lineNumber + 1, 'not-text'))
          : lines;
      return;
    }
    const posts: JournalPost[] = [];
    for (const content of lines.value) {
      lineNumber += 1;
      if (content.trim() !== '') parser ??= parserOf(content);
      const parsedPost = parser?.line(lineNumber, content) ?? null;
      if (isRejected(parsedPost)) {
        yield refusedPortion(parsedPost);
        return;
      }
      if (parsedPost === null) continue;
      const post = await importPhoto(parsedPost);
      if (!post.ok) {
        const isDiskFailure = ['storage', 'cancelled'].includes(post.failure.kind);
        yield isDiskFailure
          ? post
          : refusedPortion(rejectImport(lineNumber, 'wrong-field', 'photoData'));
        return;
      }
      posts.push(post.value);
    }
    if (posts.length > 0) yield ok(posts);
  }
  const lastPost = parser?.end() ?? null;
  if (isRejected(lastPost)) yield refusedPortion(lastPost);
  else if (lastPost !== null) yield ok([{ ...lastPost, photo: null }]);
}

const refusedPortion = (failure: RejectedImport): Portion => ({ ok: false, failure });
const lineTooLongFailure = (line: number): RejectedImport => rejectImport(line, 'too-long');
const isRejected = (parsed: ParsedPost): parsed is RejectedImport =>
  parsed !== null && 'kind' in parsed;

/**
 * Yields, for each chunk, the lines that end in that chunk. The text after the last line feed is a line too, unless the
 * text is empty.
 */
async function* linesOf(
  chunks: AsyncIterable<Result<string>>,
): AsyncGenerator<Result<readonly string[]>> {
  let unfinishedLine: string | null = null;
  for await (const chunk of chunks) {
    if (!chunk.ok) {
      yield chunk;
      return;
    }
    const text = chunk.value;
    unfinishedLine ??= '';
    if (unfinishedLine.length + text.length > maxLineLength) {
      yield fail({ kind: 'too-large', limit: maxLineLength, unit: 'bytes' });
      return;
    }
    if (!text.includes('\n')) {
      unfinishedLine += text;
      continue;
    }
    const lines: string[] = (unfinishedLine + text).split('\n');
    unfinishedLine = lines.pop() ?? '';
    yield ok(lines);
  }
  if (unfinishedLine !== null && unfinishedLine !== '') yield ok([unfinishedLine]);
}
