import { execFileSync } from 'node:child_process';
import { executeProgram as runProgram } from '#platform/process/run.ts';
import type { DesktopSetting, SettingsAccess } from '#wallpaper/desktops/backend.ts';
import { mergePreviousSettings } from '#wallpaper/setter/desktop-store.ts';
import {
  restoreSettings,
  surveySettings,
  writeSettings,
  type RunProgram,
} from '#wallpaper/setter/runner.ts';

const { signal: neverAborted } = new AbortController();

function printedBy(program: string, ...args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

/** The path of a program of this system; empty if it is not installed. */
export const programPathOf = (program: string): string =>
  printedBy('sh', '-c', `command -v ${program}`).trim();

/** Whether this system has a schema of GSettings. */
export const hasSchema = (name: string): boolean =>
  printedBy('gsettings', 'list-schemas').split('\n').includes(name);

/** Runs the programs of this system with separate settings in `home`, so that the user's settings are not used. */
export function createRunnerIn(home: string, env: Record<string, string> = {}): RunProgram {
  const given = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    LANG: 'C.UTF-8',
    PATH: process.env['PATH'] ?? '',
    GSETTINGS_BACKEND: 'keyfile',
    GSETTINGS_SCHEMA_DIR: process.env['GSETTINGS_SCHEMA_DIR'] ?? '',
    ...env,
  };
  const variables = Object.entries(given).map((one) => one.join('='));
  return (program, args) => runProgram('env', ['-i', ...variables, program, ...args], neverAborted);
}

/** Sets the wallpaper as the app does; `restore` restores the previous one. */
export async function setWallpaperWith(
  access: SettingsAccess,
  settingsFor: (answers: readonly string[]) => readonly DesktopSetting[],
  run: RunProgram,
) {
  const surveyed = await surveySettings(access, run);
  if (typeof surveyed === 'string') return { done: surveyed, settings: [] };
  const settings = settingsFor(surveyed.answers);
  const previous = mergePreviousSettings(access.name, null, surveyed.held, settings, () => false);
  const result = await writeSettings(access, settings, run);
  return { done: result, settings, restore: () => restoreSettings(access, previous, run) };
}
