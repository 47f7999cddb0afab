import { readdirSync, statSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { join } from 'node:path';
import type { SystemFacts } from '#shared/app.ts';
import { attemptStorage } from '../files/attempt.ts';

/** The facts about the system and the folders of the app: for the Status view, and to copy into a report. */
export function systemFacts(folders: {
  readonly data: string;
  readonly log: string;
  readonly crashes: string;
}): SystemFacts {
  const { electron, chrome, node } = process.versions;
  const runtime = [
    ['Electron', electron],
    ['Chromium', chrome],
    ['Node', node],
  ].flatMap(([name, version]) => (version === undefined ? [] : [`${name} ${version}`]));
  const { XDG_CURRENT_DESKTOP: desktop, XDG_SESSION_TYPE: session } = process.env;
  const system = [`${type()} ${release()}`, arch(), desktop, session].filter(Boolean);
  return {
    runtime: runtime.join(', '),
    system: system.join(', '),
    dataFolder: folders.data,
    logFolder: folders.log,
    crashes: { folder: folders.crashes, ...countCrashDumps(folders.crashes) },
  };
}

/**
 * Counts the dumps in all folders of Crashpad, because Crashpad moves dumps between its folders. Ignores files that
 * cannot be read.
 */
function countCrashDumps(folder: string): Omit<SystemFacts['crashes'], 'folder'> {
  const files = attemptStorage(() => readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  const times = (files.ok ? files.value : [])
    .filter((name) => name.endsWith('.dmp'))
    .flatMap((name) => {
      const time = attemptStorage(() => statSync(join(folder, name)).mtimeMs);
      return time.ok ? time.value : [];
    });
  return { count: times.length, newestAt: times.length === 0 ? null : Math.max(...times) };
}
