import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { UpdateState } from '#shared/updates/update.ts';
import type { UpdateFeed, UpdateNotebook } from '../ports.ts';
import type { Clock } from '#runtime/clock.ts';
import { noUpdates, startUpdates, type Updates } from '../updates.ts';
import { builtIn, trustOf, type Trust } from './built-in.ts';
import { createInstaller, downloadsFolder } from './installer.ts';
import { packageKind } from './package-kind.ts';
import { createSignatureCheck } from './signature.ts';

export interface UpdatesHereOptions {
  /** The app's folder for data. */
  readonly data: string;
  readonly clock: Clock;
  readonly notebook: UpdateNotebook;
  readonly createFeed: (trust: Pick<Trust, 'feed' | 'hosts'>) => UpdateFeed;
  /** Whether to look once a day unasked. */
  readonly automatic: () => boolean;
  readonly onState: (state: UpdateState) => void;
  readonly log: (line: string) => void;
  readonly onDefect: (error: unknown) => void;
}

/** The updates of this very installation; off when the build says nothing of them, or it is no package. */
export function startUpdatesHere(options: UpdatesHereOptions): Updates {
  const { data, log } = options;
  const trust = trustOf(builtIn);
  if (typeof trust === 'string') return noUpdates(trust);
  const kind = packageKind({
    isPackaged: app.isPackaged,
    platform: process.platform,
    env: process.env,
    execPath: process.execPath,
    packageType: packageType(),
  });
  if (kind === null) return noUpdates('not-a-package');
  const version = app.getVersion();
  const feed = options.createFeed(trust);
  return startUpdates({
    ...options,
    random: Math.random,
    feed,
    isSigned: createSignatureCheck(trust.keys),
    installation: { kind, arch: process.arch },
    version,
    installer: createInstaller({
      ...{ kind, feed, version, log },
      folder: downloadsFolder(data),
      productName: app.getName(),
      relaunch: () => relaunch(),
    }),
    quit: () => app.quit(),
  });
}

/** The mount of an AppImage goes with the process: the file itself is started. */
function relaunch(): void {
  const { APPIMAGE: image } = process.env;
  app.relaunch(image === undefined ? {} : { execPath: image });
}

function packageType(): string | null {
  try {
    return readFileSync(join(process.resourcesPath, 'package-type'), 'utf8').trim();
  } catch {
    return null;
  }
}
