// Takes a picture of every view in every variant, for inspection.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Language, languages } from '#shared/language/language.ts';
import { openBus } from '#stand-in/dbus/bus.ts';
import { findTrayItem } from '#stand-in/dbus/tray.ts';
import { runFolder, root } from '../setup/paths.ts';
import { awaitPaint, type AppPage } from '../start/page.ts';
import { withJournal } from './journal.ts';
import { textsCutOff } from './cut-off.ts';
import { showView, type Studio, type Theme } from './studio.ts';
import { keepEarlierFixes } from './fixes.ts';
import { findPlace, openDays, showTransit, type WithBridge } from './views.ts';

/**
 * A variant in which the views are shown. The size is that of the window. At a zoom of 2, the page has half of that
 * size.
 */
export interface Variant {
  readonly theme: Theme;
  readonly language: Language;
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  /** Whether the system prefers more contrast. */
  readonly contrast: boolean;
  /** Whether red night mode is on. */
  readonly night: boolean;
}

export const defaultVariant: Variant = {
  theme: 'dark',
  language: 'en',
  width: 1080,
  height: 720,
  zoom: 1,
  contrast: false,
  night: false,
};

export const tourVariants: readonly Variant[] = [
  {},
  { theme: 'light' },
  ...languages
    .filter((language) => language !== defaultVariant.language)
    .map((language) => ({ language })),
  { width: 720, height: 520 },
  { language: 'de', width: 720, height: 520 },
  { width: 2560, height: 1440 },
  { zoom: 2, width: 1280, height: 800 },
  { contrast: true },
  { contrast: true, theme: 'light' },
  { night: true },
].map((changes) => ({ ...defaultVariant, ...changes }) as Variant);

export const tourViews = [
  'first-run',
  'today',
  'archive',
  'station',
  'passes',
  'transit',
  'live-pass',
  'journal',
  'seen-passes',
  'settings',
  'status',
  'glance',
] as const;
type TourView = (typeof tourViews)[number];

/** The views that are a part of another view. */
const destinations: Partial<Record<TourView, string>> = {
  passes: 'station/passes',
  // The destination `station/transits` would draw a frame around the part, because the part has the focus then.
  transit: 'station',
};

const nameOf = ({ theme, language, width, height, zoom, contrast, night }: Variant): string =>
  [
    ...[language, night ? 'night' : theme, `${width}x${height}`],
    ...(zoom === 1 ? [] : [`${zoom * 100}`]),
    ...(contrast ? ['contrast'] : []),
  ].join('-');

/** Takes screenshots of the given views, or of all views, in each variant. */
export async function photographTour(
  studio: Studio,
  variants: readonly Variant[],
  names: readonly string[],
): Promise<void> {
  const { app, folder, signal, log } = studio;
  const wants = (...views: readonly TourView[]): boolean =>
    names.length === 0 || views.some((view) => names.includes(view));
  /** Takes screenshots of the given views of one app. `bring` opens a view. */
  const shoot = async (
    { page }: AppPage,
    views: readonly TourView[],
    bring: (view: TourView) => Promise<void>,
  ): Promise<void> => {
    if (!wants(...views)) return;
    for (const variant of variants) {
      const targetFolder = join(runFolder, 'screenshots', 'tour', nameOf(variant));
      await mkdir(targetFolder, { recursive: true });
      const restore = await applyVariant(page, variant);
      for (const view of views.filter((one) => wants(one))) {
        await bring(view);
        const path = join(targetFolder, `${view}.png`);
        await writeFile(path, await steadyScreenshot(page));
        log(relative(root, path));
        for (const text of await textsCutOff(page)) log(`  cut off: ${text}`);
      }
      await restore();
    }
  };

  if (wants('first-run')) {
    const first = await studio.startApp(['--services=embedded'], join(folder, 'first'), {
      firstRun: true,
    });
    await shoot(first, ['first-run'], () => awaitLoaded(first));
    await first.close();
  }
  if (wants('archive')) await openDays(app, 23, signal);
  if (wants('station', 'passes', 'transit', 'glance')) await findPlace(app, signal);
  await shoot(
    app,
    ['today', 'archive', 'station', 'passes', 'transit', 'settings', 'status'],
    async (view) => {
      await showView(app, destinations[view] ?? view);
      if (view === 'transit') await showTransit(app, signal);
      // The view remembers where it was scrolled to.
      if (view === 'station')
        await app.page.evaluate(() => document.querySelector('main')?.scrollTo(0, 0));
      await awaitLoaded(app);
    },
  );
  if (wants('live-pass')) {
    const near = await appBeforePass(studio);
    await shoot(near, ['live-pass'], async () => {
      await showView(near, 'station');
      await near.page.locator('#live-pass').evaluate((card) => card.scrollIntoView());
      await awaitLoaded(near);
    });
    await near.close();
  }
  if (wants('journal', 'seen-passes'))
    await withJournal(studio, (journal) =>
      shoot(journal, ['journal', 'seen-passes'], async (view) => {
        await showView(journal, 'journal');
        await journal.page
          .getByRole('radio')
          .nth(view === 'journal' ? 0 : 1)
          .click();
        await awaitPaint(journal.page);
      }),
    );
  if (wants('glance')) {
    const bus = await openBus(studio.desktop.busAddress);
    try {
      await (await findTrayItem(bus, studio.pid, { timeoutMs: 20_000 })).activate();
      const glance = await studio.openGlance();
      await shoot(glance, ['glance'], () => awaitLoaded(glance));
      await glance.close();
    } finally {
      bus.close();
    }
  }
}

/** Starts an app two minutes before the next visible pass over the place of the pictures. */
async function appBeforePass({ folder, signal, startApp, app }: Studio): Promise<AppPage> {
  await findPlace(app, signal);
  const { station } = await app.waitForState(() => true, signal);
  const pass = station.passes.find(({ visibleFrom }) => visibleFrom !== null);
  if (pass === undefined) throw new Error('no pass can be seen');
  const userDataDir = join(folder, 'near');
  await keepEarlierFixes(userDataDir);
  const laterMs = pass.rise.t * 1000 - Date.now() - 2 * 60_000;
  const near = await startApp(['--services=embedded'], userDataDir, { laterMs });
  await findPlace(near, signal);
  return near;
}

/**
 * Waits until every map has its land, and no progress bar is visible. A map without land does not change until its file
 * has arrived, and with reduced motion a progress bar does not move: the page would look finished.
 */
export async function awaitLoaded({ page }: AppPage): Promise<void> {
  await awaitPaint(page);
  await page.waitForFunction(
    () =>
      document.querySelector('canvas[data-land=false]') === null &&
      [...document.querySelectorAll('progress, [role=progressbar]')].every(
        (bar) => bar.getBoundingClientRect().top >= innerHeight,
      ),
  );
  // The land is drawn in the next frame.
  await awaitPaint(page);
}

/**
 * Applies the variant to the page. The returned function restores the size of the page.
 */
async function applyVariant(page: AppPage['page'], variant: Variant): Promise<() => Promise<void>> {
  const { theme, language, width, height, zoom, contrast, night } = variant;
  await page.emulateMedia({
    colorScheme: theme,
    contrast: contrast ? 'more' : 'no-preference',
  });
  await page.evaluate((wanted) => (globalThis as WithBridge).overhead?.settings.change(wanted), {
    language,
    nightMode: night,
  });
  await page.waitForFunction(
    (wanted) => {
      const { lang, dataset } = document.documentElement;
      return lang === wanted.language && (dataset['night'] === 'red') === wanted.night;
    },
    { language, night },
  );
  const isGlance = page.url().includes('/glance/');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setDeviceMetricsOverride', {
    // The glance has a fixed size.
    width: isGlance ? 380 : width / zoom,
    height: isGlance ? 560 : height / zoom,
    deviceScaleFactor: zoom,
    mobile: false,
  });
  await page.getByRole('heading').first().waitFor();
  await awaitPaint(page);
  return async () => {
    await cdp.send('Emulation.clearDeviceMetricsOverride');
    await cdp.detach();
  };
}

/**
 * Takes a screenshot when the page has not changed for half a second, or after six seconds: some figures change all the
 * time.
 */
async function steadyScreenshot(page: AppPage['page']): Promise<Buffer> {
  let last = await page.screenshot();
  for (let look = 0; look < 12; look += 1) {
    await delay(500);
    const next = await page.screenshot();
    if (next.equals(last)) break;
    last = next;
  }
  return last;
}
