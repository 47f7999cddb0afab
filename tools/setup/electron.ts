import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { downloadArtifact } from '@electron/get';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { root, runFolder } from './paths.ts';
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

/** The version of the npm package, which is the version to download. */
function wantedElectron(): string {
  const path = createRequire(import.meta.url).resolve('electron/package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

interface InstallOptions {
  readonly signal: AbortSignal;
  /** Called with one line of text for the user. */
  readonly log: (line: string) => void;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Downloads Electron's program and unpacks it into node_modules/electron. Returns null on success, otherwise the reason
 * of the failure in a few words.
 */
export async function installElectron(options: InstallOptions): Promise<string | null> {
  const { signal, log, env = process.env } = options;
  if (env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined)
    return 'there is no Electron where ELECTRON_OVERRIDE_DIST_PATH points';
  const downloaded = await downloadElectron({ version: wantedElectron(), signal, log });
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

export interface DownloadOptions {
  readonly version: string;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** The download stops after this time without a byte, in milliseconds. Default: a minute. */
  readonly stallMs?: number;
  /** The folder for unfinished downloads. */
  readonly partFolder?: string;
  /** The folder for finished downloads. Default: the cache shared by all programs that use @electron/get. */
  readonly cacheFolder?: string;
  /** SHA-256 in hexadecimal by file name. Default: the checksums of the npm package. */
  readonly checksums?: Readonly<Record<string, string>>;
}

/**
 * Downloads Electron's archive into the cache of @electron/get. @electron/get determines the address (also of a mirror,
 * in the variable ELECTRON_MIRROR or as `electron_mirror` in .npmrc) and compares the SHA-256. An unfinished download
 * is kept, and the next call continues it. Returns null when the archive is complete, otherwise the reason of the
 * failure in a few words.
 */
export async function downloadElectron(options: DownloadOptions): Promise<string | null> {
  const { version, signal, log, stallMs = 60_000, cacheFolder } = options;
  const { partFolder = join(runFolder, 'electron') } = options;
  const checksums =
    options.checksums ??
    (JSON.parse(readFileSync(join(electronFolder, 'checksums.json'), 'utf8')) as Record<
      string,
      string
    >);
  try {
    mkdirSync(partFolder, { recursive: true });
    await downloadArtifact({
      version,
      artifactName: 'electron',
      checksums: { ...checksums },
      ...(cacheFolder === undefined ? {} : { cacheRoot: cacheFolder }),
      // The folder must be on the same file system, so that the finished file can be renamed.
      tempDirectory: partFolder,
      downloader: {
        async download(url, target) {
          const part = join(partFolder, `${basename(target)}.part`);
          removeOtherParts(part);
          await downloadPart({ url, part, stallMs, signal, log });
          renameSync(part, target);
        },
      },
    });
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (process.env['DEBUG']) console.error(error);
    return reasonOf(error);
  }
}

interface PartOptions {
  readonly url: string;
  /** Absolute path of the unfinished file. */
  readonly part: string;
  readonly stallMs: number;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

class DownloadFailure extends Error {}

/**
 * Downloads the bytes after the stored part of the file. Continues after a broken connection as long as each attempt
 * receives at least one byte.
 */
async function downloadPart(options: PartOptions): Promise<void> {
  const { url, part, signal, log } = options;
  const proxy = new EnvHttpProxyAgent();
  try {
    for (;;) {
      const sizeBefore = sizeOf(part);
      try {
        await requestRest(options, sizeBefore, proxy);
        return;
      } catch (error) {
        signal.throwIfAborted();
        const gained = sizeOf(part) - sizeBefore;
        if (gained <= 0) throw error;
        log(`The connection to ${new URL(url).host} broke; continuing at ${megabytes(part)} …`);
      }
    }
  } finally {
    await proxy.close();
  }
}

/** Requests the bytes from `start` on, once. */
async function requestRest(
  { url, part, stallMs, signal, log }: PartOptions,
  start: number,
  dispatcher: EnvHttpProxyAgent,
): Promise<void> {
  const stalled = new AbortController();
  const { host } = new URL(url);
  const timer = setTimeout(() => {
    stalled.abort(new DownloadFailure(`${host} sent nothing for ${stallMs / 1000} s`));
  }, stallMs);
  try {
    const stop = AbortSignal.any([signal, stalled.signal]);
    const headers = start > 0 ? { range: `bytes=${start}-` } : {};
    const response = await fetch(url, { headers, signal: stop, dispatcher });
    if (response.status === 416) {
      // The stored part belongs to another file.
      rmSync(part, { force: true });
      throw new DownloadFailure(`${host} does not continue the unfinished download`);
    }
    if (!response.ok || response.body === null)
      throw new DownloadFailure(`${host} answered ${response.status}`);
    const from = response.status === 206 ? start : 0;
    const range = response.headers.get('content-range');
    if (response.status === 206 && range?.startsWith(`bytes ${start}-`) !== true)
      throw new DownloadFailure(`${host} sent another part of the file than asked for`);
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const report = createReport(log, basename(part, '.part'), from + length);
    let received = from;
    const descriptor = openSync(part, from > 0 ? 'a' : 'w');
    try {
      // Each piece is written immediately, so that it is kept even if an error follows.
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        timer.refresh();
        received += writeSync(descriptor, chunk);
        report(received);
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (stalled.signal.aborted) throw stalled.signal.reason;
    const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    if (error instanceof DownloadFailure || code === undefined) throw error;
    throw new DownloadFailure(`${host} cannot be reached (${code})`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a function that logs each tenth of the download. `total`: the size in bytes; NaN if the server does not send
 * it.
 */
function createReport(log: (line: string) => void, name: string, total: number) {
  let next = 0;
  return (received: number): void => {
    const share = received / total;
    if (!(share >= next)) return;
    log(`${name}: ${megabytes(received)} of ${megabytes(total)}`);
    next = Math.floor(share * 10) / 10 + 0.1;
  };
}

function megabytes(size: number | string): string {
  const bytes = typeof size === 'string' ? sizeOf(size) : size;
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

function reasonOf(error: unknown): string {
  const { message } = error as Error;
  const isChecksum = !(error instanceof DownloadFailure) && /checksum/i.test(message);
  return isChecksum ? 'the download does not match its checksum' : message;
}

/** Removes the unfinished downloads of other versions. */
function removeOtherParts(kept: string): void {
  const folder = dirname(kept);
  for (const name of readdirSync(folder))
    if (name.endsWith('.part') && name !== basename(kept)) rmSync(join(folder, name));
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const firstLine = (text: string): string | null => /\S.*/.exec(text)?.[0] ?? null;
