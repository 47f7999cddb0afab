import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bridge } from '#shared/contract.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import type { AppPage } from '#tools/start/page.ts';
import { startProxy } from '#test/support/proxy.ts';
import { filesIn } from '../support/files.ts';
import { expect, limit, test } from '../support/fixtures.ts';
import { ownServices } from '../support/services.ts';
import { sharedTest } from '../support/shared.ts';

declare global {
  interface Window {
    readonly overhead: Bridge;
  }
}

const key = 'S3cret-key.of_mine-0123456789';

const stateOf = ({ page }: AppPage) =>
  page.evaluate(async () => {
    const snapshot = await window.overhead.state.snapshot();
    if (!snapshot.ok) throw new Error('no state');
    return snapshot.value;
  });

const change = ({ page }: AppPage, group: Partial<Settings>) =>
  page.evaluate((wanted) => window.overhead.settings.change(wanted as object), group);

sharedTest(
  'exports the settings without the API key, and imports settings without their commands',
  async ({ app, stage, dataDir }) => {
    sharedTest.skip(
      stage.runtime.kind === 'electron',
      'the dialogs of GTK have no way in for a test',
    );
    const target = join(dataDir, 'my settings.json');
    await app.chooseFile(target);
    const here = app.main;
    await here.page.evaluate((secret) => window.overhead.settings.setApiKey(secret), key);
    const exported = await here.page.evaluate(() => window.overhead.settings.export());
    expect(exported).toEqual({ ok: true, value: target });
    const text = await readFile(target, 'utf8');
    expect(JSON.parse(text)).toEqual(defaultSettings);
    expect(text).not.toContain(key);

    // The window imports the exported file after its content has changed.
    await writeFile(
      target,
      JSON.stringify({ ...defaultSettings, theme: 'light', wallpaperCommand: 'exit 1' }),
    );
    await here.page.keyboard.press('Control+5');
    await here.page.getByRole('link', { name: 'Data', exact: true }).click();
    await here.page.getByRole('button', { name: 'Import…' }).click();
    // A message with a button does not disappear while the user works with the keyboard.
    await here.page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    const saved = async (): Promise<unknown> =>
      // There is no settings file before the first change.
      JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8').catch(() => 'null'));
    await expect.poll(saved).toEqual({ ...defaultSettings, theme: 'light' });
    await here.page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(saved).toEqual(defaultSettings);
  },
);

sharedTest(
  'tests the address of each service, and refuses one of another service or scheme',
  async ({ app }) => {
    const services = await ownServices();
    await services.start();
    const here = app.main;
    const probe = (service: 'picture' | 'position' | 'posts', url: string) =>
      here.page.evaluate((test) => window.overhead.settings.test(test), { service, url });
    for (const service of ['picture', 'position', 'posts'] as const)
      expect(await probe(service, services.urls[service])).toEqual({ ok: true, value: null });
    expect(await probe('posts', services.urls.position)).toMatchObject({ ok: false });
    expect(await probe('posts', 'file:///etc/passwd')).toMatchObject({
      failure: { kind: 'invalid-input' },
    });
    await services.stop();
  },
);

sharedTest('uses a proxy only for services that are not on this machine', async ({ app }) => {
  const proxy = await startProxy();
  const here = app.main;
  await change(here, { services: { ...defaultSettings.services, proxy: proxy.url } });
  await here.page.evaluate(() =>
    window.overhead.settings.test({ service: 'position', url: 'http://station.invalid' }),
  );
  expect(proxy.asked.join()).toContain('station.invalid');
  // The embedded services are on this machine.
  const day = await here.page.evaluate(() => window.overhead.picture.day('2024-02-29'));
  expect(day).toMatchObject({ ok: true });
  expect(proxy.asked.join()).not.toContain('127.0.0.1');
  await proxy.close();
});

sharedTest(
  'keeps all data if the user does not confirm their removal',
  async ({ app, dataDir, stage }) => {
    sharedTest.skip(
      stage.runtime.kind === 'electron',
      'the dialogs of GTK have no way in for a test',
    );
    await change(app.main, { theme: 'dark' });
    const answer = await app.main.page.evaluate(() => window.overhead.settings.removeData());
    expect(answer).toEqual({ ok: true, value: null });
    expect((await stateOf(app.main)).settings.theme).toBe('dark');
    expect([...(await filesIn(dataDir)).keys()]).toContain(join(dataDir, 'settings.json'));
  },
);

test('renames an invalid key file and unreadable settings, reports the settings until they are saved, and removes all its files, and no others, after a yes in its dialog', async ({
  start,
  dataDir,
  stage,
}) => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'api-key'), '{"version":1,"storage":"keyring","sealed":"djExAAAA"');
  await writeFile(join(dataDir, 'settings.json'), '{"version":2,"wallpaper":');
  const asideOf = async (name: string): Promise<string[]> =>
    (await readdir(dataDir)).filter((file) => file.startsWith(name));
  const app = await start({ env: { STAND_IN_MESSAGE_BOX: '0' } });
  const here = await app.window();
  expect((await stateOf(here)).apiKey.isSet).toBe(false);
  const log = await here.page.evaluate(() => window.overhead.app.log());
  expect(JSON.stringify(log)).toContain('was put aside');
  expect(await asideOf('api-key')).toEqual([expect.stringMatching(/^api-key\.unusable-/)]);

  const { page } = here;
  await page.keyboard.press('Control+5');
  const [aside = ''] = await asideOf('settings.json');
  const keep = page.getByRole('button', { name: 'Keep the defaults' });
  const notice = page
    .getByRole('main')
    .getByText(`The old file was renamed to ${join(dataDir, aside)}.`);
  await expect(notice).toBeVisible();
  await expect(page.getByRole('group', { name: 'Status' })).toHaveText(
    /^\s*The settings could not be read\.\s*$/,
  );
  await keep.click();
  await expect(keep).toHaveCount(0);
  const saved = await readFile(join(dataDir, 'settings.json'), 'utf8');
  expect(JSON.parse(saved)).toEqual(defaultSettings);

  // The dialogs of GTK have no way in for a test.
  if (stage.runtime.kind === 'electron') return;
  await here.page.evaluate((secret) => window.overhead.settings.setApiKey(secret), key);
  await change(here, { theme: 'dark' });
  await here.waitForState(({ wallpaper }) => wallpaper.kind === 'set', limit());
  const foreign = join(dataDir, 'pictures', 'my own.txt');
  await writeFile(foreign, 'mine');
  // The content of the renamed files does not show whose they are.
  const renamed = (await readdir(dataDir)).filter((name) => name.includes('.unusable-'));
  const others = [foreign, ...renamed.map((name) => join(dataDir, name))].sort();
  expect(others).toHaveLength(3);
  const filesBefore = await filesIn(dataDir);
  expect(filesBefore.size).toBeGreaterThan(8);
  // The answer may be lost, because the window closes.
  await here.page.evaluate(() => void window.overhead.settings.removeData()).catch(() => undefined);
  expect(await app.exited).toBe(0);
  expect([...(await filesIn(dataDir)).keys()].sort()).toEqual(others);
});
