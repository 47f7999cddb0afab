import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#runtime/clock.ts';
import type { ProgramResult } from '#platform/process/run.ts';

/**
 * Whether a program on the session's bus shows tray items. `no-bus`: there is no session bus. `unknown`: no program
 * that can send the question is installed, or none answers.
 */
export type TrayHost = 'there' | 'missing' | 'no-bus' | 'unknown';

export type RunProgram = (program: string, args: readonly string[]) => Promise<ProgramResult>;

const watcherName = 'org.kde.StatusNotifierWatcher';
const watcherPath = '/StatusNotifierWatcher';
const propertiesInterface = 'org.freedesktop.DBus.Properties';
const busDriver = 'org.freedesktop.DBus';

interface CallCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** A method call whose arguments are strings. */
interface BusCall {
  readonly to: string;
  readonly path: string;
  readonly interface: string;
  readonly method: string;
  readonly args: readonly string[];
}

/** The command of each program that can send the call, in the order in which they are tried. */
const callCommands = (env: NodeJS.ProcessEnv, call: BusCall): readonly CallCommand[] => [
  {
    program: 'gdbus',
    args: [
      ...['call', '--session', '--timeout', '3', '--dest', call.to, '--object-path', call.path],
      ...['--method', `${call.interface}.${call.method}`, ...call.args],
    ],
  },
  {
    program: 'dbus-send',
    args: [
      ...['--session', '--reply-timeout=3000', '--print-reply', `--dest=${call.to}`],
      ...[call.path, `${call.interface}.${call.method}`],
      ...call.args.map((text) => `string:${text}`),
    ],
  },
  {
    program: 'busctl',
    args: [
      // Without one of these options, busctl calls the system bus.
      ...(env['DBUS_SESSION_BUS_ADDRESS']
        ? [`--address=${env['DBUS_SESSION_BUS_ADDRESS']}`]
        : ['--user']),
      ...['--timeout=3', 'call', call.to, call.path, call.interface, call.method],
      ...['s'.repeat(call.args.length), ...call.args],
    ],
  },
];

/** The answer to a call. `text`: the output of the program that sent the call. */
type CallAnswer =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused' }
  /** No program that can send the call is installed, or none answers. */
  | { readonly kind: 'unasked' };

async function callOverBus(
  env: NodeJS.ProcessEnv,
  run: RunProgram,
  call: BusCall,
): Promise<CallAnswer> {
  for (const { program, args } of callCommands(env, call)) {
    const { code, stdout } = await run(program, args);
    // Null: the program is not installed, or did not answer.
    if (code !== null) return code === 0 ? { kind: 'answered', text: stdout } : { kind: 'refused' };
  }
  return { kind: 'unasked' };
}

const readPropertyCall = (name: string): BusCall => ({
  to: watcherName,
  path: watcherPath,
  interface: propertiesInterface,
  method: 'Get',
  args: [watcherName, name],
});

const hasBus = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env['DBUS_SESSION_BUS_ADDRESS']) ||
  existsSync(join(env['XDG_RUNTIME_DIR'] ?? '/nonexistent', 'bus'));

export async function askForHost(env: NodeJS.ProcessEnv, run: RunProgram): Promise<TrayHost> {
  // Without a session bus, these programs would start one of their own.
  if (!hasBus(env)) return 'no-bus';
  const answer = await callOverBus(env, run, readPropertyCall('IsStatusNotifierHostRegistered'));
  if (answer.kind === 'unasked') return 'unknown';
  return answer.kind === 'answered' && /\btrue\b/.test(answer.text) ? 'there' : 'missing';
}

/**
 * Whether the tray contains an item of the process `pid`. Electron does not report that the registration was refused:
 * it then creates an icon of GTK, which Wayland does not show (`OnImplInitializationFailed` in
 * `shell/browser/ui/tray_icon_linux.cc`). `unknown`: the tray does not answer, or a sandbox hides which process an item
 * belongs to.
 */
export type TrayItem = 'there' | 'missing' | 'unknown';

export async function askForItem(
  env: NodeJS.ProcessEnv,
  run: RunProgram,
  pid: number,
): Promise<TrayItem> {
  if (!hasBus(env)) return 'unknown';
  const items = await callOverBus(env, run, readPropertyCall('RegisteredStatusNotifierItems'));
  if (items.kind !== 'answered') return 'unknown';
  // Each entry is a bus name, with or without the path of its object: `:1.7/StatusNotifierItem`,
  // `:1.7@/StatusNotifierItem`.
  const names = new Set(
    [...items.text.matchAll(/["']([^"'/@]+)[^"']*["']/g)].flatMap(([, name]) => name ?? []),
  );
  // Chromium requests this name. If the name is refused, the item has the unique name of Chromium's connection
  // (electron#53641).
  if ([...names].some((name) => name.startsWith(`org.freedesktop.StatusNotifierItem-${pid}-`)))
    return 'there';
  // A sandbox has separate process ids, and its connections belong to a proxy.
  if (env['FLATPAK_ID']) return 'unknown';
  for (const name of names) {
    const ownerAnswer = await callOverBus(env, run, {
      to: busDriver,
      path: '/org/freedesktop/DBus',
      interface: busDriver,
      method: 'GetConnectionUnixProcessID',
      args: [name],
    });
    const processId =
      ownerAnswer.kind === 'answered' ? /\bu(?:int32)? (\d+)/.exec(ownerAnswer.text)?.[1] : null;
    if (Number(processId) === pid) return 'there';
  }
  return 'missing';
}

const firstRetryMs = 250;
const retryMs = 1_000;

/**
 * Repeats a question while its answer is `missing`. Returns `missing` after `limitMs`, or when the signal is aborted.
 */
export async function awaitAnswer<T extends TrayHost | TrayItem>(
  ask: () => Promise<T>,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  limitMs: number,
  signal: AbortSignal,
): Promise<T | 'missing'> {
  const end = clock.monotonic() + limitMs;
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (answer !== 'missing') return answer;
    const pause = Math.min(tries * firstRetryMs, retryMs);
    if (clock.monotonic() + pause > end || !(await clock.sleep(pause, signal))) return 'missing';
  }
}
