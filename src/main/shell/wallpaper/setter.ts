import { existsSync } from 'node:fs';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { DayPicture } from '../../../shared/picture.ts';
import type { ComposingOrder, PictureMeasure } from '../../../shared/composition.ts';
import type { WallpaperSetter } from '../../domain/picture/ports.ts';
import type { Display } from '../../domain/wallpaper/display.ts';
import {
  planWallpaper,
  type WallpaperPlan,
  type WallpaperSettings,
} from '../../domain/wallpaper/plan.ts';
import type { Composer } from '../composer/composer.ts';
import type { CompositionFiles } from '../composer/files.ts';
import { run as runProgram } from '../process/run.ts';
import type { Backend, Shown } from './desktops/backend.ts';
import type { DesktopMemory } from './memory.ts';
import { isBelow } from './previous.ts';
import { restoreOn, showOn, type Outcome, type RunProgram, type Trouble } from './runner.ts';

export interface WallpaperOptions {
  /** Null where no way is known. */
  readonly backend: Backend | null;
  /** What the desktop calls itself, for words. */
  readonly desktopName: string | undefined;
  readonly displays: () => readonly Display[];
  readonly settings: () => WallpaperSettings;
  readonly composer: Composer;
  readonly files: CompositionFiles;
  readonly memory: DesktopMemory;
  /** The folders whose files are the app's own: a desktop that shows one shows no choice of the person's. */
  readonly ownFolders: readonly string[];
  /** Told why each display shows what it shows. */
  readonly onPlan: (plan: WallpaperPlan) => void;
  readonly run?: (signal: AbortSignal) => RunProgram;
}

type WallpaperFailure = Extract<Failure, { kind: 'wallpaper' }>;

export interface Wallpapers extends WallpaperSetter {
  /** Puts back what the desktop showed before the app's first picture. Null when there is nothing to put back. */
  restore(signal: AbortSignal): Promise<Result<Outcome | null, WallpaperFailure>>;
}

/** Composes a picture for the displays that are there, sets it in the way of the desktop, and reads it back. */
export function createWallpapers(options: WallpaperOptions): Wallpapers {
  const { backend, desktopName = '', displays, composer, files, memory, onPlan } = options;
  const runOf =
    options.run ??
    ((signal: AbortSignal): RunProgram =>
      (program, args) =>
        runProgram(program, args, signal));
  const failed = (detail: string): Result<never, WallpaperFailure> =>
    fail({ kind: 'wallpaper', backend: backend?.name ?? null, detail });
  const isOurs = isBelow(options.ownFolders);

  const unknownDesktop = (): Result<never, WallpaperFailure> =>
    failed(
      `Overhead does not know yet how to set the wallpaper on ${desktopName === '' ? 'this' : `the ${desktopName}`} desktop`,
    );

  /** The files that were made, and which display each is for. */
  async function compose(
    { record, file }: DayPicture,
    path: string,
    here: readonly Display[],
    { reach }: Backend,
    signal: AbortSignal,
  ): Promise<Shown | Trouble> {
    const { title, credit, date } = record;
    const plans: WallpaperPlan[] = [];
    const plan = (measure: PictureMeasure): ComposingOrder => {
      const made = planWallpaper(measure, { title, credit }, here, options.settings(), reach);
      plans.push(made);
      return { compositions: made.compositions, lossless: file?.format !== 'jpeg' };
    };
    const { width = 1, height = 1 } = file ?? {};
    const made = await composer.compose({ path, width, height, plan }, signal);
    if (!made.ok) return made.failure.detail;
    const [planned] = plans;
    if (planned === undefined) return 'nothing was planned';
    onPlan(planned);
    const paths = await files.write(date, made.value);
    return {
      reach: planned.reach,
      pictures: planned.compositions.flatMap((composition, index) => {
        const display = here.find(({ id }) => composition.displays.includes(id));
        return display === undefined ? [] : [{ path: paths[index] ?? '', display }];
      }),
    };
  }

  return {
    async set(picture, path, signal) {
      if (backend === null) return unknownDesktop();
      // Some desktops take the path of a missing file and go blank.
      if (!existsSync(path)) return failed('the picture’s file is gone');
      const here = displays();
      if (here.length === 0) return failed('the system names no display');
      try {
        const shown = await compose(picture, path, here, backend, signal);
        if (typeof shown === 'string') return failed(shown);
        const inUse = shown.pictures.map((one) => one.path);
        const note = await memory.read();
        const done = await showOn(
          ...([backend, shown, runOf(signal), note.previous] as const),
          (previous) => memory.write({ ...note, previous }),
          isOurs,
        );
        if (typeof done === 'string') {
          // One display may have taken its file before another refused.
          await files.tidy(note.inUse, inUse);
          return failed(done);
        }
        const { previous } = await memory.read();
        await memory.write({ previous, inUse, before: note.inUse });
        await files.tidy(inUse, note.inUse);
        return ok({ backend: backend.name, path: inUse[0] ?? '', ...done });
      } catch (error) {
        const code = codeOf(error);
        if (code === null) throw error;
        return failed(`the disk would not take it (${code})`);
      }
    },

    async restore(signal) {
      if (backend === null) return unknownDesktop();
      const note = await memory.read();
      if (note.previous?.backend !== backend.name) return ok(null);
      const done = await restoreOn(backend, note.previous, runOf(signal));
      if (typeof done === 'string') return failed(done);
      await memory.write({ previous: null, inUse: [], before: note.inUse });
      return ok(done);
    },
  };
}

/** The system's own code of an error such as ENOSPC, or null. */
const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
