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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchCommand } from './command.ts';
import { autostartFolder, linuxLoginItem } from './linux.ts';
import { stateOf } from './system-state.ts';

let home: string;
let folder: string;
const file = (): string => join(folder, 'dev.overhead.Overhead.desktop');
const item = (program = '/opt/overhead') => linuxLoginItem(folder, [program, '--hidden']);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'login item '));
  folder = join(home, 'config', 'autostart');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('on Linux', () => {
  it('is a file that is there or not', () => {
    expect(item().state()).toBe('off');
    expect(item().set(true)).toEqual({ ok: true, value: 'on' });
    expect(readFileSync(file(), 'utf8')).toMatch(/^Exec=\/opt\/overhead --hidden$/m);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(item().set(false)).toEqual({ ok: true, value: 'off' });
    expect(readdirSync(folder)).toEqual([]);
    expect(item().set(false)).toEqual({ ok: true, value: 'off' });
  });

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'leaves alone what the desktop has switched off by %s, until the person switches it on here',
    (line) => {
      item().set(true);
      const text = `${readFileSync(file(), 'utf8')}${line}\n`;
      writeFileSync(file(), text);
      expect(item('/elsewhere/overhead').renew()).toEqual({ ok: true, value: 'switched-off' });
      expect(readFileSync(file(), 'utf8')).toBe(text);
      expect(item().set(true)).toEqual({ ok: true, value: 'on' });
    },
  );

  it('follows a program that has moved, and brings back nothing that was removed', () => {
    expect(item().renew()).toEqual({ ok: true, value: 'off' });
    expect(() => readFileSync(file())).toThrow('ENOENT');
    item().set(true);
    expect(item('/new/overhead').renew()).toEqual({ ok: true, value: 'on' });
    expect(readFileSync(file(), 'utf8')).toMatch(/^Exec=\/new\/overhead --hidden$/m);
    expect(readFileSync(file(), 'utf8')).toMatch(/^TryExec=\/new\/overhead$/m);
  });

  it('says so when the disk does not take it', () => {
    writeFileSync(join(home, 'config'), 'a file where a folder should be');
    expect(item().set(true)).toEqual({ ok: false, failure: { kind: 'storage', code: 'ENOTDIR' } });
  });

  it.skipIf(process.getuid?.() === 0)('says so when it may not write', () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o500);
    expect(item().set(true)).toEqual({ ok: false, failure: { kind: 'storage', code: 'EACCES' } });
    chmodSync(folder, 0o700);
  });

  it('throws a defect, which is no refusal of the disk', () => {
    const broken = linuxLoginItem(folder, ['/opt/overhead', null as unknown as string]);
    expect(() => broken.set(true)).toThrow(TypeError);
  });

  it('lies where the variables say', () => {
    expect(autostartFolder({ XDG_CONFIG_HOME: '/c' })).toBe('/c/autostart');
    expect(autostartFolder({ XDG_CONFIG_HOME: 'relative' })).toMatch(/\/\.config\/autostart$/);
    expect(autostartFolder({})).toMatch(/\/\.config\/autostart$/);
  });
});

describe('what is started', () => {
  const execPath = '/tmp/.mount_Over/overhead';
  const own = { APPIMAGE: '/home/a/Overhead.AppImage', APPDIR: '/tmp/.mount_Over' };
  it.each([
    [
      'installed',
      { isPackaged: true, execPath: '/opt/Overhead/overhead', env: {} },
      '/opt/Overhead/overhead',
    ],
    ['an AppImage', { isPackaged: true, execPath, env: own }, own.APPIMAGE],
    // A terminal in another AppImage hands its variables on.
    ['from another AppImage', { isPackaged: true, execPath: '/opt/o', env: own }, '/opt/o'],
    [
      'a folder that begins alike',
      { isPackaged: true, execPath: '/tmp/.mount_Overhead/o', env: own },
      '/tmp/.mount_Overhead/o',
    ],
    ['a checkout', { isPackaged: false, execPath: '/x/electron', env: {} }, null],
    [
      'a checkout in the terminal of an AppImage',
      { isPackaged: false, execPath: '/x/electron', env: own },
      null,
    ],
    ['Flatpak', { isPackaged: true, execPath: '/app/o', env: { FLATPAK_ID: 'x' } }, null],
    ['Snap', { isPackaged: true, execPath: '/snap/o', env: { SNAP: '/snap/x' } }, null],
  ])('%s', (_what, here, program) => {
    expect(launchCommand(here)).toEqual(program === null ? null : [program, '--hidden']);
  });
});

describe('what macOS and Windows say', () => {
  const told = (openAtLogin: boolean, executableWillLaunchAtLogin: boolean) => ({
    ...{ openAtLogin, executableWillLaunchAtLogin, status: 'not-registered' as const },
  });
  it.each([
    [true, true, 'on'],
    [true, false, 'switched-off'],
    [false, false, 'off'],
  ])('Windows: in the list %s, will be started %s', (listed, starts, state) => {
    expect(stateOf('win32', told(listed, starts))).toBe(state);
  });
  it.each([
    ['enabled', 'on'],
    ['requires-approval', 'switched-off'],
    ['not-registered', 'off'],
    ['not-found', 'off'],
  ] as const)('macOS: %s', (status, state) => {
    expect(stateOf('darwin', { ...told(false, false), status })).toBe(state);
  });
});
