import { spawn, execFileSync, type ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startServices, type Services } from '#services/server.ts';
import { waitRealSeconds } from '#services/scenarios/transform.ts';
import { requestsSchema, type Requests, type ServiceName } from '#services/request-log.ts';
import { openBus, type Bus } from '#stand-in/dbus/bus.ts';
import { serveLogind, type Logind } from '#stand-in/dbus/logind.ts';
import { recordNotifications, type NotificationRecorder } from '#stand-in/dbus/notifications.ts';
import { runFolder } from '#tools/setup/paths.ts';
import { killAtExit, undoAtExit } from './exit.ts';
import { openTimeFile, type TimeFile } from './time.ts';

/**
 * A shell script that replaces `gsettings` and keeps the desktop's settings in a file. It needs no other program than
 * `mv`.
 */
const gsettings = `#!/bin/sh
folder=\${0%/*}
case $1 in
list-recursively)
  while IFS= read -r line; do case $line in "$2 "*) printf '%s\\n' "$line" ;; esac; done < "$folder/settings" ;;
set)
  while IFS= read -r line; do
    case $line in "$2 $3 "*) printf '%s\\n' "$2 $3 $4" ;; *) printf '%s\\n' "$line" ;; esac
  done < "$folder/settings" > "$folder/settings.$$"
  /bin/mv "$folder/settings.$$" "$folder/settings" ;;
esac
`;
/**
 * Replaces `gdbus`: answers every call with true, except the request for the tray's items. The answer to that request
 * is the app's own item, as if a panel showed the item.
 */
const gdbus = `#!/bin/sh
case "$*" in
*RegisteredStatusNotifierItems*) echo "(<['org.freedesktop.StatusNotifierItem-$PPID-1']>,)" ;;
*) echo '(<true>,)' ;;
esac
`;
/** Replaces the file dialog: answers with the path in the file `dialog`. */
const zenity = `#!/bin/sh
read -r path < "\${0%/*}/dialog" && printf '%s\\n' "$path"
`;
const schema = 'org.gnome.desktop.background';
export const oldWallpaper = 'file:///usr/share/backgrounds/old.png';

export const canaryKey = 'CANARY-7f3a9c51-KEY';
export type RequestEntry = Requests['entries'][number];

/** The machine of a schedule: a message bus, a desktop, the services, a disk and the time. */
export interface Machine {
  readonly folder: string;
  readonly data: string;
  readonly time: TimeFile;
  readonly bus: Bus;
  readonly logind: Logind;
  readonly notifications: NotificationRecorder;
  readonly services: Services;
  /** The complete environment of the app. */
  readonly env: NodeJS.ProcessEnv;
  /** The addresses of the desktop's wallpapers, for the light and the dark style. */
  wallpapers(): string[];
  /** Sets the path that the user chooses in the next file dialogs. */
  choose(path: string): void;
  /** Resolves when the services have received all requests of a killed app, but after half a second at the latest. */
  received(): Promise<void>;
  /** Sets the scenarios of a service, in place of the current ones. */
  setScenarios(service: ServiceName, scenarios: readonly object[]): Promise<void>;
  /** The requests to the services after request number `after`. */
  requests(after: number): Promise<RequestEntry[]>;
  stop(): Promise<void>;
}

async function startBus(folder: string): Promise<{ daemon: ChildProcess; address: string }> {
  const address = `unix:path=${join(folder, 'bus')}`;
  const args = [
    '--session',
    '--nofork',
    '--nopidfile',
    `--address=${address}`,
    '--print-address=1',
  ];
  const daemon = spawn('dbus-daemon', args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    // The process group is separate, so that Ctrl+C reaches only the tool.
    detached: true,
  });
  killAtExit(daemon);
  await once(daemon, 'spawn');
  const exited = once(daemon, 'exit').then(() => {
    throw new Error('dbus-daemon has exited before it was ready');
  });
  exited.catch(() => undefined);
  const [line] = (await Promise.race([once(daemon.stdout, 'data'), exited])) as [Buffer];
  return { daemon, address: line.toString().trim() };
}

async function awaitExit(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  if (child.kill()) await exit;
}

/**
 * Starts the machine. If a part cannot be started, stops the other parts and rejects.
 *
 * @param wall the time at the schedule's start, milliseconds since the epoch
 */
export async function startMachine(wall: number, zone: string, small: boolean): Promise<Machine> {
  const disposals = new AsyncDisposableStack();
  try {
    const parts = await startParts(wall, zone, small, disposals);
    return { ...parts, stop: () => disposals.disposeAsync() };
  } catch (error) {
    await disposals.disposeAsync();
    throw error;
  }
}

async function startParts(
  wall: number,
  zone: string,
  small: boolean,
  disposals: AsyncDisposableStack,
): Promise<Omit<Machine, 'stop'>> {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-world-'));
  // `rmSync` rounds its delay down to whole seconds.
  const removeFolder = () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 1_000 });
  disposals.defer(undoAtExit(removeFolder));
  const [bin, home] = [join(folder, 'bin'), join(folder, 'home')];
  const data = join(home, 'data');
  for (const path of [bin, data, join(folder, 'tmp')]) mkdirSync(path, { recursive: true });
  if (small) {
    mountSmallDisk(data);
    disposals.defer(undoAtExit(() => unmountDisk(data)));
  }
  for (const [name, text] of Object.entries({ gsettings, gdbus, zenity })) {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  }
  const settings = join(bin, 'settings');
  const keys = {
    'picture-options': 'zoom',
    'picture-uri': oldWallpaper,
    'picture-uri-dark': oldWallpaper,
  };
  for (const [key, value] of Object.entries(keys))
    appendFileSync(settings, `${schema} ${key} '${value}'\n`);

  const timePath = join(folder, 'time');
  const time = openTimeFile(timePath);
  time.true = wall;
  Object.assign(time, { skew: 0, sent: 0, received: 0, made: 0, kept: 0 });
  const { daemon, address } = await startBus(folder);
  // Wait for the end of the bus before the folder is removed. The bus removes its socket, and `rmSync` may stop early
  // without an error if a file disappears during the removal.
  disposals.defer(() => awaitExit(daemon));
  const bus = await openBus(address);
  disposals.defer(() => bus.close());
  const logind = await serveLogind(bus);
  const notifications = await recordNotifications(bus);
  const services = await startServices({
    now: () => time.true,
    key: canaryKey,
    wait(seconds, request, signal) {
      if (seconds < 1) return waitRealSeconds(seconds, request, signal);
      // A wait of a second or more is made endless: in virtual time it exceeds the app's time limits anyway.
      time.keep(Number(request.headers.get('x-request')));
      return waitRealSeconds(Infinity, request, signal);
    },
  });
  disposals.defer(() => services.stop());
  const ports = new Set(
    Object.values<string>({ ...services.urls }).map((url) => Number(URL.parse(url)?.port)),
  );
  const count = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage };
    if (ports.has(request.socket.localPort ?? 0)) time.received += 1;
  };
  subscribe('http.server.request.start', count);
  disposals.defer(() => void unsubscribe('http.server.request.start', count));
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { control, controlToken } = services.inProcess;
    const headers = { authorization: `Bearer ${controlToken}` };
    const answer = await control.fetch(
      new Request(`http://control.test${path}`, { ...init, headers }),
    );
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer;
  };
  const read = (path: string): string => readFileSync(path, 'utf8');
  return {
    folder,
    data,
    time,
    bus,
    logind,
    notifications,
    services,
    env: {
      PATH: bin,
      HOME: home,
      TMPDIR: join(folder, 'tmp'),
      TZ: zone,
      LANG: 'C.UTF-8',
      XDG_CURRENT_DESKTOP: 'GNOME',
      OVERHEAD_WORLD_TIME: timePath,
      NODE_COMPILE_CACHE: join(runFolder, 'cache', 'compile'),
      DBUS_SESSION_BUS_ADDRESS: address,
      DBUS_SYSTEM_BUS_ADDRESS: address,
    },
    wallpapers: () =>
      [...read(settings).matchAll(/picture-uri\S* '(.*)'/g)].map(([, to = '']) => to),
    choose: (path) => writeFileSync(join(bin, 'dialog'), `${path}\n`),
    async received() {
      for (let tries = 0; time.sent > time.received && tries < 100; tries += 1) await delay(5);
    },
    async setScenarios(service, scenarios) {
      await ask(`/scenarios/${service}`, { method: 'PUT', body: JSON.stringify(scenarios) });
    },
    async requests(after) {
      const answer = await ask(`/requests?after=${after}`);
      return requestsSchema.parse(await answer.json()).entries;
    },
  };
}

/** The reason why no small disk can be made on this machine; null if one can be made. */
export function whyNoSmallDisk(): string | null {
  if (process.geteuid?.() !== 0) return 'not root';
  const path = mkdtempSync(join(tmpdir(), 'overhead-disk-'));
  try {
    mountSmallDisk(path);
    unmountDisk(path);
    return null;
  } catch {
    return 'nothing can be mounted here';
  } finally {
    rmSync(path, { recursive: true });
  }
}

const smallDiskMiB = 64;
const smallDiskNodes = 4096;

function mountSmallDisk(path: string): void {
  const options = `size=${smallDiskMiB}m,nr_inodes=${smallDiskNodes}`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' });
}

/** Unmounts the disk, even while files on the disk are open. */
function unmountDisk(path: string): void {
  execFileSync('umount', ['-l', path], { stdio: 'ignore' });
}

export type DiskFault = 'full' | 'no-files' | 'read-only';

/** Makes the small disk full for data (`full`), full for new files (`no-files`), or read-only; null: ends the fault. */
export function spoilDisk(path: string, fault: DiskFault | null): void {
  for (let tries = 1; ; tries += 1) {
    const { bsize, blocks, bfree, files, ffree } = statfsSync(path);
    const size = fault === 'full' ? (blocks - bfree) * bsize : smallDiskMiB * 2 ** 20;
    const nodes = fault === 'no-files' ? files - ffree : smallDiskNodes;
    const access = fault === 'read-only' ? 'ro' : 'rw';
    const options = `remount,${access},size=${size},nr_inodes=${nodes}`;
    try {
      execFileSync('mount', ['-o', options, path], { stdio: 'ignore' });
      return;
    } catch (error) {
      // A backup in another thread has just used space, so less is left than requested: try again.
      if (tries === 20) throw error;
    }
  }
}
