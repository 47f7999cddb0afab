import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { easternDate } from '#picture/eastern.ts';
import type { Bridge } from '#shared/contract.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { AppPage } from '#tools/start/page.ts';
import { startServer } from '#test/support/http-server.ts';
import { pngBytes } from '#test/support/images.ts';
import { controlledServices } from '../support/controlled.ts';
import { filesIn } from '../support/files.ts';
import { expect, limit, test } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';

declare global {
  interface Window {
    readonly overhead: Bridge;
  }
}

const key = 'S3cret-key.of_mine-9876543210';

const change = ({ page }: AppPage, group: Partial<Settings>) =>
  page.evaluate((wanted) => window.overhead.settings.change(wanted as object), group);

/** The log and the state that the page of the app receives, as text. */
const stateText = ({ page }: AppPage): Promise<string> =>
  page.evaluate(async () =>
    JSON.stringify([await window.overhead.app.log(), await window.overhead.state.snapshot()]),
  );

const keyOf = ({ page }: AppPage) =>
  page.evaluate(async () => {
    const snapshot = await window.overhead.state.snapshot();
    return snapshot.ok ? snapshot.value.apiKey : null;
  });

/** A picture service that answers correctly for every day, with addresses of all forms that stay at the service. */
const pictureService = () =>
  startServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    if (pathname.startsWith('/image/')) {
      response.writeHead(200, { 'content-type': 'image/png', etag: '"one"' });
      // Pictures with the same bytes would count as the same picture.
      response.end(pngBytes(640, 400 + Number(searchParams.get('of')?.slice(-2) ?? 0)));
      return;
    }
    const date = searchParams.get('date') ?? easternDate(Date.now());
    response.writeHead(200, { 'content-type': 'application/json', 'x-ratelimit-remaining': '7' });
    response.end(
      JSON.stringify({
        date,
        title: 'A whole round',
        media_type: 'image',
        copyright: 'Somebody',
        explanation:
          'Words with <a href="ap010101.html">a link</a> and <a href="?x=1">another</a>.',
        url: '/image/small.png',
        hdurl: `../image/large.png?of=${date}`,
        thumbnail_url: '../image/still.png',
      }),
    );
  });

test('sends the API key only to the service that it was set for, writes it to no readable place, and keeps it across a restart', async ({
  start,
  dataDir,
}) => {
  const services = await controlledServices();
  const pictures = await pictureService();
  const evil = await startServer((_request, response) => response.writeHead(404).end());
  const chosen = {
    ...services.settings.services,
    own: { ...services.settings.services.own, picture: pictures.url },
  };
  const app = await start({ services: chosen.own });
  const here = await app.window();
  const setKey = (value: string | null) =>
    here.page.evaluate((text) => window.overhead.settings.setApiKey(text), value);
  expect(await setKey(key)).toEqual({ ok: true, value: null });
  expect(await keyOf(here)).toEqual({ isSet: true, storage: 'plain' });
  expect(JSON.stringify(await setKey('no key at all'))).not.toContain('no key at all');
  await test.step('the service receives the key', async () => {
    await here.page.evaluate(async () => {
      await window.overhead.picture.check();
      await window.overhead.picture.day('2001-01-01');
      await window.overhead.journal.create({ title: 'A whole round', body: 'words' });
    });
    await here.waitForState(
      ({ picture, wallpaper, archive }) =>
        (picture.last?.file ?? null) !== null && wallpaper.kind === 'set' && archive.files > 1,
      limit(),
    );
    expect(pictures.requests.filter((one) => one.includes(`api_key=${key}`))).not.toEqual([]);
  });

  await test.step('a compromised page cannot send the key to another address', async () => {
    const probe = (url: string) =>
      here.page.evaluate(
        (address) => window.overhead.settings.test({ service: 'picture', url: address }),
        url,
      );
    // A failed request: a key is most likely to appear in an error message.
    expect(await probe('http://127.0.0.1:9')).toMatchObject({
      failure: { kind: 'offline', reason: 'refused' },
    });
    await probe(evil.url);
    await change(here, { services: { ...chosen, own: { ...chosen.own, picture: evil.url } } });
    await here.page.evaluate(() => window.overhead.picture.day('2002-02-02'));
    await expect.poll(() => evil.requests.join()).toContain('date=2002-02-02');
    expect(evil.requests.join()).toContain('api_key=DEMO_KEY');
    expect(evil.requests.join()).not.toContain(key);
    expect(await keyOf(here)).toEqual({ isSet: false, storage: 'plain' });
    // The key is set again for the service that it was set for.
    await change(here, { services: chosen });
    expect(await keyOf(here)).toEqual({ isSet: true, storage: 'plain' });
  });

  const status = await start({ args: ['--status', '--json'] });
  await status.exited;
  const words = [await stateText(here), await here.page.content(), status.output];
  await app.stop();
  const files = await filesIn(dataDir);
  for (const name of ['overhead.sqlite', 'settings.json', 'api-key'])
    expect([...files.keys()]).toContain(join(dataDir, name));
  const forms = [key, Buffer.from(key).toString('base64')];
  const holders = (texts: Iterable<readonly [string, string]>): string[] =>
    [...texts].flatMap(([name, text]) => (forms.some((form) => text.includes(form)) ? [name] : []));
  expect(holders(files)).toEqual([]);
  expect(holders([...words, app.output].map((text, index) => [`${index}`, text]))).toEqual([]);
  expect((await stat(join(dataDir, 'api-key'))).mode & 0o777).toBe(0o600);

  await test.step('the key is kept across a restart, and its file is removed with it', async () => {
    const again = await (await start({ services: chosen.own, wallpaper: false })).window();
    await again.waitForState(({ apiKey }) => apiKey.isSet, limit());
    await again.page.evaluate(() => window.overhead.settings.setApiKey(null));
    expect(await keyOf(again)).toEqual({ isSet: false, storage: null });
    expect(await readdir(dataDir)).not.toContain('api-key');
  });
  await pictures.close();
  await evil.close();
  await services.stop();
});

test('stores the API key of the environment nowhere, and lets only the user read private files', async ({
  start,
  dataDir,
}) => {
  const app = await start({ env: { OVERHEAD_API_KEY: key }, wallpaper: false });
  const here = await app.window();
  await here.page.evaluate(() => window.overhead.picture.day('2001-01-01'));
  await change(here, { theme: 'dark' });
  await here.page.evaluate(() =>
    window.overhead.journal.create({ title: 'Private', body: 'words' }),
  );
  expect(await keyOf(here)).toEqual({ isSet: true, storage: 'environment' });
  const inWords = await start({ args: ['--status'] });
  await inWords.exited;
  const words = [await stateText(here), inWords.output];
  await app.stop();
  const files = await filesIn(dataDir);
  const everything = [...words, app.output, ...files.values()];
  expect(everything.filter((text) => text.includes(key))).toEqual([]);
  expect(everything.filter((text) => /api_key=(?!…)/.test(text))).toEqual([]);
  for (const name of ['overhead.sqlite', 'settings.json', join('logs', 'overhead.log')])
    if (files.has(join(dataDir, name)))
      expect([name, (await stat(join(dataDir, name))).mode & 0o777]).toEqual([name, 0o600]);
  expect([...files.keys()]).toContain(join(dataDir, 'overhead.sqlite'));
});

sharedTest('does not open a link whose host only resembles an allowed host', async ({ app }) => {
  const { page } = app.main;
  const answers = await page.evaluate(async () => {
    const links = [
      'https://apod.nasa.gov.evil.example/',
      'https://apod.nasa.gov@evil.example/',
      'https://apod.nasa.gov:8443/',
      'https://apod.nаsa.gov/',
      'file:///etc/passwd',
      'javascript:alert(1)',
    ];
    return Promise.all(
      links.map((href) => window.overhead.picture.openLink({ date: '2026-11-20', href })),
    );
  });
  for (const answer of answers)
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
});
