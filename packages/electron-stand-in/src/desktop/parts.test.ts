import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isWallpaper, readGnomeWallpaper, readXfceWallpaper } from '../dbus/wallpaper.ts';
import { backdropPath, writeConfig } from './config.ts';
import { startDesktop, xvnc } from './desktop.ts';
import { desktopEnvironment } from './environment.ts';
import { parseGeometry, screenSize, setMonitors } from './monitors.ts';
import { isRunning } from '../system/processes.ts';
import { markedProcesses } from './processes.ts';
import { hasPaintedDesktop, hasPanel, hasWindowManager, takeScreenshot } from './screen.ts';
import { startSway } from './sway.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-parts-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Puts a program in the folder, which is the PATH of `env`. */
function putProgram(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`, { mode: 0o755 });
}
const env = (more: Record<string, string> = {}) => ({ PATH: folder, ...more });

describe('setMonitors', () => {
  const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
  const layout = (reason: number, status: number): string =>
    `00 00 0001 ${reason.toString(16).padStart(4, '0')} ${status.toString(16).padStart(4, '0')} 0500 02d0 fffffecc` +
    ` 02000000 ${'00'.repeat(32)}`;
  /** The messages of a server: each follows the number of bytes that the client has sent since the one before. */
  type Script = readonly (readonly [bytes: number, answer: string])[];
  const greeting: Script = [
    [0, Buffer.from('RFB 003.008\n').toString('hex')],
    [12, '02 01 02'],
    [1, '00000000'],
    [1, `0500 02d0 ${'00'.repeat(16)} 00000003 414243`],
  ];
  let server: Server;
  afterEach(() => void server.close());

  async function serve(script: Script) {
    const path = join(folder, 'vnc');
    const received: Buffer[] = [];
    server = createServer((socket) => {
      const left = [...script];
      let count = 0;
      const goOn = (): void => {
        for (let next = left[0]; next !== undefined && count >= next[0]; next = left[0]) {
          count -= next[0];
          left.shift();
          if (next[1] === 'end') socket.end();
          // In two pieces, which the client joins.
          else
            for (const half of [hex(next[1]).subarray(0, 1), hex(next[1]).subarray(1)])
              socket.write(half);
        }
      };
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        received.push(bytes);
        count += bytes.length;
        goOn();
      });
      goOn();
    });
    await once(server.listen(path), 'listening');
    return { path, received: () => Buffer.concat(received) };
  }
  const monitors = ['1280x720+0+0', '800x600+1280+40'];
  const { signal } = new AbortController();
  // Messages 2 (encodings, 12 bytes), 251 (8 + 32 bytes) and 3 (10 bytes) follow the greeting.
  const sent = 12 + 40 + 10;

  it('sends the monitors, and waits for the answer to its request', async () => {
    const raw = `00 00 0001 0000 0000 0002 0003 00000000 ${'00'.repeat(24)}`;
    const { path, received } = await serve([
      ...greeting,
      [sent, `${layout(0, 9)} ${raw} ${layout(1, 0)}`],
    ]);
    await setMonitors(path, monitors, signal);
    expect(received().subarray(12).toString('hex')).toBe(
      [
        // The security type, and a shared connection.
        '0101',
        // The encodings: raw, and the extended desktop size.
        '02000002' + '00000000' + 'fffffecc',
        // The screen of 2080 × 720 pixels, and its two monitors.
        'fb00' + '0820' + '02d0' + '0200',
        '00000001' + '0000' + '0000' + '0500' + '02d0' + '00000000',
        '00000002' + '0500' + '0028' + '0320' + '0258' + '00000000',
        '03010000000000010001',
      ].join(''),
    );
    expect(received().toString('latin1', 0, 12)).toBe('RFB 003.008\n');
  });

  it.each<[string, Script, string]>([
    ['refuses the monitors', [...greeting, [sent, layout(1, 3)]], 'refused the monitors (3)'],
    ['refuses the client', [...greeting.slice(0, 2), [1, '00000001']], 'let us not in'],
    [
      'sends another message',
      [...greeting, [sent, '02']],
      'an unexpected message of the VNC server (2)',
    ],
    ['hangs up', [...greeting, [sent, 'end']], 'the VNC server hung up'],
  ])('throws when the server %s', async (_what, script, message) => {
    const { path } = await serve(script);
    await expect(setMonitors(path, monitors, signal)).rejects.toThrow(message);
  });

  it('throws without a server, for no geometry, and when it is aborted', async () => {
    const { path } = await serve(greeting);
    await expect(setMonitors(path, ['1x1'], signal)).rejects.toThrow('no monitor: 1x1');
    await expect(setMonitors(join(folder, 'none'), monitors, signal)).rejects.toThrow('ENOENT');
    const stop = new AbortController();
    const answer = setMonitors(path, monitors, stop.signal);
    await vi.waitFor(async () =>
      expect(
        await new Promise<number>(
          (resolve) => void server.getConnections((_error, count) => resolve(count)),
        ),
      ).toBeGreaterThan(0),
    );
    stop.abort();
    await expect(answer).rejects.toThrow('no answer of the VNC server');
  });

  it('reads geometries, and starts a server with the size of all monitors', () => {
    expect(monitors.map(parseGeometry)).toEqual([
      { x: 0, y: 0, width: 1280, height: 720 },
      { x: 1280, y: 40, width: 800, height: 600 },
    ]);
    for (const text of ['a1x1+0+0', '1x1+0+0a', '1x1+0'])
      expect(() => parseGeometry(text)).toThrow(`no monitor: ${text}`);
    expect(screenSize(['9x8+1+2', '1x1+0+20'].map(parseGeometry))).toEqual({
      width: 10,
      height: 21,
    });
    expect(xvnc(monitors, '/run/vnc').join(' ')).toBe(
      'Xvnc -displayfd 3 -nolisten tcp -noreset -dpi 96 -geometry 2080x720 -depth 24 -SecurityTypes None -rfbunixpath /run/vnc -rfbport -1',
    );
  });
});

it('writeConfig writes the settings, with a tray in the panel on request', async () => {
  const home = join(folder, 'a"&<b>');
  await writeConfig(home, { tray: true });
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(home.length + 1))
    .sort();
  const xfconf = '.config/xfce4/xfconf/xfce-perchannel-xml';
  expect(files).toEqual([
    '.config/fontconfig/fonts.conf',
    '.config/gtk-3.0/settings.ini',
    ...['xfce4-desktop', 'xfce4-notifyd', 'xfce4-panel', 'xfwm4'].map(
      (name) => `${xfconf}/${name}.xml`,
    ),
    '.local/share/backgrounds/plain.png',
  ]);
  const read = (path: string): string => readFileSync(join(home, path), 'utf8');
  expect(read(`${xfconf}/xfce4-desktop.xml`)).toContain(
    `"${folder}/a&#34;&#38;&#60;b&#62;/.local/share/backgrounds/plain.png"`,
  );
  expect(readFileSync(backdropPath(home)).toString('latin1', 1, 4)).toBe('PNG');
  expect(readdirSync(join(home, '.config', 'autostart'))).toEqual([]);
  const ids = (): string[] =>
    [...read(`${xfconf}/xfce4-panel.xml`).matchAll(/<value type="int" value="(\d)"\/>/g)].map(
      ([, id = '']) => id,
    );
  expect(ids()).toEqual(['1', '1', '2', '3', '4', '5']);
  await writeConfig(home, { tray: false });
  expect(ids()).toEqual(['1', '1', '2', '4', '5']);
});

it('startDesktop names the programs that are missing', async () => {
  vi.stubEnv('PATH', folder);
  const message = /^the virtual desktop cannot start: missing Xvfb, /;
  await expect(startDesktop()).rejects.toThrow(message);
  await expect(startDesktop()).rejects.not.toThrow('Xvnc');
  await expect(startDesktop({ monitors: [] })).rejects.toThrow(/, Xvnc$/);
});

it('desktopEnvironment replaces what belongs to the surrounding desktop', () => {
  for (const name of [
    'WAYLAND_DISPLAY',
    'DBUS_SESSION_BUS_ADDRESS',
    'SESSION_MANAGER',
    'XAUTHORITY',
    'GTK_THEME',
    'FORCE_COLOR',
    'NO_COLOR',
    'OTHER',
  ])
    vi.stubEnv(name, 'x');
  vi.stubEnv('LANG', undefined).stubEnv('ACCESSIBILITY_ENABLED', '');
  const dir = { dir: '/dir', home: '/home/a' };
  const plain = desktopEnvironment('7', dir);
  expect(plain).toMatchObject({
    OTHER: 'x',
    OVERHEAD_DESKTOP_ID: '7',
    HOME: '/home/a',
    TMPDIR: '/dir/tmp',
    XDG_RUNTIME_DIR: '/dir/run',
    XDG_CONFIG_HOME: '/home/a/.config',
    XDG_STATE_HOME: '/home/a/.local/state',
    LANG: 'C.UTF-8',
    NO_AT_BRIDGE: '1',
    GTK_A11Y: 'none',
  });
  expect(
    Object.keys(plain).filter((name) =>
      /^(WAYLAND|DBUS|SESSION_|XAUTH|GTK_THEME|FORCE_C|NO_COLOR|GNOME_ACC)/.test(name),
    ),
  ).toEqual([]);
  vi.stubEnv('LANG', 'de_DE.UTF-8').stubEnv('ACCESSIBILITY_ENABLED', '1');
  const spoken = desktopEnvironment('7', dir);
  expect(spoken).toMatchObject({ LANG: 'de_DE.UTF-8', GNOME_ACCESSIBILITY: '1' });
  expect(Object.keys(spoken)).not.toContain('NO_AT_BRIDGE');
});

it('reads the windows of the desktop with xprop and xwininfo', async () => {
  putProgram(
    'xprop',
    `case "$*" in
    '-root _NET_SUPPORTING_WM_CHECK') cat ${folder}/wm ;;
    '-root _NET_CLIENT_LIST_STACKING') echo '_NET_CLIENT_LIST_STACKING(WINDOW): window id # 0xa, 0xb, 0xc' ;;
    '-root XFDESKTOP_IMAGE_FILE_0') cat ${folder}/picture ;;
    '-id 0xa _NET_WM_WINDOW_TYPE') exit 1 ;;
    '-id 0xb _NET_WM_WINDOW_TYPE') echo '_NET_WM_WINDOW_TYPE(ATOM) = _NET_WM_WINDOW_TYPE_DESKTOP' ;;
    '-id 0xc _NET_WM_WINDOW_TYPE') echo '_NET_WM_WINDOW_TYPE(ATOM) = _NET_WM_WINDOW_TYPE_DOCK' ;;
  esac`,
  );
  putProgram(
    'xwininfo',
    `[ "$1" = -id ] && [ "$2" = 0xb ] && echo '  Map State: IsViewable' || echo '  Map State: IsUnMapped'`,
  );
  const states = async (wm: string, picture: string) => {
    writeFileSync(join(folder, 'wm'), wm);
    writeFileSync(join(folder, 'picture'), picture);
    return [await hasWindowManager(env()), await hasPaintedDesktop(env()), await hasPanel(env())];
  };
  expect(await states('no such atom', 'not found.')).toEqual([false, false, false]);
  expect(await states('(WINDOW): window id # 0x2', 'X(STRING) = "/a.png"')).toEqual([
    true,
    true,
    false,
  ]);
  putProgram('xwininfo', `echo '  Map State: IsViewable'`);
  expect(await hasPanel(env())).toBe(true);
  await expect(takeScreenshot(env(), '/a.png')).rejects.toThrow('no screenshot at /a.png');
  putProgram('import', `echo "$@" >> ${folder}/args`);
  for (const path of ['/a.png', '/a.ppm']) await takeScreenshot(env(), path);
  expect(readFileSync(join(folder, 'args'), 'utf8')).toBe(
    '-silent -window root png:/a.png\n-silent -window root ppm:/a.ppm\n',
  );
});

it('reads the wallpapers of XFCE and GNOME', async () => {
  const file = join(folder, "a'b c.png");
  writeFileSync(file, '');
  putProgram(
    'xfconf-query',
    `[ "$*" = '--channel xfce4-desktop --property /backdrop --list --verbose' ] && printf '%s\\n' '/backdrop/screen0/monitor0/workspace0/last-image   ${file.replace("'", "'\\''")}' '/backdrop/screen0/monitor0/workspace0/image-style 5' 'x/last-image'`,
  );
  const uri = pathToFileURL(file).href;
  const putSettings = (light: string, dark: string): void =>
    putProgram(
      'gsettings',
      `[ "$1 $2" = 'get org.gnome.desktop.background' ] && case $3 in picture-uri) echo "'${light}'" ;; picture-uri-dark) echo "'${dark}'" ;; picture-options) echo "'it\\\\'s zoom'" ;; esac`,
    );
  putSettings(uri, uri);
  expect(await readXfceWallpaper(env())).toEqual([file]);
  expect(await readGnomeWallpaper(env())).toEqual({
    pictureUri: uri,
    pictureUriDark: uri,
    pictureOptions: "it's zoom",
  });
  const on = (desktop: string, path = file) =>
    isWallpaper(path, env({ XDG_CURRENT_DESKTOP: desktop }));
  for (const desktop of ['XFCE', 'ubuntu:GNOME', 'Unity', 'Budgie', 'Pantheon'])
    expect([desktop, await on(desktop)]).toEqual([desktop, true]);
  mkdirSync(join(folder, 'other'));
  expect([
    await on('KDE'),
    await isWallpaper(file, env()),
    await on('XFCE', join(folder, 'none')),
    await on('XFCE', join(folder, 'other')),
    await on('GNOME', join(folder, 'other')),
  ]).toEqual([false, false, false, false, false]);
  putSettings(uri, 'file:///other');
  expect(await on('GNOME')).toBe(false);
  putSettings('file:///other', uri);
  expect(await on('GNOME')).toBe(false);
  rmSync(file);
  expect(await on('XFCE')).toBe(false);
  await expect(readXfceWallpaper({ PATH: '/nonexistent' })).rejects.toThrow();
});

it.skipIf(process.platform !== 'linux')(
  'startSway starts sway with an output for each monitor, and ends it',
  async () => {
    const monitors = ['1280x720+0+0', '800x600+1280+40'];
    // For root, sway runs as the user nobody.
    const isRoot = process.getuid?.() === 0;
    putProgram('setpriv', `echo "$*" > ${folder}/user; shift 4; exec ${folder}/sway "$@"`);
    // Like a helper of Chromium, its child has no mark in its environment.
    putProgram(
      'sway',
      `cat "$2" > ${folder}/config; cd "$XDG_RUNTIME_DIR"; trap 'touch ${folder}/ended; exit' TERM
      env -i sleep 600 & echo $! > ${folder}/child; touch wayland-7 sway-ipc.0.9.sock; wait`,
    );
    putProgram('grim', `echo "$* $WAYLAND_DISPLAY" > ${folder}/picture`);
    vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`).stubEnv('DISPLAY', ':9');
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    const sway = await startSway(monitors);
    const { XDG_RUNTIME_DIR: runtime = '', OVERHEAD_DESKTOP_ID: id = '' } = sway.env;
    try {
      expect(sway.env).toMatchObject({
        ...{ XDG_CURRENT_DESKTOP: 'sway', XDG_SESSION_TYPE: 'wayland', WLR_BACKENDS: 'headless' },
        ...{ WLR_HEADLESS_OUTPUTS: '2', WLR_LIBINPUT_NO_DEVICES: '1', WLR_RENDERER: 'pixman' },
        ...{ WAYLAND_DISPLAY: 'wayland-7', SWAYSOCK: join(runtime, 'sway-ipc.0.9.sock') },
      });
      expect(sway.env).not.toHaveProperty('DISPLAY');
      expect(read('config')).toBe(
        'output HEADLESS-1 resolution 1280x720 position 0 0\noutput HEADLESS-2 resolution 800x600 position 1280 40\n',
      );
      const user = /^--reuid=65534 --regid=65534 --clear-groups sway -c \S+config\n$/;
      if (isRoot) expect(read('user')).toMatch(user);
      if (isRoot) expect(statSync(runtime)).toMatchObject({ uid: 65_534, gid: 65_534 });
      await sway.screenshot('HEADLESS-2', '/a.png');
      expect(read('picture')).toBe('-o HEADLESS-2 /a.png wayland-7\n');
      expect(markedProcesses(id)).not.toEqual([]);
    } finally {
      await sway.stop();
    }
    expect(markedProcesses(id)).toEqual([]);
    expect(isRunning(Number(read('child')))).toBe(false);
    expect(existsSync(join(folder, 'ended'))).toBe(true);
    expect(existsSync(dirname(runtime))).toBe(false);
    vi.stubEnv('TMPDIR', folder);
    await expect(startSway(['none'])).rejects.toThrow('no monitor: none');
    expect(readdirSync(folder).filter((name) => name.startsWith('overhead-sway-'))).toEqual([]);
  },
);
