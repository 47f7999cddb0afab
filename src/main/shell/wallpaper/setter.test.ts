import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Run } from '../process/run.ts';
import { gnome } from './gnome.ts';
import { chooseBackend, createWallpaperSetter, type RunProgram } from './setter.ts';
import { xfce } from './xfce.ts';

const folder = mkdtempSync(join(tmpdir(), 'overhead wallpaper-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { signal } = new AbortController();

const done = (stdout = ''): Run => ({ code: 0, stdout, stderr: '' });

/** Answers like the desktop's own program, from a table of settings, and records what was called. */
function recorder(answer: (line: string) => Run) {
  const lines: string[] = [];
  const run: RunProgram = (program, args) => {
    const line = [program, ...args].join(' ');
    lines.push(line);
    return Promise.resolve(answer(line));
  };
  return { lines, run };
}

describe('chooseBackend', () => {
  it.each([
    ['XFCE', 'xfce'],
    ['X-Cinnamon:XFCE', 'xfce'],
    ['ubuntu:GNOME', 'gnome'],
    ['Unity', 'gnome'],
    ['Budgie:GNOME', 'gnome'],
    ['KDE', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s → %s', (desktop, name) => {
    expect(chooseBackend(desktop)?.name).toBe(name);
  });
});

describe('xfce', () => {
  const property = '/backdrop/screen0/monitorHDMI-1/workspace0/last-image';
  const list = `/backdrop/screen0/monitorHDMI-1/workspace0/color-style\n${property}\n/desktop-icons/style\n`;
  const desktop = (path: string) => (line: string) => {
    if (line.endsWith(' -l')) return done(list);
    if (line.startsWith('xrandr')) return done('Monitors: 1\n 0: +*DP-2 1920/5x1080/2+0+0  DP-2\n');
    return done(line.endsWith(property) ? `${path}\n` : '');
  };

  it('writes the path and the style of every monitor, known or new', async () => {
    const { lines, run } = recorder(desktop('/p/a b.jpg'));
    expect(await xfce.set('/p/a b.jpg', run)).toBeNull();
    expect(lines.slice(2)).toEqual(
      ['HDMI-1', 'DP-2'].flatMap((monitor) => {
        const base = `xfconf-query -c xfce4-desktop -p /backdrop/screen0/monitor${monitor}/workspace0`;
        return [
          `${base}/image-style -n -t int -s 5`,
          `${base}/last-image -n -t string -s /p/a b.jpg`,
        ];
      }),
    );
  });

  it('fills every workspace of a monitor that is new', async () => {
    const workspaces = [0, 1, 3].map(
      (n) => `/backdrop/screen0/monitorDP-1/workspace${n}/last-image`,
    );
    const { lines, run } = recorder((line) => {
      if (line.endsWith(' -l')) return done(workspaces.join('\n'));
      return done(line.startsWith('xrandr') ? ' 1: +eDP-1 1920/5x1080/2+0+0  eDP-1\n' : '');
    });
    expect(await xfce.set('/p/a.jpg', run)).toBeNull();
    const written = lines.flatMap((line) => /-p (\S+last-image) -n/.exec(line)?.[1] ?? []);
    expect(written).toEqual([
      ...workspaces,
      ...workspaces.map((property) => property.replace('DP-1', 'eDP-1')),
    ]);
  });

  it('verifies only what every monitor really holds', async () => {
    expect(await xfce.verify('/p/a.jpg', recorder(desktop('/p/a.jpg')).run)).toBe(true);
    expect(await xfce.verify('/p/a.jpg', recorder(desktop('/p/old.jpg')).run)).toBe(false);
    expect(await xfce.verify('/p/a.jpg', recorder(() => done('')).run)).toBe(false);
  });

  it('says what the program said', async () => {
    const { run } = recorder(() => ({ code: 1, stdout: '', stderr: 'No such channel\n' }));
    expect(await xfce.set('/p/a.jpg', run)).toBe('xfconf-query: No such channel');
  });
});

describe('gnome', () => {
  const keys = 'picture-options\npicture-uri\npicture-uri-dark\nprimary-color\n';
  /** The desktop holds these addresses; a key that it does not have, it refuses. */
  const desktop = (held: Readonly<Record<string, string>>) => (line: string) => {
    const [, verb, , key = ''] = line.split(' ');
    if (verb === 'list-keys') return done(['picture-options', ...Object.keys(held)].join('\n'));
    if (key !== 'picture-options' && !(key in held))
      return { code: 1, stdout: '', stderr: `No such key “${key}”\n` };
    return done(verb === 'get' ? `'${held[key] ?? ''}'\n` : '');
  };

  it('writes both styles, percent-encoded', async () => {
    const { lines, run } = recorder((line) => done(line.includes('list-keys') ? keys : ''));
    expect(await gnome.set("/p/a b#c%d'e.jpg", run)).toBeNull();
    const url = 'file:///p/a%20b%23c%25d%27e.jpg';
    expect(lines.slice(1)).toEqual([
      'gsettings set org.gnome.desktop.background picture-options zoom',
      `gsettings set org.gnome.desktop.background picture-uri ${url}`,
      `gsettings set org.gnome.desktop.background picture-uri-dark ${url}`,
    ]);
  });

  it('verifies both', async () => {
    const url = 'file:///p/a.jpg';
    const both = recorder(desktop({ 'picture-uri': url, 'picture-uri-dark': url }));
    expect(await gnome.verify('/p/a.jpg', both.run)).toBe(true);
    const light = recorder(desktop({ 'picture-uri': url, 'picture-uri-dark': '' }));
    expect(await gnome.verify('/p/a.jpg', light.run)).toBe(false);
  });

  it('does with the one address that versions before 42 have', async () => {
    const { run } = recorder(desktop({ 'picture-uri': 'file:///p/a.jpg' }));
    expect(await gnome.set('/p/a.jpg', run)).toBeNull();
    expect(await gnome.verify('/p/a.jpg', run)).toBe(true);
  });

  it('says what the program said', async () => {
    const { run } = recorder(() => ({ code: 1, stdout: '', stderr: 'No such schema\n' }));
    expect(await gnome.set('/p/a.jpg', run)).toBe('gsettings: No such schema');
  });
});

describe('createWallpaperSetter', () => {
  it('says plainly that it does not know a desktop', async () => {
    const detail =
      'Overhead does not know yet how to set the wallpaper on the Enlightenment desktop';
    expect(await createWallpaperSetter('Enlightenment').set('/x', signal)).toMatchObject({
      failure: { backend: null, detail },
    });
  });

  it('refuses a file that is gone, for which some desktops go blank', async () => {
    const missing = await createWallpaperSetter('XFCE').set(join(folder, 'no.jpg'), signal);
    expect(missing).toMatchObject({ failure: { detail: 'the picture’s file is gone' } });
  });

  it('reports a program that is not there', async () => {
    const file = join(folder, 'a.jpg');
    writeFileSync(file, '');
    const { PATH } = process.env;
    process.env['PATH'] = '/nowhere';
    const set = await createWallpaperSetter('GNOME').set(file, signal);
    process.env['PATH'] = PATH;
    const detail = 'gsettings: it is not installed';
    expect(set).toMatchObject({ ok: false, failure: { backend: 'gnome', detail } });
  });
});
