import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../system/chromium.ts';
import { hasSandbox } from '../system/sandbox.ts';
import { recallFailure, rememberFailure } from './download-memory.ts';
import { root, runFolder } from './paths.ts';
import { Refusal, run } from './process.ts';

/**
 * What runs the app: `command` with `args`, then the app's folder and its own arguments. `--no-sandbox` is among
 * them where Chromium's sandbox cannot be had.
 */
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
  readonly platform?: NodeJS.Platform;
}

const electronFolder = join(root, 'node_modules', 'electron');
const noSandbox = '--no-sandbox';
const versionLimitMs = 15_000;
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

/**
 * Whether Electron's binary is here and whole: its installer notes that in `path.txt` when all is unpacked.
 * One that a person supplies has no such note.
 */
function isHere(env: NodeJS.ProcessEnv): boolean {
  const noted =
    env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined ||
    existsSync(join(electronFolder, 'path.txt'));
  return noted && existsSync(electronPath(env));
}

/**
 * Electron when its binary is here or can be downloaded within the limit, else the stand-in.
 * Throws a Refusal when Electron is insisted on and cannot be had.
 */
export async function chooseRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { signal, insist = false, env = process.env, platform = process.platform } = options;
  const command = electronPath(env);
  const missing = isHere(env) ? null : await download(options);
  signal.throwIfAborted();
  const version = missing === null ? await versionOf(command, env, signal) : { failed: missing };
  if (typeof version === 'string')
    return {
      kind: 'electron',
      command,
      args: (await hasSandbox(command, 'electron', signal)) ? [] : [noSandbox],
      version,
    };

  if (insist) throw new Refusal(`Electron cannot be had: ${version.failed}`);
  if (platform !== 'linux')
    throw new Refusal(`${version.failed}, and the stand-in for it runs on Linux alone`);
  const chromium = chromiumPath(env);
  const sandboxed = chromium !== null && (await hasSandbox(chromium, 'chromium', signal));
  signal.throwIfAborted();
  return {
    kind: 'stand-in',
    command: process.execPath,
    args: [join(root, 'tools', 'stand-in', 'main.ts'), ...(sandboxed ? [] : [noSandbox])],
    reason: version.failed,
  };
}

/** One plain line. */
export function describeRuntime(runtime: Runtime): string {
  const what =
    runtime.kind === 'electron'
      ? `runtime: Electron ${runtime.version}`
      : `runtime: the stand-in (Node and Chromium), because ${runtime.reason}`;
  if (!runtime.args.includes(noSandbox)) return what;
  const why = process.getuid?.() === 0 ? 'root has none' : 'this system allows none';
  return `${what}; without a sandbox: ${why}`;
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
  // Of its own, because a download that is ended leaves its part behind.
  const scratch = mkdtempSync(join(tmpdir(), 'overhead-electron-'));
  let code: number;
  try {
    ({ code } = await run(process.execPath, [join(electronFolder, 'install.js')], {
      cwd: root,
      env: { ...env, TMPDIR: scratch, TMP: scratch, TEMP: scratch },
      signal: AbortSignal.any([signal, limit]),
    }));
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
  signal.throwIfAborted();
  if (code === 0 && isHere(env)) return null;
  const reason = limit.aborted
    ? 'the download of Electron took too long'
    : 'Electron cannot be downloaded here';
  rememberFailure(memoryFile, { version: wanted, reason, at: Date.now() });
  return reason;
}

/** The environment without what would make Electron a plain Node, as some editors set it for their terminals. */
export function asElectron(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return { ...env, ELECTRON_RUN_AS_NODE: undefined };
}

/** The version that the binary names, which also shows that it runs here at all. */
async function versionOf(
  command: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string | { failed: string }> {
  try {
    const limit = AbortSignal.timeout(versionLimitMs);
    const { code, output } = await run(command, [noSandbox, '--version'], {
      env: asElectron(env),
      signal: AbortSignal.any([signal, limit]),
    });
    signal.throwIfAborted();
    if (limit.aborted) return { failed: 'Electron does not start here (it gives no answer)' };
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
