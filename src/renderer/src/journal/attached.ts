import { m } from '#words';
import { timeInWords } from '../ui/format.ts';
import { calendarDay } from './dates.ts';

/**
 * What a post is about. It is the first line of the text, because the posts service has no field for it:
 * `overhead:picture/2019-07-16` or `overhead:pass/2026-11-21T18:04Z`.
 */
export type Attached =
  | { readonly kind: 'picture'; readonly date: string }
  /** When the pass begins, in milliseconds since the Unix epoch, to the minute. */
  | { readonly kind: 'pass'; readonly at: number };

const firstLine =
  /^overhead:(?:picture\/(?<date>\d{4}-\d\d-\d\d)|pass\/(?<time>\d{4}-\d\d-\d\dT\d\d:\d\dZ))(?:\n|$)/;

/** A text without the line that says what it is about. A line that names no real day or time stays in the text. */
export function splitAttached(body: string): {
  readonly attached: Attached | null;
  readonly text: string;
} {
  const match = firstLine.exec(body);
  const { date, time } = match?.groups ?? {};
  const at = Date.parse(date ?? time ?? '');
  if (match === null || Number.isNaN(at)) return { attached: null, text: body };
  const attached: Attached = date === undefined ? { kind: 'pass', at } : { kind: 'picture', date };
  return { attached, text: body.slice(match[0].length) };
}

/** The opposite of `splitAttached`. */
export function withAttached(attached: Attached | null, text: string): string {
  if (attached === null) return text;
  const place =
    attached.kind === 'picture'
      ? `picture/${attached.date}`
      : `pass/${new Date(attached.at).toISOString().slice(0, 16)}Z`;
  return `overhead:${place}\n${text}`;
}

export const attachedInWords = (attached: Attached, now: number): string =>
  attached.kind === 'picture'
    ? m.journal_attached_picture({ day: calendarDay(attached.date) })
    : m.journal_attached_pass({ when: timeInWords(attached.at, now) });
