import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startDesktop } from '#stand-in/desktop/desktop.ts';
import { ensureBuilt } from '#tools/setup/build.ts';
import { chooseRuntime } from '#tools/setup/runtime.ts';
import { launchApp } from '#tools/start/app.ts';
import { waitForPage } from '#tools/start/page.ts';
import { choosePort } from '#tools/start/port.ts';
import { chromiumPath } from '#stand-in/system/chromium.ts';
import type { BenchmarkContext, ResultRow } from '../support/benchmark.ts';

const lengths = [10_000, 100_000, 1_000_000];

const makeWords = ({ paste, key, work }: TypingTimes): string =>
  `pasted in ${paste.toFixed(0)} ms, a key ${key.toFixed(1)} ms (${work.toFixed(1)} ms of work)`;

/**
 * Measures the paste of a long text into the app, and keys typed at the end of that text. The control is a text field
 * on an empty page.
 */
export async function typingRows({ signal, log }: BenchmarkContext): Promise<readonly ResultRow[]> {
  const rows: ResultRow[] = [];
  const app = await openApp(signal);
  try {
    for (const kind of ['lines', 'one line'] as const) {
      for (const length of lengths) {
        signal.throwIfAborted();
        log(`${length} characters, ${kind}`);
        const bare = await typeInBareField(kind, length);
        const ours = await app.inApp(kind, length);
        rows.push({
          measure: `${length.toLocaleString('en')} characters, ${kind}`,
          ours: makeWords(ours),
          control: `bare field: ${makeWords(bare)}`,
          ratio: (ours.key / bare.key).toFixed(2),
        });
      }
    }
  } finally {
    await app.close();
  }
  return rows;
}

/** The times from an input to the frame that shows its effect, in milliseconds. */
interface TypingTimes {
  /** The time from Ctrl+V to that frame. */
  readonly paste: number;
  /** The median time from a key at the end of the pasted text to that frame. */
  readonly key: number;
  /** The mean time that the page's main thread works for such a key. */
  readonly work: number;
}

const kinds = {
  'one line': (length: number) => 'word '.repeat(length / 5),
  lines: (length: number) =>
    'Clear sky from dusk on, and the station crossed from the west to the north-east.\n'.repeat(
      length / 81,
    ),
} as const;
type Kind = keyof typeof kinds;
const typedText = 'the quick brown fox jumps';

/**
 * The control: types at the end of a pasted text in a field on an empty page. This field is as large as the field of
 * the app.
 */
async function typeInBareField(kind: Kind, length: number): Promise<TypingTimes> {
  const executablePath = chromiumPath();
  if (executablePath === null) throw new Error('no Chromium was found on the PATH');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1080, height: 720 } });
    await page.setContent('<textarea style="width: 310px; height: 256px"></textarea>');
    return await measureTyping(page, page.locator('textarea'), kinds[kind](length));
  } finally {
    await browser.close();
  }
}

/** Opens the app for the same measurement. `inApp` may be called more than once. */
async function openApp(signal: AbortSignal) {
  await ensureBuilt({ signal, log: () => undefined });
  const runtime = await chooseRuntime({ signal, log: () => undefined });
  const folder = await mkdtemp(join(tmpdir(), 'overhead-typing-'));
  const desktop = await startDesktop({ signal });
  const debugPort = await choosePort();
  const running = await launchApp({
    runtime,
    env: desktop.env,
    args: ['--services=embedded'],
    userDataDir: folder,
    debugPort,
  });
  const app = await waitForPage(debugPort, AbortSignal.any([signal, running.gone]));
  const { page } = app;
  await page.evaluate(() => (location.hash = 'journal/new'));
  const field = page.getByRole('textbox', { name: 'Text' });
  return {
    async inApp(kind: Kind, length: number): Promise<TypingTimes> {
      const typing = await measureTyping(page, field, kinds[kind](length));
      await page.getByRole('button', { name: 'New post' }).click();
      await page.getByRole('group', { name: 'Parts of the text' }).waitFor({ state: 'detached' });
      return typing;
    },
    async close(): Promise<void> {
      await app.close();
      await running.stop();
      await desktop.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function measureTyping(
  page: Page,
  field: ReturnType<Page['locator']>,
  text: string,
): Promise<TypingTimes> {
  // The text is copied with keys from another field, so that the paste reads the clipboard of the system, as it does
  // for a user.
  await page.evaluate((whole) => {
    const source = document.createElement('textarea');
    source.id = 'source';
    document.body.append(source);
    source.value = whole;
    source.focus();
    source.select();
  }, text);
  await page.keyboard.press('Control+c');
  await page.evaluate(() => document.querySelector('#source')?.remove());
  await field.focus();
  const pastedAt = performance.now();
  await page.keyboard.press('Control+v');
  await awaitPaint(page);
  const paste = performance.now() - pastedAt;

  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const press = async (key: string): Promise<number> => {
    const startedAt = performance.now();
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await awaitPaint(page);
    return performance.now() - startedAt;
  };
  await press('a');
  const busyBefore = await busy();
  const times: number[] = [];
  for (const key of typedText) times.push(await press(key));
  const work = ((await busy()) - busyBefore) / typedText.length;
  await session.detach();
  times.sort((a, b) => a - b);
  return { paste, key: times[times.length >> 1] ?? NaN, work };
}

/** Resolves when the effects of all previous input are painted. */
const awaitPaint = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
      }),
  );
