import type { Bridge } from '#shared/contract.ts';
import { run, statusOf } from '../support/command.ts';
import { expect, test } from '../support/fixtures.ts';
import { nextNotice } from '../support/notices.ts';

declare global {
  interface Window {
    readonly overhead: Bridge;
  }
}

const german = { LANGUAGE: '', LC_ALL: '', LC_MESSAGES: '', LANG: 'de_DE.UTF-8' };

test('uses the language of the system, and a chosen language at once', async ({ start, stage }) => {
  const shown = nextNotice(stage);
  const app = await start({ args: ['--hidden'], env: german });
  expect((await shown()).summary).toBe('Neues Bild des Tages');
  const tray = await app.tray();
  const labels = async (): Promise<string[]> => (await tray.menu()).map(({ label }) => label);
  await expect.poll(labels).toContain('Hintergrundbild');
  const inWords = await run(start, '--status');
  expect(inWords.output).toMatch(/^Demo-Daten: .*\n/);
  expect(inWords.output).toMatch(/^Hintergrundbild /m);
  // The output for programs is the same in every language.
  expect((await statusOf(start)).wallpaper).toMatch(/picture of/);

  await tray.click('Overhead öffnen');
  const { page } = await app.window();
  const language = () => page.evaluate(() => document.documentElement.lang);
  expect(await language()).toBe('de');
  await page.evaluate(() => window.overhead.settings.change({ language: 'ja' }));
  await expect.poll(language).toBe('ja');
  await expect.poll(labels).toContain('壁紙');
  expect((await run(start, '--status')).output).toMatch(/^デモデータ/);
});
