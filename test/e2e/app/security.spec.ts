import type { Page } from '@playwright/test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { channelDirections } from '#shared/directions.ts';
import { startServer } from '#test/support/http-server.ts';
import { confined, tryToLeave } from '../support/confinement.ts';
import { expect } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';

type Anything = Record<string, Record<string, (input?: unknown) => Promise<unknown>>>;

const named = (what: Readonly<Record<string, object>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(what).map(([group, members]) => [group, Object.keys(members).sort()]),
  );

/** Resolves when the page has handled a key press, so that earlier actions of the page have begun. */
async function showJournal(page: Page): Promise<void> {
  await page.keyboard.press('Control+4');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Journal');
}

sharedTest(
  'exposes the bridge to the page; the bridge refuses input that does not match its contract',
  { tag: '@main' },
  async ({ app }) => {
    const { page } = app.main;
    const bridge = await page.evaluate(() => {
      const { overhead } = window as unknown as { overhead: Record<string, object> };
      const members = Object.entries(overhead).map(
        ([group, methods]) =>
          [group, Object.fromEntries(Object.keys(methods).map((name) => [name, 0]))] as const,
      );
      return Object.fromEntries(members);
    });
    expect(named(bridge)).toEqual(named(channelDirections));

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
  },
);

sharedTest(
  'denies the page Node, foreign scripts, other addresses and navigation',
  { tag: '@main' },
  async ({ app }) => {
    const elsewhere = await startServer((_request, response) => {
      response.setHeader('access-control-allow-origin', '*').end('elsewhere');
    });
    const { page } = app.main;
    const home = page.url().split('#')[0];
    expect(await tryToLeave(page, elsewhere.url)).toEqual({
      ...confined,
      policy: expect.stringMatching(/^default-src 'none'; script-src 'self'/),
    });
    await showJournal(page);
    expect(page.url().split('#')[0]).toBe(home);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  },
);

sharedTest('denies the page every permission and every embedded page', async ({ app }) => {
  const { page } = app.main;
  const home = page.url().split('#')[0];
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
        ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : code),
        // If the page had the permission, Chromium would never answer, because there is no position: hence the time
        // limit.
        { timeout: 10_000 },
      ),
    );
    return { states: await Promise.all(names.map(state)), located };
  });
  const states = ['denied', 'denied', 'denied', 'denied', 'denied'];
  expect(asked).toEqual({ states, located: 'denied' });

  // The page reports each violation of its policy.
  const refused = await page.evaluate(async () => {
    const told: string[] = [];
    const all = new Promise<void>((resolve) =>
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        if (told.push(effectiveDirective) === 3) resolve();
      }),
    );
    const frames = ['iframe', 'object', 'embed'].map((name) => {
      const element = document.createElement(name);
      element.setAttribute(name === 'object' ? 'data' : 'src', '/glance/index.html');
      return document.body.appendChild(element);
    });
    await all;
    // Other tests share this page: with a frame below the app, the document could be scrolled.
    for (const frame of frames) frame.remove();
    location.href = '/glance/index.html';
    return told.sort();
  });
  expect(refused).toEqual(['frame-src', 'object-src', 'object-src']);
  await showJournal(page);
  expect(page.url().split('#')[0]).toBe(home);
});

sharedTest(
  'serves a window the picture that the sandboxed page drew, not the downloaded bytes',
  async ({ app }) => {
    const { page } = app.main;
    await page.keyboard.press('Control+1');
    const shown = page.getByRole('group', { name: /^Picture/ }).getByRole('img');
    await expect
      .poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    const source = (await shown.getAttribute('src')) ?? '';
    const [kept, bytes] = await Promise.all([
      readFile(join(app.userDataDir, 'pictures', source.split('/').at(-1) ?? '')),
      page.evaluate(
        async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())],
        source,
      ),
    ]);
    const drawn = Buffer.from(bytes);
    expect(drawn.equals(kept)).toBe(false);
    const folder = join(app.userDataDir, 'renditions');
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name))),
    );
    expect(files.some((file) => drawn.equals(file))).toBe(true);
  },
);
