// Draws every icon of the app from its SVG, with Chromium: `node tools/data/icons/icons.ts`. The icons are under
// version control; run this script again after a change to a drawing.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import pngToIco from 'png-to-ico';
import { iconFile, linuxSizes, trayIcons, trayShades } from '#tray/icon-file.ts';
import { root } from '#tools/setup/paths.ts';
import { chromiumPath } from '#stand-in/system/chromium.ts';

/** A PNG to be created: both paths in the repository, and the size in pixels (width and height are the same). */
interface Drawing {
  readonly from: string;
  readonly to: string;
  readonly size: number;
  /** Whether black is changed to white. */
  readonly inverted?: boolean;
}

const appSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const appIcon = 'build/icons/icon.svg';
/** The sizes in the icons for Windows: 16 points at scales from 100 to 300 %. */
const windowsSizes = [16, 20, 24, 28, 32, 40, 48];
const tray = 'resources/tray';

const drawings: readonly Drawing[] = [
  ...appSizes.map((size) => ({ from: appIcon, to: `build/icons/${size}x${size}.png`, size })),
  // The icon of the app's windows.
  { from: appIcon, to: 'resources/icon.png', size: 256 },
  ...trayIcons.flatMap((icon) => {
    const [colours, template] = [
      `tools/data/icons/tray/${icon}.svg`,
      `tools/data/icons/tray/${icon}-template.svg`,
    ];
    return [
      ...linuxSizes.map((size) => ({
        from: colours,
        to: `${tray}/${iconFile(icon, 'linux', size / 22)}`,
        size,
      })),
      { from: template, to: `${tray}/${icon}Template.png`, size: 18 },
      // Electron finds this image by the suffix `@2x` in its name.
      { from: template, to: `${tray}/${icon}Template@2x.png`, size: 36 },
      ...(['light', 'dark'] as const).flatMap((shade) => {
        const inverted = shade === 'light';
        const forMac = `${tray}/${iconFile(icon, 'darwin', 1, shade)}`;
        return [
          ...linuxSizes.map((size) => ({
            from: template,
            to: `${tray}/${iconFile(icon, 'linux', size / 22, shade)}`,
            size,
            inverted,
          })),
          { from: template, to: forMac, size: 18, inverted },
          { from: template, to: forMac.replace('.png', '@2x.png'), size: 36, inverted },
        ];
      }),
    ];
  }),
];

async function drawIcon(browser: Browser, { from, size, inverted }: Drawing): Promise<Buffer> {
  const svg = await readFile(join(root, from), 'utf8');
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" `);
  await page.setContent(
    `<style>body{margin:0}svg{display:block;${inverted ? 'filter:invert(1)' : ''}}</style>${sized}`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

async function writeIcon(to: string, content: Buffer): Promise<void> {
  await mkdir(dirname(join(root, to)), { recursive: true });
  await writeFile(join(root, to), content);
  console.log(`${to} (${content.length} bytes)`);
}

async function drawAll(browser: Browser): Promise<void> {
  for (const drawing of drawings) await writeIcon(drawing.to, await drawIcon(browser, drawing));
  for (const icon of trayIcons)
    for (const shade of trayShades) {
      const from = `tools/data/icons/tray/${icon}${shade === 'automatic' ? '' : '-template'}.svg`;
      const to = `${tray}/${iconFile(icon, 'win32', 1, shade)}`;
      const pngs: Buffer[] = [];
      for (const size of windowsSizes)
        pngs.push(await drawIcon(browser, { from, to, size, inverted: shade === 'light' }));
      await writeIcon(to, await pngToIco(pngs));
    }
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
    await drawAll(browser);
  } finally {
    await browser.close();
  }
}
