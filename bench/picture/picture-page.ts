import { execFile } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { chromium } from 'playwright-core';
import { defaultAppearance } from '#shared/wallpaper/appearance.ts';
import type { PictureMeasure } from '#shared/wallpaper/composition.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { plainLook, planWallpaper } from '#wallpaper/plan.ts';
import { drawPass } from '#wallpaper/tonight.ts';
import type { Display } from '#platform/windows/display.ts';
import { createComposer, type ComposingPage } from '#platform/composer/composer.ts';
import type { ComposingExchange } from '#platform/composer/exchange.ts';
import { compositionFiles } from '#platform/composer/files.ts';
import { createAppFileServer } from '#platform/windows/app-files.ts';
import { browserProcesses, buildComposingPage } from '#tools/composing/run.ts';
import { chromiumPath } from '#stand-in/system/chromium.ts';
import type { BenchmarkContext } from '../support/benchmark.ts';

interface ComposingBench {
  /**
   * Milliseconds from the page's request for the picture, whose bytes are in memory, until the wallpaper is on the
   * disk. `extras`: the wallpaper is dimmed and shows tonight's pass.
   */
  compose(display: Display, extras?: boolean): Promise<number>;
  /** The highest peak memory of a running renderer, in bytes. */
  peakMemory(): number;
  close(): Promise<void>;
}

export const runConvert = (args: string[], signal: AbortSignal) =>
  promisify(execFile)('convert', args, { signal });
export const formatMs = (value: number): string => `${Math.round(value)} ms`;
export const formatMebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

const picture = { width: 6000, height: 4000 };

/** Makes a JPEG of 24 megapixels, the composing page, and a folder for results. */
export async function prepareComposing({
  scratch,
  signal,
  log,
}: Pick<BenchmarkContext, 'scratch' | 'signal' | 'log'>) {
  const at = (name: string): string => join(scratch, name);
  const [path, pages, made] = [at('source.jpg'), at('pages'), at('made')];
  mkdirSync(made, { recursive: true });
  await buildComposingPage(pages);
  const { width, height } = picture;
  const make = ['-size', `${width}x${height}`, '-seed', '7', 'plasma:fractal', '-quality', '92'];
  await runConvert([...make, path], signal);
  log(`a JPEG of ${width} × ${height}, ${formatMebibytes(statSync(path).size)}`);
  return { path, pages, made };
}

const text = {
  title: 'A galaxy far away',
  credit: 'Somebody',
  date: '2026-11-21',
  explanation: '',
};
const settings = { fit: 'automatic', caption: true, appearance: defaultAppearance } as const;

const passStart = Date.UTC(2026, 10, 21, 18, 42) / 1000;
const passMoment = (after: number, azimuth: number, elevation: number, rangeKm: number) => ({
  t: passStart + after,
  azimuth,
  elevation,
  rangeKm,
});
const rise = passMoment(0, 270, 0, 2300);
const set = passMoment(640, 90, 0, 2300);
const pass: Pass = {
  rise,
  peak: passMoment(320, 180, 64, 460),
  set,
  seen: { rise, set },
  visible: true,
  reason: null,
  visibleFrom: passStart + 100,
  visibleTo: passStart + 560,
  brightness: null,
};
/** The wallpaper is dimmed and shows tonight's pass. */
const wallpaperExtras = {
  appearance: { ...defaultAppearance, dimming: 'evening', tonight: true },
  look: { dimmed: true, pass: drawPass(pass, { latitude: 52.5, longitude: 13.4 }) },
} as const;

/**
 * Opens the composing page in a Chromium that is already running. The page exchanges data with the app's own code over
 * plain HTTP, which is about as fast as passing bytes to a page in Electron. The debugging protocol, which the stand-in
 * for Electron uses, is ten times slower. No debugger watches the page's requests, because Playwright would copy each
 * body, which takes 150 ms for a 4K picture.
 *
 * @param path the path of a JPEG file
 * @param pages the folder of the built page
 */
export async function openComposingBench(
  path: string,
  pages: string,
  folder: string,
): Promise<ComposingBench> {
  const files = createAppFileServer({ pages });
  let answer: ComposingExchange['answer'] = () => null;
  let askedAt = 0;
  const listener = getRequestListener((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/source') askedAt = performance.now();
    return answer(request) ?? pageFile(pathname);
  });
  /**
   * Returns a file of the composing page without the windows' content security policy, which does not allow decoded
   * pictures: the page contains its own policy.
   */
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
  const control = await browser.newBrowserCDPSession();
  const url = `http://127.0.0.1:${port}/composer/index.html`;
  const store = compositionFiles(folder);

  function openPage(first: ComposingExchange['answer']): ComposingPage {
    const gone = Promise.withResolvers<string>();
    const orGone = (done: Promise<unknown>): void =>
      void done.catch((error: unknown) => gone.resolve(String(error)));
    answer = first;
    const opened = control.send('Target.createTarget', { url });
    orGone(opened);
    async function reload(): Promise<void> {
      const { targetId } = await opened;
      const { sessionId } = await control.send('Target.attachToTarget', { targetId });
      const message = JSON.stringify({ id: 1, method: 'Page.navigate', params: { url } });
      await control.send('Target.sendMessageToTarget', { sessionId, message });
      await control.send('Target.detachFromTarget', { sessionId });
    }
    return {
      gone: gone.promise,
      again(next) {
        answer = next;
        orGone(reload());
      },
      destroy: () =>
        orGone(opened.then(({ targetId }) => control.send('Target.closeTarget', { targetId }))),
    };
  }

  const composer = createComposer({ openPage });
  const { signal } = new AbortController();
  return {
    async compose(display, hasExtras = false) {
      const plan = (measure: PictureMeasure) => {
        const { appearance, look } = hasExtras ? wallpaperExtras : { ...settings, look: plainLook };
        const drawing = { ...settings, appearance };
        const { compositions } = planWallpaper(measure, text, [display], drawing, 'each', look);
        return { compositions, lossless: false };
      };
      const composed = await composer.compose({ picture: path, plan }, signal);
      composer.close();
      if (!composed.ok) throw new Error(composed.failure.detail);
      await store.write('2026-11-21', composed.value);
      return performance.now() - askedAt;
    },
    peakMemory: () =>
      Math.max(
        0,
        ...browserProcesses(process.pid).map(({ isRenderer, peak }) => (isRenderer ? peak : 0)),
      ),
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
