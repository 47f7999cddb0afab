import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MenuNode } from '#stand-in/dbus/tray.ts';
import { deskOf } from '../support/desk.ts';
import { expect, logOf, test } from '../support/fixtures.ts';
import { nextNotice } from '../support/notices.ts';
import { endPanel, startPanel } from '../support/panel.ts';
import { descendants, isRunning } from '#stand-in/system/processes.ts';

const labelsOf = (menu: readonly MenuNode[]): string[] =>
  menu.filter(({ type }) => type !== 'separator').map(({ label }) => label);

/** The line of the menu for a downloaded picture. */
const today = /^Today: (?!looking|The app is starting|fetching)./;

test(
  'offers every action in the menu, and shows the state',
  { tag: '@main' },
  async ({ start }) => {
    const app = await start({ args: ['--hidden'] });
    const tray = await app.tray();
    await expect
      .poll(async () => labelsOf(await tray.menu()), { timeout: 30_000 })
      .toEqual([
        'Demo data: invented, to try the app with',
        expect.stringMatching(today),
        'Wallpaper',
        expect.stringMatching(/^Station: \d+° [NS] \d+° [EW]/),
        'Next pass: Known once you set your place',
        'Journal',
        'New post…',
        'Pause',
        'Status',
        'Open Overhead',
        'Settings',
        'More',
        'Quit',
      ]);
    const children = async (label: string): Promise<string[]> =>
      labelsOf((await tray.menu()).find((entry) => entry.label === label)?.children ?? []);
    await expect
      .poll(() => children('Wallpaper'), { timeout: 60_000 })
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
    expect(await children('More')).toEqual([
      'Publish now',
      'Check now',
      'Check for updates',
      'Report a problem…',
      'About',
    ]);
    expect(await tray.toolTip()).toMatch(/^Overhead/);
    expect((await tray.iconPixmaps())[0]?.width).toBeGreaterThanOrEqual(16);
  },
);

test('opens the views from the menu', async ({ start }) => {
  const app = await start({ args: ['--hidden'] });
  const tray = await app.tray();
  await tray.click('Open Overhead');
  const { page } = await app.window();
  const current = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current=page]');
  await expect(current).toHaveText(/Today/);
  await tray.click('Journal');
  await expect(current).toHaveText(/Journal/);
  await expect
    .poll(async () => (await tray.menu()).some(({ label }) => /^Station: \d/.test(label)))
    .toBe(true);
  const station = (await tray.menu()).find(({ label }) => label.startsWith('Station'));
  await tray.click(station?.label ?? '');
  await expect(current).toHaveText(/Station/);
  await tray.click(['More', 'Check now']);
  await expect(page).toHaveTitle(/Status/);
  await tray.click(['More', 'Report a problem…']);
  await expect(page.getByRole('dialog', { name: 'Report a problem' })).toBeVisible();
  await expect(page).toHaveTitle(/Status/);
});

test('pins the wallpaper, offers to unpin it, pauses, and resumes', async ({ start }) => {
  const app = await start({ args: ['--hidden'] });
  const tray = await app.tray();
  const entry = async (pattern: RegExp): Promise<MenuNode | undefined> =>
    (await tray.menu())
      .flatMap((line) => [line, ...line.children])
      .find(({ label }) => pattern.test(label));
  await expect
    .poll(async () => (await entry(/^Keep this wallpaper$/))?.enabled, { timeout: 30_000 })
    .toBe(true);
  await tray.click(['Wallpaper', 'Keep this wallpaper']);
  await expect.poll(async () => (await entry(/^Stop keeping this wallpaper$/))?.enabled).toBe(true);

  await tray.click(['Pause', 'For 1 hour']);
  await expect.poll(() => entry(/^Paused until .*\d\d.* – resume/)).toBeTruthy();
  expect((await entry(/^Check now$/))?.enabled).toBe(false);
  const resume = await entry(/ – resume$/);
  await tray.click(resume?.label ?? '');
  await expect.poll(async () => (await entry(/^Check now$/))?.enabled).toBe(true);
  expect((await entry(/^Pause$/))?.children.map(({ label }) => label)).toEqual([
    'For 1 hour',
    'Until midnight',
    'Until I resume',
  ]);
});

test('marks a new picture on the icon until the window is opened', async ({ start, stage }) => {
  const announced = nextNotice(stage);
  const app = await start({ args: ['--hidden'] });
  const tray = await app.tray();
  const pixels = async (): Promise<string> =>
    (await tray.iconPixmaps())[0]?.argb.toString('base64') ?? '';
  await announced();
  // The menu and the icon are updated together.
  await expect
    .poll(async () => labelsOf(await tray.menu()))
    .toContainEqual(expect.stringMatching(today));
  const news = await pixels();
  await tray.click('Open Overhead');
  await app.window();
  await expect.poll(pixels).not.toBe(news);
});

test('shows the tray item again after the panel has restarted', async ({ start, stage }) => {
  const app = await start({ args: ['--hidden'] });
  const firstItem = await app.tray();
  await expect.poll(async () => labelsOf(await firstItem.menu())).toContain('Quit');
  await endPanel(stage);
  await startPanel(stage);
  const tray = await app.tray();
  expect(labelsOf(await tray.menu())).toContain('Open Overhead');
  await tray.click('Open Overhead');
  await expect((await app.window()).page.getByRole('navigation', { name: 'Views' })).toBeVisible();
});

test('shows the tray item in a panel that starts late', async ({ start, stage, dataDir }) => {
  // Replaces the program that the app runs to look for a panel. The replacement records each call.
  const programs = join(dataDir, 'bin');
  const asked = join(dataDir, 'asked');
  await mkdir(programs);
  const script = `#!/bin/sh\necho asked >>"$ASKED"\nPATH=\${PATH#*:} exec gdbus "$@"\n`;
  await writeFile(join(programs, 'gdbus'), script, { mode: 0o755 });
  await endPanel(stage);
  const PATH = `${programs}:${process.env['PATH'] ?? ''}`;
  const app = await start({ args: ['--hidden'], env: { PATH, ASKED: asked } });
  await expect
    .poll(() => readFile(asked, 'utf8').catch(() => ''), { timeout: 20_000 })
    .toMatch(/asked\nasked\n/);
  await startPanel(stage);
  const tray = await app.tray();
  expect(labelsOf(await tray.menu())).toContain('Quit');
});

test('opens a window in a session without a session bus', async ({ start, dataDir }) => {
  // Without a session bus, the app does not wait 20 s for a panel; see host.test.ts.
  const env = { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: dataDir };
  const app = await start({ args: ['--hidden'], env });
  await expect((await app.window()).page.getByRole('navigation', { name: 'Views' })).toBeVisible();
});

test(
  'Quit ends the app and every process that the app has started',
  { tag: '@main' },
  async ({ start }) => {
    const app = await start();
    await app.window();
    const children = descendants(app.pid);
    expect(children.length).toBeGreaterThan(1);
    await (await app.tray()).click('Quit');
    expect(await app.exited).toBe(0);
    await expect.poll(() => children.filter(isRunning), { timeout: 10_000 }).toEqual([]);
  },
);

test('opens a window when the tray rejects the icon', async ({ start, stage, dataDir }) => {
  test.skip(stage.runtime.kind === 'electron', 'a switch of the stand-in');
  const app = await start({ args: ['--hidden'], env: { STAND_IN_TRAY: 'refused' } });
  const { page } = await app.window();
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  expect(await readFile(logOf(dataDir), 'utf8')).toContain('it has not accepted the icon');
  // On close, the notification does not say that the app is in the tray.
  const shown = nextNotice(stage);
  await deskOf(stage.desktop).close('Overhead');
  expect((await shown()).body).toContain('This desktop has no tray');
});

test('opens a window when the session bus has no tray', async ({ start, stage }) => {
  test.slow();
  await endPanel(stage);
  try {
    // The app waits 20 s for a panel.
    const app = await start({ args: ['--hidden'] });
    const { page } = await app.window();
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  } finally {
    await startPanel(stage);
  }
});
