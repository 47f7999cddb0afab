import { decodeHTMLAttribute } from 'entities/decode';
import type { TextLink } from '#shared/picture/picture.ts';
import { cutText, readServiceText } from '#shared/service-text.ts';
import { findDate, readMarkup } from './markup.ts';

/** A plain text with its links as data. Views must show it as text and not parse it as markup. */
interface LinkedText {
  readonly text: string;
  readonly links: readonly TextLink[];
}

/** The limit on the markup of an explanation, in characters: each window and the database receive the text. */
const maxHtmlLength = 2 ** 17;
/** The limit on the markup of a title or a credit, in characters. */
const maxLineHtmlLength = 2 ** 13;
const maxLineLength = 500;
const maxLinks = 200;

const paragraphElementPattern =
  /^(p|div|h[1-6]|ul|ol|blockquote|table|section|article|figure|center)$/;
const lineElementPattern = /^(br|li|tr)$/;
/** Elements whose content is left out. */
const omittedElementPattern = /^(script|style|template|noscript|iframe|object)$/;

/**
 * Reads an explanation: HTML, or plain text, which is HTML without tags. Cuts the label at the start and the notices at
 * the end.
 *
 * @param base the address that relative links refer to
 */
export function readExplanation(html: string, base: URL): LinkedText {
  const { text, links, notices } = readText(html, base);
  // Some old records begin with the credit.
  const creditLength = isCreditLabel(text)
    ? (/^.{0,500}?(?=\bExplanation\s*:)/is.exec(text)?.[0].length ?? 0)
    : 0;
  const label = /^(Explanation\s*:\s*)+/i.exec(text.slice(creditLength))?.[0] ?? '';
  const labelLength = creditLength + label.length;
  return trimmedSlice({ text, links }, labelLength, explanationEnd(text, labelLength, notices));
}

/** Converts HTML to one line of text without links. A longer line is cut to `maxLineLength` code points. */
export function plainText(html: string): string {
  const line = readText(html.slice(0, maxLineHtmlLength), null).text.replaceAll(/\s+/g, ' ');
  return cutText(line, maxLineLength);
}

/** The start of some titles: `APOD: 2024 December 7 – `, or with the month first. */
const titlePrefixPattern =
  /^APOD:\s*(?:\d{4}\s+[a-z]+\s+\d{1,2}|[a-z]+\s+\d{1,2},?\s+\d{4})\s*[-–—:]\s*/i;
/** Labels of other parts of a page that were taken for the title of an old day. */
const noTitlePattern =
  /^(?:(?:tomorrow|yesterday|today)['’]s picture\b.*|explanation|information|astronomy picture of the day)\s*:?$/i;
/** The form of a title that is only a date. */
const dateFormPattern =
  /^(?:APOD:\s*)?(?:\d{4}\s+[a-z]+\.?\s+\d{1,2}|[a-z]+\.?\s+\d{1,2},?\s+\d{4})$/i;
const isOnlyDate = (title: string): boolean =>
  dateFormPattern.test(title) && findDate(title) !== null;

/**
 * A title without its prefix, and without the label of the credit or the explanation behind it. Empty if it is the label
 * of another part of the page.
 */
export function readTitle(html: string): string {
  const lines = html.slice(0, maxLineHtmlLength).split(/\r?\n|<br\b[^<>]*>/i);
  const labelLine = lines.findIndex(
    (one, index) => index > 0 && creditLinePattern.test(one.trim()),
  );
  const line = plainText(lines.slice(0, labelLine < 0 ? undefined : labelLine).join('\n'));
  const title = line.replace(titlePrefixPattern, '') || line;
  const label = [...title.matchAll(/(?<=^|\s)\S/g)]
    .map(({ index }) => index)
    .find((at) => {
      const rest = title.slice(at);
      return roleLabelOf(rest) !== '' || otherPartPattern.test(rest);
    });
  const ownTitle = title.slice(0, label).trim();
  return noTitlePattern.test(ownTitle) || isOnlyDate(ownTitle) ? '' : ownTitle;
}

const rolePattern =
  '(?:image|images|picture|photo|photograph|video|animation|movie|illustration|artwork|art|graphic|composite|' +
  'mosaic|data|text|audio|music|sound|processing|visualization|credits?|copyrights?|licen[cs]es?)';
/** The source of a pattern for one or more words for roles, such as `Image Credit & Copyright`. */
const rolesPattern = `${rolePattern}(?:[\\s,;&/+]+(?:and\\s+)?${rolePattern})*`;
/** Matches a label at the beginning of a credit: one or more words for roles, and a colon. */
const creditPattern = new RegExp(`^${rolesPattern}\\s*:\\s*`, 'i');

/** Matches a label with other words before `Credit`: `Drawing Credit:`, `Image Credit (top):`. */
const otherCreditPattern =
  /^(?:[\p{L}-]+\s+){0,2}credits?(?:\s*(?:[&,/]|and)\s*(?:copyrights?|licen[cs]es?))*(?:\s*\([^)]{1,30}\))?\s*:\s*/iu;
/** Matches a line that begins with a label such as `Drawing Credit:` or `Credit &amp; Copyright`. */
const creditLinePattern = /^(?:[\p{L}-]+\s+)?(?:credits?|copyrights?)\b[^:]{0,30}(?::|$)/iu;
/** Matches the label of a part of the page that follows the title. */
const otherPartPattern = /^(?:explanation|tomorrow['’]s picture)\s*:/i;

/** The label for the credit at the start of a text, if it consists of words for roles; otherwise ''. */
function roleLabelOf(text: string): string {
  const label = creditPattern.exec(text)?.[0] ?? '';
  return /credit|copyright|licen[cs]e/i.test(label) ? label : '';
}

/** The label for the credit at the start of a text; '' if there is none. */
const creditLabelOf = (text: string): string =>
  roleLabelOf(text) || (otherCreditPattern.exec(text)?.[0] ?? '');
const isCreditLabel = (text: string): boolean => creditLabelOf(text) !== '';

/** Matches the explanation or the notice that some records have after the credit. */
const afterCreditPattern =
  /\s*\b(?:explanation\s*(?::|$)|tomorrow['’]s picture\b|authors (?:&|and) editors\s*:|NASA official\s*:).*$/is;
/** Matches a label without a name at the end of a credit, and punctuation. */
const creditEndPattern = new RegExp(
  `(?:^|(?<![\\s;,&])[\\s;,&]+)(?:${rolesPattern}\\s*:)?[\\s;,:&|([–—-]*$`,
  'i',
);
/** Matches labels without a name. */
const labelsOnlyPattern = new RegExp(`^${rolesPattern}$`, 'i');

/**
 * The credit without the label at its start, the explanation behind it, and a label or punctuation at its end. Labels
 * between names stay: `Ada; Processing: Bob`.
 */
export function readCredit(html: string): string {
  let credit = plainText(html).replace(afterCreditPattern, '');
  for (let label = creditLabelOf(credit); label !== ''; label = creditLabelOf(credit))
    credit = credit.slice(label.length);
  const names = credit.replace(creditEndPattern, '');
  return labelsOnlyPattern.test(names) ? '' : names;
}

/** Returns the alternative text as plain text, without boilerplate ("See Explanation …"); null if nothing is left. */
export function readAltText(html: string): string | null {
  const alt = plainText(html)
    .replace(/\bsee (?:the )?explanation\b.*$|\bclicking on the (?:picture|image)\b.*$/is, '')
    .trim();
  return alt === '' ? null : alt;
}

/** Matches the notices that the site adds after an explanation and that are not always in bold. */
const knownNoticePattern =
  /^\W*(?:APOD['’]s (?:email|main NASA site)\b|(?:(?:Your )?Sky Surprise|Tomorrow['’]s picture|Gallery|Retrospective|Follow APOD(?: on)?|Jigsaw \w+|Portal Universe|Astrophysicists|Teachers & Students)\s*:)/i;
/**
 * Phrases that begin a notice and that no explanation contains. They are also searched for where no `<br>` precedes
 * them.
 */
const inlineNoticePattern =
  /Tomorrow['’]s picture:|APOD['’]s email for image submissions|APOD['’]s main NASA site/;
/** The end of a page, which some records of old days contain. No explanation contains these phrases. */
const pageEndPattern =
  /\|\s{0,9}Archive\s{0,9}\||\bTomorrow['’]s picture\s?:|\bAuthors (?:&|and) editors\s*:|\bNASA (?:Technical Rep|Official|Web Site)\b|\bWe keep an archive of\b|\bAstronomy Picture of the Day is brought to you by\b/i;
/** The fraction of the text after which the phrases of `inlineNoticePattern` are searched for. */
const noticeSearchStart = 0.6;
/** An explanation has at least this many characters: bold text before that place is not a notice. */
const minExplanationLength = 20;

/** A place after `<br>` where a notice may begin. */
interface NoticePlace {
  readonly at: number;
  readonly isBold: boolean;
}

/**
 * The offset at which an explanation ends, in characters. There are hundreds of different notices, so a notice is
 * detected by its place.
 */
function explanationEnd(text: string, from: number, notices: readonly NoticePlace[]): number {
  const notice = notices.find(({ at, isBold }) => {
    const length = text.slice(from, at).trim().length;
    return (
      length > 0 &&
      (knownNoticePattern.test(text.slice(at, at + 80)) ||
        (isBold && length >= minExplanationLength))
    );
  });
  const noticeStart = notice?.at ?? text.length;
  const pageEnd = pageEndPattern.exec(text.slice(from + minExplanationLength, noticeStart));
  let end = pageEnd === null ? noticeStart : from + minExplanationLength + pageEnd.index;
  // Leave out the arrows and lines of the navigation before the end of the page.
  while (pageEnd !== null && /[<|\s]/.test(text.charAt(end - 1))) end -= 1;
  const start = Math.max(from + 1, Math.floor(end * noticeSearchStart));
  const phrase = inlineNoticePattern.exec(text.slice(start, end));
  return phrase === null ? end : start + phrase.index;
}

/** The characters `from` up to `to`, without the white space at the end, with their links. */
function trimmedSlice({ text, links }: LinkedText, from: number, to: number): LinkedText {
  const end = text.slice(0, to).trimEnd().length;
  const movedLinks = links
    .map((link) => ({ ...link, from: link.from - from, to: Math.min(link.to, end) - from }))
    .filter((link) => link.from >= 0 && link.from < link.to);
  return { text: text.slice(from, end), links: movedLinks };
}

/**
 * Reads HTML as text: leaves out tags and comments, decodes references, collapses white space, and separates paragraphs
 * by an empty line. Keeps links to https addresses only; `http:` becomes `https:`.
 */
function readText(
  html: string,
  base: URL | null,
): LinkedText & { readonly notices: readonly NoticePlace[] } {
  const links: TextLink[] = [];
  const notices: NoticePlace[] = [];
  let text = '';
  /** The white space to insert before the next word. */
  let gap = '';
  let link: { href: string; from: number | null } | null = null;
  let mutedDepth = 0;
  /** Raw text since the last tag. */
  let rawText = '';
  /** Whether a `<br>` follows the last word, and whether bold text follows the `<br>`. */
  let isBroken = false;
  let isBold = false;

  function flush(): void {
    if (rawText === '') return;
    const words = readServiceText(rawText, gap === '' ? text : '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/(\S) ([,.;:!?])(?= |$)/g, '$1$2');
    rawText = '';
    if (words.startsWith(' ') && gap === '') gap = ' ';
    const trimmedWords = words.trim();
    if (trimmedWords === '') return;
    // The services insert a blank between a link and the punctuation after it.
    if (gap === ' ' && /^(?:[,.;:!?)]+(?=\s|$)|['’]s\b)/.test(trimmedWords)) gap = '';
    if (text !== '') text += gap;
    if (isBroken) notices.push({ at: text.length, isBold });
    isBroken = isBold = false;
    if (link !== null) link.from ??= text.length;
    text += trimmedWords;
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
    if (paragraphElementPattern.test(name)) breakLines(2);
  }

  readMarkup(html.slice(0, maxHtmlLength), () => ({
    ontext(data) {
      if (mutedDepth === 0) rawText += data;
    },
    onopentag(name, { href }) {
      boundary(name);
      if (omittedElementPattern.test(name)) mutedDepth += 1;
      else if (name === 'a') {
        endLink();
        const isKept = base !== null && links.length < maxLinks;
        const target = isKept ? readAddress(href, base) : null;
        if (target?.startsWith('https:')) link = { href: target, from: null };
      } else if (lineElementPattern.test(name)) {
        // Two `<br>` make a paragraph, as on a page.
        breakLines(name === 'br' && isBroken ? 2 : 1);
        isBroken ||= name === 'br' && text !== '';
      } else if (name === 'b' || name === 'strong') isBold = true;
    },
    onclosetag(name) {
      boundary(name);
      if (omittedElementPattern.test(name)) mutedDepth -= 1;
      else if (name === 'a') endLink();
      else if (name === 'b' || name === 'strong') isBold = false;
    },
  }));
  flush();
  endLink();
  return { text, links, notices };
}

/** The longest address, in characters; those of pictures and articles are shorter. */
const maxAddressLength = 2048;

/**
 * Returns an absolute address from a field of an answer, or null if the field holds none. Answers about old days use
 * `http:` for hosts that serve https, so `http:` becomes `https:`, except for the host of `base` itself.
 *
 * Relative addresses are resolved against `base` without its query, user name and password, because the query may hold
 * the API key.
 *
 * @param base the address of the request, or the page that holds the address
 */
export function readAddress(value: unknown, base: URL): string | null {
  if (typeof value !== 'string' || value.length > maxAddressLength) return null;
  const writtenAddress = decodeHTMLAttribute(value).trim();
  // A query or fragment alone refers to the service itself; three slashes refer to a file of the author's computer.
  if (/^($|[#?]|(https?:)?[/\\]{3})/i.test(writtenAddress)) return null;
  const url = URL.parse(
    writtenAddress,
    base.origin === 'null' ? undefined : base.origin + base.pathname,
  );
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.username + url.password !== '') return null;
  if (url.protocol === 'http:' && url.origin !== base.origin) url.protocol = 'https:';
  return url.href;
}
