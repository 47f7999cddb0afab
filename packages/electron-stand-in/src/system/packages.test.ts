import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { chromiumPath, headlessChromiumPath } from './chromium.ts';
import {
  ensureSystemPackages,
  missingCommands,
  missingDesktopCommands,
  type PackageNeed,
} from './packages.ts';

describe('the installer of system packages', () => {
  let bin: string;
  beforeEach(() => {
    bin = mkdtempSync(join(tmpdir(), 'packages-test-'));
  });
  afterEach(() => rmSync(bin, { recursive: true, force: true }));

  /** Creates a command on the PATH of the test. */
  const command = (name: string, script = 'exit 0'): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };

  it('names the commands that are missing', () => {
    command('Xvfb');
    const missing = missingDesktopCommands({ PATH: bin });
    expect(missing).toContain('xfwm4');
    expect(missing).not.toContain('Xvfb');
    vi.stubEnv('PATH', bin);
    expect(missingCommands(['Xvfb', 'other'])).toEqual(['other']);
    vi.unstubAllEnvs();
  });

  it('does nothing when no package is missing', async ({ skip }) => {
    const missing = [
      ...missingDesktopCommands(),
      ...missingCommands(['Xvnc', 'sway', 'swaybg', 'grim', 'feh', 'chromium-headless-shell']),
    ];
    if (missing.length > 0) skip(`missing ${missing.join(', ')}`);
    if (chromiumPath() === null) skip('no Chromium');
    const lines: string[] = [];
    expect(await ensureSystemPackages({ log: (line) => lines.push(line) })).toEqual({ ok: true });
    expect(lines).toEqual([]);
  });

  it('names the packages to install when it cannot install them', async () => {
    const result = await ensureSystemPackages({ log: () => undefined, env: { PATH: bin } });
    // Files that exist here prove these packages.
    const text = JSON.stringify(result).replaceAll(/ (xfce4-notifyd|dconf-|gsettings-d)[^ ]*/g, '');
    expect(JSON.parse(text)).toEqual({
      ok: false,
      reason:
        'missing: Xvfb, xfwm4, xfdesktop, xfce4-panel, xfconf-query, dbus-daemon, gsettings, xprop, xrandr, xdotool, import, notify-send, chromium',
      hint: 'on Debian, install with: sudo apt-get install --no-install-recommends xvfb xfwm4 xfdesktop4 xfce4-panel xfconf dbus-daemon libglib2.0-bin x11-utils x11-xserver-utils xdotool imagemagick libnotify-bin chromium fonts-inter adwaita-icon-theme',
    });
  });

  it.skipIf(process.platform !== 'linux')(
    'names only the missing packages of the given needs',
    async () => {
      const look = (env: NodeJS.ProcessEnv, ...needs: PackageNeed[]) =>
        ensureSystemPackages({ log: () => undefined, env, needs });
      expect(await look({ PATH: bin }, 'browser')).toEqual({
        ok: false,
        reason: 'missing: chromium',
        hint: 'on Debian, install with: sudo apt-get install --no-install-recommends chromium',
      });
      expect(await look({ PATH: bin, CHROMIUM_PATH: '/somewhere' }, 'browser')).toEqual({
        ok: true,
      });
      expect(await look({ PATH: bin }, 'displays')).toEqual({ ok: true });
      command('Xvfb');
      const hint = expect.not.stringMatching(/xvfb|chromium/) as string;
      expect(await look({ PATH: bin }, 'desktop')).toMatchObject({ ok: false, hint });
    },
  );

  describe.skipIf(process.getuid?.() !== 0)('with root and apt-get', () => {
    it('keeps the output of an installation that fails', async () => {
      command('apt-get', 'echo "$DEBIAN_FRONTEND: $*"; case "$*" in *install*) exit 100;; esac');
      const lines: string[] = [];
      const result = await ensureSystemPackages({
        log: (line) => lines.push(line),
        env: { PATH: bin },
      });
      expect(lines).toHaveLength(1);
      const log = /goes to (?<path>.*)$/.exec(lines[0] ?? '')?.groups?.['path'] ?? '';
      expect(result).toMatchObject({
        ok: false,
        reason: expect.stringMatching(
          `^apt-get install ended with 100; still missing: Xvfb, .*chromium; see ${log}$`,
        ) as string,
      });
      const output = readFileSync(log, 'utf8');
      rmSync(join(log, '..'), { recursive: true });
      expect(output).toMatch(/^noninteractive: .* update\n/);
      expect(output).toContain('install -y --no-install-recommends xvfb xfwm4');
      expect(output).toContain(' squashfs-tools desktop-file-utils chromium-headless-shell\n');
    });

    it('installs the packages even if a package source cannot be reached', async () => {
      command(
        'apt-get',
        `shift 2; echo "$*" >> ${bin}/asked; case "$*" in install*) /bin/cp /bin/true ${bin}/chromium;; *) exit 100;; esac`,
      );
      const lines: string[] = [];
      const log = (line: string) => lines.push(line);
      const result = await ensureSystemPackages({ log, env: { PATH: bin }, needs: ['browser'] });
      expect(result).toEqual({ ok: true });
      expect(readFileSync(join(bin, 'asked'), 'utf8')).toBe(
        'update\ninstall -y --no-install-recommends chromium\n',
      );
      expect(existsSync(dirname((lines[0] ?? '').replace(/^.* goes to /, '')))).toBe(false);
    });

    it('installs the required packages if an optional package does not exist', async () => {
      command(
        'apt-get',
        `case "$*" in *headless*) exit 100;; *install*) /bin/cp /bin/true ${bin}/chromium;; esac`,
      );
      const options = { log: () => undefined, env: { PATH: bin } };
      const result = await ensureSystemPackages({ ...options, needs: ['browser', 'headless'] });
      expect(result).toEqual({ ok: true });
    });

    it('asks twice for optional packages, and succeeds without them', async () => {
      command('apt-get', `shift 2; echo "$*" >> ${bin}/asked; exit 100`);
      const lines: string[] = [];
      const result = await ensureSystemPackages({
        log: (line) => lines.push(line.replace(/output.*/, '')),
        env: { PATH: bin },
        needs: ['displays', 'packaging', 'headless', 'japanese'],
      });
      expect(result).toEqual({ ok: true });
      const font = globSync('/usr/share/fonts/**/Noto*CJK*').length > 0 ? '' : ' fonts-noto-cjk';
      const names = `tigervnc-standalone-server sway swaybg grim feh xfce4-session squashfs-tools desktop-file-utils chromium-headless-shell${font}`;
      expect(lines).toEqual([
        `Installing system packages (missing: ${names.replaceAll(' ', ', ')}); the `,
      ]);
      const install = 'install -y --no-install-recommends';
      expect(readFileSync(join(bin, 'asked'), 'utf8')).toBe(
        `update\n${install} ${names}\n${install}\n`,
      );
    });

    it('stops when it is aborted', async () => {
      command('apt-get', 'exec /bin/sleep 1000');
      const controller = new AbortController();
      let log = '';
      const result = await ensureSystemPackages({
        log: (line) => {
          log = line.replace(/^.* goes to /, '');
          setImmediate(() => controller.abort());
        },
        env: { PATH: bin },
        signal: controller.signal,
      });
      expect(result).toMatchObject({
        ok: false,
        reason: 'the installation of system packages was stopped',
      });
      expect(existsSync(dirname(log))).toBe(false);
    });
  });
});

describe('headlessChromiumPath', () => {
  it.each([
    [['chromium', 'chromium-headless-shell'], 'chromium-headless-shell'],
    [['chromium'], 'chromium'],
    [['google-chrome'], 'google-chrome'],
    [[], null],
  ])('finds in a folder with %j: %s', (names, found) => {
    const bin = mkdtempSync(join(tmpdir(), 'packages-test-'));
    onTestFinished(() => rmSync(bin, { recursive: true }));
    for (const name of names) writeFileSync(join(bin, name), '', { mode: 0o755 });
    expect(headlessChromiumPath({ PATH: bin })).toBe(found === null ? null : join(bin, found));
  });

  it('prefers the program in CHROMIUM_PATH', () => {
    expect(headlessChromiumPath({ CHROMIUM_PATH: '/somewhere' })).toBe('/somewhere');
    expect(headlessChromiumPath({ CHROMIUM_PATH: '' })).toBeNull();
  });
});
