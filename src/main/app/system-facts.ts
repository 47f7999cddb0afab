import { arch, release, type } from 'node:os';
import type { SystemFacts } from '#shared/app.ts';

/** On what the app runs and where its files are: for the Status view, and to copy into a report. */
export function systemFacts(folders: { readonly data: string; readonly log: string }): SystemFacts {
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
  };
}
