import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { getCurrentFuseWire, type FuseConfig, type FuseState } from '@electron/fuses';
import { Arch, build, Platform } from 'electron-builder';
import { root } from '../setup/paths.ts';
import type { PackedFiles } from './contents.ts';
import { makeStubElectron } from './stub-electron.ts';

/** A package for one system, and the paths in it. */
interface PackageFile {
  readonly path: string;
  /** The paths of the files, without a leading slash. */
  readonly files: readonly string[];
}

/** The packages that are made from the unpacked app. */
type PackageKind = 'AppImage' | 'deb';

export interface PackedApp extends PackedFiles {
  /** The unpacked app, from which AppImage, deb and rpm are made. */
  readonly folder: string;
  readonly fuses: FuseConfig<FuseState>;
  /** The AppImage; null if it was not wanted, or if the programs that make an AppImage are not installed. */
  readonly appImage: PackageFile | null;
  readonly deb: PackageFile | null;
}

/** Path of a program, or null. */
function programPath(name: string): string | null {
  try {
    return execFileSync('which', [name], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
}

/**
 * The bytes before the squashfs of an AppImage. This stub replaces the real runtime, which would have to be downloaded.
 */
const stubRuntime = Buffer.alloc(4096, 'a stub of the static AppImage runtime\n');

/**
 * Sets the variables that make electron-builder use local programs instead of downloads. Returns the packages that can
 * be made with these programs. The AppImage gets a stub as its runtime, and `stub-fpm.ts` builds the deb.
 */
function useLocalTools(scratch: string): readonly PackageKind[] {
  const [mksquashfs, validate] = ['mksquashfs', 'desktop-file-validate'].map(programPath);
  const targets: PackageKind[] = [];
  if (
    typeof mksquashfs === 'string' &&
    typeof validate === 'string' &&
    programPath('unsquashfs') !== null
  ) {
    const tools = join(scratch, 'appimage');
    for (const folder of ['runtimes', 'lib/x64', 'lib/arm64'])
      mkdirSync(join(tools, folder), { recursive: true });
    for (const arch of ['x64', 'arm64'])
      writeFileSync(join(tools, 'runtimes', `runtime-${arch}`), stubRuntime);
    symlinkSync(mksquashfs, join(tools, 'mksquashfs'));
    symlinkSync(validate, join(tools, 'desktop-file-validate'));
    process.env['APPIMAGE_TOOLS_PATH'] = tools;
    targets.push('AppImage');
  }
  if (programPath('dpkg-deb') !== null) {
    const fpm = join(scratch, 'fpm');
    const stub = join(import.meta.dirname, 'stub-fpm.ts');
    writeFileSync(fpm, `#!/bin/sh\nexec '${process.execPath}' '${stub}' "$@"\n`);
    chmodSync(fpm, 0o755);
    process.env['CUSTOM_FPM_PATH'] = fpm;
    targets.push('deb');
  }
  return targets;
}

/**
 * Packs the built app for Linux into `scratch`, with the real configuration and a stub of Electron. Downloads nothing.
 * electron-builder also checks the configuration against its schema. Of the packages, makes those in `wanted`.
 */
export async function packWithStub(
  scratch: string,
  wanted: readonly PackageKind[] = ['AppImage', 'deb'],
): Promise<PackedApp> {
  const electron = join(scratch, 'electron');
  mkdirSync(electron, { recursive: true });
  await makeStubElectron(electron);
  const targets = useLocalTools(scratch).filter((kind) => wanted.includes(kind));
  const output = join(scratch, 'dist');
  const arch = process.arch === 'arm64' ? Arch.arm64 : Arch.x64;
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget(targets.length === 0 ? ['dir'] : [...targets], arch),
    publish: 'never',
    config: {
      extends: join(root, 'build', 'electron-builder.yml'),
      electronDist: electron,
      directories: { output },
    },
  });
  const [folder = ''] = globSync(join(output, 'linux*-unpacked'));
  const archive = join(folder, 'resources', 'app.asar');
  const entries = listPackage(archive, { isPack: false }).map((path) =>
    path.replaceAll('\\', '/').replace(/^\//, ''),
  );
  const packageFile = (
    pattern: string,
    list: (path: string) => readonly string[],
  ): PackageFile | null => {
    const [path] = globSync(join(output, pattern));
    return path === undefined ? null : { path, files: list(path) };
  };
  return {
    folder,
    files: entries.filter((path) => !entries.some((other) => other.startsWith(`${path}/`))),
    read: (path) => extractFile(archive, path).toString(),
    fuses: await getCurrentFuseWire(join(folder, 'overhead')),
    appImage: packageFile('*.AppImage', filesOfAppImage),
    deb: packageFile('*.deb', filesOfDeb),
  };
}

const linesOf = (program: string, ...args: string[]): string[] =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .trim()
    .split('\n');

function filesOfAppImage(path: string): string[] {
  const runtime = readFileSync(path).subarray(0, stubRuntime.length);
  if (!runtime.equals(stubRuntime)) throw new Error(`${path} does not begin with the runtime`);
  const listed = linesOf('unsquashfs', '-lln', '-o', `${stubRuntime.length}`, path);
  return listed.flatMap((line) => /^[-l].* squashfs-root\/(.+?)( -> .*)?$/.exec(line)?.[1] ?? []);
}

/** File paths, without directories. */
function filesOfDeb(path: string): string[] {
  return linesOf('dpkg-deb', '--contents', path).flatMap(
    (line) => /^[-l].* \.\/(.+)$/.exec(line)?.[1] ?? [],
  );
}

/** The text of a file in an AppImage that this module packed. */
export const readAppImage = (path: string, name: string): string =>
  linesOf('unsquashfs', '-cat', '-o', `${stubRuntime.length}`, path, name).join('\n');

/** Extracts an AppImage that this module packed. The files go into a new folder. */
export const extractAppImage = (path: string, folder: string): string[] =>
  linesOf('unsquashfs', '-d', folder, '-o', `${stubRuntime.length}`, path);

/** The text of a control file of a deb: `control`, `postinst` or `postrm`. */
export const debControl = (path: string, name: string): string =>
  linesOf('dpkg-deb', '--info', path, name).join('\n');
