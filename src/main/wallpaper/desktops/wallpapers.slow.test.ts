// Sets wallpapers with the programs of XFCE and sway, with feh and with swaybg, and compares pixels. For GNOME,
// compares only its settings.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import type { Display } from '#platform/windows/display.ts';
import type { Backend, PicturesToSet } from '#wallpaper/desktops/backend.ts';
import { chooseBackends } from '#wallpaper/desktops/choose-backends.ts';
import { firstAnsweringBackend, restoreSettings, writeSettings } from '#wallpaper/setter/runner.ts';
import { mergePreviousSettings, type PreviousSettings } from '#wallpaper/setter/desktop-store.ts';
import { executeProgram as runProgram } from '#platform/process/run.ts';
import { isRunning, readProcess } from '#stand-in/system/processes.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import { describeDesktop } from '#stand-in/desktop/describe-desktop.ts';
import { sendSignal } from '#stand-in/desktop/processes.ts';
import { startDesktop, type Desktop } from '#stand-in/desktop/desktop.ts';
import { parseGeometry } from '#stand-in/desktop/monitors.ts';
import { startSway, swayCommands } from '#stand-in/desktop/sway.ts';

const run = promisify(execFile);
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

const monitors = ['640x360+0+0', '400x300+640+0'];
const [left, right] = monitors.map((text, index): Display => {
  const bounds = parseGeometry(text);
  return { id: index + 1, isPrimary: index === 0, bounds, workArea: bounds, scaleFactor: 1 };
}) as [Display, Display];

/**
 * Creates a picture of each colour, and returns the paths. The names of the folder and the files have characters that a
 * backend may handle wrongly.
 */
async function pictures(...colours: string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'a b #1 50% '));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  // sway may run as another user.
  chmodSync(folder, 0o755);
  return Promise.all(
    colours.map(async (colour) => {
      const path = join(folder, `${colour} ;$x"'é.png`);
      await run('convert', ['-size', '64x36', `xc:${colour}`, path]);
      return path;
    }),
  );
}

/** Sets and restores with the programs of this environment. */
function setterIn(env: Readonly<Record<string, string>>, backends: readonly Backend[]) {
  const { signal } = new AbortController();
  // The app's own runner, in the environment of the desktop.
  const inside = (program: string, args: readonly string[]) =>
    runProgram(
      'env',
      ['-i', ...Object.entries(env).map((one) => one.join('=')), program, ...args],
      signal,
    );
  let previous: PreviousSettings | null = null;
  return {
    async show(shown: PicturesToSet) {
      const answered = await firstAnsweringBackend(backends, inside);
      if (typeof answered === 'string') throw new Error(answered);
      const { backend, surveyed } = answered;
      const settings = backend.settings(surveyed.answers, shown);
      const isOurs = (value: string): boolean => value.includes('a b #1 50% ');
      previous = mergePreviousSettings(backend.name, previous, surveyed.held, settings, isOurs);
      return { backend: backend.name, done: await writeSettings(backend, settings, inside) };
    },
    restore() {
      const backend = backends.find(({ name }) => name === previous?.backend);
      if (backend === undefined || previous === null) throw new Error('nothing to restore');
      return restoreSettings(backend, previous, inside);
    },
  };
}

const each = (first: string, second: string): PicturesToSet => ({
  reach: 'each',
  pictures: [
    { path: first, display: left },
    { path: second, display: right },
  ],
  kept: [],
});
const same = (path: string): PicturesToSet => ({
  reach: 'same',
  pictures: [{ path, display: left }],
  kept: [],
});

async function colourAt(picture: string, x: number, y: number): Promise<string> {
  const { stdout } = await run('convert', [picture, '-format', `%[hex:p{${x},${y}}]`, 'info:']);
  return stdout.slice(0, 6);
}

/** Waits until these places have these colours, because a desktop may draw late. */
async function waitForColours(
  look: () => Promise<readonly string[]>,
  wanted: readonly string[],
): Promise<void> {
  let seen: readonly string[] = [];
  await waitUntil(
    async () => {
      seen = await look();
      return seen.join() === wanted.join();
    },
    { message: `not ${wanted.join()}`, timeoutMs: 120_000, intervalMs: 100 },
  ).catch((error: unknown) => {
    throw new Error(`seen: ${seen.join()}`, { cause: error });
  });
}

const red = 'FF0000';
const blue = '0000FF';
const lime = '00FF00';

describeDesktop(
  'the wallpaper backends on XFCE with two monitors',
  () => {
    async function twoMonitors(): Promise<{ desktop: Desktop; look: () => Promise<string[]> }> {
      const desktop = await startDesktop({ monitors, tray: false, notifications: 'none' });
      cleanups.push(() => desktop.stop());
      const shot = join(desktop.dir, 'screen.png');
      const look = async (): Promise<string[]> => {
        await desktop.screenshot(shot);
        return [await colourAt(shot, 320, 100), await colourAt(shot, 840, 100)];
      };
      return { desktop, look };
    }

    it('set a picture on each monitor, change only one of them, and restore both', async () => {
      const { desktop, look } = await twoMonitors();
      const setter = setterIn(desktop.env, chooseBackends(linux('XFCE')));
      const [first = '', second = '', third = ''] = await pictures('red', 'blue', 'lime');
      const before = await look();
      expect(await setter.show(each(first, second))).toEqual({
        backend: 'xfce',
        done: { verified: true },
      });
      await waitForColours(look, [red, blue]);
      await setter.show({
        reach: 'each',
        pictures: [{ path: third, display: right }],
        kept: [left],
      });
      await waitForColours(look, [red, lime]);
      expect(await setter.restore()).toEqual({ verified: true });
      await waitForColours(look, before);
    });

    it('set one picture that spans both monitors with the keys of GNOME', async () => {
      const { desktop } = await twoMonitors();
      const setter = setterIn(desktop.env, chooseBackends(linux('GNOME')));
      const [first = ''] = await pictures('red');
      const shown = { ...same(first), reach: 'spanning' } as const;
      expect(await setter.show(shown)).toEqual({ backend: 'gnome', done: { verified: true } });
      const key = (name: string) =>
        run('gsettings', ['get', 'org.gnome.desktop.background', name], { env: desktop.env });
      expect((await key('picture-options')).stdout).toBe("'spanned'\n");
      expect((await key('picture-uri-dark')).stdout).toMatch(/^'file:\/\/.*a%20b%20%231%2050%25/);
      expect(await setter.restore()).toEqual({ verified: true });
      expect((await key('picture-options')).stdout).toBe("'zoom'\n");
    });

    it('paint the root window of each monitor with feh, and do not report it as verified', async () => {
      const { desktop, look } = await twoMonitors();
      for (const pid of desktop.pids)
        if (readProcess(pid, 'comm') === 'xfdesktop\n') sendSignal(pid, 'SIGTERM');
      const setter = setterIn(desktop.env, chooseBackends(linux('i3')));
      const [first = '', second = ''] = await pictures('red', 'blue');
      expect(await setter.show(each(first, second))).toEqual({
        backend: 'feh',
        done: { verified: false },
      });
      await waitForColours(look, [red, blue]);
    });
  },
  ['Xvnc', 'feh'],
);

describeDesktop(
  'the wallpaper backends on sway with two outputs',
  () => {
    async function twoOutputs() {
      const sway = await startSway(monitors);
      cleanups.push(() => sway.stop());
      const folder = mkdtempSync(join(tmpdir(), 'sway-look-'));
      cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
      const look = () =>
        Promise.all(
          ['HEADLESS-1', 'HEADLESS-2'].map(async (output) => {
            const shot = join(folder, `${output}.png`);
            await sway.screenshot(output, shot);
            return colourAt(shot, 200, 150);
          }),
        );
      return { sway, look };
    }

    it('set a picture on each output, and change only one of them', async () => {
      const { sway, look } = await twoOutputs();
      const setter = setterIn(sway.env, chooseBackends(linux('sway')));
      const [first = '', second = '', third = ''] = await pictures('red', 'blue', 'lime');
      expect(await setter.show(each(first, second))).toEqual({
        backend: 'sway',
        done: { verified: true },
      });
      await waitForColours(look, [red, blue]);
      await setter.show({
        reach: 'each',
        pictures: [{ path: third, display: right }],
        kept: [left],
      });
      await waitForColours(look, [red, lime]);
      await setter.restore();
      await waitForColours(look, ['000000', '000000']);
    });

    it('start one swaybg for a compositor without a command of its own, replace it, and end it', async () => {
      const { sway, look } = await twoOutputs();
      const setter = setterIn(sway.env, chooseBackends(linux('labwc')));
      const [first = '', second = ''] = await pictures('red', 'blue');
      const bare = await look();
      const note = join(sway.env['XDG_RUNTIME_DIR'] ?? '', 'overhead-swaybg.pid');
      const pids: number[] = [];
      for (const [path, colour] of [
        [first, red],
        [second, blue],
      ] as const) {
        expect(await setter.show(same(path))).toEqual({
          backend: 'swaybg',
          done: { verified: true },
        });
        await waitForColours(look, [colour, colour]);
        pids.push(Number(readFileSync(note, 'utf8')));
      }
      const [old = 0, current = 0] = pids;
      expect(old).not.toBe(current);
      await waitUntil(() => !isRunning(old), { message: 'the old one stays', timeoutMs: 60_000 });
      expect(isRunning(current)).toBe(true);
      expect(await setter.restore()).toEqual({ verified: true });
      await waitForColours(look, bare);
      expect(existsSync(note)).toBe(false);
    });
  },
  swayCommands,
);

function linux(currentDesktop: string) {
  const isWayland = currentDesktop === 'sway' || currentDesktop === 'labwc';
  return { platform: 'linux', currentDesktop, isWayland, isSandboxed: false } as const;
}
