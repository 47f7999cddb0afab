import { join } from 'node:path';
import { app, utilityProcess } from 'electron';
import { withoutSecrets } from '#platform/process/own-program.ts';
import { executeOwnProgram } from '#platform/process/run-own-program.ts';
import { executeProgram } from '#platform/process/run.ts';
import { windowsProgram } from '../desktops/windows.ts';
import type { RunProgram } from './runner.ts';

/** Koffi's native module: beside the app's archive in a package, else in the package of npm for this processor. */
function koffiPath(): string {
  if (app.isPackaged) return join(process.resourcesPath, 'koffi.node');
  const system = `win32-${process.arch}`;
  const folder = join(app.getAppPath(), 'node_modules', '@koromix', `koffi-${system}`);
  return join(folder, system.replace('-', '_'), 'koffi.node');
}

function forkWindowsProgram(args: readonly string[]): Electron.UtilityProcess {
  const file = join(app.getAppPath(), 'out', 'main', 'windows.js');
  return utilityProcess.fork(file, [koffiPath(), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withoutSecrets(process.env),
  });
}

/** Runs the commands of the desktops: programs of the system, and the app's own program for Windows. */
export const runDesktopProgram =
  (signal: AbortSignal): RunProgram =>
  (program, args) =>
    program === windowsProgram
      ? executeOwnProgram(() => forkWindowsProgram(args), signal)
      : executeProgram(program, args, signal);
