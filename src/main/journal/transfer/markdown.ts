import type { JournalPost } from '#shared/journal/journal.ts';
import { parseJson } from '#shared/json.ts';
import { readPost } from './jsonl.ts';
import { rejected, type Parser, type Read } from './parsed.ts';

/**
 * A document to read, which still holds everything: before each post stands a comment, unseen when the
 * document is shown, with all but the text.
 *
 *     <!-- overhead:post {"id":"…","title":"First light",…} -->
 *     # First light
 *
 *     The text, line by line.
 *
 * A line of the text that looks like such a comment has a backslash before it. A heading is one line, so that
 * the title itself is the one in the comment.
 */
export function markdownSection({ body, ...rest }: JournalPost): string {
  // No comment may hold `-->`.
  const facts = JSON.stringify(rest).replaceAll('>', '\\u003e');
  const heading = rest.title.replaceAll(/\s+/gu, ' ').trim();
  const lines = body.split('\n').map((line) => (looksLikeMark.test(line) ? `\\${line}` : line));
  return `${mark}${facts}${markEnd}\n# ${heading}\n\n${lines.join('\n')}\n\n`;
}

const mark = '<!-- overhead:post ';
const markEnd = ' -->';
const looksLikeMark = /^\\*<!-- overhead:post /;

interface Section {
  /** Where its comment stands, counted from 1. */
  readonly line: number;
  readonly facts: string;
  readonly lines: string[];
}

/** Reads what `markdownSection` wrote, also when somebody has edited texts in between. */
export function markdownParser(): Parser {
  let section: Section | null = null;
  return {
    line(number, content) {
      // An editor may have turned the ends of lines into those of its system.
      const marked = content.replace(/\r$/, '');
      if (marked.startsWith(mark)) {
        if (!marked.endsWith(markEnd))
          return rejected(number, 'the comment of a post does not end');
        const before = section;
        section = { line: number, facts: marked.slice(mark.length, -markEnd.length), lines: [] };
        return before === null ? null : postOf(before);
      }
      if (section !== null) section.lines.push(content);
      else if (content.trim() !== '') return rejected(number, 'this belongs to no post');
      return null;
    },
    end: () => (section === null ? null : postOf(section)),
  };
}

function postOf({ line, facts, lines }: Section): Read {
  const given = parseJson(facts);
  const rest = typeof given === 'object' && given !== null ? given : {};
  return readPost(line, { ...rest, body: bodyOf(lines) });
}

/** The text between the heading with its empty line, and the empty line at its end. */
function bodyOf(lines: readonly string[]): string {
  const text = lines.slice(2);
  // An editor may have taken the last one.
  if (text.at(-1) === '') text.pop();
  return text
    .map((line) => (/^\\+<!-- overhead:post /.test(line) ? line.slice(1) : line))
    .join('\n');
}
