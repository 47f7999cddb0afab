import { m } from '#words';
import { calendarDay, untilInWords } from '../time-words.ts';

/**
 * The subject of a post. It is stored in the first line of the text, because the posts service has no field for it:
 * `overhead:picture/2019-07-16` or `overhead:pass/2026-11-21T18:04Z/270,181,67,90`.
 */
export type AttachedSubject =
  | { readonly kind: 'picture'; readonly date: string }
  | {
      readonly kind: 'pass';
      /** When the pass begins, in milliseconds since the Unix epoch, rounded down to minutes. */
      readonly at: number;
      readonly path: SubjectPath;
    };

/** The path of a pass, in whole degrees: azimuths of rise, culmination and set; elevation of the culmination. */
export interface SubjectPath {
  readonly rise: number;
  readonly peak: number;
  readonly height: number;
  readonly set: number;
}

const firstLinePattern =
  /^overhead:(?:picture\/(?<date>\d{4}-\d\d-\d\d)|pass\/(?<time>\d{4}-\d\d-\d\dT\d\d:\d\dZ)\/(?<path>\d{1,3}(?:,\d{1,3}){3}))(?:\n|$)/;

/** Separates the line with the subject from the text. A line with an invalid day, time or path stays in the text. */
export function splitAttachedSubject(body: string): {
  readonly attached: AttachedSubject | null;
  readonly text: string;
} {
  const match = firstLinePattern.exec(body);
  const { date, time, path = '' } = match?.groups ?? {};
  const timestamp = Date.parse(date ?? time ?? '');
  if (match === null || Number.isNaN(timestamp)) return { attached: null, text: body };
  const text = body.slice(match[0].length);
  if (date !== undefined) return { attached: { kind: 'picture', date }, text };
  const subjectPath = pathOf(path);
  return subjectPath === null
    ? { attached: null, text: body }
    : { attached: { kind: 'pass', at: timestamp, path: subjectPath }, text };
}

/** Null if the values are not valid directions. */
function pathOf(text: string): SubjectPath | null {
  const [rise = 0, peak = 0, height = 0, set = 0] = text.split(',').map(Number);
  return Math.max(rise, peak, set) < 360 && height <= 90 ? { rise, peak, height, set } : null;
}

/** The inverse of `splitAttachedSubject`. */
export function joinAttachedSubject(attached: AttachedSubject | null, text: string): string {
  return attached === null ? text : `overhead:${pathOfSubject(attached)}\n${text}`;
}

function pathOfSubject(attached: AttachedSubject): string {
  if (attached.kind === 'picture') return `picture/${attached.date}`;
  const time = `pass/${new Date(attached.at).toISOString().slice(0, 16)}Z`;
  const { rise, peak, height, set } = attached.path;
  return `${time}/${[rise, peak, height, set].join(',')}`;
}

export const attachedInWords = (attached: AttachedSubject, now: number): string =>
  attached.kind === 'picture'
    ? m.journal_attached_picture({ day: calendarDay(attached.date, 'long') })
    : m.journal_attached_pass({ when: untilInWords(attached.at, now) });
