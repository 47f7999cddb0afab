import { tagPattern } from '#shared/journal/tags.ts';

/*
 * The supported part of Markdown: paragraphs, headings, lists, bold, italics, code and links; and tags such as #aurora.
 * Anything else, including HTML, is text. Svelte renders the result as text, so no text of a post becomes markup.
 */

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'tag'; readonly text: string }
  | { readonly kind: 'strong'; readonly children: readonly Inline[] }
  | { readonly kind: 'em'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] };

export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly children: readonly Inline[] }
  | {
      readonly kind: 'list';
      /** The number of the first item; null for a list with bullets. */
      readonly start: number | null;
      readonly items: readonly (readonly Inline[])[];
    }
  | { readonly kind: 'code'; readonly text: string };

const fencePattern = /^ {0,3}```/;
const headingPattern = /^ {0,3}#{1,6} +(?<text>\S.*?)[ #]*$/;
const itemPattern = /^ {0,3}(?:[-*+]|(?<number>\d{1,6})[.)]) +(?<text>\S.*)$/;

/** The blocks of a text, in order. */
export function parseBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  let paragraph: string[] = [];
  const endParagraph = (): void => {
    const paragraphText = paragraph.join('\n').trim();
    if (paragraphText !== '')
      blocks.push({ kind: 'paragraph', children: parseInlines(paragraphText) });
    paragraph = [];
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const end = fencePattern.test(line)
      ? lines.findIndex((other, k) => k > index && fencePattern.test(other))
      : -1;
    const title = headingPattern.exec(line)?.groups?.['text'];
    if (end > index) {
      endParagraph();
      blocks.push({ kind: 'code', text: lines.slice(index + 1, end).join('\n') });
      index = end;
    } else if (title !== undefined) {
      endParagraph();
      blocks.push({ kind: 'heading', children: parseInlines(title) });
    } else if (itemPattern.test(line)) {
      endParagraph();
      const list = parseList(lines, index);
      blocks.push(list.block);
      index = list.last;
    } else if (line.trim() === '') endParagraph();
    else paragraph.push(line);
  }
  endParagraph();
  return blocks;
}

/** The list that begins at this line, and the index of its last line. Indented lines belong to the item above. */
function parseList(
  lines: readonly string[],
  from: number,
): { readonly block: Block; readonly last: number } {
  const firstNumber = itemPattern.exec(lines[from] ?? '')?.groups?.['number'];
  const items: string[] = [];
  let lastIndex = from;
  for (let index = from; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const { text, number: ownNumber } = itemPattern.exec(line)?.groups ?? {};
    if (text !== undefined && (ownNumber === undefined) === (firstNumber === undefined))
      items.push(text);
    else if (/^ {2,}\S/.test(line)) items.push(`${items.pop() ?? ''}\n${line.trim()}`);
    else break;
    lastIndex = index;
  }
  const start = firstNumber === undefined ? null : Number(firstNumber);
  return {
    block: { kind: 'list', start, items: items.map((text) => parseInlines(text)) },
    last: lastIndex,
  };
}

/**
 * Each alternative is limited in length: otherwise the time for a text that consists only of markers would grow with
 * the square of its length. Groups: escaped character, code, bold, italics by `*` and by `_`, link with text and
 * address, bare address, tag.
 */
const markPattern = new RegExp(
  [
    '\\\\(?<escaped>[\\\\`*_{}[\\]()#+\\-.!>])',
    '`(?<code>[^`\\n]{1,300})`',
    String.raw`\*\*(?=\S)(?<strong>[^\n]{0,299}?[^\s*])\*\*`,
    String.raw`\*(?=[^\s*])(?<em>[^\n*]{0,299}?[^\s*])\*`,
    String.raw`(?<![\p{L}\p{N}_])_(?=[^\s_])(?<under>[^\n_]{0,299}?[^\s_])_(?![\p{L}\p{N}_])`,
    String.raw`\[(?<words>[^\]\n]{1,300})\]\((?<target>https?:\/\/[^\s()<>"]{1,1000})\)`,
    String.raw`(?<bare>https?:\/\/[^\s<>"]{1,1000})`,
    `(?<tag>${tagPattern().source})`,
  ].join('|'),
  'gu',
);

/** The deepest nesting, such as a link in bold in italics. Deeper marks are text. */
const maxDepth = 3;

/** The pieces of one block, in order. */
export function parseInlines(text: string, depth = 0): readonly Inline[] {
  const pieces: Inline[] = [];
  let plainText = '';
  const endPlainText = (): void => {
    if (plainText !== '') pieces.push({ kind: 'text', text: plainText });
    plainText = '';
  };
  let end = 0;
  for (const match of text.matchAll(markPattern)) {
    plainText += text.slice(end, match.index);
    end = match.index + match[0].length;
    const { escaped } = match.groups ?? {};
    const piece = depth >= maxDepth || escaped !== undefined ? null : inlineOfMatch(match, depth);
    if (piece === null) plainText += escaped ?? match[0];
    else {
      endPlainText();
      pieces.push(piece.inline);
      plainText = piece.rest;
    }
  }
  plainText += text.slice(end);
  endPlainText();
  return pieces;
}

/** Characters at the end of a matched address that do not belong to the address. */
const addressEndPattern = /[.,;:!?'”’»)\]*_]+$/;

/**
 * Returns the piece of a match, and the rest of the match, which stays plain text. Returns null if the whole match is
 * plain text.
 */
function inlineOfMatch(
  match: RegExpMatchArray,
  depth: number,
): { readonly inline: Inline; readonly rest: string } | null {
  const { code, strong, em, under, words, target, bare, tag } = match.groups ?? {};
  const wholePiece = (inline: Inline) => ({ inline, rest: '' });
  if (code !== undefined) return wholePiece({ kind: 'code', text: code });
  if (tag !== undefined) return wholePiece({ kind: 'tag', text: tag });
  if (strong !== undefined)
    return wholePiece({ kind: 'strong', children: parseInlines(strong, depth + 1) });
  const italics = em ?? under;
  if (italics !== undefined)
    return wholePiece({ kind: 'em', children: parseInlines(italics, depth + 1) });
  const trailingText = addressEndPattern.exec(bare ?? '')?.[0] ?? '';
  const href = target ?? (bare ?? '').slice(0, (bare ?? '').length - trailingText.length);
  // The beginning of a long text may end within an address.
  if (!URL.canParse(href) || href.endsWith('…')) return null;
  // Marks within the text of a link are text.
  const children: readonly Inline[] =
    words === undefined ? [{ kind: 'text', text: href }] : parseInlines(words, maxDepth);
  return { inline: { kind: 'link', href, children }, rest: trailingText };
}
