// Runs in Electron (or the stand-in): checks the points that only a program inside Electron can check, and prints one
// line of JSON for each point. `--end` only prints the events at the end; `--open=HEX` only decrypts the text that
// another process encrypted.
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { backup, DatabaseSync } from 'node:sqlite';
import { getCACertificates } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { app, BrowserWindow, clipboard, powerMonitor, protocol, safeStorage } from 'electron';
import { screen, session, utilityProcess } from 'electron';
import { quitOnSignals } from '#app/process-setup.ts';
import { openComposer } from '#platform/compositor/page.ts';
import { registerAppScheme } from '#platform/windows/app-session.ts';
import type { Display } from '#platform/windows/display.ts';
import { watchSessionEnd } from '#platform/windows/app-end.ts';
import { hideWindow, paintLimitMs, watchFirstShow } from '#platform/windows/first-show.ts';
import { languages } from '#shared/language/language.ts';
import { linuxLoginItem } from '#settings/login-item/linux.ts';
import { defaultAppearance } from '#shared/wallpaper/appearance.ts';
import { plainLook, planWallpaper } from '#wallpaper/plan.ts';
import type { ProgramLine } from '#tools/setup/electron-program.ts';
import { askFinding, findingOf, judgeFacts, type Finding } from '../points.ts';

/** The input of the probe, as JSON in `SELFCHECK_JOB`. */
export interface ProbeJob {
  /** The folder of the built pages of the app. */
  readonly pages: string;
  /** The paths of the pictures to compose, by a name such as `4K`. */
  readonly pictures: Readonly<Record<string, string>>;
  /** Whether the system bus has a double of logind. */
  readonly logind: boolean;
}

const scheme = 'selfcheck';
const thisFolder = import.meta.dirname;
const megabyte = 1024 * 1024;
const limitMs = 60_000;
const secret = 'a secret word';
const printLine = (what: string, value: unknown = null): void => {
  process.stdout.write(`${JSON.stringify({ what, value } satisfies ProgramLine)}\n`);
};

/** Calls a function that the stand-in may lack; null if the function is missing. */
function callIfPresent<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (findingOf(error).result === 'ask') return null;
    throw error;
  }
}

async function waitFor(what: string, condition: () => boolean, ms = 10_000): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    if (condition()) return true;
    await delay(20);
  }
  process.stderr.write(`selfcheck: ${what} did not come\n`);
  return condition();
}

// --- The reports of the probe's pages, and the files that the probe serves to the pages. ---

let reportsOfPages: { what: string; value: unknown; at: number }[] = [];
let isSlowCancelled = false;
const lastReportOf = (what: string): unknown =>
  reportsOfPages.findLast((one) => one.what === what)?.value;
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; img-src 'self'; connect-src 'self'",
};

async function serveFile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const [, kind, what = ''] = pathname.split('/');
  const answer = (body: BodyInit, type: string): Response =>
    new Response(body, { headers: { ...headers, 'content-type': type } });
  switch (kind) {
    case '':
      return answer(
        '<!doctype html><title>probe</title><script src="/page.js"></script>',
        'text/html',
      );
    case 'page.js':
      return answer(readFileSync(join(thisFolder, 'page.js'), 'utf8'), 'text/javascript');
    case 'picture.svg':
      return answer(
        '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
        'image/svg+xml',
      );
    case 'stream':
      return answer(streamOf(30), 'application/octet-stream');
    case 'slow':
      return answer(streamOf(Infinity), 'application/octet-stream');
    case 'upload':
      return answer(String((await request.arrayBuffer()).byteLength), 'text/plain');
    case 'said':
      reportsOfPages.push({ what, value: JSON.parse(await request.text()), at: performance.now() });
      return answer('', 'text/plain');
    default:
      return new Response(null, { status: 404 });
  }
}

/** Streams `pieces` megabytes, one at a time. If `pieces` is infinite, streams 16 bytes every 100 ms. */
function streamOf(pieces: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (pieces === Infinity) await delay(100);
      if (sent++ < pieces) controller.enqueue(new Uint8Array(pieces === Infinity ? 16 : megabyte));
      else controller.close();
    },
    cancel() {
      if (pieces === Infinity) isSlowCancelled = true;
    },
  });
}

let isServed = false;
/** Opens a hidden window of the probe. The page of the window reports to `reportsOfPages`. */
function openWindow(query = ''): { window: BrowserWindow; loaded: Promise<unknown> } {
  reportsOfPages = [];
  const own = session.fromPartition('selfcheck');
  if (!isServed) own.protocol.handle(scheme, serveFile);
  isServed = true;
  const window = new BrowserWindow({
    width: 640,
    height: 480,
    show: false,
    webPreferences: { session: own, sandbox: true },
  });
  return { window, loaded: window.loadURL(`${scheme}://page/${query}`) };
}

// --- The points. ---

function versions(): Finding {
  const { electron, chrome, node } = process.versions;
  const metrics = callIfPresent(() => app.getAppMetrics());
  const renderers = (metrics ?? []).filter(({ type }) => type === 'Tab');
  const isSandboxed = renderers.every(({ sandboxed }) => sandboxed !== false);
  const isOff = app.commandLine.hasSwitch('no-sandbox');
  const ozone = app.commandLine.getSwitchValue('ozone-platform');
  const more = `Electron ${electron}, Chromium ${chrome}, Node ${node}${ozone === '' ? '' : `, ${ozone}`}`;
  if (metrics === null) return askFinding(`${more}; the sandbox cannot be read here`);
  if (isOff) return askFinding(`${more}; it runs with --no-sandbox`);
  return judgeFacts({ 'the renderers are sandboxed': isSandboxed && renderers.length > 0 }, more);
}

async function checkScheme(): Promise<Finding> {
  const { window, loaded } = openWindow('?scheme');
  await loaded;
  await waitFor('the report of the page', () => lastReportOf('scheme') !== undefined, limitMs);
  const cancelled = await waitFor('the abort', () => isSlowCancelled, 3_000);
  window.destroy();
  const seen = (lastReportOf('scheme') ?? {}) as Record<string, unknown>;
  if (typeof seen['error'] === 'string') throw new Error(seen['error']);
  const origin = String(seen['origin']);
  const isStandIn = origin.endsWith('.invalid');
  return judgeFacts(
    {
      'a missing file is 404': seen['status'] === 404,
      '30 MB arrive': seen['streamed'] === 30 * megabyte,
      'a large upload is taken': seen['uploaded'] === seen['size'],
      'a picture is shown': seen['picture'] === 8,
      'the policy holds': seen['isForeignRefused'] === true,
      'the page has no Node': seen['hasNode'] === false,
      'the origin is the scheme': isStandIn || origin === `${scheme}://page`,
      'an abort reaches the stream': isStandIn || cancelled,
    },
    `origin ${origin}, ${Number(seen['uploaded']) / megabyte} MB taken`,
  );
}

async function checkHiddenWindows(): Promise<Finding> {
  const times: string[] = [];
  const facts: Record<string, boolean> = {};
  for (const turn of ['first', 'made again']) {
    const from = performance.now();
    const since = (): string => `${Math.round(performance.now() - from)} ms`;
    const { window, loaded } = openWindow();
    const seen = { isPainted: false, isFallback: false };
    const ready = new Promise<void>((resolve) => {
      watchFirstShow({
        window,
        clock: {
          async sleep(ms, signal) {
            await delay(ms, undefined, { signal }).catch(() => undefined);
            return signal?.aborted !== true;
          },
        },
        log: () => (seen.isFallback = true),
        onReady: resolve,
      });
    });
    window.once('ready-to-show', () => {
      seen.isPainted = true;
      times.push(`${turn}: ready-to-show ${since()}`);
    });
    await loaded;
    await Promise.race([ready, delay(4 * paintLimitMs)]);
    const wasVisible = callIfPresent(() => window.isVisible());
    facts[`ready-to-show comes (${turn})`] = seen.isPainted && !seen.isFallback;
    facts[`it is hidden until then (${turn})`] = wasVisible !== true;
    window.show();
    facts[`it is shown (${turn})`] = await waitFor(
      'the first frame',
      () =>
        lastReportOf('frame') !== undefined && callIfPresent(() => window.isVisible()) !== false,
    );
    times.push(`shown ${since()}`);
    window.hide();
    facts[`it is hidden (${turn})`] = await waitFor(
      'hidden',
      () => lastReportOf('visibility') === 'hidden',
    );
    window.show();
    facts[`it is shown again (${turn})`] = await waitFor(
      'visible',
      () => lastReportOf('visibility') === 'visible',
    );
    window.destroy();
  }
  return judgeFacts(facts, times.join(', '));
}

async function checkComposing({ pages, pictures }: ProbeJob): Promise<Finding> {
  const times: string[] = [];
  const facts: Record<string, boolean> = {};
  const composer = openComposer(pages, { timeoutMs: limitMs });
  const bounds = { x: 0, y: 0, width: 3840, height: 2160 };
  const display: Display = { id: 1, scaleFactor: 1, bounds, workArea: bounds, isPrimary: true };
  for (const [name, path] of Object.entries(pictures)) {
    const from = performance.now();
    const text = {
      title: 'A galaxy far away',
      credit: 'Somebody',
      date: '2026-11-21',
      explanation: '',
    };
    const settings = { fit: 'automatic', caption: true, appearance: defaultAppearance } as const;
    const composition = await composer.compose(
      {
        path,
        plan(measure) {
          times.push(`${name} decoded ${Math.round(performance.now() - from)} ms`);
          const plan = planWallpaper(measure, text, [display], settings, 'each', plainLook);
          return { compositions: plan.compositions, lossless: false };
        },
      },
      new AbortController().signal,
    );
    times.push(`composed ${Math.round(performance.now() - from)} ms`);
    facts[`${name} is composed${composition.ok ? '' : ` (${composition.failure.detail})`}`] =
      composition.ok;
  }
  composer.close();
  const renderers = (): number =>
    (callIfPresent(() => app.getAppMetrics()) ?? []).filter(({ type }) => type === 'Tab').length;
  facts['its process is gone'] = await waitFor('no renderer', () => renderers() === 0);
  return judgeFacts(facts, times.join(', '));
}

async function checkPower({ logind }: ProbeJob): Promise<Finding> {
  if (!logind)
    return askFinding('there is no D-Bus; put the computer to sleep and look at the log');
  const seen: string[] = [];
  const { promise: done, resolve } = Promise.withResolvers<null>();
  // This listener is added before all others, as in the app: the result depends on which listener of `powerMonitor` is
  // the first.
  watchSessionEnd({
    app,
    monitor: powerMonitor,
    ready: app.whenReady(),
    save() {
      seen.push('shutdown');
      resolve(null);
    },
  });
  await delay(0);
  for (const event of ['suspend', 'resume'] as const)
    powerMonitor.on(event as 'suspend', () => void seen.push(event));
  // powerMonitor connects to the bus after its first listener, and does not report when it has connected.
  await delay(2_000);
  printLine('power');
  await Promise.race([done, delay(10_000)]);
  return judgeFacts(
    {
      suspend: seen.includes('suspend'),
      resume: seen.includes('resume'),
      'shutdown saves': seen.includes('shutdown'),
    },
    seen.join(', '),
  );
}

async function checkKeyring(): Promise<Finding> {
  if (!(await safeStorage.isAsyncEncryptionAvailable()))
    return askFinding('no keyring answers here');
  const sealed = await safeStorage.encryptStringAsync(secret);
  printLine('sealed', sealed.toString('hex'));
  const { result } = await safeStorage.decryptStringAsync(sealed);
  const backend =
    process.platform === 'linux'
      ? callIfPresent(() => safeStorage.getSelectedStorageBackend())
      : null;
  const more = `${backend ?? process.platform}, ${sealed.subarray(0, 3).toString('latin1')}`;
  return judgeFacts({ 'what was sealed is opened': result === secret }, more);
}

function checkLoginItem(): Finding {
  if (process.platform === 'linux') {
    const folder = mkdtempSync(join(tmpdir(), 'overhead-selfcheck-'));
    try {
      const item = linuxLoginItem(folder, [process.execPath, '--hidden']);
      const on = item.set(true);
      const isOn = on.ok && item.state() === 'on';
      const off = item.set(false);
      return judgeFacts(
        { on: isOn, off: off.ok && item.state() === 'off' },
        'in a folder of its own',
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const openedAtLogin = app.getLoginItemSettings().openAtLogin;
  app.setLoginItemSettings({ openAtLogin: true });
  const isOn = app.getLoginItemSettings().openAtLogin;
  app.setLoginItemSettings({ openAtLogin: openedAtLogin });
  return judgeFacts({
    on: isOn,
    'as it was': app.getLoginItemSettings().openAtLogin === openedAtLogin,
  });
}

async function checkClipboard(): Promise<Finding> {
  const textBefore = await clipboard.readText();
  await clipboard.writeText('selfcheck');
  const isText = (await clipboard.readText()) === 'selfcheck';
  await clipboard.writeText(textBefore);
  return judgeFacts({ text: isText }, 'a picture: copy one from Today');
}

async function checkNode(): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-selfcheck-'));
  try {
    const database = new DatabaseSync(join(folder, 'a.sqlite'));
    database.exec("CREATE VIRTUAL TABLE t USING fts5(w); INSERT INTO t VALUES ('night sky')");
    const matchCount = database.prepare("SELECT count(*) AS n FROM t WHERE t MATCH 'sky'").get();
    await backup(database, join(folder, 'b.sqlite'));
    const version = String(database.prepare('SELECT sqlite_version() AS v').get()?.['v']);
    database.close();
    const copy = new DatabaseSync(join(folder, 'b.sqlite'), { readOnly: true });
    const copied = copy.prepare('SELECT count(*) AS n FROM t').get();
    copy.close();
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const jwk = publicKey.export({ format: 'jwk' });
    const text = Buffer.from('manifest');
    const isSigned = verify(null, text, { key: jwk, format: 'jwk' }, sign(null, text, privateKey));
    const worker = new Worker("require('node:worker_threads').parentPort.postMessage(1)", {
      eval: true,
    });
    const answered = await new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
    const supported = Intl.DateTimeFormat.supportedLocalesOf(languages);
    const certificates = getCACertificates('system').length;
    return judgeFacts(
      {
        'full text search': matchCount?.['n'] === 1,
        backup: copied?.['n'] === 1,
        'Ed25519 by JWK': isSigned,
        'worker by text': answered === 1,
        'all languages': supported.length === languages.length,
        'certificates of the system': certificates > 0,
      },
      `SQLite ${version}, ${certificates} certificates`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function checkUtilityProcess(): Promise<Finding> {
  const start = (mode: string) => {
    const child = utilityProcess.fork(join(thisFolder, 'child.js'), [mode], { stdio: 'pipe' });
    let output = '';
    child.stdout?.on('data', (text: Buffer) => (output += String(text)));
    const exit = new Promise<number>((resolve) => child.once('exit', resolve));
    return { child, exit, output: () => output };
  };
  const first = start('wait');
  const isHeard = await waitFor('its output', () => first.output().includes('wait\n'));
  first.child.kill();
  const killed = await Promise.race([first.exit.then(() => true), delay(10_000, false)]);
  const crashed = await Promise.race([start('crash').exit, delay(10_000, -1)]);
  const again = start('again');
  const isAgain = await waitFor('its output', () => again.output().includes('again\n'));
  again.child.kill();
  await again.exit;
  return judgeFacts({
    'arguments and output': isHeard,
    'kill ends it': killed,
    'its exit code is told': crashed === 7,
    'it starts again': isAgain,
  });
}

async function checkFullScreen(): Promise<Finding> {
  const { window, loaded } = openWindow();
  try {
    await loaded;
    window.show();
    await waitFor('visible', () => lastReportOf('frame') !== undefined);
    window.setFullScreen(true);
    const isFull = await waitFor('full screen', () => window.isFullScreen());
    hideWindow(window, () => false);
    const isGone = await waitFor('hidden', () => !window.isVisible() && !window.isFullScreen());
    return judgeFacts({ 'full screen': isFull, 'hidden afterwards': isGone });
  } finally {
    window.destroy();
  }
}

function checkDisplays(): Finding {
  const displays = screen.getAllDisplays();
  const words = displays.map(({ label, bounds: { x, y, width, height }, scaleFactor }) => {
    const place = `${width}x${height}+${x}+${y}`;
    return `${label} ${place}${scaleFactor === 1 ? '' : ` at ${scaleFactor}`}`.trim();
  });
  printLine(
    'displays',
    displays.map(({ bounds, scaleFactor }) => ({ bounds, scaleFactor })),
  );
  const isWithin = displays.every(
    ({ bounds, workArea }) =>
      workArea.x >= bounds.x &&
      workArea.y >= bounds.y &&
      workArea.x + workArea.width <= bounds.x + bounds.width &&
      workArea.y + workArea.height <= bounds.y + bounds.height,
  );
  return judgeFacts(
    { 'there is one': displays.length > 0, 'work areas lie within': isWithin },
    words.join(', '),
  );
}

async function runChecks(job: ProbeJob): Promise<void> {
  // The versions are checked near the end, after a renderer has run. The power is checked last, because its double
  // reports that the system shuts down.
  const points: readonly (readonly [number, () => Finding | Promise<Finding>])[] = [
    [2, checkScheme],
    [4, checkHiddenWindows],
    [5, () => checkComposing(job)],
    [12, checkKeyring],
    [13, checkLoginItem],
    [15, checkClipboard],
    [18, checkNode],
    [19, checkUtilityProcess],
    [21, checkFullScreen],
    [22, checkDisplays],
    [1, withRenderer(versions)],
    [9, () => checkPower(job)],
  ];
  for (const [point, run] of points) {
    const work = Promise.resolve().then(run);
    const late = delay(2 * limitMs).then((): never => {
      throw new Error('no result in time');
    });
    const finding = await Promise.race([work, late]).catch(findingOf);
    printLine('point', { point, ...finding });
  }
}

/** Returns a function that makes a finding while a page of the probe is open. */
function withRenderer(read: () => Finding): () => Promise<Finding> {
  return async () => {
    const { window, loaded } = openWindow();
    await loaded;
    try {
      return read();
    } finally {
      window.destroy();
    }
  };
}

/** Prints the events that arrive at the end of the app. */
function watchEnd(): void {
  for (const event of ['before-quit', 'will-quit', 'quit'] as const)
    app.on(event as 'quit', () => printLine(event));
}

app.setPath(
  'userData',
  app.commandLine.getSwitchValue('user-data-dir') || join(homedir(), '.selfcheck'),
);
protocol.registerSchemesAsPrivileged([
  { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
]);
app.on('window-all-closed', () => undefined);
const isEnd = app.commandLine.hasSwitch('end');
const sealedText = app.commandLine.getSwitchValue('open');
if (isEnd) {
  quitOnSignals();
  watchEnd();
} else if (sealedText === '') registerAppScheme();
void app.whenReady().then(async () => {
  printLine('ready');
  if (isEnd) {
    if (app.commandLine.getSwitchValue('end') === 'quit') app.quit();
  } else if (sealedText !== '') {
    const opened = await safeStorage.decryptStringAsync(Buffer.from(sealedText, 'hex'));
    printLine('opened', opened.result === secret);
    app.quit();
  } else {
    await runChecks(JSON.parse(process.env['SELFCHECK_JOB'] ?? '') as ProbeJob).catch(
      (error: unknown) => printLine('failed', String(error)),
    );
    app.quit();
  }
});
