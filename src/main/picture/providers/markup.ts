import { Parser, type ParserOptions } from 'htmlparser2';

/** The limit on the length of a page or feed, in characters. */
const maxMarkupLength = 2 ** 20;
/**
 * The limit on open elements. At each tag the parser searches all open elements, so the work of the parser grows with
 * the square of the depth.
 */
const maxDepth = 256;
/** The limit on tags, attributes and pieces of text that are read. A page of a day has about a thousand. */
const maxEvents = 2 ** 14;

/** The callbacks of the parser; a subset of those of htmlparser2. */
interface MarkupHandler {
  ontext?(data: string): void;
  onopentagname?(name: string): void;
  onopentag?(name: string, attributes: Readonly<Record<string, string>>): void;
  onclosetag?(name: string): void;
}

/**
 * Parses HTML or XML in time bounded by its length. Parsing ends at the first element that is nested too deep, or after
 * too many parts; the parts before the end were reported.
 *
 * @param makeHandler returns the handler; `startIndex` and `endIndex` of the parser are the place of the current part
 */
export function readMarkup(
  markup: string,
  makeHandler: (at: Pick<Parser, 'startIndex' | 'endIndex'>) => MarkupHandler,
  options: ParserOptions = {},
): void {
  let depth = 0;
  let eventCount = 0;
  function count(): void {
    eventCount += 1;
    if (depth > maxDepth || eventCount > maxEvents) parser.pause();
  }
  const parser = new Parser(
    {
      ontext(data) {
        count();
        handler.ontext?.(data);
      },
      onattribute: count,
      onopentagname(name) {
        depth += 1;
        count();
        handler.onopentagname?.(name);
      },
      onopentag(name, attributes) {
        handler.onopentag?.(name, attributes);
      },
      onclosetag(name) {
        depth -= 1;
        count();
        handler.onclosetag?.(name);
      },
    },
    options,
  );
  const handler = makeHandler(parser);
  parser.end(markup);
}

/** The media on a page in the classic layout, with the addresses as written. */
export interface PageMedia {
  readonly image: { readonly src: string; readonly alt: string } | null;
  /** The address that the image links to: the image in full size. */
  readonly linked: string | null;
  readonly video: string | null;
  readonly poster: string | null;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthPattern =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|' +
  'oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const dayPattern = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
/** Pages since 1998 write the year first, older ones the month, and a few the day. */
const datePatterns = [
  `\\b(?<year>\\d{4})[\\s-]+${monthPattern}[\\s-]+${dayPattern}\\b`,
  `\\b${monthPattern}[\\s-]+${dayPattern}[\\s,-]+(?<year>\\d{4})\\b`,
  `\\b${dayPattern}\\s+${monthPattern},?\\s+(?<year>\\d{4})\\b`,
].map((pattern) => new RegExp(pattern, 'i'));

/** The first date in a text such as `2026 October 2`, `Sept. 3, 1995` or `apod-2026-october-2-title`, as `YYYY-MM-DD`. */
export function findDate(text: string): string | null {
  const matches = datePatterns
    .map((pattern) => pattern.exec(text))
    .filter((match) => match !== null);
  const [first] = matches.toSorted((a, b) => a.index - b.index);
  const { year, month = '', day = '' } = first?.groups ?? {};
  if (year === undefined) return null;
  const number = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * Reads a page in the classic layout: date and picture in the first `<center>`, title and credit in the second, and
 * then the explanation up to the third.
 *
 * @returns credit and explanation as HTML, the date as `YYYY-MM-DD`, and the other parts as text; null for parts that
 *   the page does not have
 */
export function readClassicPage(page: string) {
  const html = page.slice(0, maxMarkupLength);
  let heading = '';
  const parts: { -readonly [Name in keyof PageMedia]: PageMedia[Name] } & { title: string | null } =
    { image: null, linked: null, video: null, poster: null, title: null };
  /** The ends of title, credit and explanation, as offsets in `html`. */
  const partEnds: { title?: number; credit?: number; explanation?: number } = {};
  let anchor: string | null = null;
  let isInTitle = false;
  let isInVideo = false;
  let openedCount = 0;
  let closedCount = 0;

  readMarkup(html, (at) => ({
    ontext(data) {
      if (closedCount === 0) heading += data;
      if (isInTitle) parts.title = (parts.title ?? '') + data;
    },
    onopentag(name, attributes) {
      if (name === 'center') {
        openedCount += 1;
        if (closedCount >= 2) partEnds.explanation ??= at.startIndex;
      }
      if (name === 'b' && isInTitle) {
        // The bold text of the title is not closed, and the label of the credit follows.
        isInTitle = false;
        partEnds.title = at.startIndex;
      } else if (name === 'b' && openedCount === 2 && closedCount === 1 && parts.title === null)
        isInTitle = true;
      // The media of the day are in the first `<center>`. Later media belong to the explanation.
      if (closedCount > 0) return;
      heading += ' ';
      const { href, src, alt, poster } = attributes;
      if (name === 'a') anchor = href ?? null;
      if (name === 'img' && parts.image === null && src !== undefined && !isIcon(attributes)) {
        parts.image = { src, alt: alt ?? '' };
        parts.linked = anchor;
      }
      if (name === 'video') {
        isInVideo = true;
        parts.poster ??= poster ?? null;
      }
      const isPlayer = name === 'video' || name === 'iframe' || (name === 'source' && isInVideo);
      if (isPlayer) parts.video ??= src ?? null;
    },
    onclosetag(name) {
      if (name === 'a') anchor = null;
      if (name === 'video') isInVideo = false;
      if (name === 'b' && isInTitle) {
        isInTitle = false;
        partEnds.title = at.endIndex + 1;
      }
      if (name === 'center') {
        closedCount += 1;
        if (closedCount === 2) partEnds.credit = at.startIndex;
      }
    },
  }));

  const { title, credit } = partEnds;
  if (title === undefined || credit === undefined)
    return { ...parts, date: findDate(heading), ...readOldLayout(html) };
  return {
    ...parts,
    date: findDate(heading),
    credit: html.slice(title, credit),
    explanation: html.slice(html.indexOf('>', credit) + 1, partEnds.explanation ?? html.length),
  };
}

/** A shown size below this is that of a button, an icon or a counter of visits. Pixels. */
const minShownSize = 32;
const isIcon = ({ width, height }: Readonly<Record<string, string>>): boolean =>
  [width, height].some((side) => /^\d+$/.test(side ?? '') && Number(side) < minShownSize);

/** The limit on the markup between picture and explanation in which the title is searched for, in characters. */
const maxTitleDistance = 2 ** 14;
/** Elements that hold the title of an old page. */
const titleElementPattern = /<(b|strong|h[2-6])\b[^<>]*>([^]{0,300}?)<\/\1\b/gi;

/**
 * Reads a page of the first years, on which title and credit are not in a second `<center>`: the title is the first bold
 * text or heading after the picture, and the label "Explanation" begins the explanation.
 */
function readOldLayout(html: string) {
  const pictureEnd = /<img\b[^<>]*>|<\/center\b/i.exec(html);
  const afterPicture = html.slice((pictureEnd?.index ?? 0) + (pictureEnd?.[0].length ?? 0));
  const boldLabelStart = afterPicture.search(/<(?:b|strong)\b[^<>]*>\s*Explanation\b/i);
  const explanationStart =
    boldLabelStart < 0 ? afterPicture.search(/(?<=>)\s*Explanation\s*:/i) : boldLabelStart;
  const beforeExplanation = afterPicture.slice(0, Math.max(explanationStart, 0));
  const titles = [...beforeExplanation.slice(0, maxTitleDistance).matchAll(titleElementPattern)];
  const title = titles.find(([, , text = '']) => {
    const words = text.replaceAll(/<[^<>]*>/g, '').trim();
    return words !== '' && !words.endsWith(':');
  });
  const titleEnd = title === undefined ? 0 : title.index + title[0].length;
  const documentTitle = /<title\b[^<>]*>([^<]*)/i.exec(html)?.[1] ?? null;
  const explanation = explanationStart < 0 ? null : afterPicture.slice(explanationStart);
  return {
    title: title?.[2] ?? documentTitle,
    credit: explanationStart < 0 ? null : beforeExplanation.slice(titleEnd).replace(/^>/, ''),
    explanation: explanation?.slice(0, /<(?:hr|center)\b/i.exec(explanation)?.index) ?? null,
  };
}

/** The items of an RSS feed in their order: the text of each element by the element's name. */
export function readFeedItems(feed: string): readonly Readonly<Record<string, string>>[] {
  const items: Record<string, string>[] = [];
  let item: Record<string, string> | null = null;
  /** The current element of the item, and the depth of the parser inside the item. */
  let name = '';
  let depth = 0;
  readMarkup(
    feed.slice(0, maxMarkupLength),
    () => ({
      onopentagname(tag) {
        if (item === null) {
          if (tag === 'item') item = {};
          return;
        }
        depth += 1;
        if (depth === 1) name = tag;
      },
      ontext(data) {
        if (item !== null && depth > 0) item[name] = (item[name] ?? '') + data;
      },
      onclosetag() {
        if (item === null) return;
        if (depth > 0) depth -= 1;
        else {
          items.push(item);
          item = null;
        }
      },
    }),
    { xmlMode: true },
  );
  return items;
}
