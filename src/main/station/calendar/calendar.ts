import { m } from '#words';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { AppState } from '#shared/state.ts';
import type { CalendarExport } from '#shared/station/calendar.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import { exportText, type TransferFiles } from '#platform/files/transfer-files.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import { createQueue } from '#runtime/queue.ts';
import type { CalendarStore } from './calendar-store.ts';
import { isSamePass } from '../sky/pass-alerts.ts';
import { cancelledEntries, entriesOf, timeOf, type Known, type Subject } from './entries.ts';

/** The file that is kept up to date, persisted across restarts. */
export interface CalendarFileStore {
  path(): string | null;
  remember(path: string | null): void;
}

interface CalendarOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly state: StateHolder;
  readonly store: CalendarStore;
  readonly fileStore: CalendarFileStore;
  readonly files: Pick<TransferFiles, 'write' | 'exists'>;
  readonly newId: () => string;
  readonly onDefect: (error: unknown) => void;
}

interface Written {
  readonly text: string;
  /** Number of events. */
  readonly count: number;
}

type Choose = () => Promise<Result<string | null>>;

export type StationCalendar = ReturnType<typeof startStationCalendar>;

/**
 * Passes and transits as calendar files. The words and the format are loaded when the first file is written.
 *
 * The kept file follows AppState: each change of the forecast, the place, the language or the alerts is looked at once, and
 * the file is written when its text differs. What the disk refuses is tried again at the next change.
 */
export function startStationCalendar(options: CalendarOptions) {
  const { clock, state, store, fileStore, files, onDefect } = options;
  const queue = createQueue();
  let isDisposed = false;
  let path = fileStore.path();
  let followed: readonly unknown[] = [];
  /** What is in the kept file; null: not written in this run, or it failed. */
  let written: string | null = null;

  /** Stores the entries of the wanted events and returns the calendar's text; null when no forecast is known. */
  async function textOf(wanted: CalendarExport): Promise<Result<Written> | null> {
    const { station, settings, services } = state.current;
    const known = knownOf(state.current);
    if (known === null) return null;
    const [{ contentOf, isAlarmQuiet }, { calendarText }] = await Promise.all([
      import('./content.ts'),
      import('./ics.ts'),
    ]);
    const stored = store.read();
    if (!stored.ok) return stored;
    const now = clock.now();
    const { alerts } = station;
    const isInCalendar = (subject: Subject): boolean => {
      if (subject.kind === 'transit') return true;
      const { pass } = subject;
      return settings.station.calendar === 'visible'
        ? pass.visible
        : (pass.visible || !alerts.onlyVisible) &&
            !isAlarmQuiet(pass.visibleFrom ?? pass.rise.t, alerts);
    };
    const subjects = known.subjects.filter((subject) =>
      wanted.what === 'all' ? isInCalendar(subject) : isNamed(subject, wanted),
    );
    const entries = entriesOf(subjects, {
      stored: stored.value,
      contentOf: (subject) => contentOf(subject, { alerts, isSimulated: services.simulated, now }),
      now,
      newId: options.newId,
    });
    const uids = new Set(entries.map(({ uid }) => uid));
    const gone =
      wanted.what === 'all'
        ? cancelledEntries(stored.value, known, now).filter(({ uid }) => !uids.has(uid))
        : [];
    const before = new Set(stored.value);
    const changed = [...entries, ...gone].filter((entry) => !before.has(entry));
    if (changed.length > 0) {
      const saved = store.write(changed);
      if (!saved.ok) return saved;
    }
    const events = [...entries, ...gone]
      .map(({ uid, sequence, modifiedAt, isCancelled, content }) => ({
        ...{ uid, sequence, modifiedAt, isCancelled },
        ...content,
        summary: isCancelled ? m.calendar_gone({ title: content.summary }) : content.summary,
      }))
      .sort((a, b) => a.start - b.start);
    return ok({ text: calendarText(m.calendar_name(), events), count: events.length });
  }

  async function writeKept(): Promise<void> {
    const to = path;
    if (to === null || isDisposed) return;
    const made = await textOf({ what: 'all' });
    // Without a forecast the file stays as it is.
    if (made === null) return;
    // The user may have deleted the file.
    if (made.ok && made.value.text === written && (await files.exists(to))) return;
    const done = made.ok ? await files.write(to, [ok(made.value.text)], true) : made;
    if (path !== to) return;
    written = done.ok && made.ok ? made.value.text : null;
    show(done.ok ? { writtenAt: clock.now(), failure: null } : { failure: done.failure });
  }

  type Shown = NonNullable<AppState['station']['calendarFile']>;
  function show(part: Partial<Shown> | null): void {
    state.update(({ station }) => {
      const before = station.calendarFile ?? { path: '', writtenAt: null, failure: null };
      const calendarFile = part === null || path === null ? null : { ...before, path, ...part };
      return { station: { ...station, calendarFile } };
    });
  }

  function follow({ station, settings, language, services }: AppState): void {
    if (path === null) return;
    const { passes, transits, observer, alerts } = station;
    const now = [passes, transits, observer, alerts, settings.station.calendar, language, services];
    if (now.every((part, index) => part === followed[index])) return;
    followed = now;
    void queue.run(writeKept).catch(onDefect);
  }

  if (path !== null) show({});
  const unsubscribe = state.subscribe(follow);
  follow(state.current);

  return {
    /** Writes once to where the person chooses. Fails with `not-found` when there is nothing to write. */
    async export(wanted: CalendarExport, choose: Choose) {
      const made = await queue.run(() => textOf(wanted));
      if (made?.ok === false) return made;
      if (made === null || made.value.count === 0) return fail({ kind: 'not-found' });
      return exportText(made.value.text, files, choose);
    },

    /** On: asks for a file, writes it, and writes it again whenever the forecast changes. */
    async keep(on: boolean, choose: Choose) {
      const chosen = on ? await choose() : ok(null);
      if (!chosen.ok || (on && chosen.value === null)) return chosen;
      path = chosen.value;
      written = null;
      followed = [];
      fileStore.remember(path);
      show(path === null ? null : { writtenAt: null, failure: null });
      await queue.idle();
      const failure = state.current.station.calendarFile?.failure ?? null;
      return failure === null ? chosen : fail(failure);
    },
    async dispose() {
      isDisposed = true;
      unsubscribe();
      await queue.idle();
    },
  };
}

/** Whether this is the event that a page asked for; the page may have the times of an earlier fit. */
const isNamed = (subject: Subject, wanted: Exclude<CalendarExport, { what: 'all' }>): boolean =>
  subject.kind === 'pass'
    ? wanted.what === 'pass' && isSamePass(timeOf(subject), wanted.peak)
    : wanted.what === 'transit' &&
      subject.transit.body === wanted.body &&
      isSamePass(timeOf(subject), wanted.t);

/** Null: no place is set, or no passes are known yet. */
function knownOf({ station, settings }: AppState): Known | null {
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
      ...(transits?.found ?? []).map((transit) => ({
        kind: 'transit' as const,
        observer,
        // A calendar shows no drawing of the path.
        transit: { ...transit, line: [], path: [] },
      })),
    ],
    passesUntil,
    transitsUntil: transits?.until ?? null,
    withinKm: settings.station.transitKm,
  };
}
