// `npm run screenshots`: makes the pictures of README and docs anew, on a virtual desktop with the embedded services.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { startDesktop } from '../desktop/desktop.ts';
import { ensureBuilt } from '../setup/build.ts';
import { interruption } from '../setup/interruption.ts';
import { root } from '../setup/paths.ts';
import { chooseRuntime } from '../setup/runtime.ts';
import { launchApp } from '../start/app.ts';
import { waitForPage, type AppPage } from '../start/page.ts';
import { choosePort } from '../start/port.ts';
import { ensureSystemPackages } from '../system/packages.ts';

const images = join(root, 'docs', 'images');
const signal = AbortSignal.any([AbortSignal.timeout(180_000), interruption()]);
const log = (line: string): void => console.log(line);
const run = promisify(execFile);

/** JPEG: a night sky as PNG weighs ten times as much. */
async function keep(png: string, name: string): Promise<void> {
  const path = join(images, `${name}.jpg`);
  await run('convert', [
    png,
    '-strip',
    '-resize',
    '1600x>',
    '-sampling-factor',
    '4:4:4',
    '-quality',
    '86',
    path,
  ]);
  log(relative(root, path));
}

const posts = [
  [
    'A clear night, at last',
    'Stayed out until the Pleiades stood over the barn. Two satellites, one meteor, no wind at all.',
  ],
  [
    'The station came right on time',
    'West to east in five minutes, brighter than anything but the Moon, and then it faded into the shadow.',
  ],
] as const;

async function photograph(app: AppPage, folder: string): Promise<void> {
  const { page } = app;
  const windowOnly = async (name: string): Promise<void> => {
    const png = join(folder, `${name}.png`);
    await page.screenshot({ path: png });
    await keep(png, name);
  };
  for (const [title, body] of posts) await app.writePost(title, body, signal);
  await app.showView(3);
  await windowOnly('journal');
  await app.showView(2);
  await app.waitForState(({ station }) => station.fix.status === 'ready', signal);
  // A short trail: three fixes, 5 s apart.
  const { station } = await app.state();
  const first = station.fix.last?.time ?? 0;
  await app.waitForState((now) => (now.station.fix.last?.time ?? 0) >= first + 9, signal);
  await windowOnly('station');
}

async function main(): Promise<void> {
  const system = await ensureSystemPackages({ log, signal });
  if (!system.ok) throw new Error(`${system.reason}; ${system.hint}`);
  await ensureBuilt({ log, signal });
  const runtime = await chooseRuntime({ log, signal });
  await mkdir(images, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'overhead-screenshots-'));
  const desktop = await startDesktop({ screen: '1920x1080x24', signal });
  try {
    const debugPort = await choosePort();
    const app = await launchApp({
      runtime,
      env: desktop.env,
      args: ['--services=embedded'],
      userDataDir: join(folder, 'data'),
      debugPort,
    });
    try {
      const page = await waitForPage(debugPort, AbortSignal.any([signal, app.gone]));
      await page.page.emulateMedia({ colorScheme: 'dark' });
      await page.waitForState(({ wallpaper }) => wallpaper.kind === 'set', signal);
      await page.showView(1);
      const hero = join(folder, 'overhead.png');
      await desktop.screenshot(hero);
      await keep(hero, 'overhead');
      await photograph(page, folder);
      await page.close();
    } finally {
      await app.stop();
    }
  } finally {
    await desktop.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`No screenshots: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
