import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { runScriptAfterExit } from '../system/run-after-exit.ts';
import { chromiumPath, headlessChromiumPath } from '../system/chromium.ts';
import { isScreenReaderWanted } from '../system/screen-reader.ts';
import { onExit } from './app.ts';
import { displayScale } from './displays.ts';
import { invocation } from './invocation.ts';
import { followTheme } from './native-theme.ts';

interface BrowserOptions {
  readonly bounds: Readonly<Electron.Rectangle>;
  /** Whether the browser is never visible: it is headless. */
  readonly isHidden: boolean;
  /**
   * The debugging port, counted from the requested port; null: none. A port serves one Chromium at a time.
   */
  readonly portOffset: number | null;
  readonly proxy?: Pick<Electron.ProxyConfig, 'proxyRules' | 'proxyBypassRules'>;
  /** The WebRTC policy, which limits the addresses of this machine that WebRTC may use. */
  readonly webRtcPolicy?: string;
}

/** A Chromium with one page and its own empty profile. */
export interface Browser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Moves, resizes, minimises and restores the window. Does nothing if the browser is headless. */
  setWindow(bounds: WindowBounds): Promise<void>;
  close(): Promise<void>;
}

type WindowBounds = Extract<Parameters<CDPSession['send']>[1], { bounds: unknown }>['bounds'];

const quietSwitches = [
  '--disable-gpu',
  // These save a fifth of the processor time of a start: Chromium draws and uses the network in its browser process, and
  // starts no spare renderer. Chromium uses the last list of features only, so Playwright's own features are repeated.
  '--in-process-gpu',
  '--renderer-process-limit=1',
  '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without this switch Chromium shows a bar about --no-sandbox in every window.
  '--test-type',
  '--hide-crash-restore-bubble',
];

/**
 * Shell script: removes a profile repeatedly, because a process of Chromium that is ending may still write to the
 * profile. A line on the script's input means that Chromium has ended. If the input ends without a line, the script
 * first kills Chromium's process group.
 */
const removeProfileScript = `
rounds=1
read -r _ || {
  rounds=10
  lock=$(readlink "$PROFILE/SingletonLock") && kill -KILL -- "-\${lock##*-}" 2>/dev/null
}
tries=0
until [ $rounds -le 0 ] || [ $tries -ge 100 ]; do
  rm -rf "$PROFILE" 2>/dev/null && rounds=$((rounds - 1))
  [ $rounds -le 0 ] || sleep 0.1
  tries=$((tries + 1))
done
`;

// For each debugging port, a promise that settles when the Chromium at this port has ended. A port serves one Chromium
// at a time, so the next Chromium waits for this promise.
const portHolders = new Map<number, Promise<unknown>>();

/** Chromium's switches for showing windows on this desktop, or null if no display exists. */
export function displaySwitches(env: NodeJS.ProcessEnv = process.env): string[] | null {
  if (env['DISPLAY']) return [];
  return env['WAYLAND_DISPLAY'] ? ['--ozone-platform=wayland'] : null;
}

/** The session's proxy and the policy of WebRTC, as Chromium's switches. */
export function networkSwitches({
  proxy = {},
  webRtcPolicy = 'default',
}: Pick<BrowserOptions, 'proxy' | 'webRtcPolicy'>): string[] {
  const { proxyRules, proxyBypassRules } = proxy;
  return [
    ...(proxyRules === undefined ? [] : [`--proxy-server=${proxyRules}`]),
    ...(proxyBypassRules === undefined ? [] : [`--proxy-bypass-list=${proxyBypassRules}`]),
    ...(webRtcPolicy === 'default' ? [] : [`--webrtc-ip-handling-policy=${webRtcPolicy}`]),
  ];
}

/**
 * Starts Chromium, headless if no display exists. Throws when no Chromium is installed, or when Chromium does not
 * start.
 */
export async function openBrowser(options: BrowserOptions): Promise<Browser> {
  const { isHidden, portOffset } = options;
  const requestedPort = invocation.switches.get('remote-debugging-port');
  const browserEnd = Promise.withResolvers<undefined>();
  const display = isHidden ? null : displaySwitches();
  const isVisible = display !== null;
  const executablePath = isVisible ? chromiumPath() : headlessChromiumPath();
  if (executablePath === null) throw new Error('no Chromium was found on the PATH');
  const args = ['--app=data:text/html,', ...quietSwitches, ...(display ?? [])];
  args.push(...networkSwitches(options));
  if (isScreenReaderWanted()) args.push('--force-renderer-accessibility');
  const { x, y, width, height } = options.bounds;
  args.push(`--window-size=${width},${height}`, `--window-position=${x},${y}`);
  if (displayScale !== 1) args.push(`--force-device-scale-factor=${displayScale}`);
  if (invocation.switches.has('no-sandbox')) args.push('--no-sandbox');
  if (requestedPort !== undefined && portOffset !== null) {
    const port = Number(requestedPort) + portOffset;
    const previousHolder = portHolders.get(port) ?? Promise.resolve();
    portHolders.set(
      port,
      previousHolder.then(() => browserEnd.promise),
    );
    await previousHolder;
    args.push(`--remote-debugging-port=${port}`);
  }
  // Loaded here, because an instance that only answers a command opens no window.
  const { chromium } = await import('playwright-core');
  const profile = mkdtempSync(join(tmpdir(), 'stand-in-'));
  const sweepProfile = runScriptAfterExit(removeProfileScript, { PROFILE: profile });
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args,
      headless: !isVisible,
      viewport: null,
      // With null, Playwright does not emulate preferences such as dark mode, so a page gets the preferences of the
      // desktop.
      colorScheme: null,
      reducedMotion: null,
      forcedColors: null,
      contrast: null,
      chromiumSandbox: !invocation.switches.has('no-sandbox'),
      ignoreDefaultArgs: ['--enable-automation'],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const page = context.pages()[0] ?? (await context.newPage());
    await followTheme(page);
    if (isVisible) await useRealFocus(page);
    const end = async (): Promise<void> => {
      await context.close().catch(() => undefined);
      await sweepProfile();
      browserEnd.resolve(undefined);
    };
    let endPromise: Promise<void> | null = null;
    const close = (): Promise<void> => (endPromise ??= end());
    onExit(close);
    return { context, page, close, setWindow: await windowOf(context, page, isVisible) };
  } catch (error) {
    await sweepProfile();
    browserEnd.resolve(undefined);
    throw error;
  }
}

async function windowOf(
  context: BrowserContext,
  page: Page,
  visible: boolean,
): Promise<Browser['setWindow']> {
  if (!visible) return () => Promise.resolve();
  const cdp = await context.newCDPSession(page);
  const { windowId } = await cdp.send('Browser.getWindowForTarget');
  return async (bounds) => {
    await cdp.send('Browser.setWindowBounds', { windowId, bounds });
  };
}

/** Playwright's internal objects of a page, when Playwright runs in this process. They are not public API. */
interface InternalPage {
  readonly _connection: {
    toImpl(page: Page): {
      readonly delegate: {
        readonly _mainFrameSession: {
          readonly _client: { send(method: string, params: object): Promise<unknown> };
        };
      };
    };
  };
}

/**
 * Playwright makes every page believe that the page has the focus and is on screen, and only the session that switched
 * this emulation on can switch it off. This function switches it off, so that a page gets the real focus and the real
 * `document.hidden`. Throws if the internals of Playwright have changed.
 */
async function useRealFocus(page: Page): Promise<void> {
  const { delegate } = (page as unknown as InternalPage)._connection.toImpl(page);
  await delegate._mainFrameSession._client.send('Emulation.setFocusEmulationEnabled', {
    enabled: false,
  });
}
