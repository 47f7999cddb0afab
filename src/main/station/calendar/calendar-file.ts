import { fail, ok, type Result } from '#shared/failure.ts';
import type { AppState } from '#shared/state.ts';
import type { CalendarExport, CalendarOpening } from '#shared/station/calendar.ts';
import { createTemporaryFiles } from '#platform/files/temporary-files.ts';
import { exportText, type TransferFiles } from '#platform/files/transfer-files.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import { reportDefect } from '#runtime/defects.ts';
import { createQueue } from '#runtime/queue.ts';
import type { StoredValue } from '#runtime/value.ts';
import { exportCalendar, singleFileName, type ExportTools } from './calendar-export.ts';

interface CalendarOptions extends ExportTools {
  readonly state: StateHolder;
  /** Absolute path of the file that is kept up to date; null: there is none. */
  readonly storedPath: StoredValue<string | null>;
  readonly files: Pick<TransferFiles, 'write' | 'exists'>;
  /** Absolute path of the system's folder of temporary files. */
  readonly temporary: string;
}

/** Asks the user for a file, by default with this name; null: cancelled. */
type ChooseFile = (name?: string) => Promise<Result<string | null>>;

export type StationCalendar = ReturnType<typeof startStationCalendar>;

/**
 * Exports passes and transits as calendar files, and keeps one file up to date. The text of that file depends on the
 * forecast, the place, the language, the services and the settings of alerts. When one of these changes, the file is
 * written again if its text differs or the file is missing. After a failed write, it is written at the next change.
 */
export function startStationCalendar(options: CalendarOptions) {
  const { clock, state, storedPath, files } = options;
  const queue = createQueue();
  let path = storedPath.get();
  /** The parts of the state from which the file was last computed. */
  let parts: readonly unknown[] = [];
  /** The text of the file; null: not written in this run, or writing failed. */
  let writtenText: string | null = null;
  /** The file that the user saved last in this run. */
  let savedPath: string | null = null;
  const temporaryFiles = createTemporaryFiles(options.temporary);

  /**
   * The text of a file and the start of its first event, Unix seconds. Fails with `not-found` when the file would
   * contain no event.
   */
  async function contentFor(range: CalendarExport) {
    const calendar = await queue.run(() => exportCalendar(state.current, range, options));
    if (calendar?.ok === false) return calendar;
    if (calendar === null || calendar.value.start === null)
      return fail({ kind: 'not-found' } as const);
    const { text, start } = calendar.value;
    return ok({ text, start });
  }

  async function writeFile(): Promise<void> {
    const targetPath = path;
    if (targetPath === null) return;
    const calendar = await exportCalendar(state.current, { what: 'all' }, options);
    // Without a forecast the file is not changed.
    if (calendar === null) return;
    const text = calendar.ok ? calendar.value.text : null;
    // The user may have deleted the file.
    if (text !== null && text === writtenText && (await files.exists(targetPath))) return;
    const result = calendar.ok
      ? await files.write(targetPath, [ok(calendar.value.text)], true)
      : calendar;
    if (path !== targetPath) return;
    writtenText = result.ok ? text : null;
    show(result.ok ? { writtenAt: clock.now(), failure: null } : { failure: result.failure });
  }

  const savedFile = (): Result<string> =>
    savedPath === null ? fail({ kind: 'not-found' }) : ok(savedPath);

  async function writeTemporary(range: CalendarExport): Promise<Result<string>> {
    const content = await contentFor(range);
    if (!content.ok) return content;
    return temporaryFiles.write(`${singleFileName(content.value.start)}.ics`, content.value.text);
  }

  type FileState = NonNullable<AppState['station']['calendarFile']>;
  /** Updates `calendarFile` in AppState; null: no file is kept up to date. */
  function show(part: Partial<FileState> | null): void {
    state.update(({ station }) => {
      const file = station.calendarFile ?? { path: '', writtenAt: null, failure: null };
      const calendarFile = part === null || path === null ? null : { ...file, path, ...part };
      return { station: { ...station, calendarFile } };
    });
  }

  function follow({ station, settings, language, services }: AppState): void {
    if (path === null) return;
    const { passes, transits, observer } = station;
    const { alerts } = settings.station;
    const newParts = [passes, transits, observer, alerts, language, services];
    if (newParts.every((part, index) => part === parts[index])) return;
    parts = newParts;
    void queue.run(writeFile).catch(reportDefect);
  }

  if (path !== null) show({});
  const unsubscribe = state.subscribe(follow);
  follow(state.current);

  return {
    /**
     * Writes the events once to a file that the user chooses. Fails with `not-found` when there is nothing to write.
     */
    async export(range: CalendarExport, choose: ChooseFile) {
      const content = await contentFor(range);
      if (!content.ok) return content;
      const { text, start } = content.value;
      const name = range.what === 'all' ? undefined : singleFileName(start);
      const saveResult = await exportText(text, files, () => choose(name));
      if (saveResult.ok && saveResult.value !== null) savedPath = saveResult.value;
      return saveResult;
    },

    /**
     * Opens a file with `openFile`, which resolves to false if no app opens it. A file of one event is first written
     * into a temporary folder. Fails with `not-found` when there is nothing to open.
     */
    async open(what: CalendarOpening, openFile: (path: string) => Promise<boolean>) {
      const path = what.what === 'saved' ? savedFile() : await writeTemporary(what);
      if (!path.ok) return path;
      return ok((await openFile(path.value)) ? ('opened' as const) : ('no-app' as const));
    },

    /** Starts or stops keeping a file up to date. If `on`, asks the user for the file and writes the events to it. */
    async keep(on: boolean, choose: ChooseFile) {
      const choice = on ? await choose() : ok(null);
      if (!choice.ok || (on && choice.value === null)) return choice;
      path = choice.value;
      writtenText = null;
      parts = [];
      storedPath.set(path);
      show(path === null ? null : { writtenAt: null, failure: null });
      await queue.idle();
      const failure = state.current.station.calendarFile?.failure ?? null;
      return failure === null ? choice : fail(failure);
    },
    async dispose() {
      unsubscribe();
      await queue.idle();
      await temporaryFiles.dispose();
    },
  };
}
