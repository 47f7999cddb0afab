import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { AppState } from '#shared/state.ts';
import { describeFailure } from '#shared/failure-words.ts';
import { openBus } from '#stand-in/dbus/bus.ts';
import { watchNotifications, type ShownNotification } from '#stand-in/dbus/notifications.ts';
import { findTrayItem, type TrayItem } from '#stand-in/dbus/tray.ts';
import { isWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { root, runFolder } from '../setup/paths.ts';
import { RefusalError } from '../setup/process.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import type { StartOptions } from './args.ts';
import { waitForPage, type AppPage } from './page.ts';
import { choosePort } from './port.ts';
import { runtimeName, type SmokeReport } from './report.ts';
import {
  launchInSession,
  prepareSession,
  type PreparedSession,
  type SessionContext,
} from './session.ts';
import { StepFailure } from './steps.ts';

/**
 * Starts the app with fresh data and checks its main functions from outside: tray, notification, picture, wallpaper,
 * station, and an accepted post. Never throws: failures are in the report.
 */
export async function runSmokeTest(
  options: StartOptions,
  around: SessionContext,
): Promise<SmokeReport> {
  const { steps } = around;
  const report: Partial<SmokeReport> = {};
  let stage: PreparedSession | null = null;
  try {
    stage = await prepareSession(options, around);
    report.runtime = runtimeName(stage.runtime, null);
    report.display = { kind: stage.display.kind, name: stage.display.name };
    await checkFunctions(options, stage, report, around);
  } catch (error) {
    const failure = error instanceof StepFailure ? error : new StepFailure('setup', error, null);
    if (process.env['DEBUG']) console.error(failure);
    report.failed = { step: failure.step, reason: failure.message };
    // A screenshot explains a failure better than the reason alone.
    if (stage !== null) report.screenshot = await takeScreenshotOf(stage, 'smoke-failed');
  }
  // Moves the screenshot and the failure to the end of the report, together with the times.
  const { screenshot, failed, ...proven } = report;
  return {
    ...proven,
    elapsedMs: { ...steps.elapsedMs, total: steps.total() },
    ...(screenshot === undefined ? {} : { screenshot }),
    ...(failed === undefined ? {} : { failed }),
  };
}

async function checkFunctions(
  options: StartOptions,
  stage: PreparedSession,
  report: Partial<SmokeReport>,
  around: SessionContext,
): Promise<void> {
  const { steps, defer } = around;
  const { display, runtime } = stage;
  const { timeoutMs } = options;
  const all = limitInAll(timeoutMs);
  defer(all.clear);
  const started = AbortSignal.any([around.signal, all.signal]);

  const { app, bus, notifications, debugPort } = await steps.run(
    'launch',
    { signal: started },
    () => launchWatched(options, stage, around),
  );
  const signal = AbortSignal.any([started, app.gone]);

  const item = await steps.run('tray', { signal }, async (stop) => {
    const trayItem = await findTrayItem(bus, app.pid, { timeoutMs, signal: stop });
    // The tray item exists before its menu can be read, so reading is repeated.
    report.tray = await waitUntil(() => readTray(trayItem).catch(() => null), {
      message: 'the tray item has no menu',
      timeoutMs,
      signal: stop,
    });
    return trayItem;
  });
  // The app announces a picture only while no window shows the picture.
  await steps.run('notification', { signal }, async (stop) => {
    await notifications.waitFor((one) => isOwnNotification(one) && /picture/i.test(one.summary), {
      signal: stop,
      timeoutMs,
    });
    report.notifications = notifications.notifications
      .filter(isOwnNotification)
      .map(({ summary, body }) => ({ title: summary, body }));
  });
  const page = await steps.run('window', { signal }, async (stop) => {
    const opened = await openWindow(item, debugPort, stop);
    defer(() => opened.close());
    return opened;
  });
  report.runtime = runtimeName(runtime, page.browserVersion);

  let last: AppState | null = null;
  const waitFor = (fits: (state: AppState) => boolean, stop: AbortSignal): Promise<AppState> =>
    page.waitForState((state) => fits((last = state)), stop);
  const explain = (read: (state: AppState) => string | null) => (): string | null =>
    last === null ? null : read(last);

  await steps.run('picture', { signal, detail: explain(pictureFailure) }, async (stop) => {
    const { picture } = await waitFor(isPictureThere, stop);
    if (picture.last === null) return;
    const { date, title } = picture.last.record;
    report.picture = { date, title };
  });
  await steps.run('wallpaper', { signal, detail: explain(wallpaperFailure) }, async (stop) => {
    const { wallpaper } = await waitFor((state) => state.wallpaper.kind === 'set', stop);
    if (wallpaper.kind !== 'set') return;
    const verified = await isWallpaper(wallpaper.path, display.env);
    report.wallpaper = { file: wallpaper.path, verified };
    if (!verified) throw new Error('the desktop’s own setting does not name the picture');
  });
  await steps.run('station', { signal, detail: explain(stationFailure) }, async (stop) => {
    const { station } = await waitFor(({ station: { fix } }) => fix.status === 'ready', stop);
    if (station.fix.last === null) return;
    const { latitude, longitude, time } = station.fix.last;
    const ageSeconds = Math.round((Date.now() / 1000 - time) * 10) / 10;
    report.station = { latitude, longitude, ageSeconds };
  });
  await steps.run('post', { signal }, async (stop) => {
    const title = `A look at the sky, ${new Date().toISOString()}`;
    const { state, lastAccepted } = await page.writePost(title, 'Written by the smoke test.', stop);
    if (state.kind === 'refused') throw new Error(describeFailure(state.failure));
    if (lastAccepted !== null) {
      report.post = { status: lastAccepted.status, id: lastAccepted.serviceId };
    }
  });
  await steps.run('screenshot', { signal }, async () => {
    report.tray = await readTray(item);
    await page.showView(1);
    report.screenshot = await takeScreenshotOf(stage, 'smoke');
  });
}

/** The path of a screenshot in the repository; null if no screenshot can be taken. */
async function takeScreenshotOf(
  { display }: PreparedSession,
  name: string,
): Promise<string | null> {
  const path = join(runFolder, 'screenshots', `${name}.png`);
  const isTaken = await display.screenshot(path).catch(() => false);
  return isTaken ? relative(root, path) : null;
}

/** Whether the app has sent the notification: on a user's desktop, other programs may show private notifications. */
const isOwnNotification = ({ appName }: ShownNotification): boolean => appName === 'Overhead';

/** Launches the app with fresh data. Notifications are recorded from the start. */
async function launchWatched(
  options: StartOptions,
  stage: PreparedSession,
  around: SessionContext,
) {
  const { defer } = around;
  const { busAddress } = stage.display;
  if (busAddress === null) throw new RefusalError('there is no session bus to look at');
  const bus = await openBus(busAddress, { timeoutMs: 5_000 }).catch((cause: unknown) => {
    throw new RefusalError('the session bus does not answer', { cause });
  });
  defer(() => bus.close());
  const notifications = await watchNotifications(busAddress);
  defer(() => notifications.stop());
  const debugPort = await choosePort(options.debugPort);
  const userDataDir = await freshData(stage, around);
  const app = await launchInSession(options, stage, { userDataDir, debugPort }, around);
  return { app, bus, notifications, debugPort };
}

/** An empty folder for the app's data, so that stored data of earlier runs cannot satisfy a check. */
async function freshData({ display }: PreparedSession, { defer }: SessionContext): Promise<string> {
  if (display.kind === 'virtual') {
    const folder = await mkdtemp(join(tmpdir(), 'overhead-smoke-'));
    defer(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }
  // A real desktop still shows the picture after the run, so the file must stay in its place.
  const folder = join(runFolder, 'smoke-data');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

async function readTray(item: TrayItem): Promise<{ toolTip: string; menu: string[] }> {
  const menu = await item.menu();
  return {
    toolTip: await item.toolTip(),
    menu: menu.filter(({ type }) => type === 'standard').map((e) => e.label),
  };
}

/** Opens the app's window from the menu of the tray. */
async function openWindow(item: TrayItem, port: number, signal: AbortSignal): Promise<AppPage> {
  await item.click('Open Overhead');
  return waitForPage(port, signal);
}

function limitInAll(ms: number): { signal: AbortSignal; clear: () => void } {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new Error(`not done within ${ms / 1000} s in all`)),
    ms,
  );
  return { signal: late.signal, clear: () => clearTimeout(timer) };
}

/** Whether the app has stored today's picture. */
const isPictureThere = ({ picture }: AppState): boolean =>
  picture.status === 'ready' && picture.last.file !== null;

function pictureFailure({ picture }: AppState): string | null {
  if (picture.status === 'failed') return describeFailure(picture.failure);
  return picture.status === 'ready' && picture.last.file === null ? 'the day has no picture' : null;
}

const wallpaperFailure = ({ wallpaper }: AppState): string | null =>
  wallpaper.kind === 'failed' ? wallpaper.detail : `it is ${wallpaper.kind}`;

const stationFailure = ({ station }: AppState): string | null =>
  station.fix.status === 'failed' ? describeFailure(station.fix.failure) : null;
