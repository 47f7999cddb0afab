import type { Bridge } from '#shared/contract.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { AppPage } from '#tools/start/page.ts';
import { expect, limit } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

/** Whether the background of the page is dark, and whether the map is dark. The map is dark in every theme. */
const looksDark = ({ page }: AppPage): Promise<boolean[]> =>
  page.evaluate(() => {
    /** The mean of red, green and blue of all opaque pixels, 0 to 255. */
    const brightness = (draw: (on: OffscreenCanvasRenderingContext2D) => void): number => {
      const on = new OffscreenCanvas(64, 32).getContext('2d', { willReadFrequently: true });
      if (on === null) throw new Error('This page has no canvas.');
      draw(on);
      const pixels = [];
      const { data } = on.getImageData(0, 0, 64, 32);
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3] === 255)
          pixels.push(((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3);
      return pixels.reduce((sum, pixel) => sum + pixel, 0) / pixels.length;
    };
    const ground = brightness((on) => {
      on.fillStyle = getComputedStyle(document.body).backgroundColor;
      on.fillRect(0, 0, 64, 32);
    });
    const map = document.querySelector('canvas');
    return [
      ground < 128,
      ...(map === null ? [] : [brightness((on) => on.drawImage(map, 0, 0, 64, 32)) < 96]),
    ];
  });

sharedTest(
  'applies a change of the theme at once, in the main window and in the glance window',
  async ({ app }) => {
    const { main } = app;
    await main.page.keyboard.press('Control+3');
    await (await app.tray()).activate();
    const glance = await app.glance();
    for (const { page } of [main, glance])
      await page.getByRole('img', { name: /World map/ }).waitFor();
    await glance.waitForState(({ picture }) => picture.last !== null, limit());
    const theirs = await looksDark(glance);

    const choose = (theme: Settings['theme']) =>
      main.page.evaluate(
        (wanted) => (globalThis as WithBridge).overhead.settings.change({ theme: wanted }),
        theme,
      );
    for (const [theme, dark] of [
      ['light', [false, true]],
      ['dark', [true, true]],
      ['light', [false, true]],
      ['system', theirs],
    ] as const) {
      await choose(theme);
      for (const page of [main, glance])
        await expect.poll(() => looksDark(page), { message: theme }).toEqual(dark);
    }
  },
);
