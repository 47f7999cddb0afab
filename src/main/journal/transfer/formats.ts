import { z } from 'zod';
import { journalPostSchema, type JournalPost, type PostText } from '#shared/journal/journal.ts';
import { maxPhotoCharacters } from '#shared/journal/photo-schema.ts';
import {
  fitsDraft,
  fitsRequest,
  maxDraftBytes,
  toWellFormedText,
} from '#shared/journal/post-text.ts';
import type { ImportReport } from '#shared/journal/transfer.ts';
import { firstHeading, headingOf } from '#shared/journal/markdown.ts';
import { isTree, parseJson } from '#shared/json.ts';

/** The first invalid line of a file. */
export type RejectedImport = Extract<ImportReport, { kind: 'rejected' }>;

/** A post in an export file. `photoData`: the photo as Base64; absent if the file has no photo of the post. */
const filePostSchema = journalPostSchema.extend({
  photoData: z.string().max(maxPhotoCharacters).optional(),
});
export type FilePost = z.infer<typeof filePostSchema>;

/** The result of a line: the post that is complete with this line, null if no post is complete, or an error. */
export type ParsedPost = FilePost | RejectedImport | null;

/** Reads a file line by line, without the line feeds. */
export interface PostParser {
  /** `number` counts from 1. */
  line(number: number, content: string): ParsedPost;
  /** Called after the last line. */
  end(): ParsedPost;
}

export const rejectImport = (
  line: number,
  reason: RejectedImport['reason'],
  field: string | null = null,
): RejectedImport => ({ kind: 'rejected', line, reason, field });

/** Creates a draft from a text that another program has written. */
type NewDraft = (text: PostText) => JournalPost;

/** The parser for a file with this name, whose first non-empty line is `line`. */
export function parserFor(name: string, line: string, newDraft: NewDraft): PostParser {
  if (line.startsWith(markStart)) return markdownParser();
  const isPlain = /\.(md|markdown|txt)$/i.test(name) && !isTree(parseJson(line));
  return isPlain ? plainTextParser(name, newDraft) : jsonLinesParser();
}

/** Validates a post that a user may have edited. The error names the line and the field, never the value. */
function readPost(line: number, value: unknown): ParsedPost {
  const parseResult = filePostSchema.safeParse(value);
  if (!parseResult.success) {
    const [issue] = parseResult.error.issues;
    if (issue === undefined || issue.path.length === 0) return rejectImport(line, 'not-a-post');
    return rejectImport(line, 'wrong-field', issue.path.map(String).join('.'));
  }
  const fits = parseResult.data.published ? fitsRequest : fitsDraft;
  return fits(parseResult.data) ? parseResult.data : rejectImport(line, 'too-long');
}

/** JSON Lines: one post a line, as JSON with a line feed after it. */
export const postToJsonLine = (post: FilePost): string => `${JSON.stringify(post)}\n`;

/** Reads lines that `postToJsonLine` wrote. Skips empty lines. */
export const jsonLinesParser = (): PostParser => ({
  line: (number, content) => (content.trim() === '' ? null : readPost(number, parseJson(content))),
  end: () => null,
});

/**
 * Markdown: a readable document without loss of data. A comment before each post, invisible in the rendered document,
 * contains all fields but the text.
 *
 *     <!-- overhead:post {"id":"…","title":"First light",…} -->
 *     # First light
 *
 *     The text, line by line.
 *
 * It has no photos.
 *
 * A line of the text that looks like such a comment has a backslash before it. The comment also contains the title,
 * because a heading is only one line.
 */
export function postToMarkdown({ body, ...rest }: JournalPost): string {
  // A comment must not contain `-->`.
  const fields = JSON.stringify(rest).replaceAll('>', '\\u003e');
  const lines = body.split('\n').map((line) => (markPattern.test(line) ? `\\${line}` : line));
  return `${markStart}${fields}${markEnd}\n${headingLine(rest.title)}\n\n${lines.join('\n')}\n\n`;
}

const headingLine = (title: string): string => `# ${title.replaceAll(/\s+/gu, ' ').trim()}`;

const markStart = '<!-- overhead:post ';
const markEnd = ' -->';
const markPattern = /^\\*<!-- overhead:post /;

interface Section {
  /** The line number of the comment at the start of the section, from 1. */
  readonly line: number;
  readonly fields: string;
  readonly lines: string[];
  /** The total length of the lines, in UTF-16 units. */
  length: number;
}

/** The limit on a section, in UTF-16 units: the longest draft, with room for a backslash before its lines. */
const maxSectionLength = 1.1 * maxDraftBytes;

/** Reads sections that `postToMarkdown` wrote, also after a user has edited their texts. */
export function markdownParser(): PostParser {
  let section: Section | null = null;
  return {
    line(number, content) {
      if (content.startsWith(markStart)) {
        const markLine = content.trimEnd();
        if (!markLine.endsWith(markEnd)) return rejectImport(number, 'open-comment');
        const previousSection = section;
        section = {
          line: number,
          fields: markLine.slice(markStart.length, -markEnd.length),
          lines: [],
          length: 0,
        };
        return previousSection === null ? null : postOfSection(previousSection);
      }
      if (section !== null) {
        section.length += content.length + 1;
        if (section.length > maxSectionLength) return rejectImport(section.line, 'too-long');
        section.lines.push(content);
        return null;
      }
      // `readPosts` has skipped the empty lines above the first post.
      return rejectImport(number, 'outside-a-post');
    },
    end: () => (section === null ? null : postOfSection(section)),
  };
}

function postOfSection({ line, fields, lines }: Section): ParsedPost {
  const fieldValues = parseJson(fields);
  const postFields = isTree(fieldValues) ? fieldValues : {};
  return readPost(line, { ...postFields, ...textOfSection(String(postFields['title']), lines) });
}

/**
 * The text of a section, without the heading, the empty lines around the heading and the empty line at the end. A
 * heading is the title if it was renamed in an editor; if the heading was removed, all lines are text.
 */
function textOfSection(
  storedTitle: string,
  lines: readonly string[],
): { readonly title?: string; readonly body: string } {
  const headingIndex = lines.findIndex((line) => line.trim() !== '');
  const firstLine = lines[headingIndex] ?? '';
  const writtenHeading = headingLine(storedTitle);
  // An empty title is written as an empty heading.
  const isWritten = firstLine.trimEnd() === writtenHeading.trimEnd();
  const isBeforeText = lines[headingIndex + 1]?.trim() === '' || headingIndex === lines.length - 1;
  const renamed = isWritten || !isBeforeText ? null : headingOf(firstLine);
  const hasHeading = isWritten || renamed !== null;
  const text = lines.slice(hasHeading ? headingIndex + 1 : Math.max(0, headingIndex));
  if (text[0]?.trim() === '') text.shift();
  // An editor may have removed the last empty line.
  if (text.at(-1) === '') text.pop();
  const body = text
    .map((line) => (/^\\+<!-- overhead:post /.test(line) ? line.slice(1) : line))
    .join('\n');
  return renamed === null ? { body } : { title: renamed, body };
}

/**
 * A Markdown or text file that was not written by this app: one post. Its title is the first heading, or else the name
 * of the file; a heading at the start is removed from the text.
 */
function plainTextParser(name: string, newDraft: NewDraft): PostParser {
  const lines: string[] = [];
  let length = 0;
  return {
    line(number, content) {
      if (content.startsWith(markStart)) return rejectImport(number, 'outside-a-post');
      length += content.length + 1;
      if (length > maxDraftBytes) return rejectImport(number, 'too-long');
      lines.push(content);
      return null;
    },
    end() {
      const textLines = lines.slice(frontMatterLength(lines));
      const heading = firstHeading(textLines);
      const title = heading?.text ?? name.replace(/\.[^.]*$/, '');
      const isFirst =
        heading !== null && textLines.slice(0, heading.from).every((line) => line.trim() === '');
      const body = textLines.slice(isFirst ? heading.to : 0).join('\n');
      const text = { title: toWellFormedText(title), body: toWellFormedText(body.trim()) };
      return fitsDraft(text) ? newDraft(text) : rejectImport(1, 'too-long');
    },
  };
}

/** The number of lines of the block of fields, between lines of three hyphens, that a site generator reads; 0: none. */
function frontMatterLength(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)[ \t]*$/.test(line));
  if (end < 0) return 0;
  return lines.slice(1, end).some((line) => /^[\w-]+:/.test(line)) ? end + 1 : 0;
}
