import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Bridge } from '#shared/contract.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { keepEarlierFixes } from '#tools/screenshots/fixes.ts';
import type { AppPage } from '#tools/start/page.ts';
import { waitLimitMs } from './limit.ts';
import { dismissMessages } from './messages.ts';
import { createStarter, keepEvidence, limit, test, type App } from './fixtures.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

interface SharedStart {
  readonly dataDir: string;
  /** Starts the app at the first call. Puts it into the known state at every call. */
  ready(): Promise<SharedApp>;
  readonly apps: readonly App[];
}

/** The app that the tests of a worker share. */
export interface SharedApp extends App {
  /** The page of the main window. It shows the view Today when a test starts. */
  readonly main: AppPage;
  /** Answers the next file dialogs of the app with this path; null cancels them. Only in the stand-in. */
  chooseFile(path: string | null): Promise<void>;
}

/**
 * For tests that need neither a new data folder nor options nor an end of the app: these share one app per worker, with
 * demo data, a known orbit and no place. Before each test, the app has the default settings, no decision about a
 * picture, the newest picture on the desktop, and the main window open at Today. The journal and the archive keep what
 * other tests have put there. Playwright ends the worker after a failed test, and with it the app, so that no later
 * test sees its remains.
 */
export const sharedTest = test.extend<{ app: SharedApp }, { shared: SharedStart }>({
  shared: [
    async ({ stage }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'overhead e2e shared #1 100% '));
      const starter = createStarter(stage, dataDir);
      const dialogs = await fileDialogs(dataDir);
      let app: App | null = null;
      await use({
        dataDir,
        apps: starter.apps,
        async ready() {
          if (app === null) {
            await keepEarlierFixes(dataDir);
            // Every question of the app is answered with Cancel. Only in the stand-in.
            app = await starter.start({ env: { ...dialogs.env, STAND_IN_MESSAGE_BOX: '1' } });
            await app.window();
          }
          return { ...(await restoreKnownState(app)), chooseFile: dialogs.choose };
        },
      });
      await starter.end();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 2 * waitLimitMs },
  ],

  // The other instances that a test starts talk to the shared app.
  dataDir: ({ shared }, use) => use(shared.dataDir),

  app: async ({ shared, stage }, use, info) => {
    const app = await shared.ready().catch(async (error: unknown) => {
      await keepEvidence(info, stage.desktop, shared.apps);
      throw error;
    });
    await use(app);
    if (info.status !== info.expectedStatus) await keepEvidence(info, stage.desktop, shared.apps);
  },
});

/**
 * A `zenity` that answers each file dialog with the path in the file `answer`; if this file is empty, the dialog is
 * cancelled.
 */
async function fileDialogs(folder: string) {
  const programs = join(folder, 'bin');
  const answer = join(folder, 'answer');
  await mkdir(programs);
  const script = '#!/bin/sh\ntest -s "$FILE_DIALOG_ANSWER" && cat "$FILE_DIALOG_ANSWER"\n';
  await writeFile(join(programs, 'zenity'), script, { mode: 0o755 });
  return {
    env: { PATH: `${programs}:${process.env['PATH'] ?? ''}`, FILE_DIALOG_ANSWER: answer },
    choose: (path: string | null) => writeFile(answer, path ?? ''),
  };
}

async function restoreKnownState(app: App): Promise<Omit<SharedApp, 'chooseFile'>> {
  const tray = await app.tray();
  await tray.click('Open Overhead');
  const main = await app.window();
  const { page } = main;
  await expect.poll(() => page.evaluate(() => document.hidden)).toBe(false);
  const { choice, settings } = await main.state();
  const failures = await page.evaluate(
    async ({ favourites, isChanged }) => {
      const { app: life, settings: kept, wallpaper, window } = (globalThis as WithBridge).overhead;
      const answers = [
        await window.hideGlance(),
        await life.pause(null),
        await kept.setApiKey(null),
        await wallpaper.decide({ kind: 'pin', pinned: false }),
        await wallpaper.decide({ kind: 'undo-skip' }),
      ];
      for (const date of favourites)
        answers.push(await wallpaper.decide({ kind: 'favour', date, favourite: false }));
      if (isChanged) answers.push(await kept.reset());
      return answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]));
    },
    {
      favourites: choice.favourites,
      isChanged: JSON.stringify(settings) !== JSON.stringify(defaultSettings),
    },
  );
  expect(failures).toEqual([]);
  // The page stays, because a reload would close the window.
  const remains = page.getByRole('dialog').or(page.getByRole('menu'));
  for (let count = await remains.count(); count > 0; count = await remains.count()) {
    await page.keyboard.press('Escape');
    await expect.poll(() => remains.count()).toBeLessThan(count);
  }
  await dismissMessages(page);
  await page.evaluate(() => (location.hash = 'today'));
  await expect(
    page.getByRole('navigation', { name: 'Views' }).locator('[aria-current=page]'),
  ).toHaveText(/Today/);
  const { picture, wallpaper } = await main.waitForState(
    (state) => state.picture.status === 'ready' && state.activities.picture.next.at !== null,
    limit(),
  );
  // An earlier test may have published a post; the tray names posts that wait.
  await expect
    .poll(async () => (await tray.menu()).map(({ label }) => label))
    .toContain('New post…');
  const newest = picture.last?.record.date ?? '';
  if (wallpaper.kind !== 'set' || wallpaper.date !== newest) {
    await page.evaluate(() =>
      (globalThis as WithBridge).overhead.wallpaper.decide({ kind: 'newest' }),
    );
    await main.waitForState(
      (state) => state.wallpaper.kind === 'set' && state.wallpaper.date === newest,
      limit(),
    );
  }
  return {
    ...app,
    get output() {
      return app.output;
    },
    main,
  };
}
