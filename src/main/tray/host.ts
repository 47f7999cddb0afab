import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#runtime/clock.ts';
import type { Run } from '#platform/process/run.ts';

/**
 * Whether a program on the session's bus shows tray items. `no-bus`: there is no session bus. `unknown`: none of the
 * programs that can ask is installed.
 */
export type TrayHost = 'there' | 'missing' | 'no-bus' | 'unknown';

export type RunProgram = (program: string, args: readonly string[]) => Promise<Run>;

const watcher = 'org.kde.StatusNotifierWatcher';
const path = '/StatusNotifierWatcher';
const property = 'IsStatusNotifierHostRegistered';
const get = 'org.freedesktop.DBus.Properties.Get';

interface Question {
  readonly program: string;
  readonly args: readonly string[];
}

/** The same call with each program that comes with a desktop, GLib’s first. */
const questions = (env: NodeJS.ProcessEnv): readonly Question[] => [
  {
    program: 'gdbus',
    args: [
      ...['call', '--session', '--timeout', '3', '--dest', watcher, '--object-path', path],
      ...['--method', get, watcher, property],
    ],
  },
  {
    program: 'dbus-send',
    args: [
      ...['--session', '--reply-timeout=3000', '--print-reply', `--dest=${watcher}`],
      ...[path, get, `string:${watcher}`, `string:${property}`],
    ],
  },
  {
    program: 'busctl',
    args: [
      // By default it calls the bus of systemd’s user services.
      ...(env['DBUS_SESSION_BUS_ADDRESS']
        ? [`--address=${env['DBUS_SESSION_BUS_ADDRESS']}`]
        : ['--user']),
      ...['--timeout=3', 'get-property', watcher, path, watcher, property],
    ],
  },
];

const hasBus = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env['DBUS_SESSION_BUS_ADDRESS']) ||
  existsSync(join(env['XDG_RUNTIME_DIR'] ?? '/nonexistent', 'bus'));

export async function askForHost(env: NodeJS.ProcessEnv, run: RunProgram): Promise<TrayHost> {
  // Without a session bus, these programs would start one of their own.
  if (!hasBus(env)) return 'no-bus';
  for (const { program, args } of questions(env)) {
    const { code, stdout } = await run(program, args);
    // Null: it is not installed, or did not answer.
    if (code !== null) return code === 0 && /\btrue\b/.test(stdout) ? 'there' : 'missing';
  }
  return 'unknown';
}

const firstGapMs = 250;
const gapMs = 1_000;

/** Asks until there is a host, `limitMs` have passed (`missing`), or asking again cannot help. */
export async function awaitHost(
  ask: () => Promise<TrayHost>,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  limitMs: number,
  signal: AbortSignal,
): Promise<TrayHost> {
  const end = clock.monotonic() + limitMs;
  for (let asked = 1; ; asked++) {
    const host = await ask();
    if (host !== 'missing') return host;
    const pause = Math.min(asked * firstGapMs, gapMs);
    if (clock.monotonic() + pause > end || !(await clock.sleep(pause, signal))) return 'missing';
  }
}
