import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadArtifact, initializeProxy } from '@electron/get';
import { root } from './paths.ts';
import { runCommandLine } from './process.ts';

const electronFolder = join(root, 'node_modules', 'electron');

/** Absolute path of Electron's program, even if the file does not exist. */
export function electronPath(env: NodeJS.ProcessEnv = process.env): string {
  const inDist =
    process.platform === 'win32'
      ? 'electron.exe'
      : process.platform === 'darwin'
        ? 'Electron.app/Contents/MacOS/Electron'
        : 'electron';
  return join(env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(electronFolder, 'dist'), inDist);
}

/**
 * Whether Electron's program is completely unpacked: the installer writes `path.txt` last. If the user supplies the
 * program in ELECTRON_OVERRIDE_DIST_PATH, that file does not exist.
 */
export function isElectronHere(env: NodeJS.ProcessEnv = process.env): boolean {
  const complete =
    env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined ||
    existsSync(join(electronFolder, 'path.txt'));
  return complete && existsSync(electronPath(env));
}

/** Reads a JSON file of the npm package. */
const readPackageFile = (name: string): unknown =>
  JSON.parse(readFileSync(join(electronFolder, name), 'utf8'));

interface InstallOptions {
  readonly signal: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Downloads Electron's program and unpacks it into node_modules/electron. Returns null on success, otherwise the reason
 * of the failure in a few words.
 */
export async function installElectron(options: InstallOptions): Promise<string | null> {
  const { signal, env = process.env } = options;
  if (env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined)
    return 'there is no Electron where ELECTRON_OVERRIDE_DIST_PATH points';
  const downloaded = await downloadElectron({ signal });
  if (downloaded !== null) return downloaded;
  // The installer reads the archive from the cache, checks it again, and unpacks it.
  const { code, output } = await runCommandLine(
    process.execPath,
    [join(electronFolder, 'install.js')],
    {
      cwd: root,
      env,
      signal,
    },
  );
  signal.throwIfAborted();
  if (code === 0 && isElectronHere(env)) return null;
  return `Electron could not be unpacked (${firstLine(output) ?? `exit code ${code}`})`;
}

interface DownloadOptions {
  readonly signal: AbortSignal;
  /** The folder for downloads. Default: the cache shared by all programs that use @electron/get. */
  readonly cacheFolder?: string;
  /** SHA-256 in hexadecimal by file name. Default: the checksums of the npm package. */
  readonly checksums?: Record<string, string>;
}

/**
 * Downloads Electron's archive into the cache of @electron/get, which determines the address (also of a mirror, in the
 * variable ELECTRON_MIRROR or as `electron_mirror` in .npmrc) and compares the SHA-256. The proxy is that of
 * HTTPS_PROXY. Returns null when the archive is complete, otherwise the reason of the failure in a few words.
 */
export async function downloadElectron(options: DownloadOptions): Promise<string | null> {
  const { signal, cacheFolder } = options;
  const { version } = readPackageFile('package.json') as { version: string };
  const checksums =
    options.checksums ?? (readPackageFile('checksums.json') as Record<string, string>);
  try {
    initializeProxy();
    await downloadArtifact({
      version,
      artifactName: 'electron',
      checksums,
      downloadOptions: { signal },
      ...(cacheFolder === undefined ? {} : { cacheRoot: cacheFolder }),
    });
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (process.env['DEBUG']) console.error(error);
    return reasonOf(error as Error);
  }
}

function reasonOf({ message, cause }: Error): string {
  if (/checksum/i.test(message)) return 'the download does not match its checksum';
  // The message of a request that got no answer is “fetch failed”.
  return cause instanceof Error ? cause.message : message;
}

const firstLine = (text: string): string | null => /\S.*/.exec(text)?.[0] ?? null;
