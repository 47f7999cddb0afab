import type { Bridge } from '#shared/contract.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { AppPage } from '#tools/start/page.ts';
import { expect, limit } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

/**
 * Whether the background of the page is dark, and whether the background of the map is dark. The map is dark in every
 * theme.
 */
const looksDark = ({ page }: AppPage): Promise<boolean[]> =>
  page.evaluate(() => {
    const brightness = ([red = 0, green = 0, blue = 0]: Iterable<number>): number =>
      (red + green + blue) / 3;
    /** Draws the colour on a canvas, because computed colours have various notations. */
    const dot = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const drawn = (draw: (dot: OffscreenCanvasRenderingContext2D) => void): Iterable<number> => {
      if (dot === null) return [];
      draw(dot);
      return dot.getImageData(0, 0, 1, 1).data.slice(0, 3);
    };
    const ground = drawn((on) => {
      on.fillStyle = getComputedStyle(document.body).backgroundColor;
      on.fillRect(0, 0, 1, 1);
    });
    const seen = [brightness(ground) < 128];
    const map = document.querySelector('canvas');
    if (map !== null) seen.push(brightness(drawn((on) => on.drawImage(map, 0, 0, 1, 1))) < 96);
    return seen;
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
