import { fail, ok, type Result, type WallpaperFailureReason } from '#shared/failure.ts';
import type { WallpaperPreview, WallpaperPreviewOrder } from '#shared/wallpaper/composition.ts';
import {
  attemptStorageAsync,
  mayFileExist,
  mayFileHaveBytes,
  storageFailure,
} from '#platform/files/attempt.ts';
import { describeFailure } from '#shared/failure-words.ts';
import type { Display } from '#platform/windows/display.ts';
import type {
  DesktopStatus,
  SetRequest,
  WallpaperFailure,
  WallpaperSetter,
} from '../wallpaper-setter.ts';
import { planPreview, type Look, type WallpaperSettings } from '../plan.ts';
import type { Backend, LockScreen, DesktopSetting } from '../desktops/backend.ts';
import {
  chooseDisplaysToChange,
  composeWallpapers,
  remainingOrder,
  picturesSignature,
  type ComposedPicture,
  type ComposingTools,
  type DisplayChoice,
} from './composing.ts';
import {
  namesFileBelow,
  mergePreviousSettings,
  type DesktopRecord,
  type DesktopStore,
  type ShownRecord,
} from './desktop-store.ts';
import { createLockScreenSetter, type LockScreenOptions } from './lock-screen.ts';
import {
  canRestoreSettings,
  firstAnsweringBackend,
  readPresentSettings,
  restoreSettings,
  surveySettings,
  writeSettings,
  type RunProgram,
  type SettingsSurvey,
} from './runner.ts';

export interface SetterOptions extends ComposingTools {
  /** The best backend first; the first that answers is used. Empty if no way is known. */
  readonly backends: readonly Backend[];
  readonly desktopName: string | undefined;
  /** Identifies the login session: see `sessionMark`. */
  readonly session: string;
  /** The displays, the primary first. */
  readonly displays: () => readonly Display[];
  readonly settings: () => WallpaperSettings;
  readonly look: () => Look;
  /** The look of a preview, dimmed or not. */
  readonly exampleLook: (dimmed: boolean) => Look;
  readonly store: DesktopStore;
  /** Loads the lock screen; null if the desktop has no lock screen that can be set. */
  readonly lockScreen: (() => Promise<LockScreen>) | null;
  /** Called after each attempt to change the lock screen. */
  readonly onLockScreen: LockScreenOptions['onOutcome'];
  /** Folders of the app's own files: a desktop that shows a file in one of them shows the app's picture. */
  readonly ownFolders: readonly string[];
  readonly run: (signal: AbortSignal) => RunProgram;
}

/** One call of `set`: its arguments, the backend that answered and the displays to change. */
interface SetTask extends SetRequest {
  readonly backend: Backend;
  readonly survey: SettingsSurvey;
  readonly displays: readonly Display[];
  readonly choice: DisplayChoice;
  readonly record: DesktopRecord;
  readonly run: RunProgram;
  readonly signal: AbortSignal;
}

type SetResult = Awaited<ReturnType<WallpaperSetter['set']>>;

const failedResult = (
  detail: string,
  backend: string | null = null,
  why?: WallpaperFailureReason,
): Result<never, WallpaperFailure> =>
  fail({ kind: 'wallpaper', backend, ...(why && { why }), detail });

const isSpotlight = (
  { spotlight }: Backend,
  values: Readonly<Record<string, string | null>>,
): boolean => spotlight !== undefined && values[spotlight.key] === spotlight.value;

/** The failure of a command of the backend. */
const commandFailure = (error: string, backend: Backend | undefined) =>
  failedResult(error, backend?.name, backend?.reasonFor?.(error));

/** Matches a picture that the system came with: desktops write such a default for each new workspace or screen. */
const systemPicturePattern = /^(?:file:\/\/)?\/usr\/(?:local\/)?share\//;

/** Whether the desktop has a workspace or screen that no picture was set on, and for which the user chose none. */
function hasNewScreen(
  backend: Backend,
  { answers, held }: SettingsSurvey,
  { changed, kept }: DisplayChoice,
  written: DesktopRecord['written'],
): boolean {
  if (held === null) return false;
  const pictures = changed.map((display) => ({ path: '/', display }));
  return backend
    .settings(answers, { reach: backend.reach, pictures, kept })
    .filter(({ key, value }) => value?.endsWith('/') === true && !(key in written))
    .some(({ key }) => {
      const picture = held.get(key) ?? '';
      return picture === '' || systemPicturePattern.test(picture);
    });
}

/** Composes a picture for the connected displays, sets it with the desktop's own program, and reads it back. */
export class DesktopSetter implements WallpaperSetter {
  readonly #options: SetterOptions;
  readonly #isOurs: (value: string) => boolean;
  readonly #lockScreen: ReturnType<typeof createLockScreenSetter>;
  /** The backend that answered the last call of `set`; before that, the first of the list. */
  #backend: Backend | undefined;

  constructor(options: SetterOptions) {
    this.#options = options;
    this.#backend = options.backends[0];
    this.#isOurs = namesFileBelow(options.ownFolders);
    this.#lockScreen = createLockScreenSetter({
      store: options.store,
      isOurs: this.#isOurs,
      load: options.lockScreen,
      isEnabled: () => options.settings().lockScreen,
      onOutcome: options.onLockScreen,
    });
  }

  get isPerDisplay(): boolean {
    return this.#backend?.reach === 'each';
  }

  async set(request: SetRequest, signal: AbortSignal): Promise<SetResult> {
    const task = await this.#prepare(request, signal);
    if (!task.ok) return task;
    try {
      return await this.#compose(task.value);
    } catch (error) {
      const failure = storageFailure(error);
      const { record, backend } = task.value;
      await this.#tidyUnused(record);
      return failedResult(describeFailure(failure), backend.name, 'disk');
    }
  }

  async check(signal: AbortSignal): Promise<DesktopStatus> {
    const readResult = await attemptStorageAsync(() => this.#options.store.read());
    if (!readResult.ok) return { kind: 'unknown', order: {} };
    const record = readResult.value;
    const { shown, restored } = record;
    const run = this.#run(signal);
    if (shown === null) {
      if (restored) return { kind: 'restored', order: {} };
      // A cleaner may have removed the record and the files, although the desktop still names one of them.
      const answer = await firstAnsweringBackend(this.#options.backends, run);
      const held = typeof answer === 'string' ? null : answer.surveyed.held;
      return { kind: held !== null && this.#hasOurs(held) ? 'outdated' : 'unknown', order: {} };
    }
    const order = remainingOrder(shown, this.#options.settings());
    if (restored) return { kind: 'restored', order };
    return { kind: await this.#compare(record, { ...shown, order }, run), order };
  }

  async own(signal: AbortSignal): ReturnType<WallpaperSetter['own']> {
    const readResult = await attemptStorageAsync(() => this.#options.store.read());
    if (!readResult.ok) return { ownWallpaper: 'unknown', ownIsSpotlight: false };
    const { previous, restored, written } = readResult.value;
    const backend = this.#find(previous?.backend);
    if (backend !== undefined && previous !== null) {
      const ownWallpaper = canRestoreSettings(backend, previous) ? 'kept' : 'unknown';
      return { ownWallpaper, ownIsSpotlight: isSpotlight(backend, previous.values) };
    }
    // Without a record of the wallpaper before the app's first picture, the app has changed nothing on this desktop.
    const [first] = this.#options.backends;
    if (first?.spotlight === undefined) return { ownWallpaper: 'shown', ownIsSpotlight: false };
    const held = restored
      ? written
      : Object.fromEntries((await readPresentSettings(first, this.#run(signal))) ?? []);
    return { ownWallpaper: 'shown', ownIsSpotlight: isSpotlight(first, held) };
  }

  async catchUp(signal: AbortSignal): Promise<boolean> {
    const readResult = await attemptStorageAsync(() => this.#options.store.read());
    if (!readResult.ok) return false;
    const { shown, written } = readResult.value;
    const backend = this.#find(shown?.backend);
    if (backend === undefined) return false;
    const run = this.#run(signal);
    const currentSettings = await readPresentSettings(backend, run);
    const lateSettings = Object.entries(written).flatMap(([key, value]) => {
      const currentValue = currentSettings?.get(key);
      const isEarlier =
        currentValue !== undefined && currentValue !== value && this.#isOurs(currentValue);
      return isEarlier ? [{ key, value }] : [];
    });
    if (lateSettings.length > 0) await writeSettings(backend, lateSettings, run);
    return lateSettings.length > 0;
  }

  followLockScreen(signal: AbortSignal): Promise<void> {
    return this.#lockScreen.follow(this.#run(signal));
  }

  async restore(signal: AbortSignal): ReturnType<WallpaperSetter['restore']> {
    const { backends, store } = this.#options;
    const run = this.#run(signal);
    await this.#lockScreen.restore(run);
    const readResult = await attemptStorageAsync(() => store.read());
    if (!readResult.ok) return failedResult(describeFailure(readResult.failure), null, 'disk');
    const record = readResult.value;
    const { previous, written } = record;
    const backend = this.#find(previous?.backend);
    if (backend === undefined || previous === null)
      return backends.length === 0 ? this.#unknownDesktop() : ok(null);
    const currentSettings = await readPresentSettings(backend, run);
    // The user has chosen another wallpaper since: keep it.
    if (currentSettings !== null && !this.#hasOurs(currentSettings)) return ok(null);
    // A display that is not connected is restored once it is connected again and the user asks for it.
    const isAbsent = ([key, value]: [string, string | null]): boolean =>
      backend.reach === 'each' && value !== null && currentSettings?.has(key) === false;
    const recorded = Object.entries(previous.values);
    const absent = recorded.filter(isAbsent);
    // A display for which the user has chosen another wallpaper since keeps it.
    const values = Object.fromEntries(
      recorded
        .filter((setting) => !isAbsent(setting))
        .filter(
          ([key]) =>
            !this.#isOurs(written[key] ?? '') ||
            currentSettings === null ||
            this.#isOurs(currentSettings.get(key) ?? ''),
        ),
    );
    const outcome = await restoreSettings(backend, { ...previous, values }, run);
    if (typeof outcome === 'string') return commandFailure(outcome, backend);
    try {
      await store.write({
        ...record,
        previous: absent.length === 0 ? null : { ...previous, values: Object.fromEntries(absent) },
        activeFiles: [],
        previousFiles: record.activeFiles,
        written: values,
        restored: true,
      });
    } catch (error) {
      // The record cannot be written, for example because the disk is full: the restore is not recorded. The next check
      // finds the user's wallpaper on the desktop.
      storageFailure(error);
    }
    return ok(outcome);
  }

  /** Plans the picture of each display. Opens no page and writes no file. */
  preview({
    measure,
    title,
    credit,
    date,
    explanation,
    dimmed,
    ...drawing
  }: WallpaperPreviewOrder): WallpaperPreview {
    const { backends, displays, exampleLook } = this.#options;
    const { reach = 'same', canChoose = false } = backends[0] ?? {};
    const text = { title, credit, date, explanation };
    const preview = planPreview(measure, text, displays(), drawing, reach, exampleLook(dimmed));
    return { ...preview, canChoose };
  }

  #run(signal: AbortSignal): RunProgram {
    return this.#options.run(signal);
  }

  #find(backend: string | undefined): Backend | undefined {
    return this.#options.backends.find(({ name }) => name === backend);
  }

  #hasOurs(settings: ReadonlyMap<string, string>): boolean {
    return [...settings.values()].some(this.#isOurs);
  }

  #unknownDesktop(): Result<never, WallpaperFailure> {
    const { desktopName = '' } = this.#options;
    return failedResult(
      `no way is known to set it on the desktop “${desktopName}”`,
      null,
      'unknown-desktop',
    );
  }

  async #prepare(
    request: SetRequest,
    signal: AbortSignal,
  ): Promise<Result<SetTask, WallpaperFailure>> {
    const { backends, store } = this.#options;
    if (backends.length === 0) return this.#unknownDesktop();
    // Some desktops accept the path of a missing file and go blank.
    if (!mayFileExist(request.picture.path))
      return failedResult('the picture’s file is gone', null, 'file-gone');
    const displays = this.#options.displays();
    if (displays.length === 0)
      return failedResult('the system names no display', null, 'no-display');
    const run = this.#run(signal);
    const answer = await firstAnsweringBackend(backends, run);
    if (typeof answer === 'string') return commandFailure(answer, backends[0]);
    const { backend, surveyed } = answer;
    this.#backend = backend;
    const refusal = backend.refusal?.(surveyed.answers) ?? null;
    if (refusal !== null)
      return failedResult('the desktop allows no change', backend.name, refusal);
    const choice = chooseDisplaysToChange(
      displays,
      this.#options.settings(),
      request.order,
      backend.canChoose,
    );
    if (choice === null)
      return failedResult('the displays that were chosen are not there', null, 'displays-gone');
    const readResult = await attemptStorageAsync(() => store.read());
    if (!readResult.ok)
      return failedResult(describeFailure(readResult.failure), backend.name, 'disk');
    return ok({
      ...request,
      signal,
      backend,
      survey: surveyed,
      displays,
      choice,
      record: readResult.value,
      run,
    });
  }

  /** Composes the wallpapers of a call, and sets them. Rejects with the system's error if a file cannot be written. */
  async #compose(task: SetTask): Promise<SetResult> {
    const { picture, others, order, backend, choice, record, survey, signal } = task;
    const { settings, look, files, displays } = this.#options;
    const input = { backend, choice, order, settings: settings(), look: look() };
    const composeResult = await composeWallpapers(this.#options, picture, others, input, signal);
    if (!composeResult.ok) {
      await this.#tidyUnused(record);
      const { detail, why = 'not-composed' } = composeResult.failure;
      return failedResult(detail, backend.name, why);
    }
    const composedPicture = composeResult.value;
    // A display may have been disconnected during the composition; some desktops refuse a picture for it.
    const connectedIds = displays().map(({ id }) => id);
    const pictures = composedPicture.shown.pictures.filter(({ display }) =>
      connectedIds.includes(display.id),
    );
    const shownPictures = { ...composedPicture.shown, pictures };
    const values = pictures.length === 0 ? [] : backend.settings(survey.answers, shownPictures);
    if (values.length === 0) {
      await files.tidy(record.activeFiles, record.previousFiles);
      return failedResult('the desktop names no display', backend.name, 'no-display');
    }
    return this.#write(task, composedPicture, pictures, values);
  }

  /** Writes the record and then the desktop's settings, and removes files that are no longer shown. */
  async #write(
    { backend, choice, record, survey, displays, picture, run }: SetTask,
    composed: ComposedPicture,
    pictures: ComposedPicture['shown']['pictures'],
    values: readonly DesktopSetting[],
  ): Promise<SetResult> {
    const { files, session, store } = this.#options;
    const paths = composed.shown.pictures.map(({ path }) => path);
    // Write the record before changing the desktop: the user's settings are never lost, and a full disk fails here.
    const previousSettings = mergePreviousSettings(
      backend.name,
      record.previous,
      survey.held,
      values,
      this.#isOurs,
      record.written,
    );
    // The file of a picture that spans several displays has no part for one display: the lock screen shows the source
    // file.
    const isSpanning = composed.shown.reach === 'spanning' && choice.changed.length > 1;
    const ownPath = pictures.find(({ display }) => display === displays[0])?.path;
    const primaryPath =
      ownPath === undefined ? record.primary : isSpanning ? picture.path : ownPath;
    await store.write({
      previous: previousSettings,
      primary: primaryPath,
      written: Object.fromEntries(values.map(({ key, value }) => [key, value])),
      activeFiles: paths,
      previousFiles: record.activeFiles,
      lockScreen: record.lockScreen,
      restored: false,
      shown: { ...composed.planned, session },
    });
    const outcome = await writeSettings(backend, values, run);
    if (typeof outcome !== 'string' && ownPath !== undefined && primaryPath !== null)
      await this.#lockScreen.show(primaryPath, run);
    const isShown = await this.#shownFiles(choice, survey.held);
    if (typeof outcome === 'string') {
      // One display may have changed before another failed: keep both sets of files.
      await store.write({ ...record, previous: previousSettings }).catch(() => undefined);
      await files.tidy(record.activeFiles, paths, isShown);
      return commandFailure(outcome, backend);
    }
    await files.tidy(paths, record.activeFiles, isShown);
    return ok({
      backend: backend.name,
      path: pictures[0]?.path ?? '',
      everywhere: choice.everywhere,
      displays: pictures.map(({ display: { id, label = '' }, date, path }) => ({
        id,
        label,
        date,
        path,
      })),
      ...outcome,
    });
  }

  /**
   * Whether a file older than the last two sets may still be shown: by a display that keeps its wallpaper, by the lock
   * screen, or by a desktop that accepted a newer picture without showing it.
   */
  async #shownFiles(
    { kept }: DisplayChoice,
    present: ReadonlyMap<string, string> | null,
  ): Promise<(name: string) => boolean> {
    const lockPictures = (await this.#options.store.read()).lockScreen?.pictures ?? [];
    return (name) =>
      lockPictures.some((path) => path.endsWith(name)) ||
      (present === null
        ? kept.length > 0
        : [...present.values()].some((value) => value.includes(name)));
  }

  /** Removes composed files that are not shown. */
  #tidyUnused({ activeFiles, previousFiles }: DesktopRecord): Promise<void> {
    return this.#options.files.tidy(activeFiles, previousFiles, () => activeFiles.length === 0);
  }

  async #compare(
    { activeFiles, written }: DesktopRecord,
    { backend: name, session, order, plan: lastPlan, ...shown }: ShownRecord,
    run: RunProgram,
  ): Promise<DesktopStatus['kind']> {
    const backend = this.#find(name);
    // The last picture was recorded on another desktop.
    if (backend === undefined) return 'replaced';
    const survey = await surveySettings(backend, run);
    const currentSettings = typeof survey === 'string' ? null : survey.held;
    const isOnDesktop = currentSettings === null ? null : this.#hasOurs(currentSettings);
    if (isOnDesktop !== true && !backend.persists && session !== this.#options.session)
      return 'gone';
    if (isOnDesktop === false) return 'replaced';
    if (!activeFiles.every(mayFileHaveBytes)) return 'outdated';
    const { displays, look } = this.#options;
    const settings = this.#options.settings();
    const choice = chooseDisplaysToChange(displays(), settings, order, backend.canChoose);
    // Null: the displays that the user chose are disconnected, and the connected displays do not show the picture.
    if (choice !== null) {
      const others = new Map(Object.entries(shown.others).map(([id, one]) => [Number(id), one]));
      const drawing = { choice, settings, order, backend, look: look() };
      if (picturesSignature(shown, others, drawing) !== lastPlan) return 'outdated';
      if (typeof survey !== 'string' && hasNewScreen(backend, survey, choice, written))
        return 'outdated';
    }
    return isOnDesktop === null ? 'unknown' : 'shown';
  }
}
