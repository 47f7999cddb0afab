import { z } from 'zod';
import { instantSchema } from '#shared/instant.ts';
import { isSameJson } from '#shared/json.ts';
import { observerSchema, type Observer } from '#shared/station/sky/observer.ts';
import { passSchema } from '#shared/station/sky/pass.ts';
import { isSamePass, seenPart } from '#shared/station/sky/pass-span.ts';
import { transitSchema } from '#shared/station/sky/transit.ts';
import { isSamePlace } from '../ledger/ledger-rules.ts';

/** The pass or the transit of an event. */
const subjectSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pass'),
    observer: observerSchema,
    pass: passSchema,
    /** One standard deviation of the event's times, seconds; null: unknown. */
    sigma: z.number().nullable(),
  }),
  z.object({ kind: z.literal('transit'), observer: observerSchema, transit: transitSchema }),
]);
export type EventSubject = z.infer<typeof subjectSchema>;

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
export type EventContent = z.infer<typeof contentSchema>;

/** An event in the form in which it was last exported. */
export const entrySchema = z.object({
  uid: z.string(),
  sequence: z.int(),
  modifiedAt: instantSchema,
  isCancelled: z.boolean(),
  subject: subjectSchema,
  content: contentSchema,
});
export type CalendarEntry = z.infer<typeof entrySchema>;

/** The culmination of a pass, or the middle of a transit, Unix seconds. */
export const subjectTime = (subject: EventSubject): number =>
  subject.kind === 'pass' ? subject.pass.peak.t : subject.transit.t;

/** Whether both are the same pass or transit, predicted by two fits of the orbit. */
function isSameSubject(a: EventSubject, b: EventSubject): boolean {
  if (!isSamePlace(a.observer, b.observer) || !isSamePass(subjectTime(a), subjectTime(b)))
    return false;
  return a.kind === 'transit' && b.kind === 'transit'
    ? a.transit.body === b.transit.body
    : a.kind === b.kind;
}

/**
 * Returns a calendar entry for each subject. A pass or transit that was exported earlier keeps its UID; if it has
 * changed or was cancelled, its sequence number grows by one. A new fit moves a pass by fractions of a second: a
 * difference that a user would not notice does not count as a change.
 *
 * @param options.stored the events of earlier exports
 * @param options.now milliseconds since the Unix epoch
 */
export function calendarEntriesOf(
  subjects: readonly EventSubject[],
  {
    stored,
    contentOf,
    now,
    newId,
  }: {
    readonly stored: readonly CalendarEntry[];
    readonly contentOf: (subject: EventSubject) => EventContent;
    readonly now: number;
    readonly newId: () => string;
  },
): CalendarEntry[] {
  return subjects.map((subject) => {
    const earlierEntry = stored.find((entry) => isSameSubject(entry.subject, subject));
    if (earlierEntry === undefined) {
      const content = contentOf(subject);
      return {
        ...{ uid: newId(), sequence: 0, modifiedAt: now, isCancelled: false },
        ...{ subject, content },
      };
    }
    const currentSubject = isNoticeable(earlierEntry.subject, subject)
      ? subject
      : earlierEntry.subject;
    const content = contentOf(currentSubject);
    const isSame = isSameJson(content, earlierEntry.content);
    return isSame && !earlierEntry.isCancelled
      ? earlierEntry
      : nextVersion(earlierEntry, { subject: currentSubject, content, isCancelled: false }, now);
  });
}

/** The coming passes and transits over a place. Times are milliseconds since the Unix epoch. */
export interface Forecast {
  readonly observer: Observer;
  /** All passes and transits, visible or not. */
  readonly subjects: readonly EventSubject[];
  /** The times up to which passes and transits are known; null: they are unknown. */
  readonly passesUntil: number | null;
  readonly transitsUntil: number | null;
  /** The largest distance of the centre line of a known transit from the observer, km. */
  readonly withinKm: number;
}

/**
 * Returns the exported events that will not happen, as cancelled: passes that do not happen or are no longer visible,
 * and transits whose centre lines have moved away. Leaves out events that are over, of other places, later than the
 * forecast, or outside a reduced search radius.
 */
export function cancelledEntries(
  stored: readonly CalendarEntry[],
  forecast: Forecast,
  now: number,
): CalendarEntry[] {
  return stored
    .filter(({ subject, content }) => content.end * 1000 > now && isCancelledBy(subject, forecast))
    .map((entry) => (entry.isCancelled ? entry : nextVersion(entry, { isCancelled: true }, now)));
}

function isCancelledBy(subject: EventSubject, forecast: Forecast): boolean {
  if (!isSamePlace(subject.observer, forecast.observer)) return false;
  const endTime = subject.kind === 'pass' ? forecast.passesUntil : forecast.transitsUntil;
  if (endTime === null || subjectTime(subject) * 1000 > endTime) return false;
  // The user has reduced the search radius.
  if (subject.kind === 'transit' && subject.transit.distanceKm > forecast.withinKm) return false;
  const currentSubject = forecast.subjects.find((candidate) => isSameSubject(candidate, subject));
  if (currentSubject === undefined) return true;
  return (
    subject.kind === 'pass' &&
    currentSubject.kind === 'pass' &&
    subject.pass.visible &&
    !currentSubject.pass.visible
  );
}

/**
 * The entry with these changes and the next sequence number. `modifiedAt` never decreases, not even when the clock was
 * set back.
 */
const nextVersion = (
  entry: CalendarEntry,
  part: Partial<CalendarEntry>,
  now: number,
): CalendarEntry => ({
  ...entry,
  ...part,
  sequence: entry.sequence + 1,
  modifiedAt: Math.max(now, entry.modifiedAt),
});

/**
 * The smallest differences that a user would notice: of a time (seconds), of a direction or height (degrees), of the
 * place of a centre line (km).
 */
const minNoticeableSeconds = 5;
const minNoticeableDegrees = 2;
const minNoticeableKm = 0.5;

/** Whether a user would notice the difference between two predictions of one pass or transit. */
function isNoticeable(one: EventSubject, other: EventSubject): boolean {
  if (one.kind === 'transit' && other.kind === 'transit') {
    const [a, b] = [one.transit, other.transit];
    return (
      Math.abs(a.t - b.t) > minNoticeableSeconds ||
      Math.abs(a.distanceKm - b.distanceKm) > minNoticeableKm ||
      isUncertaintyDifferent(a.lineSigmaKm, b.lineSigmaKm) ||
      (a.goodAt === null) !== (b.goodAt === null)
    );
  }
  if (one.kind !== 'pass' || other.kind !== 'pass') return true;
  const [a, b] = [one.pass, other.pass];
  const [partA, partB] = [seenPart(a), seenPart(b)];
  const times = [
    [partA.from.t, partB.from.t],
    [partA.to.t, partB.to.t],
    [partA.top.t, partB.top.t],
  ] as const;
  return (
    times.some(([x, y]) => Math.abs(x - y) > minNoticeableSeconds) ||
    Math.abs(partA.top.elevation - partB.top.elevation) > minNoticeableDegrees ||
    a.visible !== b.visible ||
    a.reason !== b.reason ||
    a.brightness?.band !== b.brightness?.band ||
    isUncertaintyDifferent(one.sigma ?? 0, other.sigma ?? 0)
  );
}

/** Whether one of two uncertainties is more than twice the other; all values below 0.1 count as equal. */
const isUncertaintyDifferent = (a: number, b: number): boolean => {
  const [x, y] = [Math.max(a, 0.1), Math.max(b, 0.1)];
  return x > 2 * y || y > 2 * x;
};
