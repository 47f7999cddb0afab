import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Bridge } from '#shared/contract.ts';
import { openBus, type Bus } from '#stand-in/dbus/bus.ts';
import { watchNotifications } from '#stand-in/dbus/notifications.ts';
import { findTrayItem, hasTray, type TrayItem } from '#stand-in/dbus/tray.ts';
import { electronEnvironment, type Runtime } from '../setup/runtime.ts';
import { launchApp, type RunningApp } from '../start/app.ts';
import type { Display } from '../start/display.ts';
import { waitForPage, type AppPage } from '../start/page.ts';
import { choosePort } from '../start/port.ts';
import { runCommandLine } from '../setup/process.ts';
import { descendants } from '#stand-in/system/processes.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import {
  askFinding,
  differsFinding,
  findingOf,
  judgeFacts,
  okFinding,
  type Finding,
} from './points.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

interface AppOptions {
  readonly runtime: Runtime;
  /** The folder of the built app; null: `runtime` is a packaged app. */
  readonly appDir: string | null;
  readonly display: Display;
  /** An empty folder for temporary files. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

const otherSystemsHint = 'look at it: this can be read on Linux alone';

/** Starts the app with fresh data and the embedded services, and checks its behaviour from outside. */
export async function checkApp(options: AppOptions): Promise<Map<number, Finding>> {
  const { runtime, appDir, display, scratch, signal } = options;
  const findings = new Map<number, Finding>();
  const note = async (point: number, check: () => Promise<Finding>): Promise<void> => {
    findings.set(point, await check().catch(findingOf));
    signal.throwIfAborted();
  };
  const userDataDir = join(scratch, 'data');
  const netLog = join(scratch, 'net-log.json');
  const proxy = await recordingProxy();
  const env = {
    ...display.env,
    HTTP_PROXY: proxy.url,
    HTTPS_PROXY: proxy.url,
    NO_PROXY: '',
  };
  const own = ['--services=embedded'];
  const switches = [`--proxy-server=${proxy.url}`, `--log-net-log=${netLog}`];
  const bus =
    display.busAddress === null ? null : await openBus(display.busAddress).catch(() => null);
  const notices = bus === null ? null : await watchNotifications(bus.address).catch(() => null);
  const debugPort = await choosePort(null);
  const start = (): Promise<RunningApp> =>
    launchApp({ runtime, env, args: [...own, ...switches], userDataDir, debugPort, appDir });
  const question = (...args: string[]) => {
    const folder = appDir === null ? [] : [appDir];
    const all = [...runtime.args, ...folder, ...args, `--user-data-dir=${userDataDir}`];
    return runCommandLine(runtime.command, all, { env: electronEnvironment(env), signal });
  };
  let app = await start();
  let page: AppPage | null = null;
  try {
    page = await waitForPage(
      debugPort,
      AbortSignal.any([signal, app.gone, AbortSignal.timeout(60_000)]),
    );
    const shown = page;
    await note(3, () => checkBridge(shown));
    await note(8, () => checkWallpaper(shown, question, signal));
    await note(6, () => checkTray(bus, app.pid));
    await note(7, () => checkNotifications(notices));
    await note(11, () => checkSecond(userDataDir, question));
    await note(10, async () => {
      await shown.close();
      page = null;
      const codes: string[] = [];
      const quit = await question('--quit');
      codes.push(`--quit ${quit.code}, ${await awaitExit(app)}`);
      for (const name of process.platform === 'win32' ? [] : (['SIGTERM', 'SIGHUP'] as const)) {
        app = await start();
        const stop = AbortSignal.any([signal, app.gone, AbortSignal.timeout(60_000)]);
        await (await waitForPage(debugPort, stop)).close();
        process.kill(app.pid, name);
        codes.push(`${name} ${await awaitExit(app)}`);
      }
      const isKept = existsSync(join(userDataDir, 'overhead.sqlite'));
      const areGood = codes.every((code) => code.endsWith(' 0'));
      return judgeFacts(
        { 'each ends with 0': areGood, 'the data are there': isKept },
        codes.join('; '),
      );
    });
    await note(17, () => {
      const hosts = [...proxy.hosts, ...hostsOf(netLog)];
      const where = existsSync(netLog) ? 'proxy and net log' : 'proxy alone';
      return Promise.resolve(
        hosts.length === 0
          ? okFinding(where)
          : differsFinding(`asked: ${[...new Set(hosts)].join(', ')}`),
      );
    });
  } catch (error) {
    signal.throwIfAborted();
    for (const point of [3, 6, 7, 8, 10, 11, 17])
      if (!findings.has(point)) findings.set(point, findingOf(error));
  } finally {
    await page?.close().catch(() => undefined);
    await app.stop();
    notices?.stop();
    bus?.close();
    await proxy.close();
  }
  return findings;
}

type AskApp = (...args: string[]) => Promise<{ code: number; output: string }>;

const awaitExit = (app: RunningApp): Promise<number> =>
  Promise.race([
    app.exited,
    new Promise<number>((resolve) => void setTimeout(() => resolve(-1), 20_000).unref()),
  ]);

async function checkBridge({ page }: AppPage): Promise<Finding> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const limit = { timeout: 10_000 };
  const isVisible = await page
    .waitForFunction(() => document.visibilityState === 'visible', null, limit)
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
  return judgeFacts({
    'the bridge is there': seen.isThere,
    'it is frozen': seen.isFrozen,
    'there is no Node': !seen.hasNode,
    'the page is visible': isVisible,
    'it shows text': seen.text > 0,
  });
}

async function checkWallpaper(
  page: AppPage,
  question: AskApp,
  signal: AbortSignal,
): Promise<Finding> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(60_000)]);
  const { wallpaper } = await page.waitForState(
    ({ wallpaper: { kind } }) => kind === 'set' || kind === 'failed',
    stop,
  );
  if (wallpaper.kind === 'failed')
    return askFinding(`it could not be set here: ${wallpaper.detail}`);
  const isVerified = wallpaper.kind === 'set' && wallpaper.verified;
  const { code, output } = await question('--restore');
  const more = code === 0 ? output : `--restore: ${output}`;
  if (wallpaper.kind === 'set' && !isVerified)
    return askFinding(`set, but this desktop cannot be asked; ${more}`);
  return judgeFacts({ 'it is read back': isVerified, 'it is restored': code === 0 }, more);
}

async function checkTray(bus: Bus | null, pid: number): Promise<Finding> {
  if (process.platform !== 'linux') return askFinding(`the icon and its menu; ${otherSystemsHint}`);
  if (bus === null) return askFinding('there is no session bus');
  if (!(await hasTray(bus).catch(() => false))) return askFinding('no tray on this desktop');
  const look = async (): Promise<TrayItem | null> => {
    const pids = [pid, ...descendants(pid)];
    const found = await Promise.all(
      pids.map((one) => findTrayItem(bus, one, { timeoutMs: 0 }).catch(() => null)),
    );
    return found.find((item) => item !== null) ?? null;
  };
  const item = await waitUntil(look, {
    message: 'the tray has no item of the app',
    timeoutMs: 10_000,
  });
  const menu = await item.menu();
  const toolTip = await item.toolTip();
  return judgeFacts(
    {
      'a picture': (await item.iconPixmaps()).length > 0,
      'a menu': menu.length > 5,
      'a tooltip': toolTip !== '',
    },
    `${menu.length} entries; click it`,
  );
}

async function checkNotifications(
  notices: Awaited<ReturnType<typeof watchNotifications>> | null,
): Promise<Finding> {
  if (process.platform !== 'linux')
    return askFinding(`“New picture of the day” and a click on it; ${otherSystemsHint}`);
  if (notices === null) return askFinding('there is no session bus');
  const notice = await notices
    .waitFor(({ appName }) => appName === 'Overhead', { timeoutMs: 15_000 })
    .catch(() => null);
  if (notice === null) return askFinding('none within 15 s: quiet hours, or no daemon');
  return okFinding(`“${notice.summary}”; click it`);
}

/** Checks that a second instance answers, and that it leaves no new file. */
async function checkSecond(data: string, question: AskApp): Promise<Finding> {
  const entries = (): string[] =>
    readdirSync(data).filter((name) => !/-(wal|shm)$|^Singleton/.test(name));
  const entriesBefore = new Set(entries());
  const { code, output } = await question('--status');
  const added = entries().filter((name) => !entriesBefore.has(name));
  const start = await question();
  return judgeFacts(
    {
      '--status is answered': code === 0 && output.length > 0,
      [`no new file (${added.join(', ')})`]: added.length === 0,
      'a second start ends with 0': start.code === 0,
    },
    '',
  );
}

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
export function hostsOf(file: string): string[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const matches = [...text.matchAll(/"url":"(?:https?|wss?):\/\/(?<host>[^/"]+)/g)];
  const hosts = matches.flatMap(({ groups }) => groups?.['host'] ?? []);
  return hosts.filter((host) => !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host));
}
