import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { easternDate } from '#picture/eastern.ts';
import type { Bridge } from '#shared/contract.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { AppPage } from '#tools/start/page.ts';
import { startServer } from '#test/support/http-server.ts';
import { pngBytes } from '#test/support/images.ts';
import { controlledServices } from '../support/controlled.ts';
import { filesIn } from '../support/files.ts';
import { expect, test } from '../support/fixtures.ts';

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

test('does not let a compromised page send the key to another address', async ({ start }) => {
  test.slow();
  const services = await controlledServices();
  const evil = await startServer((_request, response) => response.writeHead(404).end());
  const app = await start({ services: services.settings.services.own });
  const here = await app.window();
  await here.page.evaluate((secret) => window.overhead.settings.setApiKey(secret), key);
  expect((await keyOf(here))?.isSet).toBe(true);

  const { own } = services.settings.services;
  const aside = { ...services.settings.services, own: { ...own, picture: evil.url } };
  await here.page.evaluate(
    (url) => window.overhead.settings.test({ service: 'picture', url }),
    evil.url,
  );
  await change(here, { services: aside });
  await here.page.evaluate(() => window.overhead.picture.day('2001-01-01'));
  await expect.poll(() => evil.requests.join()).toContain('date=2001-01-01');
  expect(evil.requests.join()).toContain('api_key=DEMO_KEY');
  expect(evil.requests.join()).not.toContain(key);
  expect(await keyOf(here)).toEqual({ isSet: false, kept: 'plain' });
  // The key is set again for the service that it was set for.
  await change(here, { services: services.settings.services });
  expect(await keyOf(here)).toEqual({ isSet: true, kept: 'plain' });
  await app.stop();
  await evil.close();
  await services.stop();
});

test('stores the API key of the environment nowhere, and lets only the user read private files', async ({
  start,
  dataDir,
}) => {
  test.slow();
  const app = await start({ env: { OVERHEAD_API_KEY: key } });
  const here = await app.window();
  await here.page.evaluate(() => window.overhead.picture.day('2001-01-01'));
  await change(here, { theme: 'dark' });
  await here.page.evaluate(() =>
    window.overhead.journal.create({ title: 'Private', body: 'words' }),
  );
  const status = await start({ args: ['--status', '--json'] });
  await status.exited;
  const inWords = await start({ args: ['--status'] });
  await inWords.exited;
  const words = [await stateText(here), status.output, inWords.output];
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

test('does not open a link whose host only resembles an allowed host', async ({ start }) => {
  const { page } = await (await start()).window();
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

test('writes no readable API key to a state, status, log or file after successful requests', async ({
  start,
  dataDir,
}) => {
  test.slow();
  const canary = 'C4nary-key.of_mine-9876543210';
  const services = await controlledServices();
  const pictures = await pictureService();
  const { own } = services.settings.services;
  const app = await start({ services: { ...own, picture: pictures.url } });
  const here = await app.window();
  const set = await here.page.evaluate((key) => window.overhead.settings.setApiKey(key), canary);
  expect(set.ok).toBe(true);
  const timeoutSignal = AbortSignal.timeout(60_000);
  await here.page.evaluate(async () => {
    await window.overhead.picture.check();
    await window.overhead.picture.day('2001-01-01');
    await window.overhead.journal.create({ title: 'A whole round', body: 'words' });
  });
  await here.waitForState(
    ({ picture, wallpaper, archive }) =>
      (picture.last?.file ?? null) !== null && wallpaper.kind === 'set' && archive.files > 1,
    timeoutSignal,
  );
  // The service received the key, and answered correctly.
  expect(pictures.requests.filter((one) => one.includes(`api_key=${canary}`))).not.toEqual([]);
  const status = await start({ args: ['--status', '--json'] });
  await status.exited;
  const words = [await stateText(here), await here.page.content(), status.output];
  await app.stop();
  const files = await filesIn(dataDir);
  expect([...files.keys()]).toContain(join(dataDir, 'overhead.sqlite'));
  expect([...files.keys()]).toContain(join(dataDir, 'settings.json'));
  const forms = [canary, Buffer.from(canary).toString('base64')];
  const holders = (texts: Iterable<readonly [string, string]>): string[] =>
    [...texts].flatMap(([name, text]) => (forms.some((form) => text.includes(form)) ? [name] : []));
  expect(holders(files)).toEqual([]);
  expect(holders([...words, app.output].map((text, index) => [`${index}`, text]))).toEqual([]);
  await pictures.close();
  await services.stop();
});
