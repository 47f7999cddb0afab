import { z } from 'zod';
import { instantSchema } from '#shared/instant.ts';
import { observerSchema, type Observer } from '#shared/station/sky/observer.ts';
import { passSchema } from '#shared/station/sky/pass.ts';
import { passSpan } from '#shared/station/sky/pass-span.ts';
import { transitSchema } from '#shared/station/sky/transit.ts';
import { isSamePlace } from '../ledger/rules.ts';
import { isSamePass } from '../sky/pass-alerts.ts';

/** What an event is about. */
const subjectSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pass'),
    observer: observerSchema,
    pass: passSchema,
    /** One standard deviation of its times, seconds; null: not known. */
    sigma: z.number().nullable(),
  }),
  z.object({ kind: z.literal('transit'), observer: observerSchema, transit: transitSchema }),
]);
export type Subject = z.infer<typeof subjectSchema>;

/** The words and numbers of an event. Times are Unix seconds. */
const contentSchema = z.object({
  start: z.number(),
  end: z.number(),
  summary: z.string(),
  description: z.string(),
  location: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  alarmMinutes: z.number().nullable(),
});
export type Content = z.infer<typeof contentSchema>;

/** An event that was exported, as it was exported last. */
export const entrySchema = z.object({
  uid: z.string(),
  sequence: z.int(),
  modifiedAt: instantSchema,
  isCancelled: z.boolean(),
  subject: subjectSchema,
  content: contentSchema,
});
export type Entry = z.infer<typeof entrySchema>;

/** When it is, Unix seconds. */
export const timeOf = (subject: Subject): number =>
  subject.kind === 'pass' ? subject.pass.peak.t : subject.transit.t;

/** Whether both are the same pass or transit, predicted by two fits of the orbit. */
function isSameSubject(a: Subject, b: Subject): boolean {
  if (!isSamePlace(a.observer, b.observer) || !isSamePass(timeOf(a), timeOf(b))) return false;
  return a.kind === 'transit' && b.kind === 'transit'
    ? a.transit.body === b.transit.body
    : a.kind === b.kind;
}

interface EntryOptions {
  readonly stored: readonly Entry[];
  readonly contentOf: (subject: Subject) => Content;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly newId: () => string;
}

/**
 * The events of these subjects. One that was exported before has the same UID and, if it has changed, the next sequence
 * number. A new fit moves a pass by fractions of a second: what a person would not notice is no change.
 */
export function entriesOf(
  subjects: readonly Subject[],
  { stored, contentOf, now, newId }: EntryOptions,
): Entry[] {
  return subjects.map((subject) => {
    const before = stored.find((one) => isSameSubject(one.subject, subject));
    if (before === undefined) {
      const content = contentOf(subject);
      return {
        ...{ uid: newId(), sequence: 0, modifiedAt: now, isCancelled: false },
        ...{ subject, content },
      };
    }
    const settled = isNoticed(before.subject, subject) ? subject : before.subject;
    const content = contentOf(settled);
    const isSame = JSON.stringify(content) === JSON.stringify(before.content);
    return isSame && !before.isCancelled
      ? before
      : changed(before, { subject: settled, content, isCancelled: false }, now);
  });
}

/** What is known of the coming passes and transits. Times are milliseconds since the Unix epoch; null: nothing is. */
export interface Known {
  readonly observer: Observer;
  /** All, whether or not they can be seen. */
  readonly subjects: readonly Subject[];
  readonly passesUntil: number | null;
  readonly transitsUntil: number | null;
  /** The centre lines of transits as far away are known, km. */
  readonly withinKm: number;
}

/**
 * The exported events that will not happen, cancelled: of passes that do not come any more or can be seen no longer, and
 * of transits whose lines have moved away. Events of other places, and those beyond what is known, are left as they are.
 */
export function cancelledEntries(stored: readonly Entry[], known: Known, now: number): Entry[] {
  return stored
    .filter(({ subject, content }) => content.end * 1000 > now && isGone(subject, known))
    .map((entry) => (entry.isCancelled ? entry : changed(entry, { isCancelled: true }, now)));
}

function isGone(subject: Subject, known: Known): boolean {
  if (!isSamePlace(subject.observer, known.observer)) return false;
  const until = subject.kind === 'pass' ? known.passesUntil : known.transitsUntil;
  if (until === null || timeOf(subject) * 1000 > until) return false;
  // The person searches less far now.
  if (subject.kind === 'transit' && subject.transit.distanceKm > known.withinKm) return false;
  const found = known.subjects.find((one) => isSameSubject(one, subject));
  if (found === undefined) return true;
  return (
    subject.kind === 'pass' && found.kind === 'pass' && subject.pass.visible && !found.pass.visible
  );
}

/** The time of a change is never before that of the one before, also when the clock was set back. */
const changed = (before: Entry, part: Partial<Entry>, now: number): Entry => ({
  ...before,
  ...part,
  sequence: before.sequence + 1,
  modifiedAt: Math.max(now, before.modifiedAt),
});

/** A smaller change of a time, in seconds, is not noticed; nor one of a direction or height, in degrees, or of a line, km. */
const noticedSeconds = 5;
const noticedDegrees = 2;
const noticedKm = 0.5;

function isNoticed(before: Subject, after: Subject): boolean {
  if (before.kind === 'transit' && after.kind === 'transit') {
    const [a, b] = [before.transit, after.transit];
    return (
      Math.abs(a.t - b.t) > noticedSeconds ||
      Math.abs(a.distanceKm - b.distanceKm) > noticedKm ||
      isOtherScale(a.lineSigmaKm, b.lineSigmaKm) ||
      (a.goodAt === null) !== (b.goodAt === null)
    );
  }
  if (before.kind !== 'pass' || after.kind !== 'pass') return true;
  const [a, b] = [before.pass, after.pass];
  const [spanA, spanB] = [passSpan(a), passSpan(b)];
  const times = [
    [spanA.from, spanB.from],
    [spanA.to, spanB.to],
    [a.peak.t, b.peak.t],
  ] as const;
  return (
    times.some(([x, y]) => Math.abs(x - y) > noticedSeconds) ||
    Math.abs(a.peak.elevation - b.peak.elevation) > noticedDegrees ||
    a.visible !== b.visible ||
    a.reason !== b.reason ||
    a.brightness?.band !== b.brightness?.band ||
    isOtherScale(before.sigma ?? 0, after.sigma ?? 0)
  );
}

/** Whether one of two uncertainties is more than twice the other; those below a tenth are all the same. */
const isOtherScale = (a: number, b: number): boolean => {
  const [x, y] = [Math.max(a, 0.1), Math.max(b, 0.1)];
  return x > 2 * y || y > 2 * x;
};
