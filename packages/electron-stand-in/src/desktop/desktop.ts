import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { openBus, type Bus } from '../dbus/bus.ts';
import { hasTray } from '../dbus/tray.ts';
import { missingCommands, missingDesktopCommands, notifydPath } from '../system/packages.ts';
import { isScreenReaderWanted } from '../system/screen-reader.ts';
import { waitUntil } from '../system/until.ts';
import { writeConfig } from './config.ts';
import { desktopEnvironment } from './environment.ts';
import { parseGeometry, screenSize, setMonitors, type MonitorGeometry } from './monitors.ts';
import {
  endProcesses,
  guardDesktop,
  markedProcesses,
  startDesktopPart,
  type SpawnOptions,
} from './processes.ts';
import { hasPaintedDesktop, hasPanel, hasWindowManager, takeScreenshot } from './screen.ts';

export interface DesktopOptions {
  /** Width x height x depth. Default: `1920x1080x24`. */
  readonly screen?: string;
  /**
   * The geometries of several monitors, such as `1280x720+0+0` and `800x600+1280+0`; the first is the primary monitor.
   * Needs TigerVNC.
   */
  readonly monitors?: readonly MonitorGeometry[];
  /** `xfce`: XFCE shows notifications. `none`: a test can provide the daemon itself. Default: `xfce`. */
  readonly notifications?: 'xfce' | 'none';
  /** Whether the panel shows tray items. If not, the bus has no StatusNotifierWatcher. Default: true. */
  readonly tray?: boolean;
  readonly signal?: AbortSignal;
}

/** The time limit for each part to become ready, in milliseconds: long enough for a busy machine. */
const timeoutMs = 60_000;

/** A running desktop. */
export interface Desktop {
  /** The complete environment of programs on this desktop. */
  readonly env: Record<string, string>;
  /** The folder for sockets, logs and temporary files, which stop() removes. */
  readonly dir: string;
  /** HOME of the programs on the desktop, in `dir`. */
  readonly home: string;
  /** The name of the display, such as `:1`. */
  readonly display: string;
  readonly busAddress: string;
  /** The running processes of the desktop, including the programs on it. */
  readonly pids: readonly number[];
  /** Writes a screenshot to a PNG file at `path`, or to a PPM file if `path` ends with `.ppm`. */
  screenshot(path: string): Promise<void>;
  /** Connects and disconnects monitors. Works only on a desktop that was started with several monitors. */
  setMonitors(monitors: readonly MonitorGeometry[]): Promise<void>;
  /** Ends all processes of the desktop and waits for their end. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts a small XFCE desktop without a screen: X server, session bus, window manager, wallpaper, panel with a tray,
 * and notifications, with a separate HOME. Takes a second or two. If a part does not start, stops the others and throws
 * an Error with a message of one line.
 */
export async function startDesktop(options: DesktopOptions = {}): Promise<Desktop> {
  const { screen = '1920x1080x24', notifications = 'xfce', tray = true } = options;
  const { monitors, signal } = options;
  const absentCommands = [
    ...missingDesktopCommands(),
    ...missingCommands(monitors === undefined ? [] : ['Xvnc']),
  ];
  if (absentCommands.length > 0) {
    throw new Error(`the virtual desktop cannot start: missing ${absentCommands.join(', ')}`);
  }

  const id = randomUUID();
  const dir = await mkdtemp(join(tmpdir(), 'overhead-desktop-'));
  const home = join(dir, 'home');
  const env = desktopEnvironment(id, { dir, home });
  const partOptions: SpawnOptions = { env, logs: join(dir, 'log') };

  const release = guardDesktop(id, dir);
  const stop = async (): Promise<void> => {
    await endProcesses(() => markedProcesses(id));
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    await release();
  };

  const waitUntilReady = (
    what: string,
    condition: () => Promise<boolean> | boolean,
  ): Promise<boolean> =>
    waitUntil(condition, {
      message: `the virtual desktop did not start: ${what} not ready within ${timeoutMs} ms`,
      timeoutMs,
      signal,
    });

  const plugMonitors = (wanted: readonly MonitorGeometry[]): Promise<void> =>
    setMonitors(join(dir, 'run', 'vnc'), wanted, AbortSignal.timeout(timeoutMs));

  let bus: Bus | null = null;
  try {
    for (const folder of ['run', 'tmp', 'log', 'services']) {
      await mkdir(join(dir, folder), { mode: 0o700 });
    }
    await writeConfig(home, { tray });

    const [program, ...args] =
      monitors === undefined ? xvfb(screen) : xvnc(monitors, join(dir, 'run', 'vnc'));
    const xServer = startDesktopPart(program, args, { ...partOptions, readyPipe: true });
    env['DISPLAY'] = `:${await readFirstLine(xServer, 'X server', signal)}`;
    if (monitors !== undefined) await plugMonitors(monitors);

    // The bus starts after the display has its name, because programs that the bus starts inherit the environment of
    // the bus.
    const daemon = startDesktopPart('dbus-daemon', await busArguments(dir), {
      ...partOptions,
      readyPipe: true,
    });
    const address = await readFirstLine(daemon, 'message bus', signal);
    env['DBUS_SESSION_BUS_ADDRESS'] = address;
    const openedBus = await openBus(address, { timeoutMs, ...(signal && { signal }) });
    bus = openedBus;

    startDesktopPart('xfwm4', ['--sm-client-disable'], partOptions);
    if (notifications === 'xfce')
      startDesktopPart(notifydPath() ?? 'xfce4-notifyd', [], partOptions);
    await waitUntilReady('window manager', () => hasWindowManager(env));
    startDesktopPart('xfdesktop', ['--sm-client-disable', '--disable-wm-check'], partOptions);
    startDesktopPart('xfce4-panel', ['--sm-client-disable', '--disable-wm-check'], partOptions);
    await waitUntilReady('desktop window', () => hasPaintedDesktop(env));
    await waitUntilReady('panel', () => hasPanel(env));
    if (tray) await waitUntilReady('tray', () => hasTray(openedBus));
    if (notifications === 'xfce') {
      await waitUntilReady('notifications', () =>
        openedBus.hasOwner('org.freedesktop.Notifications'),
      );
    }
    return {
      env,
      dir,
      home,
      display: env['DISPLAY'],
      busAddress: address,
      get pids() {
        return markedProcesses(id);
      },
      screenshot: (path) => takeScreenshot(env, path),
      setMonitors: plugMonitors,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    bus?.close();
  }
}

// The X server chooses a free display itself, and writes the display's number to descriptor 3 when it accepts
// connections.
const commonServerArguments = ['-displayfd', '3', '-nolisten', 'tcp', '-noreset', '-dpi', '96'];

type CommandLine = readonly [program: string, ...args: string[]];

const xvfb = (screen: string): CommandLine => [
  'Xvfb',
  ...commonServerArguments,
  '-screen',
  '0',
  screen,
];

/**
 * The command of TigerVNC's server, which can have several monitors; Xvfb has only one. The server accepts connections
 * on a socket file only.
 */
export function xvnc(monitors: readonly MonitorGeometry[], socket: string): CommandLine {
  const { width, height } = screenSize(monitors.map(parseGeometry));
  const size = ['-geometry', `${width}x${height}`, '-depth', '24'];
  return [
    'Xvnc',
    ...commonServerArguments,
    ...size,
    '-SecurityTypes',
    'None',
    '-rfbunixpath',
    socket,
    '-rfbport',
    '-1',
  ];
}

/**
 * The arguments of a separate bus. It can start only the two settings services (and the accessibility bus, if a screen
 * reader is wanted), so a call to any other service that is not running fails, and the test shows the failure. The bus
 * prints its address on descriptor 3 when it listens.
 */
async function busArguments(dir: string): Promise<string[]> {
  const services = join(dir, 'services');
  const names = ['org.xfce.Xfconf.service', 'ca.desrt.dconf.service'];
  if (isScreenReaderWanted()) names.push('org.a11y.Bus.service');
  for (const name of names) {
    await symlink(join('/usr/share/dbus-1/services', name), join(services, name));
  }
  const config = join(dir, 'bus.conf');
  await writeFile(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>unix:path=${join(dir, 'run/bus')}</listen>
  <servicedir>${services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`,
  );
  return [`--config-file=${config}`, '--nofork', '--nopidfile', '--nosyslog', '--print-address=3'];
}

/** Returns the first line that a part writes to descriptor 3. The part writes this line when it is ready. */
export async function readFirstLine(
  child: ChildProcess,
  what: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const pipe = child.stdio[3] as Readable;
  const deadline = AbortSignal.timeout(timeoutMs);
  const stopSignal = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
  try {
    for await (const line of createInterface({ input: pipe, signal: stopSignal })) return line;
  } finally {
    pipe.destroy();
  }
  signal?.throwIfAborted();
  throw new Error(`the virtual desktop did not start: ${what} not ready`);
}
