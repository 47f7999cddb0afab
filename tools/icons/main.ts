// Draws every icon of the app from its SVG, with Chromium: `node tools/icons/main.ts`. What it writes is
// under version control; run it again after a change to a drawing.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { root } from '../setup/paths.ts';
import { chromiumPath } from '../system/chromium.ts';

/** A PNG to be made: both paths in the repository, the size in pixels, width and height alike. */
interface Drawing {
  readonly from: string;
  readonly to: string;
  readonly size: number;
}

const appSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const appIcon = 'build/icons/icon.svg';
const trayStates = ['quiet', 'new-picture'];

const drawings: readonly Drawing[] = [
  ...appSizes.map((size) => ({ from: appIcon, to: `build/icons/${size}x${size}.png`, size })),
  // The icon of the windows.
  { from: appIcon, to: 'resources/icon.png', size: 256 },
  ...trayStates.flatMap((state) => [
    { from: `tools/icons/${state}.svg`, to: `resources/tray/${state}.png`, size: 22 },
    // Electron finds it by its name.
    { from: `tools/icons/${state}.svg`, to: `resources/tray/${state}@2x.png`, size: 44 },
  ]),
];

async function draw(browser: Browser, { from, to, size }: Drawing): Promise<void> {
  const svg = await readFile(join(root, from), 'utf8');
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" `);
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${sized}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  await mkdir(dirname(join(root, to)), { recursive: true });
  await writeFile(join(root, to), png);
  console.log(`${to} (${png.length} bytes)`);
}

const executablePath = chromiumPath();
if (executablePath === null) {
  console.error('The icons are drawn by Chromium, which is not installed.');
  process.exitCode = 1;
} else {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
  });
  try {
    for (const drawing of drawings) await draw(browser, drawing);
  } finally {
    await browser.close();
  }
}
