import { join } from 'node:path';
import { openBus } from '../dbus/bus.ts';
import { findTrayItem } from '../dbus/tray.ts';
import type { Photographer } from './app.ts';

/** The glance, as a click on the tray opens it. */
export const photographGlance: Photographer = async (studio) => {
  const { pid, desktop, folder, keep, openGlance } = studio;
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
      await page.evaluate(async () => {
        await Promise.allSettled([...document.images].map((image) => image.decode()));
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        await frame();
        await frame();
      });
      const png = join(folder, 'glance.png');
      await page.screenshot({ path: png });
      await keep(png, 'glance');
    } finally {
      await glance.close();
    }
  } finally {
    bus.close();
  }
};
