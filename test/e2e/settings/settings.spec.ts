import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bridge } from '#shared/contract.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import type { AppPage } from '#tools/start/page.ts';
import { startProxy } from '#test/support/proxy.ts';
import { filesIn } from '../support/files.ts';
import { expect, test } from '../support/fixtures.ts';
import { ownServices } from '../support/services.ts';

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

test(
  'applies a changed setting at once and after a restart, and refuses an invalid value',
  { tag: '@main' },
  async ({ start, dataDir }) => {
    const first = await start();
    const here = await first.window();
    expect(await change(here, { theme: 'dark', journal: { authorId: 5 } })).toMatchObject({
      ok: true,
    });
    expect((await stateOf(here)).settings).toMatchObject({
      theme: 'dark',
      journal: { authorId: 5 },
    });
    const dark = () => here.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    await expect.poll(dark).toBe(true);
    expect(await change(here, { theme: 'pink' as never })).toMatchObject({
      failure: { kind: 'invalid-input' },
    });
    const observer = { latitude: 48, longitude: 11, altitude: 500 };
    await change(here, { station: { ...defaultSettings.station, observer } });
    expect((await stateOf(here)).settings.station.observer?.latitude).toBe(48);
    await first.stop();
    expect((await stat(join(dataDir, 'settings.json'))).mode & 0o777).toBe(0o600);

    const again = await (await start()).window();
    const { settings } = await stateOf(again);
    expect(settings).toMatchObject({ theme: 'dark', journal: { authorId: 5 } });
    await again.page.evaluate(() => window.overhead.settings.reset());
    expect((await stateOf(again)).settings).toEqual(defaultSettings);
  },
);

test('writes no readable API key to a file, log or state, and keeps the key across a restart', async ({
  start,
  dataDir,
}) => {
  test.slow();
  const first = await start();
  const here = await first.window();
  const set = await here.page.evaluate((secret) => window.overhead.settings.setApiKey(secret), key);
  expect(set).toEqual({ ok: true, value: null });
  expect((await stateOf(here)).apiKey).toEqual({ isSet: true, kept: 'plain' });
  // The service must refuse the key here, because a key is most likely to appear in an error message.
  await here.page.evaluate(() => window.overhead.picture.day('2001-01-01'));
  const probe = await here.page.evaluate(() =>
    window.overhead.settings.test({ service: 'picture', url: 'http://127.0.0.1:9' }),
  );
  expect(probe).toMatchObject({ failure: { kind: 'offline', reason: 'refused' } });
  const shown = await here.page.evaluate(async () =>
    JSON.stringify([await window.overhead.app.log(), await window.overhead.state.snapshot()]),
  );
  expect(shown).not.toContain(key);
  const refused = await here.page.evaluate(() =>
    window.overhead.settings.setApiKey('no key at all'),
  );
  expect(JSON.stringify(refused)).not.toContain('no key at all');
  await first.stop();
  expect(first.output).not.toContain(key);
  const files = await filesIn(dataDir);
  expect([...files.keys()]).toContain(join(dataDir, 'api-key'));
  expect([...files].filter(([, content]) => content.includes(key))).toEqual([]);
  expect((await stat(join(dataDir, 'api-key'))).mode & 0o777).toBe(0o600);

  const again = await (await start()).window();
  await expect.poll(async () => (await stateOf(again)).apiKey.isSet).toBe(true);
  await again.page.evaluate(() => window.overhead.settings.setApiKey(null));
  expect((await stateOf(again)).apiKey).toEqual({ isSet: false, kept: null });
  expect(await readdir(dataDir)).not.toContain('api-key');
});

test('uses the API key of the environment but writes it to no file', async ({ start, dataDir }) => {
  const app = await start({ env: { OVERHEAD_API_KEY: key } });
  const here = await app.window();
  expect((await stateOf(here)).apiKey).toEqual({ isSet: true, kept: 'environment' });
  await here.page.evaluate(() => window.overhead.picture.day('2001-01-01'));
  await app.stop();
  const files = await filesIn(dataDir);
  expect([...files.keys()]).toContain(join(dataDir, 'overhead.sqlite'));
  expect([...files].filter(([, content]) => content.includes(key))).toEqual([]);
  expect(app.output).not.toContain(key);
});

test('renames an invalid key file, and starts without an API key', async ({ start, dataDir }) => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'api-key'), '{"version":1,"kept":"keyring","sealed":"djExAAAA"');
  const here = await (await start()).window();
  expect((await stateOf(here)).apiKey.isSet).toBe(false);
  const log = await here.page.evaluate(() => window.overhead.app.log());
  expect(JSON.stringify(log)).toContain('was put aside');
  expect((await readdir(dataDir)).filter((name) => name.startsWith('api-key'))).toEqual([
    expect.stringMatching(/^api-key\.unusable-/),
  ]);
});

test('reports unreadable settings until settings are saved again', async ({ start, dataDir }) => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'settings.json'), '{"version":2,"wallpaper":');
  const first = await start();
  await first.window();
  // The user has not seen the notice yet, so the app starts again.
  await first.stop();

  const { page } = await (await start()).window();
  await page.keyboard.press('Control+5');
  const [aside = ''] = (await readdir(dataDir)).filter((name) => name.startsWith('settings.json'));
  const keep = page.getByRole('button', { name: 'Keep the defaults' });
  const notice = page
    .getByRole('main')
    .getByText(`The old file was renamed to ${join(dataDir, aside)}.`);
  await expect(notice).toBeVisible();
  await expect(page.getByRole('status', { name: 'Status' })).toHaveText(
    /^\s*The settings could not be read\. The defaults are in use/,
  );
  await keep.click();
  await expect(keep).toHaveCount(0);
  const saved = await readFile(join(dataDir, 'settings.json'), 'utf8');
  expect(JSON.parse(saved)).toEqual(defaultSettings);
});

test('exports the settings without the API key, and imports settings without their commands', async ({
  start,
  stage,
  dataDir,
}) => {
  test.skip(stage.runtime.kind === 'electron', 'the dialogs of GTK have no way in for a test');
  const folder = await mkdtemp(join(tmpdir(), 'overhead settings '));
  const target = join(folder, 'my settings.json');
  await writeFile(join(folder, 'zenity'), '#!/bin/sh\ncat "$FILE_DIALOG_ANSWER"\n');
  await chmod(join(folder, 'zenity'), 0o755);
  await writeFile(join(folder, 'answer'), target);
  const app = await start({
    env: {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      FILE_DIALOG_ANSWER: join(folder, 'answer'),
    },
  });
  const here = await app.window();
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
  await here.page.getByRole('button', { name: 'Import', exact: true }).click();
  const saved = async (): Promise<unknown> =>
    // There is no settings file before the first change.
    JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8').catch(() => 'null'));
  await expect.poll(saved).toEqual({ ...defaultSettings, theme: 'light' });
  await here.page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(saved).toEqual(defaultSettings);
  await rm(folder, { recursive: true });
});

test('tests the address of each service, and refuses one of another service or scheme', async ({
  start,
}) => {
  const services = await ownServices();
  await services.start();
  const here = await (await start()).window();
  const probe = (service: 'picture' | 'position' | 'posts', url: string) =>
    here.page.evaluate((test) => window.overhead.settings.test(test), { service, url });
  for (const service of ['picture', 'position', 'posts'] as const)
    expect(await probe(service, services.urls[service])).toEqual({ ok: true, value: null });
  expect(await probe('posts', services.urls.position)).toMatchObject({ ok: false });
  expect(await probe('posts', 'file:///etc/passwd')).toMatchObject({
    failure: { kind: 'invalid-input' },
  });
  await services.stop();
});

test('uses a proxy only for services that are not on this machine', async ({ start }) => {
  const proxy = await startProxy();
  const here = await (await start()).window();
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

test('removes all data of the app, and nothing else', async ({ start, dataDir }) => {
  test.slow();
  const app = await start();
  const here = await app.window();
  await here.page.evaluate((secret) => window.overhead.settings.setApiKey(secret), key);
  await change(here, { theme: 'dark' });
  await expect
    .poll(async () => (await stateOf(here)).wallpaper.kind, { timeout: 40_000 })
    .toBe('set');
  const foreign = join(dataDir, 'pictures', 'my own.txt');
  await writeFile(foreign, 'mine');
  const filesBefore = await filesIn(dataDir);
  expect(filesBefore.size).toBeGreaterThan(5);
  // The answer may be lost, because the window closes.
  await here.page.evaluate(() => void window.overhead.settings.removeData()).catch(() => undefined);
  expect(await app.exited).toBe(0);
  expect([...(await filesIn(dataDir)).keys()]).toEqual([foreign]);
});
