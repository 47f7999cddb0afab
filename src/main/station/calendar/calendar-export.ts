import { m } from '#words';
import { ok, type Result } from '#shared/failure.ts';
import type { AppState } from '#shared/state.ts';
import type { CalendarExport } from '#shared/station/calendar.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import { isSamePass } from '#shared/station/sky/pass-span.ts';
import type { Clock } from '#runtime/clock.ts';
import type { CalendarStore } from './calendar-store.ts';
import {
  cancelledEntries,
  calendarEntriesOf,
  subjectTime,
  type CalendarEntry,
  type Forecast,
  type EventSubject,
} from './entries.ts';

export interface ExportTools {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: CalendarStore;
  readonly newId: () => string;
}

interface ExportedCalendar {
  readonly text: string;
  /** The start of the first event, Unix seconds; null: there is no event. */
  readonly start: number | null;
}

/** The name of a file with one event, `ISS 2026-11-23 18.04`, in the zone of the computer. */
export function singleFileName(start: number): string {
  const time = new Date(start * 1000);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const day = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join(
    '-',
  );
  return `ISS ${day} ${twoDigits(time.getHours())}.${twoDigits(time.getMinutes())}`;
}

/**
 * Stores the entries of the events in `range` and returns the text of a calendar file and the start of its first event;
 * null while no forecast is known. The words and the format are loaded at the first export.
 */
export async function exportCalendar(
  state: AppState,
  range: CalendarExport,
  { clock, store, newId }: ExportTools,
): Promise<Result<ExportedCalendar> | null> {
  const forecast = forecastOf(state);
  if (forecast === null) return null;
  const [{ eventContentOf }, { calendarText }] = await Promise.all([
    import('./content.ts'),
    import('./ics.ts'),
  ]);
  const storedEntries = store.read();
  if (!storedEntries.ok) return storedEntries;
  const now = clock.now();
  const { alerts } = state.settings.station;
  const isInCalendar = (subject: EventSubject): boolean =>
    subject.kind === 'transit' || subject.pass.visible;
  const subjects = forecast.subjects.filter((subject) =>
    range.what === 'all' ? isInCalendar(subject) : isEventRequested(subject, range),
  );
  const isSimulated = state.services.simulated;
  const currentEntries = calendarEntriesOf(subjects, {
    stored: storedEntries.value,
    contentOf: (subject) => eventContentOf(subject, { alerts, isSimulated, now }),
    now,
    newId,
  });
  const entriesToCancel =
    range.what === 'all' ? cancelledEntries(storedEntries.value, forecast, now) : [];
  const entries = [...currentEntries, ...entriesToCancel];
  const unchangedEntries = new Set(storedEntries.value);
  const changes = entries.filter((entry) => !unchangedEntries.has(entry));
  if (changes.length > 0) {
    const result = store.write(changes);
    if (!result.ok) return result;
  }
  const events = entries.map(eventOf).sort((a, b) => a.start - b.start);
  return ok({
    text: calendarText(m.calendar_name(), events),
    start: events[0]?.start ?? null,
  });
}

const eventOf = ({ uid, sequence, modifiedAt, isCancelled, content }: CalendarEntry) => ({
  ...{ uid, sequence, modifiedAt, isCancelled },
  ...content,
  summary: isCancelled ? m.calendar_gone({ title: content.summary }) : content.summary,
});

/** Whether a page requested the export of this event. The time in the request may be that of an earlier fit. */
const isEventRequested = (
  subject: EventSubject,
  range: Exclude<CalendarExport, { what: 'all' }>,
): boolean =>
  subject.kind === 'pass'
    ? range.what === 'pass' && isSamePass(subjectTime(subject), range.peak)
    : range.what === 'transit' &&
      subject.transit.body === range.body &&
      isSamePass(subjectTime(subject), range.t);

/** The forecast for the place; null: no place is set, or no passes are known yet. */
function forecastOf({ station, settings }: AppState): Forecast | null {
  const { observer: inUse, passes, passesUntil, transits } = station;
  if (inUse === null || passesUntil === null) return null;
  const { latitude, longitude, altitude } = inUse;
  const observer: Observer = { latitude, longitude, altitude };
  return {
    observer,
    subjects: [
      ...passes.map((pass) => ({
        kind: 'pass' as const,
        observer,
        pass,
        sigma: pass.timeSigma ?? null,
      })),
      ...(transits?.list ?? []).map((transit) => ({
        kind: 'transit' as const,
        observer,
        // A calendar cannot show the drawing of the path.
        transit: { ...transit, line: [], path: [] },
      })),
    ],
    passesUntil,
    transitsUntil: transits?.until ?? null,
    withinKm: settings.station.transitKm,
  };
}
