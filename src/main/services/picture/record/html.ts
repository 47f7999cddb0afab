import type { TextLink } from '../../../../shared/picture.ts';
import { entity } from './entities.ts';

/** A text with its links as data. It is text, never markup: whoever shows it must not interpret it. */
export interface LinkedText {
  readonly text: string;
  readonly links: readonly TextLink[];
}

/** More than any explanation has: what a service sends goes to every window, and is kept. In characters. */
const longestHtml = 2 ** 17;
const longestLine = 500;
const mostLinks = 200;
const longestHref = 2000;

const paragraphs = /^(p|div|h[1-6]|ul|ol|blockquote|table|section|article|figure|center)$/;
const lines = /^(br|li|tr)$/;
/** Elements whose content is nothing to read. */
const silent = /^(script|style|template|noscript|iframe|object)$/;

/**
 * Reads HTML, or plain text, which is HTML without tags. Tags and comments are left out, references decoded,
 * white space collapsed, paragraphs set off by an empty line. Links that are not https are text only.
 *
 * @param base links may be relative to it
 */
export function readHtml(html: string, base: URL | null = null): LinkedText {
  const writer = createWriter();
  let muted: string | null = null;
  for (const token of tokens(html.slice(0, longestHtml))) {
    if (token.kind === 'text') {
      if (muted === null) writer.write(token.text);
      continue;
    }
    const { name, closes, rest } = token;
    if (muted !== null) {
      if (closes && name === muted) muted = null;
    } else if (silent.test(name)) {
      if (!closes && !rest.endsWith('/')) muted = name;
    } else if (name === 'a') {
      writer.endLink();
      if (!closes) writer.beginLink(hrefOf(rest, base));
    } else if (paragraphs.test(name)) writer.breakLines(2);
    else if (lines.test(name)) writer.breakLines(1);
  }
  return writer.end();
}

/** As `readHtml`, on one line, without links, and cut where it is longer than any title or credit. */
export function plainText(html: string): string {
  const line = readHtml(html).text.replaceAll(/\s+/g, ' ');
  return line.length <= longestLine
    ? line
    : `${line.slice(0, longestLine - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'tag';
      readonly name: string;
      readonly closes: boolean;
      readonly rest: string;
    };

/** Every character is looked at once or twice, whatever the text: hostile ones must not take minutes. */
function* tokens(html: string): Generator<Token> {
  const tagsEnd = html.lastIndexOf('>');
  const commentsEnd = html.lastIndexOf('-->');
  let from = 0;
  let at = html.indexOf('<');
  while (at >= 0 && at < tagsEnd) {
    const isComment = html.startsWith('<!--', at) && at < commentsEnd;
    const begin = isComment ? null : /^<(\/?)([a-z][a-z\d]*)/i.exec(html.slice(at, at + 24));
    if (!isComment && begin === null) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    if (at > from) yield { kind: 'text', text: html.slice(from, at) };
    const end = isComment ? html.indexOf('-->', at) + 2 : html.indexOf('>', at);
    if (begin !== null) {
      const [whole, slash, name = ''] = begin;
      const rest = html.slice(at + whole.length, end);
      yield { kind: 'tag', name: name.toLowerCase(), closes: slash === '/', rest };
    }
    from = end + 1;
    at = html.indexOf('<', from);
  }
  if (from < html.length) yield { kind: 'text', text: html.slice(from) };
}

function hrefOf(attributes: string, base: URL | null): string | null {
  const [, double, single, bare] =
    /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(
      attributes.slice(0, longestHref),
    ) ?? [];
  const value = decode((double ?? single ?? bare ?? '').trim());
  const url = value === '' ? null : URL.parse(value, base?.href);
  return url?.protocol === 'https:' && url.username + url.password === '' ? url.href : null;
}

const decode = (text: string): string =>
  text.replaceAll(/&(#?\w{1,10});/g, (whole, reference: string) => entity(reference) ?? whole);

interface Writer {
  write(text: string): void;
  breakLines(count: 1 | 2): void;
  /** Null: a link that leads nowhere we go. */
  beginLink(href: string | null): void;
  endLink(): void;
  end(): LinkedText;
}

function createWriter(): Writer {
  const links: TextLink[] = [];
  let text = '';
  /** White space that comes before the next word, if one comes. */
  let gap = '';
  let link: { href: string; from: number | null } | null = null;

  function endLink(): void {
    if (link !== null && link.from !== null && links.length < mostLinks)
      links.push({ from: link.from, to: text.length, href: link.href });
    link = null;
  }

  return {
    write(raw) {
      const decoded = decode(raw).replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ');
      if (decoded.startsWith(' ') && gap === '') gap = ' ';
      const words = decoded.trim();
      if (words === '') return;
      if (text !== '') text += gap;
      if (link !== null) link.from ??= text.length;
      text += words;
      gap = decoded.endsWith(' ') ? ' ' : '';
    },
    breakLines(count) {
      if (!gap.startsWith('\n') || gap.length < count) gap = '\n'.repeat(count);
    },
    beginLink(href) {
      link = href === null ? null : { href, from: null };
    },
    endLink,
    end() {
      endLink();
      return { text, links };
    },
  };
}
