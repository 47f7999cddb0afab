import { existsSync } from 'node:fs';
import type { WallpaperLook } from '../ports.ts';
import type { Display } from '#platform/windows/display.ts';
import type { WallpaperSettings } from '../plan/plan.ts';
import type { Backend } from '../desktops/backend.ts';
import type { DesktopMemory, DesktopNote, ShownNote } from './memory.ts';
import { choose, plan, remaining, signature } from './planning.ts';
import { survey, type RunProgram } from './runner.ts';

export interface LookOptions {
  readonly backends: readonly Backend[];
  readonly session: string;
  readonly displays: () => readonly Display[];
  readonly settings: () => WallpaperSettings;
  readonly memory: DesktopMemory;
  readonly isOurs: (value: string) => boolean;
  readonly run: RunProgram;
}

type Kind = WallpaperLook['kind'];

/** Compares what the desktop shows with what is noted of the last picture. Changes nothing. */
export async function lookAt(options: LookOptions): Promise<WallpaperLook> {
  const note = await options.memory.read();
  const { shown } = note;
  if (shown === null) return { kind: note.restored ? 'restored' : 'unknown', order: {} };
  const order = remaining(shown, options.settings());
  const kind = note.restored ? 'restored' : await compare(options, note, { ...shown, order });
  return { kind, order };
}

async function compare(options: LookOptions, note: DesktopNote, shown: ShownNote): Promise<Kind> {
  const { backends, session, isOurs, run } = options;
  const backend = backends.find(({ name }) => name === shown.backend);
  // Another desktop, which never showed it.
  if (backend === undefined) return 'replaced';
  const surveyed = await survey(backend, run);
  const held = typeof surveyed === 'string' ? null : surveyed.held;
  const isThere = held === null ? null : [...held.values()].some(isOurs);
  if (isThere !== true && !backend.persists && shown.session !== session) return 'gone';
  if (isThere === false) return 'replaced';
  if (!note.inUse.every((path) => existsSync(path)) || isOutdated(options, shown, backend))
    return 'outdated';
  return isThere === null ? 'unknown' : 'shown';
}

/** Whether the same order would make other pictures today. */
function isOutdated(
  options: Pick<LookOptions, 'displays' | 'settings'>,
  { measure, title, credit, order, plan: then }: ShownNote,
  { canChoose, reach }: Backend,
): boolean {
  const settings = options.settings();
  const choice = choose(options.displays(), settings, order, canChoose);
  // The displays that show it are unplugged: the others were never asked.
  if (choice === null) return false;
  return signature(plan(measure, { title, credit }, choice, settings, order, reach)) !== then;
}
