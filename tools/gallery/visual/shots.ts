import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { baseLanguage, languages } from '#shared/language/language.ts';
import { chromiumPath } from '#tools/system/chromium.ts';
import { serveBuiltGallery } from '../server.ts';

/** All pictures are taken at this time, in this zone. */
const takenAt = new Date('2026-11-22T18:20:00Z');
const size = { width: 1080, height: 720 };
const timezoneId = 'Europe/Berlin';

interface Look {
  readonly name: string;
  /** The switches of the gallery. */
  readonly query: string;
  readonly forcedColors?: 'active';
}
const allLooks: readonly Look[] = [
  { name: 'dark', query: 'theme=dark' },
  { name: 'light', query: 'theme=light' },
  { name: 'contrast', query: 'theme=light&contrast=more' },
  { name: 'red', query: 'night=red' },
  { name: 'rtl', query: 'theme=dark&direction=rtl&language=pseudo' },
  { name: 'forced', query: 'theme=dark', forcedColors: 'active' },
];

/** What floats is opened by the button with this name. */
const openers = [
  { component: 'Dialog', button: 'Open a dialog' },
  { component: 'Dialog', button: 'Open a long dialog' },
  { component: 'Dialog', button: 'Remove everything…' },
  { component: 'Menu', button: 'More' },
  { component: 'Menu', button: 'Legend' },
  { component: 'Toast', button: 'Show toasts' },
];

const views = ['today', 'archive', 'station', 'journal', 'settings', 'status', 'glance'];
/** The states that only the first look shows; `full` is in every look. */
const otherStates = ['empty', 'loading', 'failed', 'paused'];
const glanceSize = { width: 380, height: 560 };

const allLanguages = languages.filter((language) => language !== baseLanguage);
export const lookNames: readonly string[] = [...allLooks.map(({ name }) => name), ...allLanguages];

async function openPage(browser: Browser, look: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    timezoneId,
    locale: 'en-GB',
    colorScheme: look.query.includes('light') ? 'light' : 'dark',
    reducedMotion: 'reduce',
    forcedColors: look.forcedColors ?? 'none',
  });
  // The same dice each time.
  await context.addInitScript(() => {
    let seed = 1;
    Math.random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(takenAt);
  return page;
}

/** Opens an address and waits until nothing more comes. */
async function show(page: Page, address: string): Promise<void> {
  // Another fragment alone would load nothing again.
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator('main').waitFor();
}

const fileOf = (...parts: string[]): string =>
  `${parts
    .join('--')
    .replaceAll(/[^\w-]+/g, '-')
    .toLowerCase()}.png`;

interface ShotOptions {
  /** The source tree whose gallery is shown. */
  readonly tree: string;
  /** Where the PNG files go; emptied first. */
  readonly folder: string;
  /** Names of components and views; all of them when it is empty. */
  readonly only: readonly string[];
  /** Names of looks and languages; all of them when it is empty. */
  readonly looks: readonly string[];
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** Takes a picture of each component and each main view in each look. */
export async function takeShots({
  tree,
  folder,
  only,
  looks,
  signal,
  log,
}: ShotOptions): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const isWanted = (name: string): boolean => only.length === 0 || only.includes(name);
  const isLook = (name: string): boolean => looks.length === 0 || looks.includes(name);
  const { address, stop: stopServing } = await serveBuiltGallery(tree, `${folder}-site`);
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--hide-scrollbars'],
  });
  const stop = (): void => void browser.close();
  signal.addEventListener('abort', stop, { once: true });
  const shoot = async (target: Pick<Page, 'screenshot'>, ...name: string[]): Promise<void> => {
    await target.screenshot({
      path: join(folder, fileOf(...name)),
      animations: 'disabled',
      caret: 'hide',
    });
  };
  const shootViews = async (page: Page, { name, query }: Look, state: string): Promise<void> => {
    for (const view of views.filter(isWanted)) {
      await page.setViewportSize(view === 'glance' ? glanceSize : size);
      await show(page, `${address}views.html?view=${view}&state=${state}&${query}`);
      await shoot(page, name, view, ...(state === 'full' ? [] : [state]));
    }
  };
  try {
    for (const look of allLooks.filter(({ name }) => isLook(name))) {
      signal.throwIfAborted();
      const page = await openPage(browser, look);
      await show(page, `${address}?${look.query}`);
      // High enough for the highest component.
      await page.setViewportSize({ ...size, height: 2400 });
      for (const component of await page.locator('[data-component]').all()) {
        const name = (await component.getAttribute('data-component')) ?? '';
        if (isWanted(name)) await shoot(component, look.name, name);
      }
      await page.setViewportSize(size);
      for (const { component, button } of openers.filter((each) => isWanted(each.component))) {
        await show(page, `${address}?${look.query}#${component}`);
        await page.getByRole('button', { name: button, exact: true }).first().click();
        await shoot(page, look.name, component, button);
      }
      await shootViews(page, look, 'full');
      if (look === allLooks[0])
        for (const state of otherStates) await shootViews(page, look, state);
      await page.context().close();
      log(`${look.name}: taken`);
    }
    for (const language of allLanguages.filter(isLook)) {
      signal.throwIfAborted();
      const look = { name: language, query: `theme=dark&language=${language}` };
      const page = await openPage(browser, look);
      await shootViews(page, look, 'full');
      await page.context().close();
      log(`${language}: taken`);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await browser.close();
    await stopServing();
  }
}
