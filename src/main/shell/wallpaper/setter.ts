import { existsSync } from 'node:fs';
import { fail, ok } from '../../../shared/failure.ts';
import type { WallpaperSetter } from '../../domain/picture/ports.ts';
import { run as runProgram, type Run } from '../process/run.ts';
import { gnome } from './gnome.ts';
import { xfce } from './xfce.ts';

export type RunProgram = (program: string, args: readonly string[]) => Promise<Run>;

/** One way to set the wallpaper. */
export interface Backend {
  readonly name: string;
  /** Sets `path` everywhere. Gives null, or what went wrong. */
  set(path: string, run: RunProgram): Promise<string | null>;
  /** True when every setting, read back from the desktop, holds `path`. */
  verify(path: string, run: RunProgram): Promise<boolean>;
}

/** The backend for a desktop, by the names in `XDG_CURRENT_DESKTOP` (colon-separated), or null. Pure. */
export function chooseBackend(currentDesktop: string | undefined): Backend | null {
  const names = (currentDesktop ?? '').toLowerCase().split(':');
  if (names.includes('xfce')) return xfce;
  if (names.some((name) => gnomeLike.has(name))) return gnome;
  return null;
}

const gnomeLike = new Set(['gnome', 'budgie', 'pantheon', 'unity']);

/** Sets the wallpaper in the way of the desktop named by `currentDesktop`, and reads it back. */
export function createWallpaperSetter(currentDesktop: string | undefined): WallpaperSetter {
  const backend = chooseBackend(currentDesktop);
  return {
    async set(path, signal) {
      if (backend === null) {
        const name =
          currentDesktop === undefined || currentDesktop === '' ? 'this' : `the ${currentDesktop}`;
        const detail = `Overhead does not know yet how to set the wallpaper on ${name} desktop`;
        return fail({ kind: 'wallpaper', backend: null, detail });
      }
      const { name } = backend;
      // Some desktops take the path of a missing file and go blank.
      if (!existsSync(path))
        return fail({ kind: 'wallpaper', backend: name, detail: 'the picture’s file is gone' });
      const run: RunProgram = (program, args) => runProgram(program, args, signal);
      const trouble = await backend.set(path, run);
      if (trouble !== null) return fail({ kind: 'wallpaper', backend: name, detail: trouble });
      return ok({ backend: name, verified: await backend.verify(path, run) });
    },
  };
}
