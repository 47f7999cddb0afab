import { join } from 'node:path';
import type { Bridge } from '#shared/contract.ts';
import type { Photographer } from './app.ts';

type WithBridge = typeof globalThis & { readonly overhead?: Bridge };

const berlin = { latitude: 52.52, longitude: 13.405, altitude: 34 };

/** The map, and the sky over Berlin during the next pass that is to be seen. */
export const photographStation: Photographer = async (studio) => {
  const { app, folder, keep, show, signal, takeWindow } = studio;
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
  await show('station');
  await takeWindow('station');

  // The list and the sky beside it, without what stands above them.
  const passes = page.getByRole('region', { name: 'Passes', exact: true });
  await passes.evaluate((element) => element.scrollIntoView());
  await page.mouse.move(0, 0);
  await show('station');
  const png = join(folder, 'sky.png');
  await page.screenshot({ path: png });
  await keep(png, 'sky');
};
