// The views of the window, one function each.
import { join } from 'node:path';
import type { Bridge } from '#shared/contract.ts';
import { openBus } from '../dbus/bus.ts';
import { findTrayItem } from '../dbus/tray.ts';
import { painted, type Photographer } from './studio.ts';

/** What the preload adds to the page's window. */
export type WithBridge = typeof globalThis & { readonly overhead?: Bridge };

/** The desktop with today's picture as its wallpaper, and the window in front of it. */
export const photographToday: Photographer = async ({ show, desktop, folder, keep }) => {
  await show('today');
  const png = join(folder, 'overhead.png');
  await desktop.screenshot(png);
  await keep(png, 'overhead');
};

export const photographSettings: Photographer = async ({ app, show, take }) => {
  await show('settings');
  await take(app.page, 'settings');
};

/** What the app waits for, and the end of its log. */
export const photographStatus: Photographer = async ({ app, show, take }) => {
  await show('status');
  await take(app.page, 'status');
};

const dayMs = 24 * 3600_000;
/** Days before today: with today's they fill the window. */
const earlierDays = 11;

/** The days that are kept, after a person opened a few of them; two are favourites. */
export const photographArchive: Photographer = async ({ app, show, take, signal }) => {
  const { page } = app;
  const { picture } = await app.waitForState((state) => state.picture.last !== null, signal);
  const newest = Date.parse(`${picture.last?.record.date ?? ''}T00:00:00Z`);
  const dates = Array.from({ length: earlierDays }, (_, day) =>
    new Date(newest - (day + 1) * dayMs).toISOString().slice(0, 10),
  );
  await page.evaluate(async (wanted) => {
    const { overhead } = globalThis as WithBridge;
    for (const date of wanted) await overhead?.picture.day(date);
    for (const date of [wanted[1], wanted[6]])
      if (date !== undefined)
        await overhead?.picture.decide({ kind: 'favour', date, favourite: true });
  }, dates);
  await show('archive');
  // Every day has its thumbnail.
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-date] img').length === count,
    earlierDays + 1,
  );
  await painted(page);
  await take(page, 'archive');
};

const berlin = { latitude: 52.52, longitude: 13.405, altitude: 34 };

/** The map, and the sky over Berlin during the next pass that can be seen. */
export const photographStation: Photographer = async ({ app, show, signal, take }) => {
  const { page } = app;
  await show('station');
  const set = await page.evaluate(
    (place) => (globalThis as WithBridge).overhead?.station.setObserver(place),
    berlin,
  );
  if (set?.ok !== true) throw new Error('the app does not take a place');
  await app.waitForState(
    ({ station }) => station.passes.length > 0 && typeof station.place?.over === 'string',
    signal,
  );
  await page.locator('canvas[data-land=true]').waitFor();
  await painted(page);
  await take(page, 'station');

  // The list and the sky beside it, without what stands above them.
  const passes = page.getByRole('region', { name: 'Passes', exact: true });
  await passes.evaluate((element) => element.scrollIntoView());
  await page.mouse.move(0, 0);
  await painted(page);
  await take(page, 'sky');
};

/** The glance, as a click on the tray opens it. */
export const photographGlance: Photographer = async ({ pid, desktop, openGlance, take }) => {
  const bus = await openBus(desktop.busAddress);
  try {
    const tray = await findTrayItem(bus, pid, { timeoutMs: 20_000 });
    await tray.activate();
    const glance = await openGlance();
    try {
      const { page } = glance;
      await page.setViewportSize({ width: 380, height: 560 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.getByRole('img', { name: /World map.+The station is at/ }).waitFor();
      await painted(page);
      await take(page, 'glance');
    } finally {
      await glance.close();
    }
  } finally {
    bus.close();
  }
};
