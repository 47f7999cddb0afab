import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { recallFailure, rememberFailure } from './download-memory.ts';
import { root, runFolder } from './paths.ts';
import { Refusal, run } from './process.ts';

/** What runs the app: `command` with `args`, then the app's folder and its own arguments. */
export type Runtime =
  | {
      readonly kind: 'electron';
      readonly command: string;
      readonly args: readonly string[];
      readonly version: string;
    }
  | {
      readonly kind: 'stand-in';
      readonly command: string;
      readonly args: readonly string[];
      /** Why it is not Electron. */
      readonly reason: string;
    };

export interface RuntimeOptions {
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** Milliseconds for the download of Electron's binary. */
  readonly limitMs?: number;
  /** Electron or nothing: tries the download again even when it failed today, and refuses the stand-in. */
  readonly insist?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

const electronFolder = join(root, 'node_modules', 'electron');
const memoryFile = join(runFolder, 'electron-download.json');

/** Where Electron's binary is, or would be. */
export function electronPath(env: NodeJS.ProcessEnv = process.env): string {
  const inDist =
    process.platform === 'win32'
      ? 'electron.exe'
      : process.platform === 'darwin'
        ? 'Electron.app/Contents/MacOS/Electron'
        : 'electron';
  return join(env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(electronFolder, 'dist'), inDist);
}

/** Chromium's sandbox cannot be had as root. */
const rootArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/**
 * Electron when its binary is here or can be downloaded within the limit, else the stand-in.
 * Throws a Refusal when Electron is insisted on and cannot be had.
 */
export async function chooseRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { signal, insist = false, env = process.env } = options;
  const command = electronPath(env);
  const missing = existsSync(command) ? null : await download(options);
  signal.throwIfAborted();
  const version = missing === null ? await versionOf(command, signal) : { failed: missing };
  if (typeof version === 'string') return { kind: 'electron', command, args: rootArgs, version };

  if (insist) throw new Refusal(`Electron cannot be had: ${version.failed}`);
  return {
    kind: 'stand-in',
    command: process.execPath,
    args: [join(root, 'tools', 'stand-in', 'main.ts'), ...rootArgs],
    reason: version.failed,
  };
}

/** One plain line. */
export function describeRuntime(runtime: Runtime): string {
  return runtime.kind === 'electron'
    ? `runtime: Electron ${runtime.version}`
    : `runtime: the stand-in (Node and Chromium), because ${runtime.reason}`;
}

/** Why the binary could not be downloaded; null when it is here now. */
async function download(options: RuntimeOptions): Promise<string | null> {
  const { signal, log, limitMs = 45_000, insist = false, env = process.env } = options;
  if (env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined)
    return 'there is no Electron where ELECTRON_OVERRIDE_DIST_PATH points';
  const wanted = wantedVersion();
  const before = insist ? null : recallFailure(memoryFile, wanted, Date.now());
  if (before !== null) return before;

  log(`Downloading Electron ${wanted}, for ${Math.round(limitMs / 1000)} s at most …`);
  const limit = AbortSignal.timeout(limitMs);
  const { code } = await run(process.execPath, [join(electronFolder, 'install.js')], {
    cwd: root,
    env,
    signal: AbortSignal.any([signal, limit]),
  });
  signal.throwIfAborted();
  if (code === 0 && existsSync(electronPath(env))) return null;
  const reason = limit.aborted
    ? 'the download of Electron took too long'
    : 'Electron cannot be downloaded here';
  rememberFailure(memoryFile, { version: wanted, reason, at: Date.now() });
  return reason;
}

/** The version that the binary names, which also shows that it runs here at all. */
async function versionOf(
  command: string,
  signal: AbortSignal,
): Promise<string | { failed: string }> {
  try {
    const { code, output } = await run(command, [...rootArgs, '--version'], { signal });
    signal.throwIfAborted();
    const version = /^v(\d+\.\d+\.\d+\S*)/m.exec(output)?.[1];
    if (code === 0 && version !== undefined) return version;
    const line = output.trim().split('\n')[0] ?? '';
    return { failed: `Electron does not start here (${line === '' ? `exit code ${code}` : line})` };
  } catch (error) {
    signal.throwIfAborted();
    return { failed: `Electron does not start here (${(error as Error).message})` };
  }
}

function wantedVersion(): string {
  const path = createRequire(import.meta.url).resolve('electron/package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
