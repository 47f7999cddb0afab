import { logWords } from './log-words.ts';

const timePattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /;
/** A position in the app's own code, as at the end of a line of a stack trace. */
const stackFramePattern =
  /((?:(?:out|src|main|chunks|renderer)\/)+[\w.-]+\.[cm]?[jt]s:\d+:\d+)\)?$/;
/** Matches the code of an error of the system, of Node or of SQLite. */
const errorCodePattern = /^(E[A-Z]{2,14}|(UND_)?ERR_[A-Z_]{2,40}|SQLITE_[A-Z_]{2,30})$/;
/** Matches a date, a number with decimals, or a word. */
const tokenPattern = /(\d{4}-\d\d-\d\d(?!\d)|\d+(?:[.,]\d+)+|[\p{L}\p{N}\p{M}_]+)/u;

/** A word that the app itself writes, a small whole number, or the code of an error. */
const isKnownWord = (word: string): boolean =>
  logWords.has(word.toLowerCase()) || /^\d{1,3}$/.test(word) || errorCodePattern.test(word);

/**
 * The text with only the app's own words, error codes, dates and small numbers. Any other word or number (a name, a
 * path, …) becomes `…`; other characters are removed.
 */
export const knownWords = (text: string): string =>
  text
    .split(tokenPattern)
    .map((part, index) => {
      // `split` returns the text outside the pattern and the matches alternately.
      if (index % 2 === 0) return part.replaceAll(/[^ .,:;()…“”-]/g, '');
      return /^\d{4}-\d\d-\d\d$/.test(part) || isKnownWord(part) ? part : '…';
    })
    .join('')
    .replaceAll(/…[^\p{L}\p{N}]*…/gu, '…');

export const logPart = (lines: readonly string[]): string[] =>
  lines.map((line) => {
    const timePart = timePattern.exec(line)?.[0] ?? '';
    const messagePart = line.slice(timePart.length);
    if (timePart === '' && /^\s+at /.test(messagePart))
      return `    at ${stackFramePattern.exec(messagePart)?.[1] ?? '…'}`;
    return `${timePart}${knownWords(messagePart)}`;
  });
