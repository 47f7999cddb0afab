import { spawn } from 'node:child_process';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromiumPath, headlessProgram } from './chromium.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A Debian package, and a command or file that the package installs. If the command or file exists, the package counts
 * as installed, whatever installed it.
 */
interface Requirement {
  readonly package: string;
  readonly proof: { readonly command: string } | { readonly file: string };
}

const commandProof = (name: string): Requirement['proof'] => ({ command: name });
const fileProof = (pattern: string): Requirement['proof'] => ({ file: pattern });

const notifydPattern = '/usr/{lib,lib/*,libexec}/xfce4/notifyd/xfce4-notifyd';

const desktopPackages: readonly Requirement[] = [
  { package: 'xvfb', proof: commandProof('Xvfb') },
  { package: 'xfwm4', proof: commandProof('xfwm4') },
  { package: 'xfdesktop4', proof: commandProof('xfdesktop') },
  { package: 'xfce4-panel', proof: commandProof('xfce4-panel') },
  { package: 'xfconf', proof: commandProof('xfconf-query') },
  { package: 'xfce4-notifyd', proof: fileProof(notifydPattern) },
  { package: 'dbus-daemon', proof: commandProof('dbus-daemon') },
  { package: 'libglib2.0-bin', proof: commandProof('gsettings') },
  {
    package: 'dconf-gsettings-backend',
    proof: fileProof('/usr/lib{,64,/*}/gio/modules/libdconfsettings.so'),
  },
  {
    package: 'gsettings-desktop-schemas',
    proof: fileProof('/usr/share/glib-2.0/schemas/org.gnome.desktop.background.gschema.xml'),
  },
  { package: 'x11-utils', proof: commandProof('xprop') },
  { package: 'x11-xserver-utils', proof: commandProof('xrandr') },
  { package: 'xdotool', proof: commandProof('xdotool') },
  { package: 'imagemagick', proof: commandProof('import') },
  { package: 'libnotify-bin', proof: commandProof('notify-send') },
];

/**
 * Packages for several monitors, other desktops and a whole session. If they are missing, the tests that need them are
 * skipped.
 */
const displayPackages: readonly Requirement[] = [
  { package: 'tigervnc-standalone-server', proof: commandProof('Xvnc') },
  { package: 'sway', proof: commandProof('sway') },
  { package: 'swaybg', proof: commandProof('swaybg') },
  { package: 'grim', proof: commandProof('grim') },
  { package: 'feh', proof: commandProof('feh') },
  { package: 'xfce4-session', proof: commandProof('xfce4-session') },
];

/** Packages for building an AppImage. Its tests are skipped without them. */
const packagingPackages: readonly Requirement[] = [
  { package: 'squashfs-tools', proof: commandProof('mksquashfs') },
  { package: 'desktop-file-utils', proof: commandProof('desktop-file-validate') },
];

/** A faster Chromium for pages that are never shown. Without it, the full Chromium shows them. */
const headlessPackages: readonly Requirement[] = [
  { package: 'chromium-headless-shell', proof: commandProof(headlessProgram) },
];

/** A font for Japanese. Without it, boxes replace the letters, in pictures and on the screen. */
const japanesePackages: readonly Requirement[] = [
  { package: 'fonts-noto-cjk', proof: fileProof('/usr/share/fonts/**/Noto*CJK*') },
];

/**
 * A font and an icon theme, which only improve the look of the app and the desktop. They are installed together with
 * the required packages.
 */
const optionalLookPackages = ['fonts-inter', 'adwaita-icon-theme'];

const isInstalled = ({ proof }: Requirement, env: Environment): boolean =>
  'command' in proof ? isOnPath(proof.command, env) : globSync(proof.file).length > 0;

/** The name of a requirement: its command, or its package if it has no command. */
const nameOf = (requirement: Requirement): string =>
  'command' in requirement.proof ? requirement.proof.command : requirement.package;

/** The missing parts of the virtual desktop: the command of each part, or the package if it has no command. */
export function missingDesktopCommands(env: Environment = process.env): string[] {
  return desktopPackages.filter((requirement) => !isInstalled(requirement, env)).map(nameOf);
}

export function missingCommands(names: readonly string[]): string[] {
  return names.filter((name) => !isOnPath(name, process.env));
}

/**
 * The missing commands; the packages to install for the required needs (`packages`) and for the optional ones
 * (`wished`).
 */
function missingPackages(
  needs: readonly PackageNeed[],
  env: Environment,
): { commands: string[]; packages: string[]; wished: string[] } {
  const missingRequirements = needs.includes('desktop')
    ? desktopPackages.filter((part) => !isInstalled(part, env))
    : [];
  const wishedPackages = [
    ...(needs.includes('displays') ? displayPackages : []),
    ...(needs.includes('packaging') ? packagingPackages : []),
    ...(needs.includes('headless') ? headlessPackages : []),
    ...(needs.includes('japanese') ? japanesePackages : []),
  ].filter((part) => !isInstalled(part, env));
  const browserPackages =
    needs.includes('browser') && chromiumPath(env) === null ? ['chromium'] : [];
  return {
    commands: [...missingRequirements.map(nameOf), ...browserPackages],
    packages: [
      ...missingRequirements.map((part) => part.package),
      ...browserPackages,
      ...(missingRequirements.length > 0 ? optionalLookPackages : []),
    ],
    wished: wishedPackages.map((part) => part.package),
  };
}

/** The path of the notification service, which is never on the PATH; null if the service is not installed. */
export function notifydPath(): string | null {
  return globSync(notifydPattern)[0] ?? null;
}

/** The purpose of packages. The packages for all needs except `browser` and `desktop` are optional. */
export type PackageNeed =
  | 'browser'
  | 'desktop'
  | 'displays'
  | 'packaging'
  | 'headless'
  | 'japanese';

interface EnsureOptions {
  /** Default: all needs except `japanese`. */
  readonly needs?: readonly PackageNeed[];
  readonly signal?: AbortSignal;
  /** Prints one line for the user. */
  readonly log: (line: string) => void;
  /** The environment whose PATH is searched. Default: the environment of this process. */
  readonly env?: Environment;
}

const allNeeds: readonly PackageNeed[] = [
  'desktop',
  'browser',
  'displays',
  'packaging',
  'headless',
];

type EnsureResult = { ok: true } | { ok: false; reason: string; hint: string };

/**
 * Installs the missing packages of the needs, on Debian as root (one or two minutes, about 300 MB). Does nothing when
 * no package is missing. If it cannot install a required package, returns the reason, and a hint for the user.
 */
export async function ensureSystemPackages(options: EnsureOptions): Promise<EnsureResult> {
  const { log, signal, needs = allNeeds, env = process.env } = options;
  const { commands, packages, wished } = missingPackages(needs, env);
  const canInstall = process.getuid?.() === 0 && isOnPath('apt-get', env);
  if (commands.length === 0 && (wished.length === 0 || !canInstall)) return { ok: true };

  const hint =
    process.platform === 'linux'
      ? `on Debian, install with: sudo apt-get install --no-install-recommends ${packages.join(' ')}`
      : 'this part needs Linux';
  const reason = `missing: ${[...commands, ...wished].join(', ')}`;
  if (!canInstall) return { ok: false, reason: `missing: ${commands.join(', ')}`, hint };

  const folder = mkdtempSync(join(tmpdir(), 'overhead-apt-'));
  const logFile = join(folder, 'apt.log');
  log(`Installing system packages (${reason}); the output goes to ${logFile}`);
  // If the update of one package list fails, the installation continues, because the other lists may be sufficient.
  await aptGet(['update'], logFile, env, signal);
  const install = async (names: readonly string[]): Promise<number | string | null> =>
    signal?.aborted
      ? null
      : aptGet(['install', '-y', '--no-install-recommends', ...names], logFile, env, signal);
  let exitCode = await install([...packages, ...wished]);
  // apt-get installs nothing if the distribution lacks one of the packages.
  if (exitCode !== 0 && packages.length > 0 && wished.length > 0)
    exitCode = await install(packages);
  if (signal?.aborted) {
    rmSync(folder, { recursive: true, force: true });
    return { ok: false, reason: 'the installation of system packages was stopped', hint };
  }
  if (exitCode !== 0 && commands.length > 0)
    return { ok: false, reason: `apt-get install ended with ${exitCode}; see ${logFile}`, hint };

  const stillMissing = missingPackages(needs, env).commands;
  if (stillMissing.length > 0)
    return { ok: false, reason: `still missing: ${stillMissing.join(', ')}; see ${logFile}`, hint };
  rmSync(folder, { recursive: true, force: true });
  return { ok: true };
}

/** Runs apt-get and returns its exit code, or the name of the signal or error that ended it. */
async function aptGet(
  args: readonly string[],
  logFile: string,
  env: Environment,
  signal: AbortSignal | undefined,
): Promise<number | string> {
  const output = openSync(logFile, 'a');
  try {
    return await new Promise((resolve) => {
      const child = spawn('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
        env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
        stdio: ['ignore', output, output],
        signal,
      });
      // The abort event comes before the exit of the child, so wait for the exit.
      child.once('error', (error) => child.pid === undefined && resolve(error.message));
      child.once('exit', (code, killedBy) => resolve(code ?? killedBy ?? 'unknown'));
    });
  } finally {
    closeSync(output);
  }
}

function isOnPath(name: string, env: Environment): boolean {
  return (env['PATH'] ?? '').split(delimiter).some((folder) => {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return existsSync(path);
    } catch {
      return false;
    }
  });
}
