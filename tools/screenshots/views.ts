// The views of the window, with one function for each view.
import type { Bridge } from '#shared/contract.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { openBus } from '#stand-in/dbus/bus.ts';
import { findTrayItem } from '#stand-in/dbus/tray.ts';
import { awaitPaint, type AppPage } from '../start/page.ts';
import { showView, type Photographer } from './studio.ts';

/** The properties that the preload adds to the page's window. */
export type WithBridge = typeof globalThis & { readonly overhead?: Bridge };

/** Takes screenshots of the desktop with today's picture as its wallpaper and with the window. */
export const photographToday: Photographer = async ({ app, desktop, takeWith }) => {
  await showView(app, 'today');
  await takeWith(app.page, 'overhead', (png) => desktop.screenshot(png));
};

export const photographSettings: Photographer = async ({ app, take }) => {
  await showView(app, 'settings');
  // Wait until the preview of the displays contains the picture.
  await app.page.locator('figure canvas').first().waitFor();
  await take(app.page, 'settings');
};

/** The Status view. */
export const photographStatus: Photographer = async ({ app, take }) => {
  await showView(app, 'status');
  await take(app.page, 'status');
};

const dayMs = 24 * 3600_000;

/** Opens days before today, as a user does, so that the archive keeps them. Makes two of these days favorites. */
export async function openDays(app: AppPage, count: number, signal: AbortSignal): Promise<void> {
  const { picture } = await app.waitForState((state) => state.picture.last !== null, signal);
  const newest = Date.parse(`${picture.last?.record.date ?? ''}T00:00:00Z`);
  const dates = Array.from({ length: count }, (_, day) =>
    new Date(newest - (day + 1) * dayMs).toISOString().slice(0, 10),
  );
  await app.page.evaluate(async (wanted) => {
    const { overhead } = globalThis as WithBridge;
    for (const date of wanted) await overhead?.picture.day(date);
    for (const date of [wanted[1], wanted[6]])
      if (date !== undefined)
        await overhead?.wallpaper.decide({ kind: 'favour', date, favourite: true });
  }, dates);
}

/**
 * Takes a screenshot of the archive after the user has opened eleven days. With today's picture, the archive has three
 * rows.
 */
export const photographArchive: Photographer = async ({ app, take, signal }) => {
  await openDays(app, 11, signal);
  await showView(app, 'archive');
  // Move the pointer away from the tiles.
  await app.page.mouse.move(0, 0);
  // Wait for the thumbnails of the saved days. Days that are not saved follow, and have no thumbnails.
  await app.page.waitForFunction(() => document.querySelectorAll('[data-date] img').length >= 12);
  await take(app.page, 'archive');
};

const berlinPlace = { latitude: 52.52, longitude: 13.405, altitude: 34 };

/** Sets the place of the user and waits for the passes over it. */
export async function findPlace(app: AppPage, signal: AbortSignal): Promise<void> {
  const setResult = await app.page.evaluate(
    (change) => (globalThis as WithBridge).overhead?.settings.change(change),
    { station: { ...defaultSettings.station, observer: berlinPlace } },
  );
  if (setResult?.ok !== true) throw new Error('the place could not be set');
  await app.waitForState(({ station }) => station.passes.length > 0, signal);
}

/** Takes screenshots of the map, of the sky over Berlin during the next visible pass, and of a transit. */
export const photographStation: Photographer = async ({ app, signal, take }) => {
  const { page } = app;
  await showView(app, 'station');
  await findPlace(app, signal);
  await app.waitForState(({ station }) => typeof station.place?.over === 'string', signal);
  await page.locator('canvas[data-land=true]').waitFor();
  await take(page, 'station');

  // Show only the list and the sky next to it.
  await showView(app, 'station/passes');
  await page.mouse.move(0, 0);
  await take(page, 'sky');

  await showTransit(app, signal);
  await take(page, 'transit');
};

/** Shows the first transit in the Station view: its centre line, and the station in front of the disc. */
export async function showTransit(app: AppPage, signal: AbortSignal): Promise<void> {
  const { page } = app;
  const { settings } = await app.waitForState(() => true, signal);
  await page.evaluate(
    (station) => (globalThis as WithBridge).overhead?.settings.change({ station }),
    { ...settings.station, transitKm: 100 },
  );
  await app.waitForState(({ station }) => (station.transits?.list.length ?? 0) > 0, signal);
  await page.locator('svg[data-calm]').first().waitFor();
  await page.locator('#transits-title').evaluate((title) => {
    title.style.scrollMarginTop = '2rem';
    title.scrollIntoView({ block: 'start' });
  });
  await awaitPaint(page);
}

/** The glance, opened by a click on the tray. */
export const photographGlance: Photographer = async ({ pid, desktop, openGlance, take }) => {
  const bus = await openBus(desktop.busAddress);
  try {
    const tray = await findTrayItem(bus, pid, { timeoutMs: 20_000 });
    await tray.activate();
    const glance = await openGlance();
    try {
      const { page } = glance;
      await page.setViewportSize({ width: 380, height: 560 });
      await page.getByRole('img', { name: /map/i }).first().waitFor();
      await take(page, 'glance');
    } finally {
      await glance.close();
    }
  } finally {
    bus.close();
  }
};
