import { callOverBus, hasBus, type BusCall, type RunProgram } from '#platform/process/bus-call.ts';
import type { Clock } from '#runtime/clock.ts';

/**
 * Whether a program on the session's bus shows tray items. `no-bus`: there is no session bus. `unknown`: no program
 * that can send the question is installed, or none answers.
 */
export type TrayHost = 'there' | 'missing' | 'no-bus' | 'unknown';

const watcherName = 'org.kde.StatusNotifierWatcher';
const watcherPath = '/StatusNotifierWatcher';
const propertiesInterface = 'org.freedesktop.DBus.Properties';
const busDriver = 'org.freedesktop.DBus';

const readPropertyCall = (name: string): BusCall => ({
  to: watcherName,
  path: watcherPath,
  interface: propertiesInterface,
  method: 'Get',
  args: [watcherName, name],
});

export async function findTrayHost(env: NodeJS.ProcessEnv, run: RunProgram): Promise<TrayHost> {
  if (!hasBus(env)) return 'no-bus';
  const answer = await callOverBus(env, run, readPropertyCall('IsStatusNotifierHostRegistered'));
  if (answer.kind === 'unasked') return 'unknown';
  return answer.kind === 'answered' && /\btrue\b/.test(answer.text) ? 'there' : 'missing';
}

/** The greatest number of items whose process is looked up. A panel has some tens of items. */
const maxNames = 100;

/**
 * Whether the tray contains an item of the process `pid`. Electron does not report that the registration was refused:
 * it then creates an icon of GTK, which Wayland does not show (`OnImplInitializationFailed` in
 * `shell/browser/ui/tray_icon_linux.cc`). `unknown`: the tray does not answer, or a sandbox hides which process an item
 * belongs to.
 */
export type TrayItem = 'there' | 'missing' | 'unknown';

export async function findTrayItem(
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
    [...items.text.matchAll(/["']([^"'/@]+)(?:[/@][^"']*)?["']/g)].flatMap(
      ([, name]) => name ?? [],
    ),
  );
  // Chromium requests this name. If the name is refused, the item has the unique name of Chromium's connection
  // (electron#53641).
  if ([...names].some((name) => name.startsWith(`org.freedesktop.StatusNotifierItem-${pid}-`)))
    return 'there';
  // A sandbox has separate process ids, and its connections belong to a proxy.
  if (env['FLATPAK_ID']) return 'unknown';
  for (const name of [...names].slice(0, maxNames)) {
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
