import { directions } from '../../src/shared/channels.ts';
import { expect, test } from './support/fixtures.ts';

type Anything = Record<string, Record<string, (input?: unknown) => Promise<unknown>>>;

test('the page has the bridge and nothing of Node or Electron', async ({ start }) => {
  const { page } = await (await start()).window();
  const seen = await page.evaluate(() => ({
    bridge: Object.fromEntries(
      Object.entries((window as unknown as { overhead: object }).overhead).map(
        ([group, methods]) => [group, Object.keys(methods as object).sort()],
      ),
    ),
    node: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter(
      (name) => name in window,
    ),
  }));
  expect(seen.node).toEqual([]);
  expect(seen.bridge).toEqual(
    Object.fromEntries(
      Object.entries(directions).map(([group, names]) => [group, Object.keys(names).sort()]),
    ),
  );
});

test('what does not fit the contract is refused as data', async ({ start }) => {
  const { page } = await (await start()).window();
  const answers = await page.evaluate(async () => {
    const { journal, station } = (window as unknown as { overhead: Anything }).overhead;
    return [
      await journal?.['create']?.({ title: '', body: 'x' }),
      await journal?.['create']?.({ title: 1 }),
      await journal?.['create']?.('text'),
      await station?.['watch']?.('yes'),
    ];
  });
  for (const answer of answers)
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
});

test('the page reaches no other address, opens no window and does not leave', async ({ start }) => {
  const { page } = await (await start()).window();
  const home = page.url();
  const outcome = await page.evaluate(async () => {
    const blocked = await fetch('https://example.org/').then(
      () => 'reached',
      () => 'blocked',
    );
    const opened = window.open('https://example.org/');
    location.href = 'https://example.org/';
    return { blocked, opened: opened === null ? 'denied' : 'opened' };
  });
  expect(outcome).toEqual({ blocked: 'blocked', opened: 'denied' });
  await page.keyboard.press('Control+4');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Journal');
  expect(page.url().split('#')[0]).toBe(home.split('#')[0]);
});

test('a script that is not the app’s own does not run', async ({ start }) => {
  const { page } = await (await start()).window();
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.body.append(script);
    return document.title;
  });
  expect(ran).not.toBe('taken over');
  const policy = await page.evaluate(async () =>
    (await fetch(location.pathname)).headers.get('content-security-policy'),
  );
  expect(policy).toMatch(/^default-src 'none'/);
});

test('the page is granted nothing that has to be asked for', async ({ start }) => {
  const { page } = await (await start()).window();
  const asked = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'];
    const state = async (name: string): Promise<string> => {
      try {
        return (await navigator.permissions.query({ name: name as PermissionName })).state;
      } catch {
        return 'unknown';
      }
    };
    const located = await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('told'),
        () => resolve('denied'),
        { timeout: 5000 },
      ),
    );
    const heard = await (navigator.mediaDevices as MediaDevices | undefined)
      ?.getUserMedia({ audio: true })
      .then(
        () => 'heard',
        () => 'denied',
      );
    return { states: await Promise.all(names.map(state)), located, heard: heard ?? 'denied' };
  });
  expect(asked.states).not.toContain('granted');
  expect(asked).toMatchObject({ located: 'denied', heard: 'denied' });
});

test('the page embeds nothing, and does not turn into one of the app’s own files', async ({
  start,
}) => {
  const { page } = await (await start()).window();
  const home = page.url();
  const frames = await page.evaluate(async () => {
    for (const name of ['webview', 'iframe', 'object', 'embed']) {
      const element = document.createElement(name);
      element.setAttribute(name === 'object' ? 'data' : 'src', '/glance/index.html');
      document.body.append(element);
    }
    location.href = '/glance/index.html';
    await new Promise((resolve) => setTimeout(resolve, 500));
    // A frame whose page was refused shows an error page of another origin, or none.
    return [...Array(window.length).keys()].filter((index) => {
      try {
        return (window[index]?.document.querySelector('button') ?? null) !== null;
      } catch {
        return false;
      }
    });
  });
  expect(frames).toEqual([]);
  expect(page.url().split('#')[0]).toBe(home.split('#')[0]);
});
