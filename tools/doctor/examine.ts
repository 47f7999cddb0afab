import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Backend, ProgramCommand } from '#wallpaper/desktops/backend.ts';
import { managedSourceOf, readManaged } from '#settings/store/managed-reader.ts';
import { startsAutostartEntries, chooseBackends } from '#wallpaper/desktops/choose-backends.ts';
import { openBus, sessionBusAddress, type Bus } from '#stand-in/dbus/bus.ts';
import { root } from '../setup/paths.ts';
import { chooseRuntime, type Runtime } from '../setup/runtime.ts';
import { reachableDisplay } from '../start/display.ts';
import { chromiumPath } from '#stand-in/system/chromium.ts';
import { missingDesktopCommands } from '#stand-in/system/packages.ts';
import { sandboxCure } from '#tools/setup/sandbox.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One row of the report. `limited`: the app runs without some of its features. */
interface Finding {
  readonly part: string;
  readonly state: 'ok' | 'limited' | 'missing';
  /** The part that was found, or that is missing. */
  readonly found: string;
  /** The remedy for the user; null if nothing needs to be done. */
  readonly cure: string | null;
}

const okFinding = (part: string, found: string): Finding => ({
  part,
  state: 'ok',
  found,
  cure: null,
});
const limitedFinding = (part: string, found: string, cure: string): Finding => ({
  part,
  state: 'limited',
  found,
  cure,
});
const missingFinding = (part: string, found: string, cure: string): Finding => ({
  ...limitedFinding(part, found, cure),
  state: 'missing',
});

/** Examines everything that the app needs or uses on this machine. Changes nothing and downloads nothing. */
export async function examineMachine(
  signal: AbortSignal,
  env: Environment = process.env,
): Promise<Finding[]> {
  const display = await reachableDisplay(env, signal);
  const findings = [okFinding('Node', process.version), ...(await examineRuntime(env, signal))];
  findings.push(examineDisplay(display, env), await examineManaged());
  if (process.platform !== 'linux') {
    const bySystem = process.platform === 'darwin' ? 'macOS' : 'Windows';
    const parts = ['Tray', 'Notifications', 'Wallpaper', 'Keyring', 'Autostart'];
    return [...findings, ...parts.map((part) => okFinding(part, `part of ${bySystem}`))];
  }
  findings.push(...(await examineBus(env, signal)));
  findings.push(await examineWallpaper(display, env, signal), examineAutostart(env));
  return findings;
}

async function examineRuntime(env: Environment, signal: AbortSignal): Promise<Finding[]> {
  let runtime: Runtime;
  try {
    runtime = await chooseRuntime({
      signal,
      log: () => undefined,
      download: false,
      env: env,
    });
  } catch (error) {
    signal.throwIfAborted();
    return [missingFinding('Electron', (error as Error).message, downloadCure)];
  }
  const hasSandbox = !runtime.args.includes('--no-sandbox');
  const program = runtime.kind === 'electron' ? runtime.command : (chromiumPath(env) ?? 'chromium');
  return [
    runtime.kind === 'electron'
      ? okFinding('Electron', `${runtime.version}, ${relative(root, runtime.command)}`)
      : limitedFinding(
          'Electron',
          `not downloaded; the stand-in takes its place (Node and ${chromiumPath(env) ?? 'no Chromium'})`,
          downloadCure,
        ),
    ...(runtime.kind === 'electron' || chromiumPath(env) !== null
      ? []
      : [missingFinding('Chromium', 'not on PATH', 'sudo apt-get install chromium')]),
    hasSandbox
      ? okFinding('Sandbox', 'starts')
      : limitedFinding(
          'Sandbox',
          process.getuid?.() === 0 ? 'root has none' : 'does not start',
          process.getuid?.() === 0 ? 'Run as another user than root.' : sandboxCure(program),
        ),
  ];
}

const downloadCure =
  'npm start downloads it. Behind a proxy set HTTPS_PROXY; a mirror can be named in ELECTRON_MIRROR.';

function examineDisplay(display: string | null, env: Environment): Finding {
  if (display !== null) {
    const desktop = env['XDG_CURRENT_DESKTOP'];
    const session = env['XDG_SESSION_TYPE'];
    const details = [desktop, session].filter((detail) => detail !== undefined);
    return okFinding('Display', [display, ...details].join(', '));
  }
  const lacking = missingDesktopCommands(env);
  return lacking.length === 0
    ? limitedFinding(
        'Display',
        'none; npm start brings a virtual desktop',
        'Log in to a desktop to see the app.',
      )
    : missingFinding(
        'Display',
        `none, and the virtual desktop lacks ${lacking.join(', ')}`,
        'npm start prints the command that installs them.',
      );
}

/** Examines tray, notifications and keyring, which are services on the session bus. */
async function examineBus(env: Environment, signal: AbortSignal): Promise<Finding[]> {
  const address = sessionBusAddress(env);
  const bus =
    address === null
      ? null
      : await openBus(address, { timeoutMs: 3_000, signal }).catch(() => null);
  if (bus === null)
    return [
      missingFinding(
        'Session bus',
        address === null ? 'DBUS_SESSION_BUS_ADDRESS is not set' : 'does not answer',
        'Start the desktop or the program with dbus-run-session.',
      ),
      ...['Tray', 'Notifications', 'Keyring'].map((part) =>
        limitedFinding(part, 'needs the session bus', 'As for the session bus.'),
      ),
    ];
  try {
    const parts = [examineTray(bus, env), examineNotifications(bus), examineKeyring(bus, env)];
    return [okFinding('Session bus', 'answers'), ...(await Promise.all(parts))];
  } finally {
    bus.close();
  }
}

async function examineTray(bus: Bus, env: Environment): Promise<Finding> {
  const watcher = 'org.kde.StatusNotifierWatcher';
  const hasHost =
    (await bus.hasOwner(watcher)) &&
    (await bus
      .property(watcher, '/StatusNotifierWatcher', watcher, 'IsStatusNotifierHostRegistered')
      .catch(() => false)) === true;
  if (hasHost) return okFinding('Tray', 'a StatusNotifier host shows the icon');
  const isGnome = /gnome/i.test(env['XDG_CURRENT_DESKTOP'] ?? '');
  return limitedFinding(
    'Tray',
    'no StatusNotifier host: no icon is shown',
    isGnome
      ? 'sudo apt-get install gnome-shell-extension-appindicator, then log in again. Without it the app opens a window.'
      : "Add the panel's tray (status notifier) plugin. Without it the app opens a window.",
  );
}

async function examineNotifications(bus: Bus): Promise<Finding> {
  const name = 'org.freedesktop.Notifications';
  try {
    const ask = (member: string) =>
      bus.call({
        destination: name,
        path: '/org/freedesktop/Notifications',
        interface: name,
        member,
      });
    const [daemon, , version] = await ask('GetServerInformation');
    const [capabilities] = await ask('GetCapabilities');
    const hasActions = Array.isArray(capabilities) && capabilities.includes('actions');
    const title = `${String(daemon)} ${String(version)}`;
    return hasActions
      ? okFinding('Notifications', title)
      : limitedFinding(
          'Notifications',
          `${title}, without actions`,
          'A click on one does nothing here.',
        );
  } catch {
    return limitedFinding(
      'Notifications',
      'no notification daemon',
      'Install one, for example xfce4-notifyd, dunst or mako.',
    );
  }
}

/**
 * The bus names of the keyring that Chromium uses on a desktop: KWallet on KDE, the Secret Service elsewhere
 * (`components/os_crypt/sync/key_storage_util_linux.cc`).
 */
export const keyringNames = (desktop = ''): Readonly<Record<string, string>> =>
  /\bkde\b/i.test(desktop)
    ? { 'org.kde.kwalletd6': 'KWallet', 'org.kde.kwalletd5': 'KWallet' }
    : { 'org.freedesktop.secrets': 'Secret Service' };

async function examineKeyring(bus: Bus, env: Environment): Promise<Finding> {
  const names = keyringNames(env['XDG_CURRENT_DESKTOP']);
  const [activatable] = await bus.call({
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
    member: 'ListActivatableNames',
  });
  for (const [name, title] of Object.entries(names)) {
    if (await bus.hasOwner(name)) return okFinding('Keyring', `${title}, running`);
    if (Array.isArray(activatable) && activatable.includes(name))
      return okFinding('Keyring', `${title}, starts when it is needed`);
  }
  return limitedFinding(
    'Keyring',
    'none: an API key would be readable by all programs of this user',
    'Install gnome-keyring, KWallet or KeePassXC, and log in again.',
  );
}

/** The wallpaper backend that the app would choose. */
async function examineWallpaper(
  display: string | null,
  env: Environment,
  signal: AbortSignal,
): Promise<Finding> {
  const part = 'Wallpaper';
  if (display === null)
    return limitedFinding(part, 'no desktop', 'npm start brings a virtual one.');
  const desktop = env['XDG_CURRENT_DESKTOP'];
  const backends = chooseBackends({
    platform: process.platform,
    currentDesktop: desktop,
    isWayland: Boolean(env['WAYLAND_DISPLAY']),
    isSandboxed: env['FLATPAK_ID'] !== undefined || env['SNAP_NAME'] !== undefined,
  });
  for (const backend of backends) {
    const read = await readWallpaper(backend, env, signal);
    if (read !== null) return okFinding(part, read);
  }
  const names = backends.map(({ name }) => name).join(', ');
  return names === ''
    ? missingFinding(
        part,
        `the desktop ${desktop ?? 'without a name'} is not supported`,
        wallpaperCure,
      )
    : missingFinding(
        part,
        `none of these answers: ${names}`,
        `Install the programs of one of them.`,
      );
}

const wallpaperCure =
  'docs/wallpaper.md lists the desktops. On X11 feh works with most window managers.';

async function readWallpaper(
  backend: Backend,
  env: Environment,
  signal: AbortSignal,
): Promise<string | null> {
  const answers: string[] = [];
  for (const [index, command] of backend.survey.entries()) {
    const answer = await outputOf(command, env, signal);
    if (answer === null && index === 0) return null;
    answers.push(answer ?? '');
  }
  const settings = backend.held(answers);
  return settings === null
    ? `${backend.name}, which cannot be read back`
    : `${backend.name}, ${settings.size} settings read back`;
}

async function outputOf(
  { program, args }: ProgramCommand,
  env: Environment,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const options = { env: env as NodeJS.ProcessEnv, signal, timeout: 10_000 };
    return (await promisify(execFile)(program, [...args], options)).stdout;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** Whether an administrator has set settings of the app on this machine. */
async function examineManaged(): Promise<Finding> {
  const part = 'Managed settings';
  const source = managedSourceOf(process.platform);
  const { place, locked, problem } = (await readManaged(source, () => undefined)).state;
  if (problem !== null) {
    const keys = problem.keys.length === 0 ? '' : ` (${problem.keys.join(', ')})`;
    return limitedFinding(part, `${place}: ${problem.reason}${keys}`, managedCure);
  }
  return okFinding(part, locked.length === 0 ? 'none' : `${place} sets ${locked.join(', ')}`);
}

const managedCure = 'docs/many.md has the form and the owner of managed settings.';

function examineAutostart(env: Environment): Finding {
  const config = env['XDG_CONFIG_HOME'] ?? join(env['HOME'] ?? homedir(), '.config');
  let folder = join(config, 'autostart');
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return missingFinding('Autostart', `${folder} cannot be written`, `Make it writable.`);
  }
  const desktop = env['XDG_CURRENT_DESKTOP'] ?? '';
  return startsAutostartEntries(desktop)
    ? okFinding('Autostart', join(config, 'autostart'))
    : limitedFinding(
        'Autostart',
        `${desktop === '' ? 'an unknown desktop' : desktop} may not start the entries of ${join(config, 'autostart')}`,
        'Start “overhead --hidden” from the configuration of the window manager.',
      );
}

/** The findings as a plain text table, with the remedies below it. */
export function findingsText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length));
  const rows = findings.map(
    ({ part, state, found }) => `${part.padEnd(width)}  ${state.padEnd(7)}  ${found}`,
  );
  const cures = findings.flatMap(({ part, cure }) => (cure === null ? [] : [`${part}: ${cure}`]));
  return [
    ...rows,
    '',
    ...(cures.length === 0
      ? ['Nothing is to do.']
      : ['To do:', ...cures.map((cure) => `- ${cure}`)]),
  ].join('\n');
}
