// `npm run screenshots -- --record`: short recordings as animated WebP, each a sequence of screenshots.
import { execFile } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { missingCommands } from '#stand-in/system/packages.ts';
import { root } from '../setup/paths.ts';
import { RefusalError } from '../setup/process.ts';
import { awaitPaint, type AppPage } from '../start/page.ts';
import { imagesFolder, showView, type Photographer, type Studio } from './studio.ts';
import { findPlace } from './views.ts';

const run = promisify(execFile);
/** The qualities, best first. The first quality with a small enough file is used. */
const qualities = [75, 65, 55, 45, 35];
const maxBytes = 1_500_000;

type Page = AppPage['page'];
interface ClipArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Throws if the program that writes animated WebP is not installed. */
export function requireImg2webp(): void {
  if (missingCommands(['img2webp']).length > 0)
    throw new RefusalError('img2webp is missing: apt-get install --no-install-recommends webp');
}

/** Takes screenshots of a part of a page. Each has a time for which the recording shows it. */
class Recording {
  readonly #page: Page;
  readonly #folder: string;
  readonly #clip: ClipArea | undefined;
  readonly #frames: { readonly png: string; readonly ms: number }[] = [];

  constructor(page: Page, folder: string, clip?: ClipArea) {
    this.#page = page;
    this.#folder = folder;
    this.#clip = clip;
  }

  async shoot(ms: number): Promise<void> {
    const png = join(this.#folder, `${String(this.#frames.length).padStart(4, '0')}.png`);
    const shot = await this.#page.screenshot(this.#clip === undefined ? {} : { clip: this.#clip });
    await writeFile(png, shot);
    this.#frames.push({ png, ms });
  }

  /** Writes the recording, which plays in an endless loop. */
  async save(file: string): Promise<void> {
    for (const quality of qualities) {
      const frames = this.#frames.flatMap(({ png, ms }) => ['-d', String(ms), png]);
      // Each frame is a whole picture: with frames that store only differences, blocks of earlier frames remain visible
      // in a night sky.
      const how = ['-loop', '0', '-kmax', '1', '-lossy', '-q', String(quality)];
      await run('img2webp', [...how, ...frames, '-o', file]);
      if ((await stat(file)).size <= maxBytes) break;
    }
  }
}

/** Runs `act` with a recording, and saves it as `docs/images/NAME.webp`. */
async function makeRecording(
  { folder, log }: Studio,
  name: string,
  { page, clip }: { readonly page: Page; readonly clip?: ClipArea },
  act: (recording: Recording) => Promise<void>,
): Promise<void> {
  const frames = join(folder, `recording-${name}`);
  await mkdir(frames);
  const recording = new Recording(page, frames, clip);
  await act(recording);
  const file = join(imagesFolder, `${name}.webp`);
  await recording.save(file);
  log(relative(root, file));
}

/** The time for which one frame of a movement is shown, in milliseconds. */
const frameMs = 70;
/** The simulated time between two frames of a pass, in seconds. */
const passStep = 10;
const margin = 12;

async function clipAreaOf(page: Page, selector: string): Promise<ClipArea> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`nothing to record: ${selector}`);
  return {
    x: Math.max(0, box.x - margin),
    y: Math.max(0, box.y - margin),
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  };
}

/** Records the globe: it is dragged, continues to turn after the release, and follows the station again. */
async function recordGlobe(studio: Studio): Promise<void> {
  const { page } = studio.app;
  await showView(studio.app, 'station');
  await page.locator('.globe canvas[data-land=true]').scrollIntoViewIfNeeded();
  // Wait for the towns, whose lights are drawn: they are loaded when the page is idle.
  await delay(2_000);
  const clip = await clipAreaOf(page, '.map');
  const middle = { x: clip.x + clip.width / 2, y: clip.y + clip.height / 2 };
  await makeRecording(studio, 'recording-globe', { page, clip }, async (recording) => {
    await page.mouse.move(middle.x + 130, middle.y);
    await recording.shoot(900);
    await page.mouse.down();
    for (let step = 1; step <= 24; step += 1) {
      await page.mouse.move(middle.x + 130 - 10 * step, middle.y + 2 * step);
      await recording.shoot(frameMs);
    }
    // The last steps are quick, so that the globe continues to turn after the release.
    for (let step = 1; step <= 3; step += 1)
      await page.mouse.move(middle.x - 110 - 16 * step, middle.y + 48);
    await page.mouse.up();
    for (let step = 0; step < 8; step += 1) await recording.shoot(frameMs);
    await recording.shoot(700);
    await page.getByRole('button', { name: 'Follow the station' }).click();
    await recording.shoot(1_500);
  });
}

/** Records the sky of the next visible pass while the station moves along its path. */
async function recordPass(studio: Studio): Promise<void> {
  const { page } = studio.app;
  // High enough for the chart and the view towards the station, one above the other.
  await page.setViewportSize({ width: 1280, height: 1500 });
  await showView(studio.app, 'station/passes');
  const slider = page.getByRole('slider', { name: 'Along the pass' });
  await page.locator('#pass-sky').scrollIntoViewIfNeeded();
  const [figure, view] = [
    await clipAreaOf(page, '#pass-sky'),
    await clipAreaOf(page, '#pass-sky .view'),
  ];
  const height = view.y + view.height - figure.y;
  const length = Number(await slider.getAttribute('max'));
  const clip = { ...figure, height };
  await makeRecording(studio, 'recording-pass', { page, clip }, async (recording) => {
    for (let seconds = 0; seconds <= length; seconds += passStep) {
      await slider.fill(String(seconds));
      await awaitPaint(page);
      await recording.shoot(seconds === 0 ? 700 : frameMs);
    }
    await recording.shoot(1_200);
  });
}

/** Records the first start: the picture over the whole page, the town, and the wallpaper. */
async function recordFirstRun(studio: Studio): Promise<void> {
  const { folder, signal, startApp } = studio;
  const first = await startApp(['--services=embedded'], join(folder, 'first'), { firstRun: true });
  const { page } = first;
  await first.waitForState(({ picture }) => picture.status === 'ready', signal);
  await page.locator('img[src^="/picture/"]').waitFor();
  await page.setViewportSize({ width: 960, height: 640 });
  await awaitPaint(page);
  await makeRecording(studio, 'recording-first-run', { page }, async (recording) => {
    await recording.shoot(1_800);
    const town = page.getByRole('combobox', { name: 'Town' });
    await town.fill('');
    await recording.shoot(400);
    for (const letter of 'Munich') {
      await town.press(letter);
      await recording.shoot(140);
    }
    await page
      .getByRole('option', { name: /^Munich/ })
      .first()
      .waitFor();
    await recording.shoot(900);
    await page
      .getByRole('option', { name: /^Munich/ })
      .first()
      .click();
    await awaitPaint(page);
    await recording.shoot(1_800);
    await page.getByRole('button', { name: 'Set as wallpaper every day' }).click();
    await page.locator('a[href="#today"]').waitFor();
    await first.waitForState(({ wallpaper }) => wallpaper.kind === 'set', signal);
    await awaitPaint(page);
    await recording.shoot(2_500);
  });
  await first.close();
}

/** Records the globe, a pass and the first start. */
export const recordAll: Photographer = async (studio) => {
  const { page } = studio.app;
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 900, height: 980 });
  await showView(studio.app, 'station');
  await findPlace(studio.app, studio.signal);
  await recordGlobe(studio);
  await recordPass(studio);
  await recordFirstRun(studio);
};
