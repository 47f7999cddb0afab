import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  autostartFileText,
  autostartFolder,
  execLine,
  launchCommand,
  linuxLoginItem,
  readAutostart,
} from './linux.ts';

let home: string;
let folder: string;
const file = (): string => join(folder, 'dev.overhead.Overhead.desktop');
const item = (program = '/opt/overhead') => linuxLoginItem(folder, [program, '--hidden']);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'login item '));
  folder = join(home, 'config', 'autostart');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('linuxLoginItem', () => {
  it('creates and removes the autostart file', () => {
    expect(item().state()).toBe('off');
    expect(item().set(true)).toEqual({ ok: true, value: 'on' });
    expect(readFileSync(file(), 'utf8')).toMatch(/^Exec=\/opt\/overhead --hidden$/m);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(item().set(false)).toEqual({ ok: true, value: 'off' });
    expect(readdirSync(folder)).toEqual([]);
    expect(item().set(false)).toEqual({ ok: true, value: 'off' });
  });

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'does not change a file that the desktop switched off by %s, until the user switches it on in the app',
    (line) => {
      item().set(true);
      const text = `${readFileSync(file(), 'utf8')}${line}\n`;
      writeFileSync(file(), text);
      expect(item('/elsewhere/overhead').renew()).toEqual({ ok: true, value: 'switched-off' });
      expect(readFileSync(file(), 'utf8')).toBe(text);
      expect(item().set(true)).toEqual({ ok: true, value: 'on' });
    },
  );

  it('updates the path of a program that moved, and does not create a file that was removed', () => {
    expect(item().renew()).toEqual({ ok: true, value: 'off' });
    expect(() => readFileSync(file())).toThrow('ENOENT');
    item().set(true);
    expect(item('/new/overhead').renew()).toEqual({ ok: true, value: 'on' });
    expect(readFileSync(file(), 'utf8')).toMatch(/^Exec=\/new\/overhead --hidden$/m);
    expect(readFileSync(file(), 'utf8')).toMatch(/^TryExec=\/new\/overhead$/m);
  });

  it('keeps the command that the user has edited, if the program has not moved', () => {
    item().set(true);
    const text = readFileSync(file(), 'utf8').replace('Exec=', 'Exec=env GDK_BACKEND=x11 ');
    writeFileSync(file(), text);
    expect(item().renew()).toEqual({ ok: true, value: 'on' });
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });

  it('fails when the file cannot be written', () => {
    writeFileSync(join(home, 'config'), 'a file where a folder should be');
    expect(item().set(true)).toEqual({ ok: false, failure: { kind: 'storage', code: 'ENOTDIR' } });
  });

  it.skipIf(process.getuid?.() === 0)('fails when the folder is read-only', () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o500);
    expect(item().set(true)).toEqual({ ok: false, failure: { kind: 'storage', code: 'EACCES' } });
    chmodSync(folder, 0o700);
  });

  it('throws an error that does not come from the disk', () => {
    const broken = linuxLoginItem(folder, ['/opt/overhead', null as unknown as string]);
    expect(() => broken.set(true)).toThrow(TypeError);
  });

  it('uses the autostart folder in $XDG_CONFIG_HOME, or in ~/.config if the variable contains no absolute path', () => {
    expect(autostartFolder({ XDG_CONFIG_HOME: '/c' })).toBe('/c/autostart');
    expect(autostartFolder({ XDG_CONFIG_HOME: 'relative' })).toMatch(/\/\.config\/autostart$/);
    expect(autostartFolder({})).toMatch(/\/\.config\/autostart$/);
  });
});

describe.skipIf(process.platform === 'win32')('launchCommand', () => {
  const execPath = '/tmp/.mount_Over/overhead';
  const own = { APPIMAGE: '/home/a/Overhead.AppImage', APPDIR: '/tmp/.mount_Over' };
  it.each([
    [
      'an installed app',
      { isPackaged: true, execPath: '/opt/Overhead/overhead', env: {} },
      '/opt/Overhead/overhead',
    ],
    ['an AppImage', { isPackaged: true, execPath, env: own }, own.APPIMAGE],
    // A terminal in another AppImage inherits the variables of that AppImage.
    [
      'an installed app from another AppImage',
      { isPackaged: true, execPath: '/opt/o', env: own },
      '/opt/o',
    ],
    [
      'an app whose folder resembles a mount',
      { isPackaged: true, execPath: '/tmp/.mount_Overhead/o', env: own },
      '/tmp/.mount_Overhead/o',
    ],
    ['a checkout', { isPackaged: false, execPath: '/x/electron', env: {} }, null],
    [
      'a checkout in the terminal of an AppImage',
      { isPackaged: false, execPath: '/x/electron', env: own },
      null,
    ],
    ['a Flatpak', { isPackaged: true, execPath: '/app/o', env: { FLATPAK_ID: 'x' } }, null],
    ['a Snap', { isPackaged: true, execPath: '/snap/o', env: { SNAP: '/snap/x' } }, null],
  ])('returns the command for %s', (_what, here, program) => {
    expect(launchCommand(here)).toEqual(program === null ? null : [program, '--hidden']);
  });
});

/** Reads a value of `Exec` as a session does, by the steps of the Desktop Entry Specification. */
function argumentsOf(value: string): string[] {
  const unescape = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };
  const text = value.replaceAll(/\\(.)/gs, (_all, letter: string) => {
    const meant = unescape[letter as keyof typeof unescape] as string | undefined;
    if (meant === undefined) throw new Error(`no such escape: ${letter}`);
    return meant;
  });
  const words = text.match(/"(?:[^"\\]|\\.)*"|\S+/gs) ?? [];
  return words.map((word) => {
    const plain = word.startsWith('"') ? word.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : word;
    return plain.replaceAll(/%(.)/gs, (_all, code: string) => {
      if (code !== '%') throw new Error(`a field code: %${code}`);
      return '%';
    });
  });
}

describe.skipIf(process.platform === 'win32')('execLine', () => {
  it.each([
    [['/opt/Overhead/overhead', '--hidden'], '/opt/Overhead/overhead --hidden'],
    [['/home/a b/O.AppImage', '--hidden'], '"/home/a b/O.AppImage" --hidden'],
    [['/100%/o'], '/100%%/o'],
    [['/$HOME/`x`/"y"'], '"/\\\\$HOME/\\\\`x\\\\`/\\\\"y\\\\""'],
    [['/a\\b'], String.raw`"/a\\\\b"`],
    [['/it’s', ''], '/it’s ""'],
    [['/a\nb'], String.raw`"/a\nb"`],
  ])('writes %j as %s', (command, line) => {
    expect(execLine(command)).toBe(line);
  });

  it('quotes any path so that a session parses the same arguments', () => {
    const path = fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map((text) => `/${text}`);
    const awkward = fc
      .array(fc.constantFrom(...Array.from(' %%"\'\\$`;&|<>~*?#()\n\tä')), { minLength: 1 })
      .map((characters) => `/${characters.join('')}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(path, awkward), { minLength: 1 }), (command) => {
        expect(argumentsOf(execLine(command))).toEqual(command);
      }),
    );
  });
});

describe.skipIf(process.platform === 'win32')('autostartFileText and readAutostart', () => {
  const written = autostartFileText(['/opt/a b/overhead', '--hidden']);

  it('writes a file that is switched on', () => {
    expect(readAutostart(written)).toEqual({
      enabled: true,
      tryExec: '/opt/a b/overhead',
    });
    expect(written.split('\n')).toEqual([
      '[Desktop Entry]',
      'Type=Application',
      'Version=1.0',
      'Name=Overhead',
      'Comment=The astronomy picture of the day, and the space station overhead',
      'Icon=overhead',
      'Exec="/opt/a b/overhead" --hidden',
      'TryExec=/opt/a b/overhead',
      'Terminal=false',
      'StartupNotify=false',
      'X-GNOME-Autostart-enabled=true',
      '',
    ]);
  });

  it.each([
    ['Hidden=true', false],
    ['Hidden = true  ', false],
    ['Hidden=false', true],
    ['X-GNOME-Autostart-enabled=false', false],
    ['[Desktop Action a]\nHidden=true', true],
    ['[Desktop Action a]\n[Desktop Entry] \nHidden=true', false],
    ['# Hidden=true', true],
  ])('reads a file that a desktop has changed: %j', (line, enabled) => {
    expect(readAutostart(`${written}${line}\n`).enabled).toBe(enabled);
  });

  it('reads any text without throwing', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof readAutostart(text).enabled === 'boolean'));
    expect(readAutostart('')).toEqual({ enabled: true, tryExec: null });
    expect(readAutostart('Hidden=true\n')).toEqual({ enabled: true, tryExec: null });
  });

  it('passes desktop-file-validate', ({ skip }) => {
    try {
      execFileSync('desktop-file-validate', ['--help'], { stdio: 'ignore' });
    } catch {
      skip('desktop-file-validate is not installed');
    }
    const folder = mkdtempSync(join(tmpdir(), 'overhead-autostart-'));
    const path = join(folder, 'overhead.desktop');
    writeFileSync(path, written);
    try {
      execFileSync('desktop-file-validate', [path]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
