import { readFile } from 'node:fs/promises';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { MenuNode } from '#stand-in/dbus/tray.ts';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { writeSettings } from '../support/controlled.ts';
import { deskOf } from '../support/desk.ts';
import { expect, logOf, test } from '../support/fixtures.ts';
import { nextNotice } from '../support/notices.ts';
import { sharedTest } from '../support/shared.ts';
import { newWallpaper } from '../support/wallpaper.ts';
import { descendants, isRunning } from '#stand-in/system/processes.ts';

const labelsOf = (menu: readonly MenuNode[]): string[] =>
  menu.filter(({ type }) => type !== 'separator').map(({ label }) => label);

/** The line of the menu for a downloaded picture. */
const today = /^Today: (?!looking|Overhead is starting|fetching)./;

sharedTest(
  'offers every action in the menu, and shows the state',
  { tag: '@main' },
  async ({ app }) => {
    const tray = await app.tray();
    await expect
      .poll(async () => labelsOf(await tray.menu()))
      .toEqual([
        'Demo data: not real, for trying out Overhead',
        'At a glance',
        expect.stringMatching(today),
        'Wallpaper',
        'Next pass: Known once you set your place',
        'New post…',
        'Pause',
        'Open Overhead',
        'Settings',
        'Quit',
      ]);
    const children = async (label: string): Promise<string[]> =>
      labelsOf((await tray.menu()).find((entry) => entry.label === label)?.children ?? []);
    await expect
      .poll(() => children('Wallpaper'))
      .toEqual([
        expect.stringMatching(/^Desktop: .+: the newest picture$/),
        'Set as wallpaper',
        'Previous picture',
        'Next picture',
        'Don’t use this picture',
        'Use this picture again',
        'Keep this wallpaper',
        'Restore my wallpaper',
      ]);
    expect(await tray.toolTip()).toMatch(/^Overhead/);
    expect((await tray.iconPixmaps())[0]?.width).toBeGreaterThanOrEqual(16);
  },
);

sharedTest('opens the views from the menu', async ({ app }) => {
  const tray = await app.tray();
  await tray.click('Open Overhead');
  const { page } = app.main;
  const current = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current=page]');
  await expect(current).toHaveText(/Today/);
  await tray.click('New post…');
  await expect(current).toHaveText(/Journal/);
  await expect.poll(() => tray.toolTip()).toMatch(/^Station: \d+°\s[NS]\s\d+°\s[EW]/m);
  await tray.click('Next pass: Known once you set your place');
  await expect(current).toHaveText(/Station/);
  await tray.click('Settings');
  await expect(current).toHaveText(/Settings/);
});

sharedTest('pins the wallpaper, offers to unpin it, pauses, and resumes', async ({ app }) => {
  const tray = await app.tray();
  const entry = async (pattern: RegExp): Promise<MenuNode | undefined> =>
    (await tray.menu())
      .flatMap((line) => [line, ...line.children])
      .find(({ label }) => pattern.test(label));
  await expect.poll(async () => (await entry(/^Keep this wallpaper$/))?.enabled).toBe(true);
  await tray.click(['Wallpaper', 'Keep this wallpaper']);
  await expect.poll(async () => (await entry(/^Let new pictures replace it$/))?.enabled).toBe(true);

  await tray.click(['Pause', 'For 1 hour']);
  await expect.poll(() => entry(/^Paused until .*\d\d.* – resume/)).toBeTruthy();
  const resume = await entry(/ – resume$/);
  await tray.click(resume?.label ?? '');
  await expect.poll(() => entry(/^Pause$/)).toBeTruthy();
  expect((await entry(/^Pause$/))?.children.map(({ label }) => label)).toEqual([
    'For 1 hour',
    'Until midnight',
    'Until I resume',
  ]);
});

test(
  'Quit restores the original wallpaper if `restoreOnQuit` is on, and ends the app and every process that it has started',
  { tag: '@main' },
  async ({ start, stage, dataDir }) => {
    const pathBefore = await readXfceWallpaper(stage.desktop.env);
    const wallpaper = { ...defaultSettings.wallpaper, restoreOnQuit: true };
    await writeSettings(dataDir, { ...defaultSettings, wallpaper });
    const app = await start();
    await app.window();
    await newWallpaper(stage, app, undefined);
    const children = descendants(app.pid);
    expect(children.length).toBeGreaterThan(1);
    await (await app.tray()).click('Quit');
    expect(await app.exited).toBe(0);
    await expect.poll(() => children.filter(isRunning)).toEqual([]);
    expect(await readXfceWallpaper(stage.desktop.env)).toEqual(pathBefore);
  },
);

test('opens a window when the tray rejects the icon', async ({ start, stage, dataDir }) => {
  test.skip(stage.runtime.kind === 'electron', 'a switch of the stand-in');
  const app = await start({
    args: ['--hidden'],
    env: { STAND_IN_TRAY: 'refused' },
    wallpaper: false,
  });
  const { page } = await app.window();
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  expect(await readFile(logOf(dataDir), 'utf8')).toContain('it has not accepted the icon');
  // On close, the notification does not say that the app is in the tray.
  const shown = nextNotice(stage);
  await deskOf(stage.desktop).close('Overhead');
  expect((await shown()).body).toContain('This desktop has no tray');
});
