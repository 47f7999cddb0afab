import { fail, ok, type Result, type WallpaperFailureReason } from '#shared/failure.ts';
import type { WallpaperPreview, WallpaperPreviewOrder } from '#shared/wallpaper/composition.ts';
import { attemptAsync, mayExist, storageFailure } from '#platform/files/attempt.ts';
import { describeFailure } from '#shared/words.ts';
import type { Display } from '#platform/windows/display.ts';
import type { Composer } from '#platform/compositor/composer.ts';
import type { CompositionFiles } from '#platform/compositor/files.ts';
import { run as runProgram } from '#platform/process/run.ts';
import type { WallpaperFailure, DesktopStatus, WallpaperSetter } from '../ports.ts';
import { planPreview, type Look, type WallpaperPlan, type WallpaperSettings } from '../plan.ts';
import type { Backend, LockScreen } from '../desktops/backend.ts';
import { choose, composeAll, planAgain, remaining } from './planning.ts';
import {
  isBelow,
  mergePrevious,
  type DesktopRecord,
  type DesktopStore,
  type ShownRecord,
} from './desktop-store.ts';
import { createLockScreenSetter, type LockScreenOptions } from './lock-screen.ts';
import {
  canRestore,
  firstToAnswer,
  restoreOn,
  writeSettings,
  survey,
  type RunProgram,
} from './runner.ts';

export interface SetterOptions {
  /** Best first; the first that answers is taken. Empty where no way is known. */
  readonly backends: readonly Backend[];
  /** The name of the desktop, for messages. */
  readonly desktopName: string | undefined;
  /** Names the login: see `sessionMark`. */
  readonly session: string;
  /** The primary first. */
  readonly displays: () => readonly Display[];
  readonly settings: () => WallpaperSettings;
  readonly look: () => Look;
  /** A look to show in a preview: as it is when the wallpaper is dimmed, or when it is not. */
  readonly exampleLook: (dimmed: boolean) => Look;
  readonly composer: Composer;
  readonly files: CompositionFiles;
  readonly store: DesktopStore;
  /** Null where the desktop offers no picture of the lock screen. */
  readonly lockScreen: (() => Promise<LockScreen>) | null;
  /** Called after each attempt to change the lock screen. */
  readonly onLockScreen: LockScreenOptions['onOutcome'];
  /** Folders of the app's own files: a desktop that shows one of them shows the app's picture. */
  readonly ownFolders: readonly string[];
  /** Called with the plan, whose reasons explain the fit on each display. */
  readonly onPlan: (plan: WallpaperPlan) => void;
  /** Called when the picture of a display could not be composed, so that it shows the main one. */
  readonly onFailure: (display: Display, detail: string) => void;
  readonly run?: (signal: AbortSignal) => RunProgram;
}

export interface Wallpapers extends WallpaperSetter {
  /** Plans what each display would show. Opens no page and writes no file. */
  preview(order: WallpaperPreviewOrder): WallpaperPreview;
}

/** Composes a picture for the present displays, sets it with the desktop's own program, and reads it back. */
export function createWallpapers(options: SetterOptions): Wallpapers {
  const { backends, desktopName = '', displays, files, store, session } = options;
  const runOf =
    options.run ??
    ((signal: AbortSignal): RunProgram =>
      (program, args) =>
        runProgram(program, args, signal));
  const failed = (
    detail: string,
    backend: string | null = null,
    why?: WallpaperFailureReason,
  ): Result<never, WallpaperFailure> =>
    fail({ kind: 'wallpaper', backend, ...(why && { why }), detail });
  const isOurs = isBelow(options.ownFolders);
  const lockScreen = createLockScreenSetter({
    store,
    isOurs,
    load: options.lockScreen,
    isWanted: () => options.settings().lockScreen,
    onOutcome: options.onLockScreen,
  });

  const unknownDesktop = (): Result<never, WallpaperFailure> =>
    failed(`no way is known to set it on the desktop “${desktopName}”`, null, 'unknown-desktop');

  /** Compares what the desktop shows with the record of the last picture. */
  async function compare(
    { inUse }: DesktopRecord,
    { backend: name, session: then, order, plan: planned, ...shown }: ShownRecord,
    run: RunProgram,
  ): Promise<DesktopStatus['kind']> {
    const backend = backends.find((one) => one.name === name);
    // Recorded on another desktop.
    if (backend === undefined) return 'replaced';
    const surveyed = await survey(backend, run);
    const held = typeof surveyed === 'string' ? null : surveyed.held;
    const isOnDesktop = held === null ? null : [...held.values()].some(isOurs);
    if (isOnDesktop !== true && !backend.persists && then !== session) return 'gone';
    if (isOnDesktop === false) return 'replaced';
    if (!inUse.every(mayExist)) return 'outdated';
    const settings = options.settings();
    const choice = choose(displays(), settings, order, backend.canChoose);
    // Without a choice, the chosen displays are disconnected; the others did not show the picture.
    if (choice !== null) {
      const others = new Map(Object.entries(shown.others).map(([id, one]) => [Number(id), one]));
      const look = options.look();
      const now = planAgain(shown, others, choice, settings, order, backend.reach, look);
      if (now !== planned) return 'outdated';
    }
    return isOnDesktop === null ? 'unknown' : 'shown';
  }

  /** The one that answered last. */
  let inUse: Backend | undefined = backends[0];

  return {
    get isPerDisplay() {
      return inUse?.reach === 'each';
    },

    async set(picture, path, signal, order = {}, others = new Map()) {
      if (backends.length === 0) return unknownDesktop();
      // Some desktops take the path of a missing file and go blank.
      if (!mayExist(path)) return failed('the picture’s file is gone', null, 'file-gone');
      const here = displays();
      if (here.length === 0) return failed('the system names no display', null, 'no-display');
      const run = runOf(signal);
      const answered = await firstToAnswer(backends, run);
      if (typeof answered === 'string') return failed(answered, backends[0]?.name);
      const { backend, surveyed } = answered;
      inUse = backend;
      const settings = options.settings();
      const choice = choose(here, settings, order, backend.canChoose);
      if (choice === null)
        return failed('the displays that were chosen are not there', null, 'displays-gone');
      const read = await attemptAsync(() => store.read());
      if (!read.ok) return failed(describeFailure(read.failure), backend.name, 'disk');
      const record = read.value;
      try {
        const wish = { backend, choice, order, settings, look: options.look(), signal };
        const composed = await composeAll(options, { picture, path }, others, wish);
        if (typeof composed === 'string') {
          await files.tidy(record.inUse, record.before, () => record.inUse.length === 0);
          return failed(composed, backend.name, 'not-composed');
        }
        const { planned } = composed;
        // A display may have gone meanwhile: some desktops refuse a picture for it.
        const there = displays().map(({ id }) => id);
        const pictures = composed.shown.pictures.filter(({ display }) =>
          there.includes(display.id),
        );
        const shown = { ...composed.shown, pictures };
        const made = composed.shown.pictures.map((one) => one.path);
        const values = pictures.length === 0 ? [] : backend.settings(surveyed.answers, shown);
        if (values.length === 0) {
          await files.tidy(record.inUse, record.before);
          return failed('the desktop names no display', backend.name, 'no-display');
        }
        const { held } = surveyed;
        // Write the record before changing the desktop: the person's settings are never lost, and a full disk fails
        // here.
        const previous = mergePrevious(
          backend.name,
          record.previous,
          held,
          values,
          isOurs,
          record.written,
        );
        // One picture that spans several displays is cropped for none of them.
        const isSpanning = shown.reach === 'spanning' && choice.changed.length > 1;
        const own = pictures.find(({ display }) => display === here[0])?.path;
        const primary = own === undefined ? record.primary : isSpanning ? path : own;
        await store.write({
          previous,
          primary,
          written: Object.fromEntries(values.map(({ key, value }) => [key, value])),
          inUse: made,
          before: record.inUse,
          lockScreen: record.lockScreen,
          restored: false,
          shown: { ...planned, session },
        });
        const done = await writeSettings(backend, values, run);
        if (typeof done !== 'string' && own !== undefined && primary !== null)
          await lockScreen.show(primary, run);
        const locked = (await store.read()).lockScreen?.pictures ?? [];
        // A display that keeps its wallpaper, a lock screen, or a desktop that accepts a picture and does not show it
        // may show a file older than the last two sets.
        const isShown = (name: string): boolean =>
          locked.some((one) => one.endsWith(name)) ||
          (held === null
            ? choice.kept.length > 0
            : [...held.values()].some((value) => value.includes(name)));
        if (typeof done === 'string') {
          // One display may have changed before another failed: keep both sets of files.
          await store.write({ ...record, previous }).catch(() => undefined);
          await files.tidy(record.inUse, made, isShown);
          return failed(done, backend.name);
        }
        await files.tidy(made, record.inUse, isShown);
        const { everywhere } = choice;
        return ok({
          backend: backend.name,
          path: pictures[0]?.path ?? '',
          everywhere,
          displays: pictures.map(({ display: { id, label = '' }, date, path }) => ({
            id,
            label,
            date,
            path,
          })),
          ...done,
        });
      } catch (error) {
        const failure = storageFailure(error);
        await files.tidy(record.inUse, record.before, () => record.inUse.length === 0);
        return failed(describeFailure(failure), backend.name, 'disk');
      }
    },

    async check(signal) {
      const read = await attemptAsync(() => store.read());
      if (!read.ok) return { kind: 'unknown', order: {} };
      const record = read.value;
      const { shown, restored } = record;
      if (shown === null) return { kind: restored ? 'restored' : 'unknown', order: {} };
      const order = remaining(shown, options.settings());
      const kind = restored
        ? 'restored'
        : await compare(record, { ...shown, order }, runOf(signal));
      return { kind, order };
    },

    async own() {
      const read = await attemptAsync(() => store.read());
      if (!read.ok) return 'unknown';
      const { previous } = read.value;
      const backend = backends.find(({ name }) => name === previous?.backend);
      // Recorded on another desktop: this one never showed a picture of the app.
      if (backend === undefined || previous === null) return 'shown';
      return canRestore(backend, previous) ? 'kept' : 'unknown';
    },

    async catchUp(signal) {
      const read = await attemptAsync(() => store.read());
      if (!read.ok) return false;
      const { shown, written } = read.value;
      const backend = backends.find(({ name }) => name === shown?.backend);
      if (backend === undefined) return false;
      const run = runOf(signal);
      const surveyed = await survey(backend, run);
      const held = typeof surveyed === 'string' ? null : surveyed.held;
      const late = Object.entries(written).flatMap(([key, value]) => {
        const now = held?.get(key);
        const isEarlier = now !== undefined && now !== value && isOurs(now);
        return isEarlier ? [{ key, value }] : [];
      });
      if (late.length > 0) await writeSettings(backend, late, run);
      return late.length > 0;
    },

    followLockScreen: (signal) => lockScreen.follow(runOf(signal)),

    async restore(signal) {
      const run = runOf(signal);
      await lockScreen.restore(run);
      const read = await attemptAsync(() => store.read());
      if (!read.ok) return failed(describeFailure(read.failure), null, 'disk');
      const record = read.value;
      const backend = backends.find(({ name }) => name === record.previous?.backend);
      if (backend === undefined || record.previous === null) {
        return backends.length === 0 ? unknownDesktop() : ok(null);
      }
      const surveyed = await survey(backend, run);
      const held = typeof surveyed === 'string' ? null : surveyed.held;
      // The person has chosen another wallpaper since: leave it.
      if (held !== null && ![...held.values()].some(isOurs)) return ok(null);
      // A display for which the user has chosen another wallpaper since keeps that.
      const values = Object.fromEntries(
        Object.entries(record.previous.values).filter(
          ([key]) =>
            !isOurs(record.written[key] ?? '') || held === null || isOurs(held.get(key) ?? ''),
        ),
      );
      const done = await restoreOn(backend, { ...record.previous, values }, run);
      if (typeof done === 'string') return failed(done, backend.name);
      const { inUse } = record;
      try {
        await store.write({
          ...record,
          previous: null,
          inUse: [],
          before: inUse,
          written: values,
          restored: true,
        });
      } catch (error) {
        // The disk is full: the restore is done but not recorded. The next check finds the person's wallpaper on the desktop.
        storageFailure(error);
      }
      return ok(done);
    },

    preview({ measure, title, credit, date, dimmed, ...drawing }) {
      const { reach = 'same', canChoose = false } = backends[0] ?? {};
      const text = { title, credit, date };
      const look = options.exampleLook(dimmed);
      return { ...planPreview(measure, text, displays(), drawing, reach, look), canChoose };
    },
  };
}
