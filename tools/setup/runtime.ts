import { join } from 'node:path';
import { chromiumPath } from '#stand-in/system/chromium.ts';
import { canStartSandboxed, isRoot, sandboxCure } from './sandbox.ts';
import { electronPath, installElectron, isElectronHere } from './electron.ts';
import { root } from './paths.ts';
import { RefusalError, runCommandLine } from './process.ts';

/**
 * The program that runs the app: `command` with `args`, then the app's folder and the app's own arguments. `args`
 * contains `--no-sandbox` if the app runs without Chromium's sandbox.
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
      /** The reason why Electron is not used. */
      readonly reason: string;
    };

export interface RuntimeOptions {
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** Whether Electron is required: the stand-in is then refused. */
  readonly insist?: boolean;
  /** Whether Electron is downloaded if it is missing. Default: true. */
  readonly download?: boolean;
  /**
   * The behaviour if Electron's sandbox cannot start. `required`: fail, with a remedy in the message. `optional` (the
   * default, for tests and benchmarks, which show local pages only): run without the sandbox. `off`: the user has
   * chosen to run without the sandbox.
   */
  readonly sandbox?: 'required' | 'optional' | 'off';
  readonly env?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
}

const noSandbox = '--no-sandbox';
const versionLimitMs = 15_000;

/**
 * Chooses Electron if its program is installed or can be downloaded, otherwise the stand-in. Throws a RefusalError if
 * Electron is required but missing, or if the sandbox is required and cannot start.
 */
export async function chooseRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { signal, insist = false, sandbox = 'optional' } = options;
  const { env = process.env, platform = process.platform } = options;
  const command = electronPath(env);
  const missing = isElectronHere(env) ? null : await getElectron(options);
  signal.throwIfAborted();
  const found =
    missing === null
      ? await tryElectron(command, { env, signal, sandbox })
      : { failed: `Electron is not here: ${missing}` };
  if ('version' in found)
    return {
      kind: 'electron',
      command,
      args: found.isSandboxed ? [] : [noSandbox],
      version: found.version,
    };

  if (insist) throw new RefusalError(`${found.failed}${mirrorHint(missing)}`);
  if (platform !== 'linux')
    throw new RefusalError(
      `${found.failed}${mirrorHint(missing)}. Without Electron the app runs on Linux only.`,
    );
  const chromium = chromiumPath(env);
  const isSandboxed =
    sandbox !== 'off' && chromium !== null && (await canStartSandboxed(chromium, signal));
  signal.throwIfAborted();
  return {
    kind: 'stand-in',
    command: process.execPath,
    args: [
      join(root, 'packages', 'electron-stand-in', 'src', 'electron', 'main.ts'),
      ...(isSandboxed ? [] : [noSandbox]),
    ],
    reason: found.failed,
  };
}

function getElectron({ signal, log, env, download = true }: RuntimeOptions) {
  if (!download) return 'it was not downloaded';
  log('Getting Electron …');
  return installElectron({ signal, ...(env === undefined ? {} : { env }) });
}

/** The remedy for a failed download. */
const mirrorHint = (missing: string | null): string =>
  missing === null
    ? ''
    : '; if a proxy is needed, set HTTPS_PROXY; a mirror can be named in ELECTRON_MIRROR or as electron_mirror in .npmrc';

export function describeRuntime(runtime: Runtime): string {
  const what =
    runtime.kind === 'electron'
      ? `runtime: Electron ${runtime.version}`
      : `runtime: the stand-in (Node and Chromium), because ${runtime.reason}`;
  if (!runtime.args.includes(noSandbox)) return what;
  return `${what}; without a sandbox${isRoot() ? ', because root has none' : ''}`;
}

/**
 * The environment without ELECTRON_RUN_AS_NODE, which makes Electron run as plain Node. Some editors set this variable
 * for their terminals.
 */
export function electronEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return { ...env, ELECTRON_RUN_AS_NODE: undefined };
}

interface TryOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly sandbox: 'required' | 'optional' | 'off';
}

type TriedRuntime =
  | { readonly version: string; readonly isSandboxed: boolean }
  | { failed: string };

/**
 * Starts Electron to print its version, with the sandbox if that is possible. Chromium sets up the sandbox before any
 * JavaScript runs, and ends the process if the setup fails: "No usable sandbox!" or, for root, "Running as root without
 * --no-sandbox is not supported" (content/browser/zygote_host/zygote_host_impl_linux.cc). Throws a RefusalError if the
 * sandbox is required and cannot start.
 */
async function tryElectron(command: string, options: TryOptions): Promise<TriedRuntime> {
  const { sandbox } = options;
  if (!isRoot() && sandbox !== 'off') {
    const sandboxed = await versionOf(command, [], options);
    if ('version' in sandboxed) return { ...sandboxed, isSandboxed: true };
    if (!/sandbox/i.test(sandboxed.output)) return { failed: sandboxed.failed };
  }
  const bare = await versionOf(command, [noSandbox], options);
  if ('failed' in bare) return { failed: bare.failed };
  if (sandbox === 'required' && !isRoot())
    throw new RefusalError(
      `Electron's sandbox cannot start on this system. ${sandboxCure(command)}`,
    );
  return { ...bare, isSandboxed: false };
}

/** Returns the version that the program prints. This output also proves that the program can run on this machine. */
async function versionOf(
  command: string,
  args: readonly string[],
  { env, signal }: TryOptions,
): Promise<{ version: string } | { failed: string; output: string }> {
  const failed = (why: string, output = '') => ({
    failed: `Electron does not start here (${why})`,
    output,
  });
  try {
    const limit = AbortSignal.timeout(versionLimitMs);
    const { code, output } = await runCommandLine(command, [...args, '--version'], {
      env: electronEnvironment(env),
      signal: AbortSignal.any([signal, limit]),
    });
    signal.throwIfAborted();
    if (limit.aborted) return failed('it does not answer');
    const version = /^v(\d+\.\d+\.\d+\S*)/m.exec(output)?.[1];
    if (code === 0 && version !== undefined) return { version };
    const line = output.trim().split('\n')[0] ?? '';
    return failed(line === '' ? `exit code ${code}` : line, output);
  } catch (error) {
    signal.throwIfAborted();
    return failed((error as Error).message);
  }
}
