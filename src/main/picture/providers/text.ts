import { decodeHTMLAttribute } from 'entities/decode';
import type { TextLink } from '#shared/picture/picture.ts';
import { readMarkup } from './markup.ts';

/** A text with its links as data. It is text, never markup: whoever shows it must not interpret it. */
interface LinkedText {
  readonly text: string;
  readonly links: readonly TextLink[];
}

/** More than any explanation has: what a service sends goes to every window, and is kept. In characters. */
const longestHtml = 2 ** 17;
/** The markup of a title or a credit, in characters. */
const longestLineHtml = 2 ** 13;
const longestLine = 500;
const mostLinks = 200;

const paragraphs = /^(p|div|h[1-6]|ul|ol|blockquote|table|section|article|figure|center)$/;
const lines = /^(br|li|tr)$/;
/** Elements whose content is not to be read. */
const silent = /^(script|style|template|noscript|iframe|object)$/;

/**
 * Reads an explanation: HTML, or plain text, which is HTML without tags. The label in front and the notices behind
 * are cut.
 *
 * @param base links may be relative to it
 */
export function readExplanation(html: string, base: URL): LinkedText {
  const { text, links, notices } = readText(html, base);
  const label = /^(Explanation\s*:\s*)+/i.exec(text)?.[0].length ?? 0;
  return slice({ text, links }, label, endOf(text, label, notices));
}

/** Reads HTML as one line of text, without links, cut where it is longer than any title or credit. */
export function plainText(html: string): string {
  const line = readText(html.slice(0, longestLineHtml), null).text.replaceAll(/\s+/g, ' ');
  return line.length <= longestLine
    ? line
    : `${line.slice(0, longestLine - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A title without the prefix `APOD: 2024 December 7 – ` of some days. */
export function readTitle(html: string): string {
  const title = plainText(html);
  return title.replace(/^APOD:\s*\d{4}\s+[a-z]+\s+\d{1,2}\s*[-–—:]\s*/i, '') || title;
}

const role =
  '(?:image|images|picture|photo|photograph|video|animation|movie|illustration|artwork|art|graphic|composite|' +
  'mosaic|data|text|audio|music|sound|processing|visualization|credits?|copyrights?|licen[cs]es?)';
/** Words for roles that end in a colon, such as `Image Credit & Copyright:`. */
const credited = new RegExp(`^${role}(?:[\\s,;&/+]+(?:and\\s+)?${role})*\\s*:\\s*`, 'i');

/** Who made the picture, without the label in front. Labels further on are kept: `Ada; Processing: Bob`. */
export function readCredit(html: string): string {
  let credit = plainText(html);
  for (;;) {
    const label = credited.exec(credit)?.[0] ?? '';
    if (!/credit|copyright|licen[cs]e/i.test(label)) return credit;
    credit = credit.slice(label.length);
  }
}

/** Returns the alternative text as plain text, or null if it is empty or boilerplate ("See Explanation …"). */
export function readAlt(html: string): string | null {
  const alt = plainText(html);
  return alt === '' || /^see (the )?explanation\b|^clicking on the (picture|image)\b/i.test(alt)
    ? null
    : alt;
}

/** Notices of the site after an explanation that are not always in bold. */
const knownNotice =
  /^\W*(?:APOD['’]s (?:email|main NASA site)\b|(?:(?:Your )?Sky Surprise|Tomorrow['’]s picture|Gallery|Retrospective|Follow APOD(?: on)?|Jigsaw \w+|Portal Universe|Astrophysicists|Teachers & Students)\s*:)/i;
/** The phrases that no explanation contains, for texts that came without markup. */
const glued =
  /Tomorrow['’]s picture:|APOD['’]s email for image submissions|APOD['’]s main NASA site/;
/** Where the last part of a text begins, in which the glued phrases are looked for. */
const lastPart = 0.6;
/** An explanation shorter than this, in characters, was not cut at its notices. */
const almostNothing = 20;

/** A place after `<br>` where a notice may begin. */
interface NoticePlace {
  readonly at: number;
  readonly isBold: boolean;
}

/** Where an explanation ends, in characters. There are hundreds of notices, so they are known by their place. */
function endOf(text: string, from: number, notices: readonly NoticePlace[]): number {
  const notice = notices.find(({ at, isBold }) => {
    const length = text.slice(from, at).trim().length;
    return (
      length > 0 &&
      (knownNotice.test(text.slice(at, at + 80)) || (isBold && length >= almostNothing))
    );
  });
  const end = notice?.at ?? text.length;
  const start = Math.max(from + 1, Math.floor(end * lastPart));
  const found = glued.exec(text.slice(start, end));
  return found === null ? end : start + found.index;
}

/** The characters `from` up to `to`, without the white space at both ends, with their links. */
function slice({ text, links }: LinkedText, from: number, to: number): LinkedText {
  const end = text.slice(0, to).trimEnd().length;
  const kept = links
    .map((link) => ({ ...link, from: link.from - from, to: Math.min(link.to, end) - from }))
    .filter((link) => link.from >= 0 && link.from < link.to);
  return { text: text.slice(from, end), links: kept };
}

/**
 * Tags and comments are left out, references decoded, white space collapsed, paragraphs set off by an empty line.
 * Links keep only https addresses; `http:` becomes `https:`.
 */
function readText(
  html: string,
  base: URL | null,
): LinkedText & { readonly notices: readonly NoticePlace[] } {
  const links: TextLink[] = [];
  const notices: NoticePlace[] = [];
  let text = '';
  /** White space that comes before the next word, if one comes. */
  let gap = '';
  let link: { href: string; from: number | null } | null = null;
  let muted = 0;
  /** Raw text since the last tag. */
  let raw = '';
  /** What came since the last word: a `<br>`, and bold text after it. */
  let isBroken = false;
  let isBold = false;

  function flush(): void {
    const words = raw
      .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
      .replaceAll(/(\S) ([,.;:!?])(?= |$)/g, '$1$2');
    raw = '';
    if (words.startsWith(' ') && gap === '') gap = ' ';
    const trimmed = words.trim();
    if (trimmed === '') return;
    // The services leave a blank between a link and what follows it.
    if (gap === ' ' && /^(?:[,.;:!?)]+(?=\s|$)|['’]s\b)/.test(trimmed)) gap = '';
    if (text !== '') text += gap;
    if (isBroken) notices.push({ at: text.length, isBold });
    isBroken = isBold = false;
    if (link !== null) link.from ??= text.length;
    text += trimmed;
    gap = words.endsWith(' ') ? ' ' : '';
  }
  function endLink(): void {
    if (link !== null && link.from !== null)
      links.push({ from: link.from, to: text.length, href: link.href });
    link = null;
  }
  function breakLines(count: 1 | 2): void {
    if (!gap.startsWith('\n') || gap.length < count) gap = '\n'.repeat(count);
  }
  function boundary(name: string): void {
    flush();
    if (paragraphs.test(name)) breakLines(2);
  }

  readMarkup(html.slice(0, longestHtml), () => ({
    ontext(data) {
      if (muted === 0) raw += data;
    },
    onopentag(name, { href }) {
      boundary(name);
      if (silent.test(name)) muted += 1;
      else if (name === 'a') {
        endLink();
        const isWanted = base !== null && links.length < mostLinks;
        const target = isWanted ? toAddress(href, base) : null;
        if (target?.startsWith('https:')) link = { href: target, from: null };
      } else if (lines.test(name)) {
        // Two `<br>` make a paragraph, as on a page.
        breakLines(name === 'br' && isBroken ? 2 : 1);
        isBroken ||= name === 'br' && text !== '';
      } else if (name === 'b' || name === 'strong') isBold = true;
    },
    onclosetag(name) {
      boundary(name);
      if (silent.test(name)) muted -= 1;
      else if (name === 'a') endLink();
      else if (name === 'b' || name === 'strong') isBold = false;
    },
  }));
  flush();
  endLink();
  return { text, links, notices };
}

/** Longer than any address of a picture or an article. In characters. */
const longestAddress = 2048;

/**
 * Returns an absolute address from a field of an answer, or null if the field holds none. Answers about old days use
 * `http:` for hosts that serve https, so `http:` becomes `https:`, except for the host of `base` itself.
 *
 * Relative addresses are resolved against the address that was asked, without its query, user name and password:
 * the query may hold the API key.
 *
 * @param base the address that was asked, or the page that holds the address
 */
export function toAddress(value: unknown, base: URL): string | null {
  if (typeof value !== 'string' || value.length > longestAddress) return null;
  const written = decodeHTMLAttribute(value).trim();
  // A bare query or fragment names the service itself, and three slashes a file of the author's computer.
  if (/^($|[#?]|(https?:)?[/\\]{3})/i.test(written)) return null;
  const url = URL.parse(written, base.origin === 'null' ? undefined : base.origin + base.pathname);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.username + url.password !== '') return null;
  if (url.protocol === 'http:' && url.origin !== base.origin) url.protocol = 'https:';
  return url.href;
}
