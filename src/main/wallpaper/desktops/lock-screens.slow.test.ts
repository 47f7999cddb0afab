import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  hasSchema,
  programPathOf,
  createRunnerIn,
  setWallpaperWith,
} from '#test/support/real-programs.ts';
import { surveySettings, writeSettings, type RunProgram } from '../setter/runner.ts';
import type { LockScreen } from './backend.ts';
import { chooseLockScreen } from './choose-backends.ts';
import { lockScreens } from './lock-screens.ts';

const { kde, mate, budgie, windows } = lockScreens;
it.each([
  ['linux', 'KDE', true, 'offered', 'kde'],
  ['linux', 'MATE', false, 'offered', 'mate'],
  ['linux', 'Budgie:GNOME', false, 'offered', 'budgie'],
  ['linux', 'Budgie:GNOME', true, 'none', null],
  ['win32', undefined, false, 'offered', 'windows'],
  ['linux', 'ubuntu:GNOME', true, 'follows', null],
  ['linux', 'X-Cinnamon', false, 'follows', null],
  ['linux', 'COSMIC', true, 'follows', null],
  ['darwin', undefined, false, 'follows', null],
  ['linux', 'XFCE', false, 'none', null],
  ['linux', 'sway', true, 'none', null],
  ['linux', undefined, false, 'none', null],
] as const)(
  'chooseLockScreen returns on %s, %s, Wayland %s: %s',
  (platform, currentDesktop, isWayland, offer, name) => {
    const here = { platform, currentDesktop, isWayland };
    expect(chooseLockScreen({ ...here, isSandboxed: false })).toEqual({ offer, name });
  },
);

it('chooseLockScreen returns “sandboxed” and no name inside a sandbox', () => {
  const here = { platform: 'linux', currentDesktop: 'KDE', isWayland: true } as const;
  expect(chooseLockScreen({ ...here, isSandboxed: true })).toEqual({
    offer: 'sandboxed',
    name: null,
  });
});

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'overhead lock #1 '));
});
afterEach(() => rmSync(home, { recursive: true }));

const inside = (env: Record<string, string> = {}) => createRunnerIn(home, env);
const roundTrip = (lock: LockScreen, path: string, run: RunProgram) =>
  setWallpaperWith(lock, (answers) => lock.settings(answers, path), run);

const hardPath = `/w/a b #1 50% ;$HOME"'\\é.jpg`;
const encoded = "file:///w/a%20b%20%231%2050%25%20;$HOME%22'%5C%C3%A9.jpg";

describe.skipIf(programPathOf('kwriteconfig5') === '' && programPathOf('kwriteconfig6') === '')(
  'the lock screen of KDE, with its own kwriteconfig',
  () => {
    const file = (): string => readFileSync(join(home, 'kscreenlockerrc'), 'utf8');
    const group = '[Greeter][Wallpaper][org.kde.image][General]';

    it('writes and verifies settings that did not exist, and removes them on restore', async () => {
      const { done, restore } = await roundTrip(kde, hardPath, inside());
      expect(done).toEqual({ verified: true });
      expect(file()).toContain(`[Greeter]\nWallpaperPlugin=org.kde.image\n`);
      expect(file()).toContain(`${group}\nImage=${encoded}\nPreviewImage=${encoded}\n`);
      expect(await restore?.()).toEqual({ verified: true });
      expect(file().trim()).toBe('');
    });

    it('restores another plugin and picture, and changes no other key', async () => {
      const before = `[Daemon]\nTimeout=7\n\n[Greeter]\nWallpaperPlugin=org.kde.potd\n\n${group}\nFillMode=1\nImage=/own,a b.png\n`;
      writeFileSync(join(home, 'kscreenlockerrc'), before);
      const { done, restore } = await roundTrip(kde, '/w/a.jpg', inside());
      expect(done).toEqual({ verified: true });
      expect(file()).toContain('Timeout=7');
      expect(await restore?.()).toEqual({ verified: true });
      expect(file()).toBe(before);
    });

    it.each([
      ['locked by an administrator', `${group}\nImage[$i]=file:///admin.jpg\n`],
      ['in a group that is locked', `${group}[$i]\nImage=file:///admin.jpg\n`],
      ['in a file that is locked', `[$i]\n\n${group}\nImage=file:///admin.jpg\n`],
    ])('reports that a key is %s', async (_what, text) => {
      writeFileSync(join(home, 'kscreenlockerrc'), text);
      const { done } = await roundTrip(kde, '/w/a.jpg', inside());
      expect(done).toBe(
        'sh: kscreenlockerrc does not take Image: it is locked or cannot be written',
      );
      expect(file()).toBe(text);
    });

    it('returns `verified: false` if the file cannot be written', async () => {
      mkdirSync(join(home, 'kscreenlockerrc'));
      const { done } = await roundTrip(kde, '/w/a.jpg', inside());
      // kwriteconfig exits with 0 in this case.
      expect(done).toEqual({ verified: false });
    });
  },
);

function only(...programs: string[]): string {
  const folder = join(home, 'bin');
  mkdirSync(folder, { recursive: true });
  for (const program of programs) symlinkSync(programPathOf(program), join(folder, program));
  return folder;
}

it.each(['/my\\new beach.jpg', '/a\\cb.jpg', '/it\'s $(x) `y` "z".jpg', '-n'])(
  'the lock screen of KDE reads %j back unchanged',
  async (image) => {
    const bin = only('sh', 'bash');
    const answer = '[ "$k" = Image ] && printf "%s\\n" "$IMAGE"; exit 0';
    const program = `#!${programPathOf('bash')}\nwhile [ $# -gt 0 ]; do [ "$1" = --key ] && k=$2; shift; done\n${answer}\n`;
    writeFileSync(join(bin, 'kreadconfig6'), program, { mode: 0o755 });
    const [ask] = kde.survey;
    const { stdout } = await inside({ PATH: bin, IMAGE: image })(
      ask?.program ?? '',
      ask?.args ?? [],
    );
    expect(kde.held([stdout])?.get('Image')).toBe(image);
  },
);

it('the lock screen of KDE names the missing tool', async () => {
  const run = inside({ PATH: only('sh') });
  expect((await roundTrip(kde, '/w/a.jpg', run)).done).toBe('sh: kreadconfig6 is not installed');
});

describe.skipIf(!hasSchema('org.gnome.desktop.screensaver'))(
  'the lock screen of Budgie, with the schema of GNOME',
  () => {
    const withScreensaver = (): Record<string, string> => {
      const folder = join(home, 'bin');
      mkdirSync(folder);
      writeFileSync(join(folder, 'budgie-screensaver'), '#!/bin/sh\n', { mode: 0o755 });
      return {
        PATH: [folder, process.env['PATH']].join(delimiter),
      };
    };

    it('is set, read back and restored', async () => {
      const run = inside(withScreensaver());
      const { done, restore } = await roundTrip(budgie, hardPath, run);
      expect(done).toEqual({ verified: true });
      const now = await surveySettings(budgie, run);
      expect(
        typeof now === 'string' ? null : now.held?.get('org.gnome.desktop.screensaver picture-uri'),
      ).toBe(`'${encoded.replace("'", '%27')}'`);
      expect(await restore?.()).toEqual({ verified: true });
    });

    it('fails without budgie-screensaver, because GNOME Shell ignores the key', async () => {
      const run = inside({ PATH: only('sh', 'gsettings') });
      expect((await roundTrip(budgie, '/w/a.jpg', run)).done).toBe(
        'sh: budgie-screensaver is not installed',
      );
    });
  },
);

describe('the lock screen of MATE', () => {
  it.skipIf(!hasSchema('org.mate.screensaver'))(
    'sets, reads back and restores with its own schema',
    async () => {
      const { done, restore } = await roundTrip(mate, hardPath, inside());
      expect(done).toEqual({ verified: true });
      expect(await restore?.()).toEqual({ verified: true });
    },
  );

  // Recorded with `gsettings list-recursively` and the schema of mate-screensaver-common 1.26.1.
  const answer = [
    "org.mate.screensaver mode 'blank-only'",
    "org.mate.screensaver picture-filename '/usr/share/backgrounds/mate/desktop/Stripes.png'",
    'org.mate.screensaver power-management-delay 30',
    'org.mate.screensaver themes @as []',
  ].join('\n');
  const key = 'org.mate.screensaver picture-filename';

  it('sets the path', () => {
    expect(mate.settings([answer], '/w/a b.jpg')).toEqual([{ key, value: "'/w/a b.jpg'" }]);
    expect(mate.held([answer])?.get(key)).toBe("'/usr/share/backgrounds/mate/desktop/Stripes.png'");
    expect(mate.write(key, "'/w/a b.jpg'")?.args).toEqual([
      'set',
      'org.mate.screensaver',
      'picture-filename',
      "'/w/a b.jpg'",
    ]);
  });

  it('is not available before MATE 1.25', () => {
    expect(mate.settings(["org.mate.screensaver mode 'blank-only'"], '/w/a.jpg')).toEqual([]);
  });

  it('reports that an administrator has locked the key', async () => {
    // Recorded with a dconf profile that locks the key: dconf 0.40, GLib 2.74.
    const locked = { code: 1, stdout: '', stderr: 'The key is not writable\n' };
    const done = await writeSettings(mate, mate.settings([answer], '/w/a.jpg'), () =>
      Promise.resolve(locked),
    );
    expect(done).toBe('gsettings: The key is not writable');
  });
});

describe('the lock screen of Windows', () => {
  const code = (path: string): string =>
    Buffer.from(windows.write('picture', path)?.args.at(-1) ?? '', 'base64').toString('utf16le');

  it('reads the path of the picture', () => {
    expect(windows.held(['{\r\n  "picture":  "C:\\\\Users\\\\a b\\\\é.jpg"\r\n}'])).toEqual(
      new Map([['picture', 'C:\\Users\\a b\\é.jpg']]),
    );
    for (const nothing of ['{ "picture": "" }', '', 'nonsense'])
      expect(windows.held([nothing])?.size).toBe(0);
    expect(windows.write('picture', null)).toBeNull();
  });

  it.each(["'", '\u2018', '\u2019', '"', '`', '$', '\n'])(
    'encodes a path with %j, so that PowerShell cannot interpret it',
    (quote) => {
      const path = `C:\\Bob${quote}); Start-Process calc; (${quote}s.jpg`;
      expect(code(path)).not.toContain('calc');
      const [, text = ''] = /FromBase64String\('([^']*)'\)\)\)/.exec(code(path)) ?? [];
      expect(Buffer.from(text, 'base64').toString()).toBe(path);
      expect(code(path).replace(text, '')).toBe(
        code('C:\\a.jpg').replace(/[\w+/=]*(?='\)\)\))/, ''),
      );
    },
  );

  it('runs PowerShell by its full path, and prints the app’s own message if PowerShell is restricted', () => {
    const { program = '' } = windows.write('picture', 'C:\\a.jpg') ?? {};
    expect(program).toMatch(/^[A-Z]:\\.*\\System32\\WindowsPowerShell\\v1\.0\\powershell\.exe$/i);
    expect(code('C:\\a.jpg')).toMatch(
      /^if \(".*LanguageMode.*" -ne 'FullLanguage'\) \{\n'[^']+'; exit 1 \}/,
    );
  });

  it('builds a command that is shorter than the limit of Windows', () => {
    const { program, args } = windows.write('picture', `C:\\${'é'.repeat(255)}.jpg`) ?? {
      program: '',
      args: [],
    };
    expect([program, ...args].join(' ').length).toBeLessThan(32_767);
  });
});
