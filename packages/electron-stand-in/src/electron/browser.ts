import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScriptAfterExit } from '../system/run-after-exit.ts';
import { chromiumPath, headlessChromiumPath } from '../system/chromium.ts';
import { isScreenReaderWanted } from '../system/screen-reader.ts';
import { onExit } from './app.ts';
import { launchChromium, type Chromium } from './devtools.ts';
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
export interface Browser extends Chromium {
  /** Moves, resizes, minimises and restores the window. Does nothing if the browser is headless. */
  setWindow(bounds: WindowBounds): Promise<void>;
}

interface WindowBounds extends Partial<Record<'left' | 'top' | 'width' | 'height', number>> {
  readonly windowState?: 'normal' | 'minimized' | 'maximized';
}

/** The page with which Chromium starts. */
export const emptyPage = 'data:text/html,';

const quietSwitches = [
  '--disable-gpu',
  // These save a fifth of the processor time of a start: Chromium draws and uses the network in its browser process, and
  // starts no spare renderer.
  '--in-process-gpu',
  '--renderer-process-limit=1',
  '--enable-features=NetworkServiceInProcess2',
  // Features that are off: those that remove the profile (a script does), skip `beforeunload`, change `http:` to `https:`,
  // hold back the first paint, look for other devices, download hints, or offer a translation.
  '--disable-features=DestroyProfileOnBrowserClose,AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,MediaRouter,OptimizationHints,Translate',
  // A page in the background or behind a window is not slowed down, as in Electron with `backgroundThrottling: false`.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-back-forward-cache',
  '--disable-field-trial-config',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-service-autorun',
  // No keyring of the desktop.
  '--password-store=basic',
  // Without this switch Chromium shows a bar about --no-sandbox in every window.
  '--test-type',
  '--hide-crash-restore-bubble',
];
/** The switches of a Chromium that is never visible. */
const headlessSwitches = ['--headless', '--hide-scrollbars', '--mute-audio'];

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
  const args = [...quietSwitches, ...(display ?? headlessSwitches), ...networkSwitches(options)];
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
  const profile = mkdtempSync(join(tmpdir(), 'stand-in-'));
  const sweepProfile = runScriptAfterExit(removeProfileScript, { PROFILE: profile });
  try {
    args.push(`--user-data-dir=${profile}`);
    // Without windows, Chromium opens an address, and not an app.
    args.push(isVisible ? `--app=${emptyPage}` : emptyPage);
    const chromium = await launchChromium(executablePath, args);
    await followTheme(chromium);
    // Without it, a page in Chromium without windows gets the event `focus`, which a hidden window of Electron does not.
    if (!isVisible)
      await chromium.page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    const end = async (): Promise<void> => {
      await chromium.close();
      await sweepProfile();
      browserEnd.resolve(undefined);
    };
    let endPromise: Promise<void> | null = null;
    const close = (): Promise<void> => (endPromise ??= end());
    onExit(close);
    return { ...chromium, close, setWindow: await windowOf(chromium, isVisible) };
  } catch (error) {
    await sweepProfile();
    browserEnd.resolve(undefined);
    throw error;
  }
}

async function windowOf(
  { browser, pageId }: Chromium,
  isVisible: boolean,
): Promise<Browser['setWindow']> {
  if (!isVisible) return () => Promise.resolve();
  const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId: pageId });
  return async (bounds) => {
    await browser.send('Browser.setWindowBounds', { windowId, bounds });
  };
}
