import { foldText } from '../fold-text.ts';
import { foldTag, tagPattern, tagsInSearch } from './tags.ts';

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
const itemPattern = /^ {0,3}(?:[-*+]|(?<number>\d{1,6})[.)]) +(?<text>\S.*)$/;
const underlinePattern = /^ {0,3}(?:=+|-{2,})[ \t]*$/;

/** A block: its lines from `from` to `to`, excluding `to`; for a heading also its text. */
interface BlockLines {
  readonly kind: 'paragraph' | 'heading' | 'list' | 'code';
  readonly from: number;
  readonly to: number;
  readonly heading: string;
}

/**
 * Divides lines into blocks, in order. Empty lines are in no block. Reads each line a fixed number of times.
 *
 * Headings are those of CommonMark: a line after one to six number signs (ATX), or a paragraph above a line of `=` or
 * `-` (setext).
 */
function* blocksOfLines(lines: readonly string[]): Generator<BlockLines> {
  const fences = lines.flatMap((line, index) => (fencePattern.test(line) ? [index] : []));
  let nextFence = 0;
  let paragraphFrom: number | null = null;
  const paragraphBefore = (to: number): readonly BlockLines[] => {
    const from = paragraphFrom;
    paragraphFrom = null;
    return from === null ? [] : [{ kind: 'paragraph', from, to, heading: '' }];
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    while ((fences[nextFence] ?? Infinity) < index) nextFence += 1;
    const closingFence = fences[nextFence] === index ? fences[nextFence + 1] : undefined;
    const heading = headingOf(line);
    if (closingFence !== undefined) {
      yield* paragraphBefore(index);
      yield { kind: 'code', from: index, to: closingFence + 1, heading: '' };
      index = closingFence;
    } else if (heading !== null) {
      yield* paragraphBefore(index);
      yield { kind: 'heading', from: index, to: index + 1, heading };
    } else if (itemPattern.test(line)) {
      yield* paragraphBefore(index);
      const to = endOfList(lines, index);
      yield { kind: 'list', from: index, to, heading: '' };
      index = to - 1;
    } else if (line.trim() === '') yield* paragraphBefore(index);
    else if (paragraphFrom !== null && underlinePattern.test(line)) {
      const from: number = paragraphFrom;
      paragraphFrom = null;
      const text = lines.slice(from, index).join('\n').trim();
      yield { kind: 'heading', from, to: index + 1, heading: text };
    } else paragraphFrom ??= index;
  }
  yield* paragraphBefore(lines.length);
}

const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);

/** The blocks of a text, in order. */
export function parseBlocks(text: string): readonly Block[] {
  const lines = linesOf(text);
  return Array.from(blocksOfLines(lines), (block): Block => {
    const { kind, from, to } = block;
    if (kind === 'code') return { kind, text: lines.slice(from + 1, to - 1).join('\n') };
    if (kind === 'heading') return { kind, children: parseInlines(block.heading) };
    if (kind === 'list') return parseList(lines.slice(from, to));
    return { kind, children: parseInlines(lines.slice(from, to).join('\n').trim()) };
  });
}

/** The first heading of a text, with its lines; null if the text has none. */
export function firstHeading(
  lines: readonly string[],
): { readonly text: string; readonly from: number; readonly to: number } | null {
  for (const { kind, heading, from, to } of blocksOfLines(lines))
    if (kind === 'heading') return { text: wordsOfLines(heading), from, to };
  return null;
}

/** The lines of a heading as one line. */
const wordsOfLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ');

/** The text of an ATX heading of CommonMark; null for any other line. Reads each character a fixed number of times. */
export function headingOf(line: string): string | null {
  const mark = /^ {0,3}#{1,6}[ \t]/.exec(line)?.[0];
  if (mark === undefined) return null;
  const text = withoutBlanksAtEnd(line);
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  const isClosed = /[ \t]/.test(text[end - 1] ?? '');
  const title = withoutBlanksAtEnd(isClosed ? text.slice(0, end) : text).slice(mark.length);
  return title.replace(/^[ \t]+/, '') || null;
}

function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end -= 1;
  return line.slice(0, end);
}

/** The tags that the page draws in a post, folded, each once. */
export function tagsOfPost(title: string, body: string): readonly string[] {
  if (!title.includes('#') && !body.includes('#')) return [];
  const tags = new Set<string>();
  const collect = (pieces: readonly Inline[]): void => {
    for (const piece of pieces)
      if (piece.kind === 'tag') tags.add(foldTag(piece.text));
      else if ('children' in piece) collect(piece.children);
  };
  collect(parseInlines(title));
  for (const block of parseBlocks(body))
    if (block.kind === 'list') block.items.forEach(collect);
    else if (block.kind !== 'code') collect(block.children);
  return [...tags];
}

/** Whether a post has each tag of a search. True for a search without a tag. */
export function hasTagsOf(title: string, body: string, searched: string): boolean {
  const searchedTags = tagsInSearch(searched);
  if (searchedTags.length === 0) return true;
  const ownTags = new Set(tagsOfPost(title, body).map(foldText));
  return searchedTags.every((tag) => ownTags.has(foldText(tag)));
}

/** At most `most` tags of these posts: those that occur in the most posts, the most frequent first. */
export function frequentTags(
  posts: readonly { readonly titleStart: string; readonly bodyStart: string }[],
  most: number,
): string[] {
  const counts = new Map<string, number>();
  for (const tag of posts.flatMap((post) => tagsOfPost(post.titleStart, post.bodyStart)))
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const tagsByCount = [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
  return tagsByCount.slice(0, most).map(([tag]) => tag);
}

/** The index after the last line of the list that begins at this line. Indented lines belong to the item above. */
function endOfList(lines: readonly string[], from: number): number {
  const isNumbered = (line: string): boolean | null => {
    const groups = itemPattern.exec(line)?.groups;
    return groups === undefined ? null : groups['number'] !== undefined;
  };
  const kind = isNumbered(lines[from] ?? '');
  let to = from + 1;
  while (to < lines.length) {
    const line = lines[to] ?? '';
    if (isNumbered(line) !== kind && !/^ {2,}\S/.test(line)) break;
    to += 1;
  }
  return to;
}

function parseList(lines: readonly string[]): Block {
  const firstNumber = itemPattern.exec(lines[0] ?? '')?.groups?.['number'];
  const items: string[][] = [];
  for (const line of lines) {
    const { text, number: ownNumber } = itemPattern.exec(line)?.groups ?? {};
    if (text !== undefined && (ownNumber === undefined) === (firstNumber === undefined))
      items.push([text]);
    else items.at(-1)?.push(line.trim());
  }
  return {
    kind: 'list',
    start: firstNumber === undefined ? null : Number(firstNumber),
    items: items.map((item) => parseInlines(item.join('\n'))),
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
    String.raw`\[(?<words>[^\]\n]{1,300})\]\((?<target>https?:\/\/(?:[^\s()<>"]|\([^\s()<>"]{0,200}\)){1,1000})\)`,
    String.raw`(?<bare>https?:\/\/[^\s<>"、。，．；：！？（）「」『』【】《》〈〉]{1,1000})`,
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
  };
  let end = 0;
  for (const match of text.matchAll(markPattern)) {
    plainText += text.slice(end, match.index);
    end = match.index + match[0].length;
    const { escaped } = match.groups ?? {};
    const piece = depth >= maxDepth ? null : inlineOfMatch(match, depth);
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

/**
 * The length of an address without the punctuation at its end. A closing bracket whose opening bracket is in the address
 * belongs to the address, as in `https://en.wikipedia.org/wiki/Orion_(constellation)`.
 */
function addressLength(address: string): number {
  const count = (bracket: string): number => address.split(bracket).length - 1;
  const open: Readonly<Record<string, number>> = { ')': count('('), ']': count('[') };
  const closed: Record<string, number> = { ')': count(')'), ']': count(']') };
  let end = address.length;
  for (; ; end--) {
    const last = address[end - 1] ?? '';
    if (!/[.,;:!?'”’»)\]*_]/.test(last)) break;
    if (last !== ')' && last !== ']') continue;
    if ((closed[last] ?? 0) <= (open[last] ?? 0)) break;
    closed[last] = (closed[last] ?? 0) - 1;
  }
  return end;
}

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
  const href = target ?? (bare ?? '').slice(0, addressLength(bare ?? ''));
  const trailingText = (bare ?? '').slice(target === undefined ? href.length : 0);
  // The beginning of a long text may end within an address.
  if (!URL.canParse(href) || href.endsWith('…')) return null;
  // Marks within the text of a link are text.
  const children: readonly Inline[] =
    words === undefined ? [{ kind: 'text', text: href }] : parseInlines(words, maxDepth);
  return { inline: { kind: 'link', href, children }, rest: trailingText };
}
