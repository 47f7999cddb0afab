import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Bridge } from '#shared/contract.ts';
import type { PostSummary } from '#shared/journal/journal.ts';
import type { AppState } from '#shared/state.ts';
import { waitUntil } from '#stand-in/system/until.ts';

/** The properties that the preload adds to the page's window. */
type WithBridge = typeof globalThis & { readonly overhead?: Bridge };

/** The app's page, which the tool controls through Chromium's debugger. */
export interface AppPage {
  readonly page: Page;
  /** The version of Chromium, such as `156.0.1.2`. */
  readonly browserVersion: string;
  /** The app's state in the form that the page receives. */
  state(): Promise<AppState>;
  /** Resolves with the first state that fulfils the condition. Throws when the signal is aborted. */
  waitForState(fits: (state: AppState) => boolean, signal: AbortSignal): Promise<AppState>;
  /** Writes a post as a user does; resolves with the post when the service has accepted or rejected it. */
  writePost(title: string, body: string, signal: AbortSignal): Promise<PostSummary>;
  /** The newest posts of the journal, at most 50. */
  posts(): Promise<readonly PostSummary[]>;
  /** Shows the view with this number (Ctrl+number). Waits until the view is painted and its pictures are decoded. */
  showView(number: number): Promise<void>;
  /** Disconnects from the page. The app does not notice the end of the connection. */
  close(): Promise<void>;
}

const pollGapMs = 150;
const noLimit = Number.POSITIVE_INFINITY;

/**
 * The time limit for one call to the page, in milliseconds. A page that navigates may never answer a call, but answers
 * a second call.
 */
const attachLimitMs = 3_000;

/** A page of the app: the page of the main window, or the glance. */
export type PageName = 'main' | 'glance';

/** Connects to the app's page at this debugger port; null when no page exists yet. */
async function attachToPage(port: number, name: PageName): Promise<AppPage | null> {
  const { chromium } = await import('playwright-core');
  let browser: Browser;
  try {
    // Playwright's defaults are switched off: they would emulate a page that is always visible and has the focus.
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, {
      timeout: attachLimitMs,
      noDefaults: true,
    });
  } catch {
    return null;
  }
  const page = await withinTimeLimit(findPage(browser, name));
  if (page !== null) return appPage(browser, page);
  await withinTimeLimit(browser.close());
  return null;
}

/**
 * Waits until the named page is mounted. Returns null if the browser has no such page, or if the connection to the
 * browser is closed. The attempts use one connection, because a new connection costs more than an attempt.
 */
async function findPage(browser: Browser, name: PageName): Promise<Page | null> {
  while (browser.isConnected()) {
    const pages = browser
      .contexts()
      .flatMap((context) => context.pages())
      .filter((page) => page.url().includes('/glance/') === (name === 'glance'));
    if (pages.length === 0) return null;
    for (const page of pages) if (await isMounted(page)) return page;
    await delay(pollGapMs);
  }
  return null;
}

/** The result of the work, or null if the time limit is reached first. */
const withinTimeLimit = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([work, delay(attachLimitMs, null, { ref: false })]);

/** Waits until the app has the named page and the page is mounted. Throws when the signal is aborted. */
export const waitForPage = (
  port: number,
  signal: AbortSignal,
  name: PageName = 'main',
): Promise<AppPage> =>
  // The stand-in serves a second window at the next port.
  waitUntil(
    async () =>
      (await attachToPage(port, name)) ?? (name === 'glance' ? attachToPage(port + 1, name) : null),
    {
      message: 'the app shows no window',
      timeoutMs: noLimit,
      intervalMs: pollGapMs,
      signal,
    },
  );

/** Whether the page has the bridge and is mounted. A page that is not mounted ignores keys. */
async function isMounted(page: Page): Promise<boolean> {
  try {
    return await page.evaluate(
      () =>
        (globalThis as WithBridge).overhead !== undefined &&
        document.querySelector('main') !== null,
    );
  } catch {
    return false; // the page is navigating
  }
}

/**
 * Waits until the fonts are loaded, the pictures are decoded and two frames are painted. Lazy pictures outside the view
 * are not awaited: Chromium does not load them, and their `decode` does not settle.
 */
export async function awaitPaint(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const isInView = (image: HTMLImageElement): boolean => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.checkVisibility() && bottom > 0 && top < innerHeight;
    };
    const loading = [...document.images].filter(
      (image) => image.loading !== 'lazy' || isInView(image),
    );
    await Promise.allSettled(loading.map((image) => image.decode()));
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
  });
}

function appPage(browser: Browser, page: Page): AppPage {
  // The app decides whether a window may close. Without this listener, Playwright would answer the dialog.
  page.on('dialog', () => undefined);
  const state = async (): Promise<AppState> => {
    const result = await page.evaluate(() => (globalThis as WithBridge).overhead?.state.snapshot());
    if (result?.ok !== true) throw new Error('the app does not give its state to the page');
    return result.value;
  };
  const waitForState: AppPage['waitForState'] = (fits, signal) =>
    waitUntil(
      async () => {
        const now = await state();
        return fits(now) ? now : null;
      },
      {
        message: 'the state did not come',
        timeoutMs: noLimit,
        intervalMs: pollGapMs,
        signal,
      },
    );
  const posts: AppPage['posts'] = async () => {
    const query = { before: null, limit: 50, words: '', state: null };
    const listed = await page.evaluate(
      (asked) => (globalThis as WithBridge).overhead?.journal.page(asked),
      query,
    );
    if (listed?.ok !== true) throw new Error('the app does not give its posts to the page');
    return listed.value.posts;
  };
  return {
    page,
    browserVersion: browser.version(),
    state,
    waitForState,
    async showView(number) {
      await page.keyboard.press(`Control+${number}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await awaitPaint(page);
    },
    async writePost(title, body, signal) {
      await page.keyboard.press('Control+n');
      await page.getByRole('textbox', { name: /title/i }).fill(title);
      await page.getByRole('textbox', { name: /text|body/i }).fill(body);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      return waitUntil(
        async () => {
          const match = (await posts()).find((post) => post.titleStart === title);
          const kind = match?.state.kind;
          return match !== undefined && (kind === 'accepted' || kind === 'refused') ? match : null;
        },
        {
          message: 'the post was not answered',
          timeoutMs: noLimit,
          intervalMs: pollGapMs,
          signal,
        },
      );
    },
    posts,
    close: () => browser.close(),
  };
}
