import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBus, type Bus } from '#stand-in/dbus/bus.ts';
import { readFirstLine, xvnc } from '#stand-in/desktop/desktop.ts';
import { desktopEnvironment } from '#stand-in/desktop/environment.ts';
import { setMonitors } from '#stand-in/desktop/monitors.ts';
import {
  endProcesses,
  guardDesktop,
  sendSignal,
  markedProcesses,
  startDesktopPart,
} from '#stand-in/desktop/processes.ts';
import { hasWindowManager, takeScreenshot } from '#stand-in/desktop/screen.ts';
import { startSway } from '#stand-in/desktop/sway.ts';
import { runCommandLine } from '../setup/process.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import type { DesktopProgram, Profile } from './profiles.ts';

const timeoutMs = 60_000;
const monitors = ['1280x800+0+0', '1024x768+1280+0'] as const;
/** The environment variables with the addresses of sway. */
const swayVariables = ['WAYLAND_DISPLAY', 'SWAYSOCK', 'XDG_RUNTIME_DIR'];

/** A running desktop with two monitors. */
export interface Session {
  /** The complete environment of programs on this desktop. */
  readonly env: Record<string, string>;
  readonly home: string;
  readonly bus: Bus;
  /** Writes a screenshot of both monitors to a PNG file. */
  screenshot(path: string): Promise<void>;
  /** Starts a program on this desktop. Its output goes to the folder of logs. Returns its process id. */
  start(command: string, args: readonly string[]): number | undefined;
  /** The processes of this desktop and their descendants. */
  processes(): readonly number[];
  /** Kills the processes of the command, and starts the part of the profile with this command again. */
  restart(command: string): Promise<void>;
  /** Stops all processes of this desktop and removes its folder. */
  stop(): Promise<void>;
}

/** Starts the desktop of a profile. Throws an Error whose message names the part that did not start. */
export async function startSession(
  profile: Profile,
  logs: string,
  signal: AbortSignal,
): Promise<Session> {
  const id = randomUUID();
  const dir = mkdtempSync(join(tmpdir(), 'overhead-desktops-'));
  const home = join(dir, 'home');
  const env = { ...desktopEnvironment(id, { dir, home }), ...profile.env };
  const release = guardDesktop(id, dir);
  const part = { env, logs };
  const buses: Bus[] = [];
  const ends: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const bus of buses) bus.close();
    await endProcesses(() => markedProcesses(id));
    for (const end of ends) await end();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    await release();
  };
  const ready = (what: string, condition: () => Promise<boolean>): Promise<boolean> =>
    waitUntil(condition, {
      message: `${what} did not come up`,
      timeoutMs,
      intervalMs: 200,
      signal,
    });
  const startX = async (): Promise<void> => {
    const socket = join(dir, 'run', 'vnc');
    const [program, ...args] = xvnc(monitors, socket);
    const server = startDesktopPart(program, args, { ...part, readyPipe: true });
    env['DISPLAY'] = `:${await readFirstLine(server, 'X server', signal)}`;
    await setMonitors(socket, monitors, AbortSignal.timeout(timeoutMs));
  };
  const startBus = async (): Promise<string> => {
    const args = ['--session', '--nofork', '--nopidfile', '--nosyslog', '--print-address=3'];
    const daemon = startDesktopPart('dbus-daemon', args, { ...part, readyPipe: true });
    return readFirstLine(daemon, 'message bus', signal);
  };

  try {
    for (const folder of ['run/dbus-1/services', 'tmp', 'home']) {
      mkdirSync(join(dir, folder), { recursive: true, mode: 0o700 });
    }
    mkdirSync(logs, { recursive: true });
    if (profile.compositor === undefined) await startX();
    else {
      const sway = await startSway(monitors);
      ends.push(() => sway.stop());
      // As root, sway runs as another user. That user must be able to read the pictures.
      for (const folder of [dir, home]) chmodSync(folder, 0o711);
      for (const name of swayVariables) env[name] = sway.env[name] ?? '';
      delete env['DISPLAY'];
    }
    if (profile.notifier !== undefined) {
      const name = 'org.freedesktop.Notifications';
      const service = `[D-BUS Service]\nName=${name}\nExec=${profile.notifier}\n`;
      writeFileSync(join(dir, `run/dbus-1/services/${name}.service`), service);
    }
    if (profile.systemBus === true) {
      env['DBUS_SYSTEM_BUS_ADDRESS'] = await startBus();
      for (const template of ['logind', 'upower']) {
        const mock = ['-m', 'dbusmock', '--system', '--template', template];
        startDesktopPart('/usr/bin/python3', mock, part);
      }
      const system = await openBus(env['DBUS_SYSTEM_BUS_ADDRESS'], { timeoutMs, signal });
      buses.push(system);
      await ready('logind', () => system.hasOwner('org.freedesktop.login1'));
    }
    // The bus starts after the display has its name, because programs that the bus starts inherit the environment of
    // the bus.
    env['DBUS_SESSION_BUS_ADDRESS'] = await startBus();
    const bus = await openBus(env['DBUS_SESSION_BUS_ADDRESS'], { timeoutMs, signal });
    buses.push(bus);
    if (profile.prepare !== undefined) {
      await runCommandLine('sh', ['-c', profile.prepare], { cwd: home, env, signal });
    }
    const begin = async ({ command, args = [], ready: state }: DesktopProgram): Promise<void> => {
      startDesktopPart(command, args, part);
      if (state === undefined) return;
      await ready(command, () =>
        state === 'window-manager' ? hasWindowManager(env) : bus.hasOwner(state),
      );
    };
    for (const one of profile.parts) await begin(one);
    if (profile.settle !== undefined)
      await runCommandLine('sh', ['-c', profile.settle], { env, signal });
    return {
      env,
      home,
      bus,
      screenshot: async (path) => {
        if (profile.compositor === undefined) await takeScreenshot(env, path);
        else await runCommandLine('grim', [path], { env, signal });
      },
      start: (command, args) => startDesktopPart(command, args, part).pid,
      processes: () => markedProcesses(id),
      async restart(command) {
        const pgrep = await runCommandLine('pgrep', ['-x', command.slice(0, 15)], { signal });
        const inside = markedProcesses(id);
        const pids = pgrep.output.split('\n').map(Number);
        for (const pid of pids.filter((one) => inside.includes(one))) sendSignal(pid, 'SIGKILL');
        const again = profile.parts.find((one) => one.command === command);
        if (again !== undefined) await begin(again);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
