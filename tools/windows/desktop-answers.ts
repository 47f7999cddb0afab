/**
 * `node tools/windows/desktop-answers.ts NAME`, on Windows: surveys the desktop by the app's own code, sets a picture on
 * each monitor, reads it back, and restores the desktop. Writes every command and its answer to `.run/answers/NAME.json`:
 * such a file becomes a recording for tests. CI runs it in several shells.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { release, tmpdir, version } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { executeProgram, type ProgramResult } from '#platform/process/run.ts';
import { managedRegistry } from '#settings/store/managed-reader.ts';
import {
  windows,
  windowsFullScreen,
  windowsProgram,
  type WindowsState,
} from '#wallpaper/desktops/windows.ts';
import { windowsLock } from '#wallpaper/desktops/windows-lock.ts';
import {
  restoreSettings,
  surveySettings,
  writeSettings,
  type RunProgram,
} from '#wallpaper/setter/runner.ts';
import { runCommand, UsageError } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { root, runFolder } from '../setup/paths.ts';
import { RefusalError } from '../setup/process.ts';

interface Answer extends ProgramResult {
  readonly program: string;
  readonly args: readonly string[];
}

/** The limit for all commands, in milliseconds: long enough for a busy machine. */
const limitMs = 600_000;

/** Runs `windows-program.ts` with Node in place of Electron. It prints its result in one line, and waits to be ended. */
async function runWindowsProgram(
  args: readonly string[],
  signal: AbortSignal,
): Promise<ProgramResult> {
  const koffi = createRequire(import.meta.url).resolve(
    `@koromix/koffi-win32-${process.arch}/win32_${process.arch}/koffi.node`,
  );
  const file = join(root, 'src/main/wallpaper/desktops/windows-program.ts');
  const child = spawn(process.execPath, [file, koffi, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: child.stdout, signal })[Symbol.asyncIterator]();
    const { value, done } = await lines.next();
    if (done === true) throw new RefusalError('windows-program.ts printed no result');
    return JSON.parse(value) as ProgramResult;
  } finally {
    child.kill();
  }
}

/** Runs the commands of the desktop, and keeps their answers. */
function recordingRun(answers: Answer[]): RunProgram {
  const signal = AbortSignal.any([interruptionSignal(), AbortSignal.timeout(limitMs)]);
  return async (program, args) => {
    const result =
      program === windowsProgram
        ? await runWindowsProgram(args, signal)
        : await executeProgram(program, args, signal, limitMs);
    answers.push({ program, args, ...result });
    return result;
  };
}

/** The picture on each connected monitor, described as Electron describes displays at 100 %. */
function pictureOnEach(state: WindowsState, path: string) {
  const areas = state.monitors.flatMap(({ area }) => area ?? []);
  const pictures = areas.map((area, id) => ({
    path,
    display: {
      id,
      isPrimary: id === 0,
      bounds: area,
      workArea: area,
      scaleFactor: 1,
      pixels: area,
    },
  }));
  return { reach: 'each', kept: [], pictures } as const;
}

/** Sets the picture and restores the desktop. Returns the two outcomes; for each, the error of a survey that failed. */
async function changeAndRestore(run: RunProgram, picture: string) {
  const survey = await surveySettings(windows, run);
  if (typeof survey === 'string') return { set: survey, restored: survey };
  const { answers, held } = survey;
  const state = JSON.parse(answers[0] ?? '') as WindowsState;
  const settings = windows.settings(answers, pictureOnEach(state, picture));
  const set = await writeSettings(windows, settings, run);
  const values = Object.fromEntries(settings.map(({ key }) => [key, held?.get(key) ?? null]));
  return { set, restored: await restoreSettings(windows, { backend: 'windows', values }, run) };
}

const isVerified = (outcome: string | { readonly verified: boolean }): boolean =>
  typeof outcome === 'object' && outcome.verified;

async function recordAnswers(name: string): Promise<number> {
  const answers: Answer[] = [];
  const run = recordingRun(answers);
  const folder = mkdtempSync(join(tmpdir(), "Jörg O'Neill & Söhne é 100%-"));
  try {
    const picture = join(folder, 'picture.jpg');
    copyFileSync(join(root, 'docs', 'images', 'archive.jpg'), picture);
    const outcome = await changeAndRestore(run, picture);
    // What these answer depends on the computer. They are only recorded.
    const managed = await managedRegistry(run).read();
    for (const { program, args } of [windowsFullScreen.ask, ...windowsLock.survey])
      await run(program, args);
    const system = { version: version(), release: release(), arch: process.arch, folder };
    const file = join(runFolder, 'answers', `${name}.json`);
    mkdirSync(join(runFolder, 'answers'), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ system, outcome, managed, answers }, null, 2)}\n`);
    process.stdout.write(`${JSON.stringify(outcome)} (${file})\n`);
    return isVerified(outcome.set) && isVerified(outcome.restored) ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

await runCommand(
  {
    name: 'desktop-answers',
    usage: `Usage: node tools/windows/desktop-answers.ts NAME
Sets a picture on the desktop of Windows, restores the desktop, and writes the answers of Windows to .run/answers/NAME.json.
  --help   print this`,
    allowPositionals: true,
  },
  ({ positionals: [name, ...more] }) => {
    if (name === undefined || more.length > 0) throw new UsageError('give one name');
    return recordAnswers(name);
  },
);
