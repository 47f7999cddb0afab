import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Display } from '#platform/windows/display.ts';
import { watchSessionEnd } from '#platform/windows/app-end.ts';
import { hideWindow, paintLimitMs, watchFirstShow } from '#platform/windows/first-show.ts';
import { appScheme } from '#platform/windows/origin.ts';
import { linuxLoginItem } from '#settings/login-item/linux.ts';
import { languages } from '#shared/language/language.ts';
import { defaultAppearance } from '#shared/wallpaper/appearance.ts';
import { electronRules } from '#stand-in/rules/index.ts';
import { connectToBus, emitSignal } from '#stand-in/rules/power-monitor.ts';
import {
  assertFacts,
  nativeSource,
  outcomeOfError,
  rulesOf,
  scriptSource,
  type AtQuit,
  type CheckedRule,
  type Electron,
} from '#stand-in/rules/rule.ts';
import { plainLook, planWallpaper } from '#wallpaper/plan.ts';
import { programJob } from './program-job.ts';

// The modules of the app that import Electron are imported within the checks: tools read this file outside Electron.

const megabyte = 1024 * 1024;
/** For work that takes seconds: a busy machine may need minutes. */
const limitMs = 240_000;

/** Calls a function that the stand-in may lack; null if the function is missing. */
function callIfPresent<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (outcomeOfError(error).result === 'ask') return null;
    throw error;
  }
}

async function waitFor(condition: () => boolean, ms = 30_000): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    if (condition()) return true;
    await delay(20);
  }
  return condition();
}

// --- A page in the app's scheme, which reports to the program. ---

let reportsOfPage: { what: string; value: unknown }[] = [];
let isSlowCancelled = false;
const lastReportOf = (what: string): unknown =>
  reportsOfPage.findLast((one) => one.what === what)?.value;
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
        '<!doctype html><title>rules</title><script src="/page.js"></script>',
        'text/html',
      );
    case 'page.js':
      return answer(readFileSync(join(import.meta.dirname, 'page.js'), 'utf8'), 'text/javascript');
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
    case 'report':
      reportsOfPage.push({ what, value: JSON.parse(await request.text()) });
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

/** Opens a hidden window, whose page reports to `reportsOfPage`. */
function openWindow({ BrowserWindow, session }: Electron, query = '') {
  reportsOfPage = [];
  const own = session.fromPartition('rules-page');
  if (!own.protocol.isProtocolHandled(appScheme)) own.protocol.handle(appScheme, serveFile);
  const window = new BrowserWindow({
    width: 640,
    height: 480,
    show: false,
    webPreferences: { session: own, sandbox: true },
  });
  return { window, loaded: window.loadURL(`${appScheme}://page/${query}`) };
}

async function checkScheme(electron: Electron): Promise<string> {
  const { window, loaded } = openWindow(electron, '?scheme');
  await loaded;
  await waitFor(() => lastReportOf('scheme') !== undefined, limitMs);
  const isCancelled = await waitFor(() => isSlowCancelled, 3_000);
  window.destroy();
  const seen = (lastReportOf('scheme') ?? {}) as Record<string, unknown>;
  if (typeof seen['error'] === 'string') throw new Error(seen['error']);
  const origin = String(seen['origin']);
  const isStandIn = origin.endsWith('.invalid');
  return assertFacts(
    {
      'a missing file is 404': seen['status'] === 404,
      '30 MB arrive': seen['streamed'] === 30 * megabyte,
      'a large upload is accepted': seen['uploaded'] === seen['size'],
      'a picture is shown': seen['picture'] === 8,
      'the policy holds': seen['isForeignRefused'] === true,
      'the page has no Node': seen['hasNode'] === false,
      'the origin is the scheme': isStandIn || origin === `${appScheme}://page`,
      'an abort reaches the stream': isStandIn || isCancelled,
    },
    `origin ${origin}, ${Number(seen['uploaded']) / megabyte} MB uploaded`,
  );
}

async function checkHiddenWindows(electron: Electron): Promise<string> {
  const times: string[] = [];
  const facts: Record<string, boolean> = {};
  for (const turn of ['first', 'made again']) {
    const from = performance.now();
    const since = (): string => `${Math.round(performance.now() - from)} ms`;
    const { window, loaded } = openWindow(electron);
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
      () =>
        lastReportOf('frame') !== undefined && callIfPresent(() => window.isVisible()) !== false,
    );
    times.push(`shown ${since()}`);
    window.hide();
    facts[`it is hidden (${turn})`] = await waitFor(() => lastReportOf('visibility') === 'hidden');
    window.show();
    facts[`it is shown again (${turn})`] = await waitFor(
      () => lastReportOf('visibility') === 'visible',
    );
    window.destroy();
  }
  return assertFacts(facts, times.join(', '));
}

async function checkFullScreen(electron: Electron): Promise<string> {
  const { window, loaded } = openWindow(electron);
  try {
    await loaded;
    window.show();
    await waitFor(() => lastReportOf('frame') !== undefined);
    window.setFullScreen(true);
    const isFull = await waitFor(() => window.isFullScreen());
    hideWindow(window, () => false);
    const isGone = await waitFor(() => !window.isVisible() && !window.isFullScreen());
    return assertFacts({ 'full screen': isFull, 'hidden afterwards': isGone });
  } finally {
    window.destroy();
  }
}

async function checkComposing({ app }: Electron): Promise<string> {
  const { openComposer } = await import('#platform/composer/page.ts');
  const { pages, pictures } = programJob();
  const times: string[] = [];
  const facts: Record<string, boolean> = {};
  const composer = openComposer(pages, { timeoutMs: limitMs });
  const bounds = { x: 0, y: 0, width: 3840, height: 2160 };
  const display: Display = { id: 1, scaleFactor: 1, bounds, workArea: bounds, isPrimary: true };
  for (const [name, path] of Object.entries(pictures)) {
    const from = performance.now();
    const text = { title: 'A galaxy', credit: 'Somebody', date: '2026-11-21', explanation: '' };
    const settings = { fit: 'automatic', caption: true, appearance: defaultAppearance } as const;
    const composition = await composer.compose(
      {
        picture: path,
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
  facts['its process is gone'] = await waitFor(() => renderers() === 0);
  return assertFacts(facts, times.join(', '));
}

function checkLinuxLoginItem(): void {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  try {
    const item = linuxLoginItem(folder, [process.execPath, '--hidden']);
    assert.ok(item.set(true).ok);
    assert.equal(item.state(), 'on');
    assert.ok(item.set(false).ok);
    assert.equal(item.state(), 'off');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkLoginItem({ app }: Electron): void {
  const { openAtLogin } = app.getLoginItemSettings();
  app.setLoginItemSettings({ openAtLogin: true });
  const isOn = app.getLoginItemSettings().openAtLogin;
  app.setLoginItemSettings({ openAtLogin });
  assert.equal(isOn, true);
  assert.equal(app.getLoginItemSettings().openAtLogin, openAtLogin);
}

/** Sends a signal to the process, whose app has the app's own handlers for signals. */
const checkSignal =
  (signal: NodeJS.Signals) =>
  async ({ app }: Electron, atQuit: AtQuit): Promise<void> => {
    const seen: string[] = [];
    for (const name of ['before-quit', 'will-quit'] as const)
      app.on(name as 'will-quit', () => void seen.push(name));
    atQuit(() => assert.deepEqual(seen, ['before-quit', 'will-quit']));
    const { quitOnSignals } = await import('#app/process-setup.ts');
    quitOnSignals();
    await app.whenReady();
    process.kill(process.pid, signal);
  };

const unix = ['linux', 'darwin'] as const;

/** The rules that are checked with code of the app. */
const ownCodeRules: readonly CheckedRule[] = [
  ...rulesOf<CheckedRule>('protocol', [
    {
      title: "pages, streams, uploads and the policy work in the app's scheme",
      source: scriptSource('protocol'),
      places: ['src/main/platform/windows/origin.ts'],
      check: checkScheme,
    },
  ]),
  ...rulesOf<CheckedRule>('BrowserWindow', [
    {
      title: '`ready-to-show` comes for a hidden window, which can then be shown and hidden',
      source: nativeSource('web_contents'),
      places: ['src/main/platform/windows/first-show.ts'],
      check: checkHiddenWindows,
    },
    {
      title: 'a window in full screen is hidden only after it has left full screen',
      source: 'shell/browser/native_window_mac.mm',
      places: ['src/main/platform/windows/first-show.ts'],
      check: checkFullScreen,
    },
    {
      title: 'a hidden page composes pictures in 4K and 8K, and its process ends',
      source: nativeSource('web_contents'),
      places: ['src/main/platform/composer/page.ts'],
      check: checkComposing,
    },
  ]),
  ...rulesOf<CheckedRule>('app', [
    {
      title: "the app's own login item can be set, read and removed",
      source: null,
      places: ['src/main/settings/login-item/linux.ts'],
      platforms: ['linux'],
      check: checkLinuxLoginItem,
    },
    {
      title: '`setLoginItemSettings()` is read back',
      source: nativeSource('app'),
      places: ['src/main/settings/login-item/login-item.ts'],
      platforms: ['darwin', 'win32'],
      check: checkLoginItem,
    },
    ...(['SIGTERM', 'SIGHUP'] as const).map((signal): CheckedRule => ({
      module: 'app',
      title: `\`quit()\` in a handler of ${signal} emits \`before-quit\`, \`will-quit\` and \`quit\``,
      source: 'shell/browser/electron_browser_main_parts_posix.cc',
      places: ['src/main/app/process-setup.ts'],
      platforms: unix,
      when: 'alone',
      check: checkSignal(signal),
    })),
  ]),
  ...rulesOf<CheckedRule>('powerMonitor', [
    {
      title: 'the app saves at `shutdown`',
      source: scriptSource('power-monitor'),
      places: ['src/main/platform/windows/app-end.ts'],
      platforms: ['linux'],
      when: 'alone',
      async check({ app, powerMonitor }) {
        // This listener comes before all others, as in the app: the result depends on which one is the first.
        const saved = new Promise<void>((resolve) => {
          watchSessionEnd({ app, monitor: powerMonitor, ready: app.whenReady(), save: resolve });
        });
        await app.whenReady();
        await connectToBus(powerMonitor, 'resume', 'wake');
        emitSignal('shutdown');
        await saved;
      },
    },
  ]),
  ...rulesOf<CheckedRule>('Node', [
    {
      title: '`Intl` supports all languages of the app',
      source: 'node/deps/icu-small',
      places: ['src/shared/language/language.ts'],
      check: () =>
        assert.deepEqual(Intl.DateTimeFormat.supportedLocalesOf([...languages]), [...languages]),
    },
  ]),
];

/** The rules that the program in Electron checks; their indices are its input and output. */
export const checkedRules: readonly CheckedRule[] = [...electronRules, ...ownCodeRules];
