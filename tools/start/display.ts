import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { connect, type NetConnectOpts } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { sessionBusAddress } from '#stand-in/dbus/bus.ts';
import { startDesktop, type Desktop } from '#stand-in/desktop/desktop.ts';
import { RefusalError } from '../setup/process.ts';
import { ensureSystemPackages, type PackageNeed } from '#stand-in/system/packages.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The display on which the app is shown. */
export interface Display {
  readonly kind: 'real' | 'virtual';
  /** The name of the display, such as `:0`, `wayland-0` or `macOS`. */
  readonly name: string;
  /** The complete environment for programs on the display. */
  readonly env: Environment;
  /** The address of the session bus, or null if there is no bus. */
  readonly busAddress: string | null;
  /** Writes a PNG of the whole screen. Returns false if no program for screenshots is installed. */
  screenshot(path: string): Promise<boolean>;
  /** Ends a virtual desktop. Has no effect on a real display. */
  stop(): Promise<void>;
}

interface DisplayOptions {
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** The system packages that a virtual desktop must have. */
  readonly needs: readonly PackageNeed[];
  readonly env?: Environment;
}

/** How long a display may take to accept a connection, in milliseconds. */
const limitMs = 5_000;

/** The address at which an X display such as `:0.0` or `host:1` listens, or null for an invalid name. */
export function xServerAddress(display: string): NetConnectOpts | null {
  const match = /^(?<host>[^:]*):(?<number>\d+)(\.\d+)?$/.exec(display);
  if (match?.groups === undefined) return null;
  const { host = '', number } = match.groups;
  return host === '' || host === 'unix'
    ? { path: `/tmp/.X11-unix/X${number}` }
    : { host, port: 6000 + Number(number) };
}

function waylandAddress({ WAYLAND_DISPLAY: name, XDG_RUNTIME_DIR: folder }: Environment) {
  if (!name) return null;
  if (name.startsWith('/')) return { path: name };
  return folder ? { path: join(folder, name) } : null;
}

function doesAnswer(address: NetConnectOpts, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const socket = connect({ ...address, signal: stop });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Whether the X server accepts connections of this user. Returns true if no tool for the check is installed. */
async function admitsUser(env: Environment, signal: AbortSignal): Promise<boolean> {
  try {
    await promisify(execFile)('xprop', ['-root', '_NET_SUPPORTED'], {
      env,
      signal,
      timeout: 20_000,
    });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** The name of the display that exists and accepts connections, or null. */
export async function reachableDisplay(
  env: Environment,
  signal: AbortSignal,
): Promise<string | null> {
  if (process.platform === 'darwin') return 'macOS';
  if (process.platform === 'win32') return 'Windows';
  const { WAYLAND_DISPLAY: wayland, DISPLAY: x } = env;
  const waylandSocket = waylandAddress(env);
  if (wayland && waylandSocket !== null && (await doesAnswer(waylandSocket, signal)))
    return wayland;
  const xSocket = x ? xServerAddress(x) : null;
  if (
    x &&
    xSocket !== null &&
    (await doesAnswer(xSocket, signal)) &&
    (await admitsUser(env, signal))
  )
    return x;
  return null;
}

/**
 * Opens the existing display, or otherwise a virtual desktop, for which packages are installed if possible. Throws a
 * RefusalError of one line if neither can be opened.
 */
export async function openDisplay(options: DisplayOptions): Promise<Display> {
  const { signal, log, needs, env = process.env } = options;
  const name = await reachableDisplay(env, signal);
  signal.throwIfAborted();
  if (name !== null) return realDisplay(name, env);

  const ensured = await ensureSystemPackages({ signal, log, needs, env });
  signal.throwIfAborted();
  if (!ensured.ok)
    throw new RefusalError(
      `there is no display, and no virtual one either (${ensured.reason}); ${ensured.hint}`,
    );
  return virtualDisplay(await startDesktop({ signal }));
}

export const describeDisplay = ({ kind, name }: Display): string =>
  kind === 'real' ? `display: ${name}` : `display: ${name}, a virtual desktop (Xvfb and XFCE)`;

function virtualDisplay(desktop: Desktop): Display {
  return {
    kind: 'virtual',
    name: desktop.display,
    env: desktop.env,
    busAddress: desktop.busAddress,
    async screenshot(path) {
      await mkdir(dirname(path), { recursive: true });
      await desktop.screenshot(path);
      return true;
    },
    stop: () => desktop.stop(),
  };
}

function realDisplay(name: string, env: Environment): Display {
  return {
    kind: 'real',
    name,
    env,
    busAddress: sessionBusAddress(env),
    async screenshot(path) {
      if (!env['DISPLAY']) return false;
      try {
        await mkdir(dirname(path), { recursive: true });
        await promisify(execFile)('import', ['-silent', '-window', 'root', path], { env });
        return true;
      } catch {
        return false;
      }
    },
    stop: () => Promise.resolve(),
  };
}
