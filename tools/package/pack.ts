import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { getCurrentFuseWire, type FuseConfig, type FuseState } from '@electron/fuses';
import { build, Platform } from 'electron-builder';
import { root } from '../setup/paths.ts';
import type { Packed } from './contents.ts';
import { makeStubElectron } from './stub-electron.ts';

export interface PackedApp extends Packed {
  /** The unpacked app: what an AppImage, a deb or an rpm is made of. */
  readonly folder: string;
  readonly fuses: FuseConfig<FuseState>;
}

/**
 * Packs the built app for Linux with the real configuration, around a stub of Electron, into `scratch`. Fetches
 * nothing. electron-builder checks the configuration against its schema on the way.
 */
export async function packWithStub(scratch: string): Promise<PackedApp> {
  const electron = join(scratch, 'electron');
  await mkdir(electron, { recursive: true });
  await makeStubElectron(electron);
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir'),
    publish: 'never',
    config: {
      extends: join(root, 'build', 'electron-builder.yml'),
      electronDist: electron,
      directories: { output: join(scratch, 'dist') },
    },
  });
  const folder = join(scratch, 'dist', 'linux-unpacked');
  const archive = join(folder, 'resources', 'app.asar');
  const entries = listPackage(archive, { isPack: false }).map((path) =>
    path.replaceAll('\\', '/').replace(/^\//, ''),
  );
  return {
    folder,
    files: entries.filter((path) => !entries.some((other) => other.startsWith(`${path}/`))),
    read: (path) => extractFile(archive, path).toString(),
    fuses: await getCurrentFuseWire(join(folder, 'overhead')),
  };
}
