import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import type { Bridge } from '#shared/contract.ts';
import { openBus, type Bus } from '#stand-in/dbus/bus.ts';
import { watchNotifications, type ShownNotification } from '#stand-in/dbus/notifications.ts';
import { findTrayItem, hasTray, type TrayItem } from '#stand-in/dbus/tray.ts';
import {
  AskError,
  assertFacts,
  nativeSource,
  outcomeOfError,
  rulesOf,
  type Outcome,
  type Rule,
} from '#stand-in/rules/rule.ts';
import { descendants } from '#stand-in/system/processes.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import { fuses } from '../package/fuses.ts';
import { root } from '../setup/paths.ts';
import { runCommandLine } from '../setup/process.ts';
import { electronEnvironment, type Runtime } from '../setup/runtime.ts';
import { launchApp, type RunningApp } from '../start/app.ts';
import type { Display } from '../start/display.ts';
import { waitForPage, type AppPage } from '../start/page.ts';
import { choosePort } from '../start/port.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

/** The time limit for the app's first notification, in milliseconds; long enough for a busy machine. */
const noticeLimitMs = 120_000;

interface AppOptions {
  readonly runtime: Runtime;
  /** The path of a packaged app; null: the built app runs on `runtime`. */
  readonly program: string | null;
  readonly display: Pick<Display, 'env' | 'busAddress'>;
  /** An empty folder for temporary files. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** The running app, with fresh data and the embedded services. */
interface AppUnderTest {
  readonly page: AppPage;
  readonly pid: number;
  readonly data: string;
  readonly program: string | null;
  /** The session bus, or null. */
  readonly bus: Bus | null;
  /** The app's first notification; `no-bus` without a session bus; null: there was none in time. */
  readonly firstNotice: ShownNotification | 'no-bus' | null;
  readonly signal: AbortSignal;
  /** Starts a second instance with these arguments. */
  readonly ask: (...args: string[]) => Promise<{ code: number; output: string }>;
  /** Ends the app by `--quit` and by signals. Returns the exit codes, by the way of ending. */
  readonly end: () => Promise<ReadonlyMap<string, number>>;
  /** The hosts that the app has requested, without this machine. */
  readonly hosts: () => readonly string[];
}

/** A rule that is checked on the built or packaged app from outside. A string that `checkApp` returns is a detail. */
interface AppRule extends Rule {
  readonly checkApp: (app: AppUnderTest) => Promise<string> | string;
}

async function checkBridge({ page: { page } }: AppUnderTest): Promise<string> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const isVisible = await page
    .waitForFunction(() => document.visibilityState === 'visible', null, { timeout: 30_000 })
    .then(() => true)
    .catch(() => false);
  const seen = await page.evaluate(() => {
    const { overhead } = globalThis as WithBridge;
    return {
      isThere: typeof overhead === 'object',
      isFrozen: Object.isFrozen(overhead),
      hasNode: 'require' in globalThis || 'process' in globalThis || 'module' in globalThis,
      text: document.body.innerText.length,
    };
  });
  return assertFacts({
    'the bridge is there': seen.isThere,
    'it is frozen': seen.isFrozen,
    'there is no Node': !seen.hasNode,
    'the page is visible': isVisible,
    'it shows text': seen.text > 0,
  });
}

async function checkWallpaper({ page, ask, signal }: AppUnderTest): Promise<string> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(180_000)]);
  const { wallpaper } = await page.waitForState(
    ({ wallpaper: { kind } }) => kind === 'set' || kind === 'failed',
    stop,
  );
  if (wallpaper.kind === 'failed') {
    const { detail, why } = wallpaper;
    if (why === 'unknown-desktop') throw new AskError(`it could not be set here: ${detail}`);
    throw new Error(`it could not be set: ${detail}`);
  }
  const isVerified = wallpaper.kind === 'set' && wallpaper.verified;
  const { code, output } = await ask('--restore');
  const more = code === 0 ? output : `--restore: ${output}`;
  // Windows and macOS can always be asked.
  if (!isVerified && process.platform === 'linux')
    throw new AskError(`set, but this desktop cannot be asked; ${more}`);
  return assertFacts({ 'it is read back': isVerified, 'it is restored': code === 0 }, more);
}

const onlyOnLinux = 'look at it: only Linux has a way to read it';

async function checkTray({ bus, pid }: AppUnderTest): Promise<string> {
  if (process.platform !== 'linux') throw new AskError(onlyOnLinux);
  if (bus === null) throw new AskError('there is no session bus');
  if (!(await hasTray(bus).catch(() => false))) throw new AskError('no tray on this desktop');
  const look = async (): Promise<TrayItem | null> => {
    const pids = [pid, ...descendants(pid)];
    const found = await Promise.all(
      pids.map((one) => findTrayItem(bus, one, { timeoutMs: 0 }).catch(() => null)),
    );
    return found.find((item) => item !== null) ?? null;
  };
  const item = await waitUntil(look, {
    message: 'the tray has no item of the app',
    timeoutMs: 30_000,
  });
  const menu = await item.menu();
  const toolTip = await item.toolTip();
  return assertFacts(
    {
      'a picture': (await item.iconPixmaps()).length > 0,
      'a menu': menu.length > 5,
      'a tooltip': toolTip !== '',
    },
    `${menu.length} entries; click it`,
  );
}

function checkNotifications({ firstNotice }: AppUnderTest): string {
  if (process.platform !== 'linux') throw new AskError(onlyOnLinux);
  if (firstNotice === 'no-bus') throw new AskError('there is no session bus');
  if (firstNotice === null)
    throw new AskError(`none within ${noticeLimitMs / 1000} s: quiet hours, or no daemon`);
  const buttons = firstNotice.actions.filter(({ key }) => key !== 'default').length;
  return `“${firstNotice.summary}”, ${buttons} buttons; click it`;
}

/** What the running app and the lock of its instance may write at any time. */
const ownNames =
  /^(Singleton|lockfile|\.|backups|photos|pictures|thumbnails|renditions|wallpaper|logs|chromium|updates|overhead|settings\.json|api-key|ledger-anchor)/;

async function checkSecondInstance({ data, ask }: AppUnderTest): Promise<string> {
  const entries = (): string[] => readdirSync(data).filter((name) => !ownNames.test(name));
  const entriesBefore = new Set(entries());
  const { code, output } = await ask('--status');
  const added = entries().filter((name) => !entriesBefore.has(name));
  const start = await ask();
  return assertFacts({
    '--status is answered': code === 0 && output.length > 0,
    [`no new file (${added.join(', ')})`]: added.length === 0,
    'a second start ends with 0': start.code === 0,
  });
}

async function checkEnd({ data, end }: AppUnderTest): Promise<string> {
  const codes = [...(await end())];
  return assertFacts(
    {
      'each ends with 0': codes.every(([, code]) => code === 0),
      'the data are there': existsSync(join(data, 'overhead.sqlite')),
    },
    codes.map(([way, code]) => `${way} ${code}`).join('; '),
  );
}

/** Checks the fuses of a packaged program, read from its binary and tested by their effect. */
async function checkFuses({ program, signal }: AppUnderTest): Promise<string> {
  if (program === null) throw new AskError('name a package: npm run electron -- PROGRAM');
  if (/\.appimage$/i.test(program))
    throw new AskError('unpack it first: PROGRAM --appimage-extract');
  const wire = await getCurrentFuseWire(program);
  const names = Object.entries(FuseV1Options).filter(
    (entry): entry is [string, FuseV1Options] => typeof entry[1] === 'number',
  );
  const facts = Object.fromEntries(
    names.map(([name, option]) => [
      name,
      wire[option] === (fuses[option] ? FuseState.ENABLE : FuseState.DISABLE),
    ]),
  );
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(20_000)]);
  const { output } = await runCommandLine(program, ['--version'], { env, signal: limit });
  facts['ELECTRON_RUN_AS_NODE has no effect'] = !/^v\d+\.\d+\.\d+/m.test(output);
  return assertFacts(facts, `${names.length} fuses`);
}

/** The rules on the app, in the order of the checks: `checkEnd` ends it. */
export const appRules: readonly AppRule[] = [
  ...rulesOf<AppRule>('contextBridge', [
    {
      title: 'the page gets the frozen bridge, and nothing of Node',
      source: 'lib/renderer/api/context-bridge.ts',
      places: ['src/preload/index.ts'],
      checkApp: checkBridge,
    },
  ]),
  ...rulesOf<AppRule>('desktop', [
    {
      title: 'the wallpaper is set, read back and restored',
      source: null,
      places: ['src/main/wallpaper/setter/setter.ts'],
      checkApp: checkWallpaper,
    },
  ]),
  ...rulesOf<AppRule>('Tray', [
    {
      title: 'the desktop shows an icon with a menu and a tooltip',
      source: 'shell/browser/ui/tray_icon_linux.cc',
      places: ['src/main/tray/tray.ts'],
      checkApp: checkTray,
    },
  ]),
  ...rulesOf<AppRule>('Notification', [
    {
      title: 'the desktop gets the notification of a new picture',
      source: 'shell/browser/notifications/linux/libnotify_notification.cc',
      places: ['src/main/notifications/notifier.ts'],
      checkApp: checkNotifications,
    },
  ]),
  ...rulesOf<AppRule>('app', [
    {
      title: 'a second instance is answered, and writes no file such as `Local State`',
      source: 'shell/browser/browser_process_impl.cc',
      places: ['src/main/app/command-line/instance.ts'],
      checkApp: checkSecondInstance,
    },
    {
      title: '`--quit`, SIGTERM and SIGHUP end the app with code 0',
      source: 'shell/browser/electron_browser_main_parts_posix.cc',
      places: ['src/main/app/process-setup.ts'],
      checkApp: checkEnd,
    },
  ]),
  ...rulesOf<AppRule>('session', [
    {
      title: 'nothing requests another host, such as that of the dictionaries',
      source: nativeSource('session'),
      places: ['src/main/platform/windows/harden.ts'],
      checkApp: ({ hosts }) =>
        assertFacts({
          [`no other host (${[...new Set(hosts())].join(', ')})`]: hosts().length === 0,
        }),
    },
  ]),
  ...rulesOf<AppRule>('package', [
    {
      title: 'the fuses are set, and `ELECTRON_RUN_AS_NODE` has no effect',
      source: 'build/fuses/fuses.json5',
      places: ['tools/package/fuses.ts'],
      checkApp: checkFuses,
    },
  ]),
];

/** Starts the app, and checks these rules on it. Passes each outcome to `onOutcome`. */
export async function checkAppRules(
  rules: readonly AppRule[],
  options: AppOptions,
  onOutcome: (rule: AppRule, outcome: Outcome) => void,
): Promise<void> {
  const { display, signal } = options;
  const bus =
    display.busAddress === null ? null : await openBus(display.busAddress).catch(() => null);
  const notices = bus === null ? null : await watchNotifications(bus.address).catch(() => null);
  const proxy = await recordingProxy();
  let started: Awaited<ReturnType<typeof startApp>> | null = null;
  let failure: unknown = null;
  try {
    started = await startApp(options, proxy, notices);
  } catch (error) {
    failure = error;
  }
  try {
    for (const rule of rules) {
      signal.throwIfAborted();
      try {
        if (started === null) throw failure;
        const { program } = options;
        const detail = await rule.checkApp({ ...started.app, program, bus, signal });
        onOutcome(rule, { result: 'ok', detail });
      } catch (error) {
        onOutcome(rule, outcomeOfError(error));
      }
    }
  } finally {
    await started?.stop();
    notices?.stop();
    bus?.close();
    await proxy.close();
  }
}

async function startApp(
  { runtime, program, display, scratch, signal }: AppOptions,
  proxy: Awaited<ReturnType<typeof recordingProxy>>,
  notices: Awaited<ReturnType<typeof watchNotifications>> | null,
) {
  const data = join(scratch, 'data');
  const netLog = join(scratch, 'net-log.json');
  const env = { ...display.env, HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY: '' };
  const appDir = program === null ? root : null;
  const host: Runtime =
    program === null
      ? runtime
      : { kind: 'electron', command: program, args: [], version: 'packaged' };
  const switches = [`--proxy-server=${proxy.url}`, `--log-net-log=${netLog}`];
  const debugPort = await choosePort(null);
  const launch = (...more: string[]): Promise<RunningApp> =>
    launchApp({
      runtime: host,
      env,
      args: ['--services=embedded', ...switches, ...more],
      userDataDir: data,
      debugPort,
      appDir,
    });
  const ask = (...args: string[]) => {
    const folder = appDir === null ? [] : [appDir];
    const all = [...host.args, ...folder, ...args, `--user-data-dir=${data}`];
    return runCommandLine(host.command, all, { env: electronEnvironment(env), signal });
  };
  const pageOf = (app: RunningApp): Promise<AppPage> =>
    waitForPage(debugPort, AbortSignal.any([signal, app.gone, AbortSignal.timeout(180_000)]));

  let running = await launch('--hidden');
  let firstNotice: AppUnderTest['firstNotice'] = 'no-bus';
  let page: AppPage;
  try {
    // While a window has the focus, the app shows no notification of a new picture: the window opens afterwards.
    if (notices !== null)
      firstNotice = await notices
        .waitFor(({ appName }) => appName === 'Overhead', {
          timeoutMs: noticeLimitMs,
          signal: AbortSignal.any([signal, running.gone]),
        })
        .catch(() => null);
    await ask();
    page = await pageOf(running);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return {
    app: {
      page,
      pid: running.pid,
      data,
      firstNotice,
      ask,
      async end() {
        const codes = new Map<string, number>();
        await page.close();
        const { code } = await ask('--quit');
        codes.set('--quit', code).set('the app', await awaitExit(running));
        for (const name of process.platform === 'win32' ? [] : (['SIGTERM', 'SIGHUP'] as const)) {
          running = await launch();
          page = await pageOf(running);
          await page.close();
          process.kill(running.pid, name);
          codes.set(name, await awaitExit(running));
        }
        return codes;
      },
      hosts: () => [...proxy.hosts, ...hostsOf(netLog)],
    },
    async stop() {
      await page.close().catch(() => undefined);
      await running.stop();
    },
  };
}

const awaitExit = (app: RunningApp): Promise<number> =>
  Promise.race([
    app.exited,
    new Promise<number>((resolve) => void setTimeout(() => resolve(-1), 60_000).unref()),
  ]);

/** Starts a proxy that refuses every request and records the requested hosts. */
async function recordingProxy() {
  const hosts: string[] = [];
  const server = createServer((request, response) => {
    hosts.push(URL.parse(request.url ?? '')?.host ?? '?');
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    hosts.push(request.url ?? '?');
    socket.end('HTTP/1.1 502 No\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    hosts,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The hosts of the requests in Chromium's net log, without this machine. */
function hostsOf(file: string): string[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const matches = [...text.matchAll(/"url":"(?:https?|wss?):\/\/(?<host>[^/"]+)/g)];
  const hosts = matches.flatMap(({ groups }) => groups?.['host'] ?? []);
  return hosts.filter((host) => !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host));
}
