import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseJson } from '#shared/json.ts';
import { leftDisplay, rightDisplay } from '#test/support/backends.ts';
import type { ProgramResult } from '#platform/process/run.ts';
import { missingModule, windows, windowsFullScreen } from '#wallpaper/desktops/windows.ts';
import {
  restoreSettings,
  surveySettings,
  writeSettings,
  type RunProgram,
} from '#wallpaper/setter/runner.ts';
import { root, runFolder } from '../setup/paths.ts';
import { missingForWine, startWine, windowsPath, type Wine } from './wine.ts';

const missing = missingForWine();
if (missing.length > 0) process.stderr.write(`not tested: not installed: ${missing.join(', ')}\n`);

const program = windowsPath(join(root, 'src/main/wallpaper/desktops/windows-program.ts'));
const answersProgram = join(root, 'tools/windows/desktop-answers.ts');
const systemProgram = join(root, 'tools/windows/system-wallpaper.ts');
/** What `desktop-answers.ts` writes. */
interface Recording {
  readonly outcome: unknown;
  readonly answers: readonly ProgramResult[];
}
const first = '\\\\?\\DISPLAY#DEL40F1#5&1a2b&0&UID4352#{e6f07b5f-ee97-4a90-b076-33f57bf4eaa7}';
const second = '\\\\?\\DISPLAY#GSM5B09#5&1a2b&0&UID4353#{e6f07b5f-ee97-4a90-b076-33f57bf4eaa7}';
const unplugged = '\\\\?\\DISPLAY#OLD0001#5&1a2b&0&UID4354#{e6f07b5f-ee97-4a90-b076-33f57bf4eaa7}';
type Sections = Readonly<Record<string, Readonly<Record<string, string | number>>>>;

const userDesktop: Sections = {
  desktop: { monitors: 3, position: 2, color: 3_351_057, status: 1 },
  monitor0: {
    ...{ id: first, left: -1920, top: -8, right: 0, bottom: 1072 },
    ...{ picture: 'C:\\Users\\me\\mine.jpg', remembered: 'C:\\stranger.jpg' },
  },
  monitor1: {
    ...{ id: second, left: 0, top: 0, right: 3840, bottom: 2160 },
    ...{ picture: 'C:\\Users\\me\\other.jpg', remembered: 'C:\\stranger.jpg' },
  },
  monitor2: { id: unplugged, picture: 'C:\\Users\\me\\third.jpg' },
};
const plainColor: Sections = {
  ...userDesktop,
  monitor0: { ...userDesktop['monitor0'], picture: '' },
  monitor1: { ...userDesktop['monitor1'], picture: '' },
};

/** Displays as Electron describes the monitors above: the left one at 100 %, the other at 200 %. */
const shown = (left: string, right: string) => ({
  reach: 'each' as const,
  kept: [],
  pictures: [
    {
      path: right,
      display: {
        ...rightDisplay,
        bounds: { x: 0, y: 0, width: 1920, height: 1080 },
        scaleFactor: 2,
        pixels: { x: 0, y: 0, width: 3840, height: 2160 },
      },
    },
    {
      path: left,
      display: {
        ...leftDisplay,
        bounds: { x: -1920, y: -4, width: 1920, height: 1080 },
        pixels: { x: -1920, y: -8, width: 1920, height: 1080 },
      },
    },
  ],
});

/**
 * What a name of Windows may contain beside letters and digits: ASCII without `<>:"/\|?*`, curved quotes, spaces of other
 * widths, marks of direction, a combining accent, a joined emoji, and half of a pair of UTF-16.
 */
const oddLetters =
  "!#$%&'()+,-.;=@[]^_`{}~ \u2018\u2019\u201c\u201d\u00a0\u3000\u200f\u202ee\u0301👩‍🚀ß\ud83c";

const wallpapersKey =
  'HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\Wallpapers';
const userPolicies = 'HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Policies';
const computerPolicies =
  'HKEY_LOCAL_MACHINE\\Software\\Microsoft\\Windows\\CurrentVersion\\PersonalizationCSP';

// On a busy machine each start of Node in Wine takes half a minute.
vi.setConfig({ testTimeout: 1_200_000 });

describe.skipIf(missing.length > 0)('IDesktopWallpaper, called by Node for Windows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-wine-'));
  let wine: Wine;
  beforeAll(async () => {
    wine = await startWine(folder);
  }, 600_000);
  afterAll(async () => {
    // Undefined if it could not be started.
    await (wine as Wine | undefined)?.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const resultOf = (line: string): ProgramResult =>
    (parseJson(line) as ProgramResult | null) ?? { code: null, stdout: '', stderr: line };
  let commands = 0;
  const run: RunProgram = async (_program, args) => {
    commands += 1;
    return resultOf(await wine.runWorker([program, wine.koffi, ...args]));
  };

  function makeDesktop(sections: Sections): void {
    const lines = Object.entries(sections).flatMap(([name, values]) => [
      `[${name}]`,
      ...Object.entries(values).map(([key, value]) => `${key}=${value}`),
    ]);
    writeFileSync(wine.desktop, `\ufeff${lines.join('\r\n')}\r\n`, 'utf16le');
  }

  /** A value of the desktop's file, as the desktop sees it. */
  function valueOf(section: string, key: string): string | undefined {
    const text = readFileSync(wine.desktop, 'utf16le');
    const [, part = ''] = text.split(`[${section}]`);
    const [values = ''] = part.split(/^\[/m);
    return new RegExp(`^${key}=(.*?)\\r?$`, 'm').exec(values)?.[1];
  }
  const picture = (index: number) => valueOf(`monitor${index}`, 'picture');

  async function survey() {
    const surveyed = await surveySettings(windows, run);
    if (typeof surveyed === 'string') throw new Error(surveyed);
    return surveyed;
  }

  /** Sets a picture on both monitors. Returns the settings of the user, and the result. */
  async function set(left: string, right: string) {
    const { answers, held } = await survey();
    const settings = windows.settings(answers, shown(left, right));
    const values = Object.fromEntries(settings.map(({ key }) => [key, held?.get(key) ?? null]));
    return { values, outcome: await writeSettings(windows, settings, run) };
  }
  const restore = (values: Record<string, string | null>) =>
    restoreSettings(windows, { backend: 'windows', values }, run);

  it.each([
    ["C:\\Users\\Jörg O'Neill & Söhne\\100% wahr^!\\bild 1.jpg", 'D:\\写真\\🌌 (2);#=.jpg'],
    [`C:\\${'long '.repeat(49)}\\a.jpg`, '\\\\server\\share\\é.jpg'],
    [`C:\\${oddLetters}\\a.jpg`, `D:\\.${oddLetters}.jpg`],
  ])('sets %j with three commands, which read, write and read back', async (left, right) => {
    makeDesktop(userDesktop);
    const before = commands;
    const { outcome } = await set(left, right);
    expect({ outcome, commands: commands - before, pictures: [picture(0), picture(1)] }).toEqual({
      outcome: { verified: true },
      commands: 3,
      pictures: [left, right],
    });
    expect(valueOf('desktop', 'position')).toBe('4');
  });

  it('restores the pictures and the fit', async () => {
    makeDesktop(userDesktop);
    const { values } = await set('C:\\a.jpg', 'C:\\b.jpg');
    expect(await restore(values)).toEqual({ verified: true });
    expect([picture(0), picture(1)]).toEqual([
      'C:\\Users\\me\\mine.jpg',
      'C:\\Users\\me\\other.jpg',
    ]);
    expect(valueOf('desktop', 'position')).toBe('2');
    // The monitor that is not connected keeps its picture.
    expect(picture(2)).toBe('C:\\Users\\me\\third.jpg');
  });

  it('restores a plain colour', async () => {
    makeDesktop(plainColor);
    const { values } = await set('C:\\a.jpg', 'C:\\b.jpg');
    expect(picture(0)).toBe('C:\\a.jpg');
    expect(await restore(values)).toEqual({ verified: true });
    expect([picture(0), picture(1)]).toEqual(['', '']);
    expect(valueOf('desktop', 'color')).toBe('3351057');
  });

  it('restores a slideshow: its folder, its order, and the time between two pictures', async () => {
    const slides = join(folder, 'Dias & Söhne');
    mkdirSync(slides);
    const slideshow = { slideshow: windowsPath(slides), status: 3, options: 1, tick: 60_000 };
    makeDesktop({ ...userDesktop, desktop: { ...userDesktop['desktop'], ...slideshow } });
    const { values } = await set('C:\\a.jpg', 'C:\\b.jpg');
    expect(valueOf('desktop', 'slideshow')).toBe('');
    expect(await restore(values)).toHaveProperty('verified');
    expect(valueOf('desktop', 'slideshow')).toBe(windowsPath(slides));
    expect([valueOf('desktop', 'options'), valueOf('desktop', 'tick')]).toEqual(['1', '60000']);
  });

  it.each([
    ['80070057', 'invalid argument (0x80070057)'],
    ['80070005', 'access is denied (0x80070005)'],
  ])(
    'sets the other monitor when Windows refuses one with %s, and reports the refusal',
    async (code, words) => {
      makeDesktop({ ...userDesktop, fail: { SetWallpaper0: code } });
      const { outcome } = await set('C:\\a.jpg', 'C:\\b.jpg');
      expect(outcome).toBe(`IDesktopWallpaper: SetWallpaper: ${words}`);
      expect(picture(1)).toBe('C:\\b.jpg');
    },
  );

  it('reports that Explorer ended between two monitors, and sets both at the next attempt', async () => {
    makeDesktop({
      ...userDesktop,
      once: { SetWallpaper0: '800706be', SetWallpaper1: '800706ba' },
    });
    const { outcome } = await set('C:\\a.jpg', 'C:\\b.jpg');
    expect(outcome).toBe(
      'IDesktopWallpaper: SetWallpaper: Explorer ended (0x800706be); SetWallpaper: Explorer does not run (0x800706ba)',
    );
    const { outcome: next } = await set('C:\\a.jpg', 'C:\\b.jpg');
    expect({ next, pictures: [picture(0), picture(1)] }).toEqual({
      next: { verified: true },
      pictures: ['C:\\a.jpg', 'C:\\b.jpg'],
    });
  });

  it.each(['GetMonitorRECT', 'GetWallpaper', 'GetStatus', 'GetSlideshow'])(
    'does not take a desktop for empty on which Explorer ended during %s',
    async (method) => {
      makeDesktop({ ...userDesktop, once: { [method]: '800706be' } });
      expect(await surveySettings(windows, run)).toBe(
        `IDesktopWallpaper: ${method}: Explorer ended (0x800706be)`,
      );
    },
  );

  it('leaves out a monitor that was unplugged after the survey', async () => {
    makeDesktop(userDesktop);
    const { answers } = await survey();
    const settings = windows.settings(answers, shown('C:\\a.jpg', 'C:\\b.jpg'));
    const { monitor1 = {} } = userDesktop;
    makeDesktop({ desktop: { monitors: 1, position: 2 }, monitor0: monitor1 });
    expect(await writeSettings(windows, settings, run)).toEqual({ verified: false });
    expect(picture(0)).toBe('C:\\b.jpg');
  });

  it.each([
    ['CreateInstance', '80040154', 'this Windows has no such class (0x80040154)'],
    ['GetMonitorDevicePathCount', '800706ba', 'Explorer does not run (0x800706ba)'],
  ])('reports that %s failed with %s', async (method, code, words) => {
    makeDesktop({ ...userDesktop, fail: { [method]: code } });
    expect(await surveySettings(windows, run)).toContain(words);
  });

  it('waits for a desktop that answers after 8 s', async () => {
    makeDesktop({ ...userDesktop, slow: { SetWallpaper: 4_000 } });
    const { outcome } = await set('C:\\a.jpg', 'C:\\b.jpg');
    expect(outcome).toEqual({ verified: true });
  });

  it('finds Spotlight in the registry', async () => {
    makeDesktop(userDesktop);
    await wine.register(wallpapersKey, { BackgroundType: 3 });
    const { held } = await survey();
    await wine.register(wallpapersKey, { BackgroundType: null });
    expect(held?.get('background')).toBe('spotlight');
  });

  it.each([
    [`${userPolicies}\\ActiveDesktop`, 'NoChangingWallPaper', 1, 0],
    [`${userPolicies}\\System`, 'Wallpaper', 'C:\\firm.jpg', ''],
    [computerPolicies, 'DesktopImagePath', 'C:\\firm.jpg', null],
  ])('refuses a change while the policy %s\\%s is on', async (key, name, on, off) => {
    makeDesktop(userDesktop);
    await wine.register(key, { [name]: on });
    const { answers } = await survey();
    await wine.register(key, { [name]: off });
    expect(windows.refusal?.(answers)).toBe('policy');
    expect(windows.refusal?.((await survey()).answers)).toBeNull();
  });

  it('sets the picture that Windows reports to another process, and that the registry has', async () => {
    makeDesktop(userDesktop);
    const right = "C:\\Users\\Jörg O'Neill & Söhne\\100%\\写真 🌌.jpg";
    await set('C:\\a.jpg', right);
    const { stdout } = await wine.runNode([windowsPath(systemProgram), wine.koffi]);
    expect(parseJson(stdout)).toBe(right);
    const stored = await wine.readValue('HKEY_CURRENT_USER\\Control Panel\\Desktop', 'Wallpaper');
    expect(stored?.value).toBe(right);
  });

  it('asks whether a window fills the screen', async () => {
    const { program: name, args } = windowsFullScreen.ask;
    // Without a desktop, Wine answers that notifications are welcome.
    expect(await run(name, args)).toEqual({ code: 0, stdout: '5', stderr: '' });
  });

  it.each([
    ['accepts', {}, 0, { verified: true }],
    [
      'refuses',
      { once: { SetWallpaper0: '80070005' } },
      1,
      'IDesktopWallpaper: SetWallpaper: access is denied (0x80070005)',
    ],
  ])(
    'records the answers of a desktop that %s the picture, as CI does on Windows',
    async (_what, failures, code, set) => {
      makeDesktop({ ...userDesktop, ...failures });
      const name = `wine-${process.pid}`;
      expect(await wine.run([wine.node, answersProgram, name], {})).toBe(code);
      const file = join(runFolder, 'answers', `${name}.json`);
      const { outcome, answers } = JSON.parse(readFileSync(file, 'utf8')) as Recording;
      rmSync(file);
      expect(outcome).toEqual({ set, restored: { verified: true } });
      expect(JSON.parse(answers[0]?.stdout ?? '')).toMatchObject({ position: 2 });
      expect([picture(0), picture(1)]).toEqual([
        'C:\\Users\\me\\mine.jpg',
        'C:\\Users\\me\\other.jpg',
      ]);
    },
  );

  it('reports a missing native module', async () => {
    const { stdout } = await wine.runNode([program, 'C:\\missing\\koffi.node', 'survey']);
    const answer = parseJson(stdout) as ProgramResult;
    expect(answer.stderr).toBe(`${missingModule}: C:\\missing\\koffi.node`);
    const error = await surveySettings(windows, () => Promise.resolve(answer));
    expect(error).toContain(missingModule);
    expect(windows.reasonFor?.(missingModule)).toBe('module-missing');
  });
});
