import { spawn } from 'node:child_process';
import { closeSync, globSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath, findOnPath, headlessProgram } from './chromium.ts';

type Environment = NodeJS.ProcessEnv;

/** A Debian package. If its proof exists, the package counts as installed, whatever installed it. */
interface Requirement {
  readonly package: string;
  /** The name of the command that proves it, or else of the package. */
  readonly name: string;
  readonly isInstalled: (env: Environment) => boolean;
}

const isOnPath = (name: string, env: Environment): boolean => findOnPath([name], env) !== null;

const withCommand = (package_: string, name = package_): Requirement => ({
  package: package_,
  name,
  isInstalled: (env) => isOnPath(name, env),
});
const withFile = (package_: string, pattern: string): Requirement => ({
  package: package_,
  name: package_,
  isInstalled: () => globSync(pattern).length > 0,
});

const notifydPattern = '/usr/{lib,lib/*,libexec}/xfce4/notifyd/xfce4-notifyd';

const requiredPackages = {
  desktop: [
    withCommand('xvfb', 'Xvfb'),
    withCommand('xfwm4'),
    withCommand('xfdesktop4', 'xfdesktop'),
    withCommand('xfce4-panel'),
    withCommand('xfconf', 'xfconf-query'),
    withFile('xfce4-notifyd', notifydPattern),
    withCommand('dbus-daemon'),
    withCommand('libglib2.0-bin', 'gsettings'),
    withFile('dconf-gsettings-backend', '/usr/lib{,64,/*}/gio/modules/libdconfsettings.so'),
    withFile(
      'gsettings-desktop-schemas',
      '/usr/share/glib-2.0/schemas/org.gnome.desktop.background.gschema.xml',
    ),
    withCommand('x11-utils', 'xprop'),
    withCommand('x11-xserver-utils', 'xrandr'),
    withCommand('xdotool'),
    withCommand('imagemagick', 'import'),
    withCommand('libnotify-bin', 'notify-send'),
  ],
  browser: [
    {
      package: 'chromium',
      name: 'chromium',
      isInstalled: (env: Environment) => chromiumPath(env) !== null,
    },
  ],
};

const optionalPackages = {
  /** Several monitors, other desktops and a whole session. If they are missing, the tests that need them are skipped. */
  displays: [
    withCommand('tigervnc-standalone-server', 'Xvnc'),
    withCommand('sway'),
    withCommand('swaybg'),
    withCommand('grim'),
    withCommand('feh'),
    withCommand('xfce4-session'),
  ],
  /** For building an AppImage. Its tests are skipped without them. */
  packaging: [
    withCommand('squashfs-tools', 'mksquashfs'),
    withCommand('desktop-file-utils', 'desktop-file-validate'),
  ],
  /** A faster Chromium for pages that are never shown. Without it, the full Chromium shows them. */
  headless: [withCommand(headlessProgram)],
  /** A font for Japanese. Without it, boxes replace the letters, in pictures and on the screen. */
  japanese: [withFile('fonts-noto-cjk', '/usr/share/fonts/**/Noto*CJK*')],
};

/**
 * A font and an icon theme, which only improve the look of the app and the desktop. They are installed together with
 * the packages of the desktop.
 */
const lookPackages = ['fonts-inter', 'adwaita-icon-theme'];

/** The purpose of packages. */
export type PackageNeed = keyof typeof requiredPackages | keyof typeof optionalPackages;

/** The packages of a table that are needed and missing. */
const missingOf = (
  table: Readonly<Partial<Record<PackageNeed, readonly Requirement[]>>>,
  needs: readonly PackageNeed[],
  env: Environment,
): Requirement[] =>
  needs.flatMap((need) => table[need] ?? []).filter(({ isInstalled }) => !isInstalled(env));

const namesOf = (requirements: readonly Requirement[]): string[] =>
  requirements.map(({ name }) => name);

/** The missing parts of the virtual desktop: the command of each part, or the package if it has no command. */
export const missingDesktopCommands = (env: Environment = process.env): string[] =>
  namesOf(missingOf(requiredPackages, ['desktop'], env));

export const missingCommands = (names: readonly string[]): string[] =>
  names.filter((name) => !isOnPath(name, process.env));

/** The path of the notification service, which is never on the PATH; null if the service is not installed. */
export const notifydPath = (): string | null => globSync(notifydPattern)[0] ?? null;

interface EnsureOptions {
  /** Default: all needs except `japanese`. */
  readonly needs?: readonly PackageNeed[];
  readonly signal?: AbortSignal;
  /** Prints one line for the user. */
  readonly log: (line: string) => void;
  /** The environment whose PATH is searched. Default: the environment of this process. */
  readonly env?: Environment;
}

const defaultNeeds: readonly PackageNeed[] = [
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
  const { log, signal, needs = defaultNeeds, env = process.env } = options;
  const required = missingOf(requiredPackages, needs, env);
  const optional = missingOf(optionalPackages, needs, env);
  const canInstall = process.getuid?.() === 0 && isOnPath('apt-get', env);
  if (required.length === 0 && (optional.length === 0 || !canInstall)) return { ok: true };

  const isDesktopMissing = required.some((one) => requiredPackages.desktop.includes(one));
  const packages = [
    ...required.map((one) => one.package),
    ...(isDesktopMissing ? lookPackages : []),
  ];
  const hint =
    process.platform === 'linux'
      ? `on Debian, install with: sudo apt-get install --no-install-recommends ${packages.join(' ')}`
      : 'this part needs Linux';
  if (!canInstall) return { ok: false, reason: `missing: ${namesOf(required).join(', ')}`, hint };

  const folder = mkdtempSync(join(tmpdir(), 'overhead-apt-'));
  const logFile = join(folder, 'apt.log');
  const missing = [...namesOf(required), ...optional.map((one) => one.package)].join(', ');
  log(`Installing system packages (missing: ${missing}); the output goes to ${logFile}`);
  const install = (names: readonly string[]): Promise<number | string | null> =>
    aptGet(['install', '-y', '--no-install-recommends', ...names], logFile, env, signal);
  // If the update of one package list fails, the installation continues, because the other lists may be sufficient.
  await aptGet(['update'], logFile, env, signal);
  let exitCode = await install([...packages, ...optional.map((one) => one.package)]);
  // apt-get installs nothing if the distribution lacks one of the packages.
  if (exitCode !== 0) exitCode = await install(packages);

  const stillMissing = namesOf(missingOf(requiredPackages, needs, env)).join(', ');
  if (stillMissing !== '' && signal?.aborted !== true) {
    const reason = `apt-get install ended with ${exitCode}; still missing: ${stillMissing}; see ${logFile}`;
    return { ok: false, reason, hint };
  }
  rmSync(folder, { recursive: true });
  return signal?.aborted
    ? { ok: false, reason: 'the installation of system packages was stopped', hint }
    : { ok: true };
}

/** Runs apt-get and returns its exit code, or the name of the signal or error that ended it. */
async function aptGet(
  args: readonly string[],
  logFile: string,
  env: Environment,
  signal: AbortSignal | undefined,
): Promise<number | string | null> {
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
      child.once('exit', (code, killedBy) => resolve(code ?? killedBy));
    });
  } finally {
    closeSync(output);
  }
}
