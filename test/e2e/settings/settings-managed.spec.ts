import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bridge } from '#shared/contract.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { controlledServices } from '../support/controlled.ts';
import { canReplaceEtc } from '../support/etc.ts';
import { expect, limit, test } from '../support/fixtures.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };
const place = '/etc/overhead/settings.json';

let etc = '';
test.beforeEach(async () => {
  etc = await mkdtemp(join(tmpdir(), 'overhead-etc-'));
  await mkdir(join(etc, 'overhead'));
  test.skip(!canReplaceEtc(etc), 'Only root can lay files over /etc.');
});
test.afterEach(() => rm(etc, { recursive: true }));

const manage = (text: string): Promise<void> =>
  writeFile(join(etc, 'overhead', 'settings.json'), text, { mode: 0o644 });

test('settings of the administrator apply, are locked, and do not change the user’s file', async ({
  start,
  dataDir,
}) => {
  const services = await controlledServices();
  const { own } = services.settings.services;
  await manage(JSON.stringify({ services: { source: 'own', own }, 'updates.automatic': false }));
  // The fixture passes --services=embedded, which the administrator's setting overrides.
  const window = await (await start({ etc, wallpaper: false })).window();
  const { page } = window;
  const state = await window.waitForState(({ picture }) => picture.last !== null, limit());
  expect(state.services).toEqual({ source: 'own', simulated: false });
  expect(state.settings).toMatchObject({ services: { own }, updates: { automatic: false } });
  expect((await services.requests()).picture.requests).toBeGreaterThan(0);

  const change = (part: object) =>
    page.evaluate((wanted) => (globalThis as WithBridge).overhead.settings.change(wanted), part);
  expect(await change({ services: defaultSettings.services })).toEqual({
    ok: false,
    failure: { kind: 'managed' },
  });
  expect(await change({ theme: 'dark' })).toMatchObject({ ok: true });
  const { services: saved, theme } = JSON.parse(
    await readFile(join(dataDir, 'settings.json'), 'utf8'),
  ) as typeof defaultSettings;
  expect([theme, saved]).toEqual(['dark', defaultSettings.services]);

  await page.evaluate(() => (location.hash = 'settings/services'));
  const choice = page.getByRole('combobox', { name: 'Services to use' });
  await expect(choice).toBeDisabled();
  await expect(choice).toHaveAccessibleDescription(/Set by your administrator\.$/);
  await expect(page.getByRole('textbox', { name: 'Posts service' })).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'Proxy' })).toBeEnabled();
  await page.screenshot({ path: test.info().outputPath('locked.png') });

  expect((await window.state()).managed).toEqual({
    place,
    locked: [
      'services.source',
      'services.own.picture',
      'services.own.position',
      'services.own.posts',
      'updates.automatic',
    ],
    problem: null,
  });
  await services.stop();
});
