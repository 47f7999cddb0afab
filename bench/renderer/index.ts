import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { ensureBuilt } from '#tools/setup/build.ts';
import { root } from '#tools/setup/paths.ts';
import { baseLanguage, languages } from '#shared/language/language.ts';
import { chromiumPath } from '#stand-in/system/chromium.ts';
import { pngBytes } from '#test/support/images.ts';
import type { BenchmarkContext, Benchmark, ResultRow } from '../support/benchmark.ts';
import { median, quantile } from '../support/statistics.ts';
import { frameRows } from './frames.ts';
import type { PageControls } from './renderer-page.ts';

const builtRenderer = join(root, 'out', 'renderer');
const views = ['today', 'archive', 'station', 'journal', 'settings', 'status'];
const size = { width: 1080, height: 720 };
const formatMs = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
const formatKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

/**
 * Serves the built pages, and an empty page as the control. All pictures are one file, and all thumbnails are another.
 */
function serveRenderer(): Promise<{ origin: string; stop: () => void }> {
  const picture = pngBytes(1600, 1000);
  const thumbnail = pngBytes(320, 200);
  const types: Readonly<Record<string, string>> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
  };
  const empty = '<!doctype html><html lang="en"><title>Empty</title><h1>Empty</h1>';
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const send = (body: string | Buffer, type: string): void =>
      void response.writeHead(200, { 'content-type': type }).end(body);
    if (path === '/empty') {
      send(empty, 'text/html');
      return;
    }
    if (path.startsWith('/thumbnails/')) {
      send(thumbnail, 'image/png');
      return;
    }
    if (/^\/(picture|renditions)\//.test(path)) {
      send(picture, 'image/png');
      return;
    }
    try {
      send(
        readFileSync(join(builtRenderer, path)),
        types[extname(path)] ?? 'application/octet-stream',
      );
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ origin: `http://127.0.0.1:${port}`, stop: () => void server.close() });
    });
  });
}

/** Bundles the double of the main process into one script. */
async function bundleDouble(): Promise<string> {
  const input = join(import.meta.dirname, 'renderer-page.ts');
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

/** Milliseconds from the request for the document to the first paint of content. */
async function firstPaint(page: Page, address: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const handle = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  return Number(await handle.jsonValue());
}

/**
 * Opens each view by key and by link, types into the search field of a view that has one, moves the focus through the
 * first controls, and scrolls.
 */
async function tourViews(page: Page): Promise<void> {
  for (const [index, view] of views.entries()) {
    await page.keyboard.press(`Control+${index + 1}`);
    await page.locator(`a[href="#${view}"][aria-current=page]`).waitFor();
    await page.locator('main h1').first().waitFor();
    const field = page.locator('main input[type=search]').first();
    if ((await field.count()) > 0) {
      await field.click();
      await page.keyboard.type('galaxy', { delay: 30 });
      await field.fill('');
    }
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('Tab');
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, 400);
    await page
      .locator(`a[href="#${views[(index + 1) % views.length]}"]`)
      .first()
      .click();
    await page.locator('main h1').first().waitFor();
  }
}

interface Interaction {
  /** Milliseconds from the event, or from the switch of the language, to the next paint. */
  readonly ms: number;
  /** The event with the view that was open after it and the times of its parts, or the view and the new language. */
  readonly name: string;
}

/** Measures the interactions during `work`. Chromium does not report interactions below 16 ms; they count as 8 ms. */
async function measureInteractions(page: Page, work: () => Promise<void>): Promise<Interaction[]> {
  await page.evaluate(() => {
    const longest = new Map<number, Interaction>();
    Object.assign(globalThis, { longest, before: performance.interactionCount });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId, duration: ms, startTime, processingStart, processingEnd } = entry;
        if (interactionId === 0 || ms <= (longest.get(interactionId)?.ms ?? 0)) continue;
        const waited = Math.round(processingStart - startTime);
        const worked = Math.round(processingEnd - processingStart);
        const name = `${entry.name} in ${location.hash}, waited ${waited}, handled in ${worked}`;
        longest.set(interactionId, { ms, name });
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await work();
  return page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { longest, before } = globalThis as unknown as {
      longest: Map<number, Interaction>;
      before: number;
    };
    const reported = [...longest.values()];
    const rest = performance.interactionCount - before - reported.length;
    const short = { ms: 8, name: 'short' };
    return [...reported, ...Array.from({ length: Math.max(0, rest) }, () => short)];
  });
}

/**
 * Switches the language in the first `viewCount` views, to each language and back to English, and returns the
 * milliseconds that each switch takes. In each view, the first switch to a language loads its words.
 */
async function measureLanguageSwitches(
  page: Page,
  address: string,
  viewCount: number,
): Promise<Interaction[]> {
  const switches: Interaction[] = [];
  for (const view of views.slice(0, viewCount)) {
    await page.goto('about:blank');
    await page.goto(`${address}#${view}`);
    await page.locator('main h1').first().waitFor();
    for (const language of [...languages.filter((one) => one !== baseLanguage), baseLanguage])
      switches.push({
        ms: await page.evaluate(
          (to) => (globalThis as unknown as { controls: PageControls }).controls.switchLanguage(to),
          language,
        ),
        name: `${view} to ${language}`,
      });
  }
  return switches;
}

/**
 * Milliseconds between frames while the largest scrollable element is scrolled by 60 px per frame. If no element can be
 * scrolled, the page is idle.
 */
const measureFrames = (page: Page, count: number): Promise<number[]> =>
  page.evaluate(async (wanted) => {
    const room = (element: Element): number => element.scrollHeight - element.clientHeight;
    const scroller = [...document.querySelectorAll('*')]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .sort((a, b) => room(b) - room(a))[0];
    const deltas: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    while (deltas.length < wanted) {
      scroller?.scrollBy(0, 60);
      const now = await new Promise<number>(requestAnimationFrame);
      deltas.push(now - last);
      last = now;
    }
    return deltas;
  }, count);

interface Heap {
  /** Bytes of live objects and strings, without those of the browser itself. */
  readonly objects: number;
  /** Bytes of compiled code: it grows as long as V8 finds functions that are worth compiling. */
  readonly code: number;
}

/** The part of a heap snapshot of V8 that `heapBytesOf` reads. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
}

/** The heap of the page after a garbage collection. */
async function heapBytesOf(page: Page): Promise<Heap> {
  const cdp = await page.context().newCDPSession(page);
  for (let time = 0; time < 3; time += 1) await cdp.send('HeapProfiler.collectGarbage');
  const chunks: string[] = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk));
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await cdp.detach();
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let [objects, code] = [0, 0];
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = types[0][nodes[node + typeAt] ?? NaN];
    const size = nodes[node + sizeAt] ?? 0;
    if (type === 'code') code += size;
    else if (type !== 'native') objects += size;
  }
  return { objects, code };
}

const zippedBytes = (path: string): number => gzipSync(readFileSync(path)).length;
const totalZippedBytes = (paths: readonly string[]): number =>
  paths.reduce((bytes, path) => bytes + zippedBytes(path), 0);

/**
 * All scripts that the pages can load in English: every chunk of every view, dialog and window, and the messages of one
 * language. The data files of places and countries are not scripts.
 */
function pageScripts(): string[] {
  const others = languages.filter((language) => language !== baseLanguage);
  return readdirSync(join(builtRenderer, 'assets'))
    .filter((name) => name.endsWith('.js') && !others.some((other) => name.startsWith(`${other}-`)))
    .map((name) => join(builtRenderer, 'assets', name));
}

async function scriptRows(browser: Browser, origin: string, double: string): Promise<ResultRow[]> {
  const page = await browser.newPage({ viewport: size });
  await page.addInitScript({ content: double });
  await firstPaint(page, `${origin}/index.html#today`);
  // Counts only the scripts that were loaded before the first paint: the page loads the chunks of the other views
  // later, when it is idle.
  const loadedScripts = await page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= paint)
      .map(({ name }) => new URL(name).pathname);
  });
  await page.close();
  const first = totalZippedBytes(loadedScripts.map((path) => join(builtRenderer, path)));
  const all = totalZippedBytes(pageScripts());
  const words = languages.map((language) => ({
    language,
    bytes: totalZippedBytes(
      readdirSync(join(builtRenderer, 'assets'))
        .filter((name) => name.startsWith(`${language}-`) && name.endsWith('.js'))
        .map((name) => join(builtRenderer, 'assets', name)),
    ),
  }));
  const largest = words.toSorted((a, b) => b.bytes - a.bytes)[0];
  const data = readdirSync(join(builtRenderer, 'assets')).filter((name) => name.endsWith('.json'));
  return [
    {
      measure: 'JavaScript that the first view loads, gzipped',
      ours: formatKilobytes(first),
      goal: '≤ 90 kB',
      met: first <= 90_000,
    },
    {
      measure: 'JavaScript of all views and windows in one language, gzipped',
      ours: formatKilobytes(all),
      control: `beside it places and countries ${formatKilobytes(totalZippedBytes(data.map((name) => join(builtRenderer, 'assets', name))))}`,
      goal: '≤ 200 kB',
      met: all <= 200_000,
    },
    {
      measure: `words of a language, gzipped, the largest: ${largest?.language}`,
      ours: formatKilobytes(largest?.bytes ?? NaN),
      control: words
        .map(({ language, bytes }) => `${language} ${formatKilobytes(bytes)}`)
        .join(', '),
      goal: '≤ 17 kB',
      met: words.every(({ bytes }) => bytes <= 17_000),
    },
  ];
}

async function runRendererBenchmark({
  signal,
  log,
  args,
}: BenchmarkContext): Promise<readonly ResultRow[]> {
  const rounds = Number(args[0] ?? 15);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`${args[0]} is not a number of rounds`);
  await ensureBuilt({ log, signal });
  const double = await bundleDouble();
  const { origin, stop } = await serveRenderer();
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox'],
  });
  try {
    const logSlowest = (all: readonly Interaction[]): void => {
      for (const { ms, name } of all.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
        log(`${formatMs(ms)} ${name}`);
    };
    const page = await browser.newPage({ viewport: size });
    await page.addInitScript({ content: double });
    const paintTimes = { ours: [] as number[], control: [] as number[] };
    for (let round = -1; round < rounds; round += 1) {
      signal.throwIfAborted();
      const control = await firstPaint(page, `${origin}/empty`);
      const ours = await firstPaint(page, `${origin}/index.html#today`);
      // The first round is not counted: it fills caches.
      if (round < 0) continue;
      paintTimes.control.push(control);
      paintTimes.ours.push(ours);
    }
    log(`first view: ${formatMs(median(paintTimes.ours))}`);

    await tourViews(page);
    const heapAtStart = await heapBytesOf(page);
    const interactions: Interaction[] = [];
    for (let round = 0; round < Math.min(rounds, 3); round += 1)
      interactions.push(...(await measureInteractions(page, () => tourViews(page))));
    const heapAtEnd = await heapBytesOf(page);
    const times = interactions.map(({ ms }) => ms);
    log(`${times.length} interactions; the slowest:`);
    logSlowest(interactions);

    const languageSwitches = await measureLanguageSwitches(page, `${origin}/index.html`, rounds);
    const switched = languageSwitches.map(({ ms }) => ms);
    log('the slowest switches of the language:');
    logSlowest(languageSwitches);

    const count = Math.min(rounds * 60, 600);
    await page.goto(`${origin}/empty`);
    const idle = await measureFrames(page, count);
    await page.goto(`${origin}/index.html#archive`);
    await page.locator('main img').first().waitFor();
    const scrolled = await measureFrames(page, count);

    const paint = median(paintTimes.ours);
    const p95 = { tour: quantile(times, 0.95), scroll: quantile(scrolled, 0.95) };
    return [
      {
        measure: `first view painted, from the request, median of ${rounds}`,
        ours: formatMs(paint),
        control: `empty page ${formatMs(median(paintTimes.control))}`,
        goal: '≤ 250 ms',
        met: paint <= 250,
      },
      {
        measure: `interaction to next paint, p95 of ${times.length} in a tour`,
        ours: formatMs(p95.tour),
        control: `median ${formatMs(median(times))}, longest ${formatMs(Math.max(...times))}`,
        goal: '≤ 50 ms',
        met: p95.tour <= 50,
      },
      {
        measure: `language switched, words loaded and view painted, longest of ${switched.length}`,
        ours: formatMs(Math.max(...switched)),
        control: `median ${formatMs(median(switched))}`,
        goal: '≤ 400 ms',
        met: Math.max(...switched) <= 400,
      },
      {
        measure: 'archive of 11,000 days (double of main), frame while scrolling, p95',
        ours: formatMs(p95.scroll),
        control: `empty page ${formatMs(quantile(idle, 0.95))}`,
        goal: '≤ 20 ms',
        met: p95.scroll <= 20,
      },
      {
        measure: 'objects in the heap after four tours, beside those after one',
        ours: `${formatMegabytes(heapAtEnd.objects)}; compiled code ${formatMegabytes(heapAtEnd.code)}`,
        control: `before ${formatMegabytes(heapAtStart.objects)}; compiled code ${formatMegabytes(heapAtStart.code)}`,
        ratio: (heapAtEnd.objects / heapAtStart.objects).toFixed(3),
        goal: '≤ 1.05',
        met: heapAtEnd.objects <= heapAtStart.objects * 1.05,
      },
      ...(await frameRows(browser, `${origin}/index.html`, double, count)),
      ...(await scriptRows(browser, origin, double)),
    ];
  } finally {
    await browser.close();
    stop();
  }
}

/**
 * Measures the page of the main window in headless Chromium, with a double of the main process, so that only the cost
 * of the renderer is measured.
 */
export const benchmark: Benchmark = {
  summary:
    'The built page in Chromium: first paint, interactions, scrolling, heap, size; 15 ROUNDS unless told',
  numbers: ['ROUNDS'],
  run: runRendererBenchmark,
};
