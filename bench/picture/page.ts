import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { chromium } from 'playwright-core';
import { defaultAppearance } from '#shared/wallpaper/appearance.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { plainLook, planWallpaper } from '#wallpaper/plan.ts';
import { drawPass } from '#wallpaper/tonight.ts';
import type { Display } from '#platform/windows/display.ts';
import { createExchange, type Exchange } from '#platform/compositor/exchange.ts';
import { compositionFiles } from '#platform/compositor/files.ts';
import { createAppFileServer } from '#platform/windows/app-files.ts';
import { browserProcesses } from '#tools/stand-in/composing/run.ts';
import { chromiumPath } from '#tools/system/chromium.ts';

export interface ComposingBench {
  /**
   * From the picture's bytes in memory to the wallpaper on the disk, in milliseconds; with `extras` dimmed and with
   * tonight's pass.
   */
  compose(display: Display, extras?: boolean): Promise<number>;
  /** The most memory that a present renderer ever had, in bytes, and how many composing pages are open. */
  look(): { readonly peak: number; readonly pages: number };
  close(): Promise<void>;
}

const text = { title: 'A galaxy far away', credit: 'Somebody', date: '2026-11-21' };
const settings = { fit: 'automatic', caption: true, appearance: defaultAppearance } as const;

const start = Date.UTC(2026, 10, 21, 18, 42) / 1000;
const moment = (after: number, azimuth: number, elevation: number, rangeKm: number) => ({
  t: start + after,
  azimuth,
  elevation,
  rangeKm,
});
const pass: Pass = {
  rise: moment(0, 270, 0, 2300),
  peak: moment(320, 180, 64, 460),
  set: moment(640, 90, 0, 2300),
  visible: true,
  reason: null,
  visibleFrom: start + 100,
  visibleTo: start + 560,
  brightness: null,
};
/** Dimmed, and with tonight's pass. */
export const extras = {
  appearance: { ...defaultAppearance, dimming: 'evening', tonight: true },
  look: { dimmed: true, pass: drawPass(pass, { latitude: 52.5, longitude: 13.4 }) },
} as const;

/**
 * The composing page in a Chromium that is running, with the app's own exchange behind plain HTTP: Electron hands
 * bytes to a page about as fast, the debugger's protocol of the stand-in ten times slower.
 *
 * @param path a JPEG
 * @param pages the folder of the built page
 */
export async function openComposingBench(
  path: string,
  pages: string,
  folder: string,
): Promise<ComposingBench> {
  const files = createAppFileServer({ pages });
  let exchange: Exchange | null = null;
  let askedAt = 0;
  const listener = getRequestListener((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/source') askedAt = performance.now();
    return exchange?.answer(request) ?? pageFile(pathname);
  });
  /** The page has a policy of its own; that of the windows does not let it show what it decodes. */
  async function pageFile(pathname: string): Promise<Response> {
    const { status, body } = await files(new Request(`overhead://app${pathname}`));
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html';
    return new Response(body, { status, headers: { 'Content-Type': type } });
  }
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const executablePath = chromiumPath();
  if (executablePath === null) throw new Error('no Chromium was found on the PATH');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  const store = compositionFiles(folder);
  return {
    async compose(display, hasExtras = false) {
      exchange = createExchange({
        picture: readFileSync(path),
        plan(measure) {
          const { appearance, look } = hasExtras ? extras : { ...settings, look: plainLook };
          const drawing = { ...settings, appearance };
          const plan = planWallpaper(measure, text, [display], drawing, 'each', look);
          return { compositions: plan.compositions, lossless: false };
        },
      });
      const page = await browser.newPage();
      try {
        await page.goto(`http://127.0.0.1:${port}/composer/index.html`);
        const made = await exchange.ended;
        if (!made.ok) throw new Error(made.failure.detail);
        await store.write('2026-11-21', made.value);
        return performance.now() - askedAt;
      } finally {
        await page.close();
      }
    },
    look() {
      const renderers = browserProcesses(process.pid).filter(({ isRenderer }) => isRenderer);
      return {
        peak: Math.max(0, ...renderers.map(({ peak }) => peak)),
        pages: browser.contexts().flatMap((context) => context.pages()).length,
      };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
