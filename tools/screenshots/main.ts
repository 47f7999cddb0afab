// `npm run screenshots [-- NAME…]`: makes the pictures of README and docs anew, on a virtual desktop with the embedded
// services.
import { ensureBuilt } from '../setup/build.ts';
import { interruption } from '../setup/interruption.ts';
import { chooseRuntime } from '../setup/runtime.ts';
import { ensureSystemPackages } from '../system/packages.ts';
import { photographJournal } from './journal.ts';
import { withStudio, type Photographer } from './studio.ts';
import {
  photographArchive,
  photographGlance,
  photographSettings,
  photographStation,
  photographToday,
  photographStatus,
} from './views.ts';
import { photographWallpapers } from './wallpapers.ts';

/** In this order, because the later ones leave posts and settings behind. */
const photographers: Readonly<Record<string, Photographer>> = {
  today: photographToday,
  station: photographStation,
  glance: photographGlance,
  archive: photographArchive,
  settings: photographSettings,
  status: photographStatus,
  journal: photographJournal,
  wallpapers: photographWallpapers,
};

const usage = `Usage: npm run screenshots [-- NAME…], where NAME is one of ${Object.keys(photographers).join(', ')}; all of them unless told`;

const log = (line: string): void => console.log(line);

async function main(names: readonly string[]): Promise<void> {
  if (names.includes('--help')) {
    console.log(usage);
    return;
  }
  const unknown = names.find((name) => photographers[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`there is no “${unknown}”, but ${Object.keys(photographers).join(', ')}`);
  const signal = AbortSignal.any([AbortSignal.timeout(300_000), interruption()]);
  const system = await ensureSystemPackages({ log, signal });
  if (!system.ok) throw new Error(`${system.reason}; ${system.hint}`);
  await ensureBuilt({ log, signal });
  const runtime = await chooseRuntime({ log, signal });
  await withStudio({ runtime, signal, log }, async (studio) => {
    for (const [name, photograph] of Object.entries(photographers))
      if (names.length === 0 || names.includes(name)) await photograph(studio);
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`No screenshots: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
