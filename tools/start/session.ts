import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureBuilt } from '../setup/build.ts';
import { root, runFolder } from '../setup/paths.ts';
import { RefusalError } from '../setup/process.ts';
import { chooseRuntime, describeRuntime, type Runtime } from '../setup/runtime.ts';
import { timeZoneAtNoon } from '#tools/setup/daytime.ts';
import { chromiumPath } from '#stand-in/system/chromium.ts';
import { ensureSystemPackages } from '#stand-in/system/packages.ts';
import { launchApp, type RunningApp } from './app.ts';
import type { StartOptions } from './args.ts';
import { describeDisplay, openDisplay, type Display } from './display.ts';
import type { Steps } from './steps.ts';

export interface SessionContext {
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  readonly steps: Steps;
  /** Called with a function that ends a resource. At the end, the resources are ended in reverse order. */
  readonly defer: (end: () => unknown) => void;
}

/** The runtime and the display, which the app needs for its launch. */
export interface PreparedSession {
  readonly runtime: Runtime;
  readonly display: Display;
}

/** Builds the app, chooses the runtime and opens a display. Throws a StepFailure. */
export async function prepareSession(
  options: StartOptions,
  around: SessionContext,
): Promise<PreparedSession> {
  const { signal, log, steps, defer } = around;
  await steps.run('build', { signal }, (stop) => ensureBuilt({ log, signal: stop }));
  const runtime = await steps.run('runtime', { signal }, (stop) =>
    chooseRuntime({
      signal: stop,
      log,
      insist: options.electron,
      sandbox: options.noSandbox ? 'off' : 'required',
    }),
  );
  log(describeRuntime(runtime));
  const display = await steps.run('display', { signal }, async (stop) => {
    const opened = await openDisplay({
      signal: stop,
      log,
      needs: runtime.kind === 'electron' ? ['desktop'] : ['desktop', 'browser'],
    });
    defer(() => opened.stop());
    if (runtime.kind === 'stand-in') await ensureChromium(stop, log);
    return opened;
  });
  log(describeDisplay(display));
  return { runtime, display };
}

async function ensureChromium(signal: AbortSignal, log: (line: string) => void): Promise<void> {
  if (chromiumPath() !== null) return;
  const ensured = await ensureSystemPackages({ signal, log, needs: ['browser'] });
  if (chromiumPath() !== null) return;
  const why = ensured.ok ? '' : ` (${ensured.reason}); ${ensured.hint}`;
  throw new RefusalError(`neither Electron nor Chromium can be had${why}`);
}

/** The file for the output of the app, relative to the repository. */
export const appLog = relative(root, join(runFolder, 'app.log'));

interface LaunchSwitches {
  readonly userDataDir?: string;
  readonly debugPort?: number;
}

/** Launches the app in the prepared session. Throws when the app cannot be started. */
export async function launchInSession(
  options: StartOptions,
  { runtime, display }: PreparedSession,
  switches: LaunchSwitches,
  { log, defer }: SessionContext,
): Promise<RunningApp> {
  mkdirSync(runFolder, { recursive: true });
  writeFileSync(join(root, appLog), '');
  const app = await launchApp({
    runtime,
    // A smoke run waits for a notification, so quiet hours at night must not suppress it.
    env: {
      ...display.env,
      ...(options.smoke ? { TZ: timeZoneAtNoon(Date.now()) } : {}),
    },
    // The desktop of a virtual display belongs to no user, so the app may change it without asking.
    firstRun: display.kind === 'real' && !options.smoke,
    // A smoke run opens the window from the tray after the notification.
    args: [...servicesOf(options), ...(options.hidden || options.smoke ? ['--hidden'] : [])],
    ...switches,
    onOutput: (text) => appendFileSync(join(root, appLog), text),
  });
  defer(() => app.stop());
  const which = options.services === 'live' ? 'live (the public ones)' : 'embedded (simulated)';
  const [isNamed] = servicesOf(options);
  log(isNamed === undefined ? `services: ${which}, unless set otherwise` : `services: ${which}`);
  return app;
}

/**
 * The arguments that select the services of a run. Default: the embedded services, until the settings select others. A
 * smoke run requires the embedded services.
 */
const servicesOf = ({ services, smoke }: StartOptions): readonly string[] =>
  services === 'live' || smoke ? [`--services=${services}`] : [];
