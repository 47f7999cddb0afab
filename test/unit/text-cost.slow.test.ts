import { expect, it } from 'vitest';
import { foldWords } from '#shared/fold-text.ts';
import { parseJson } from '#shared/json.ts';
import { headingOf, parseBlocks, tagsOfPost } from '#shared/journal/markdown.ts';
import { foldTag, tagsInSearch } from '#shared/journal/tags.ts';
import { parseTypedDates } from '#shared/picture/typed-dates.ts';
import { indexQueryOf, searchFindsText, tokensIn, toIndexText } from '#shared/search-words.ts';
import { readServiceText } from '#shared/service-text.ts';
import { readCoordinateEntry } from '#shared/station/coordinates.ts';
import { looksLikeHtml, messageOfErrorBody } from '#platform/http/failures.ts';
import { redactText } from '#platform/log/log.ts';
import { markdownParser } from '#journal/transfer/formats.ts';
import { findDate, readClassicPage, readFeedItems } from '#picture/providers/markup.ts';
import {
  plainText,
  readAltText,
  readCredit,
  readExplanation,
  readTitle,
} from '#picture/providers/text.ts';
import { knownWords } from '#report/log-part.ts';
import { parseRegistry } from '#settings/managed.ts';
import { fitOnOneLine } from '#tray/lines.ts';
import { sway } from '#wallpaper/desktops/wayland.ts';
import { namesFileBelow } from '#wallpaper/setter/desktop-store.ts';

/**
 * The functions that read a text of a service, of a file, of another program or of a page. Those that only such
 * functions call on the whole text are left out, such as `foldText` and `parseInlines`.
 */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  readServiceText,
  foldWords,
  foldTag,
  tagsInSearch,
  toIndexText,
  tokensIn,
  indexQueryOf,
  searchFindsText: (text) => searchFindsText(text, 'nowhere'),
  parseBlocks,
  headingOf,
  tagsOfPost: (text) => tagsOfPost('', text),
  markdownParser(text) {
    const parser = markdownParser();
    return text.split('\n').map((line, index) => parser.line(index + 1, line));
  },
  parseJson,
  messageOfErrorBody: (text) => messageOfErrorBody(text, 'secret'),
  looksLikeHtml,
  redactText: (text) => redactText(text, ['secret']),
  plainText,
  readTitle,
  readCredit,
  readAltText,
  readExplanation: (text) => readExplanation(text, new URL('https://a.example/')),
  findDate,
  readClassicPage,
  readFeedItems,
  parseTypedDates: (text) => parseTypedDates(text),
  readCoordinateEntry: (text) => readCoordinateEntry(text, 'latitude'),
  parseRegistry,
  knownWords: (text) => knownWords(text),
  fitOnOneLine: (text) => fitOnOneLine(text),
  'held of sway': (text) => sway.held(['', text]),
  namesFileBelow: (text) => namesFileBelow(['/pictures'])(text),
};

/** The largest categories come first, which makes the search for the category of a character short. */
const categories =
  'Cn Co Lo Lu Ll Lt Lm Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs';
/** Marks whose canonical classes alternate, and texts whose parts begin a pattern that does not end. */
const hostileUnits = [
  '\u0301\u0316',
  '\uff9e',
  '\u200d\u0301',
  'a.',
  'http://',
  '# a #',
  '```\n',
  '<b>',
  '?=',
  '?',
  '…,',
  '[a',
  '*a ',
  '; ',
  ' ',
  '1',
  '[',
  '<!--',
  '2024 June ',
  ' key REG_SZ  ',
  ' -o a -i',
];

/** For each general category of Unicode up to 64 characters, spread over all of its characters. */
function charactersByCategory(): { name: string; parts: string[] }[] {
  const all = categories.split(' ').map((name) => ({
    ...{ name, pattern: new RegExp(`^\\p{${name}}$`, 'u') },
    found: [] as string[],
  }));
  for (let code = 0; code < 0x11_0000; code += 1) {
    const character = String.fromCodePoint(code);
    all.find(({ pattern }) => pattern.test(character))?.found.push(character);
  }
  return all.map(({ name, found }) => {
    const step = Math.max(1, Math.floor(found.length / 64));
    return { name, parts: found.filter((_, index) => index % step === 0).slice(0, 64) };
  });
}

/** A text of this length of the parts, in an order that looks random and is the same in each run. */
function textOf(parts: readonly string[], length: number): string {
  let state = 1;
  const chosen: string[] = [];
  for (let units = 0; units < length;) {
    state = (state * 48_271) % 2_147_483_647;
    const part = parts[state % parts.length] ?? ' ';
    chosen.push(part);
    units += part.length;
  }
  return chosen.join('').slice(0, length);
}

/** The processor time of this thread for `work`, in milliseconds. */
function cost(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const smallLength = 8 * 1024;
const factor = 32;
const smallReadings = 8;
/**
 * A garbage collection or a compilation may fall into the time of a measurement, in milliseconds. A search of the whole
 * text for every tenth character takes several times as long.
 */
const allowanceMs = 40;

const texts = [
  ...charactersByCategory(),
  ...hostileUnits.map((unit) => ({ name: JSON.stringify(unit), parts: [unit] })),
].map(({ name, parts }) => ({
  name,
  small: textOf(parts, smallLength),
  large: textOf(parts, smallLength * factor),
}));

/**
 * The times of a large text, and of as much text in small parts; the best of five, because the machine may be busy. Only
 * some of the small parts are read: their time is multiplied.
 */
function measure(read: (text: string) => unknown, small: string, large: string) {
  for (let tries = 1; ; tries += 1) {
    const largeMs = cost(() => read(large));
    if (largeMs <= allowanceMs) return null;
    const parts = cost(() => {
      for (let n = 0; n < smallReadings; n += 1) read(small);
    });
    const smallMs = (parts * factor) / smallReadings;
    if (largeMs <= 4 * smallMs + allowanceMs) return null;
    if (tries === 5) return { smallMs, largeMs };
  }
}

it.each(Object.entries(readers))(
  '%s takes at most four times as long for each kB of 256 kB as of 8 kB, in every class of Unicode',
  (_name, read) => {
    const dear = texts.flatMap(({ name, small, large }) => {
      const times = measure(read, small, large);
      return times === null
        ? []
        : [`${name}: ${times.smallMs.toFixed(0)} and ${times.largeMs.toFixed(0)} ms`];
    });
    expect(dear).toEqual([]);
  },
  300_000,
);
