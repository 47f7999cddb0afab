import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { createUpdateFeed } from '#updates/feed-client.ts';
import { loadUpdater } from '#updates/install/installation.ts';
import type { Squirrel } from '#updates/install/squirrel.ts';
import { publicKeyFrom, signedBytes } from '#updates/install/signature.ts';
import { manifestName, type PackageKind } from '#updates/manifest.ts';
import { startUpdates, type Updates } from '#updates/updates.ts';
import { noUpdateRecord, type UpdateState } from '#shared/updates/update.ts';
import { publicText } from '#tools/release/keys.ts';
import { signManifest } from '#tools/release/manifests.ts';
import { reportedDefects } from './defects.ts';
import { FakeClock, runPromiseCallbacks } from './fake-clock.ts';
import { startServer, type TestServer } from './http-server.ts';
import { memoryValue } from './memory-value.ts';

export const linuxManifest = 'latest-linux.yml';
const dayMs = 24 * 3600_000;

export interface RigOptions {
  readonly kind?: PackageKind;
  /** The running version. Default: 1.0.0. */
  readonly version?: string;
  /** The folder of the AppImage. Default: a new one. */
  readonly home?: string;
  /** The app’s data folder. Default: a new one. */
  readonly data?: string;
  /**
   * Starts the app again after an installation; returns false if this fails. Default: returns true, and starts nothing.
   */
  readonly startAgain?: () => boolean;
}

/** A local feed, an installation that uses it, and the signing key. */
export async function createUpdateRig(options: RigOptions = {}) {
  const { kind = 'appimage', version = '1.0.0', startAgain = () => true } = options;
  const root = mkdtempSync(join(tmpdir(), 'overhead-update-'));
  const folder = join(root, 'feed');
  const home = options.home ?? join(root, 'home');
  const data = options.data ?? join(root, 'data');
  const updatesFolder = join(data, 'updates');
  for (const path of [folder, home, data]) mkdirSync(path, { recursive: true });
  const image = join(home, 'Overhead.AppImage');
  writeFileSync(image, 'the version that runs', { mode: 0o755 });
  vi.stubEnv('APPIMAGE', image);

  const clock = new FakeClock();
  const { privateKey } = generateKeyPairSync('ed25519');
  /** May answer a request in place of the feed, and then returns true; null: the feed answers all requests. */
  let intruder: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null;
  const server: TestServer = await startServer((request, response) => {
    if (intruder?.(request, response) === true) return;
    const name = new URL(request.url ?? '', 'http://feed').pathname.slice('/releases/'.length);
    let bytes: Buffer;
    try {
      bytes = readFileSync(join(folder, name));
    } catch {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  });
  /** The steps by which the process ends, in order. */
  const steps: string[] = [];
  const log: string[] = [];
  const record = memoryValue(noUpdateRecord);
  let running: Updates | null = null;
  let tell: () => void = () => undefined;

  /** Starts the updates, as the app does when it starts. */
  function start(deadlines: { headers?: number; idle?: number } = {}): Updates {
    const feed = createUpdateFeed({
      feed: new URL(`${server.url}/releases/`),
      hosts: [],
      userAgent: 'Overhead/test',
      deadlines,
    });
    const key = publicKeyFrom(publicText(privateKey));
    if (key === null) throw new Error('no key');
    running = startUpdates({
      clock,
      record,
      random: () => 0.5,
      automatic: () => true,
      loadUpdater: (signal) =>
        loadUpdater({
          feed,
          keys: [key],
          installation: { kind, arch: 'x64' },
          version,
          record,
          now: () => clock.now(),
          signal,
          folder: updatesFolder,
          productName: 'Overhead',
          releaseLock: () => steps.push('lock released'),
          startAgain: () => {
            steps.push('started again');
            return startAgain();
          },
          // This function is used on macOS only.
          squirrel: null as unknown as Squirrel,
          log: (line) => {
            log.push(line);
            // electron-updater logs this line right before it starts a program.
            if (kind === 'nsis' && line.startsWith('Executing')) steps.push('installer starts');
          },
        }),
      onState: () => tell(),
      quit: () => steps.push('quit'),
    });
    return running;
  }

  return {
    folder,
    home,
    image,
    updatesFolder,
    clock,
    privateKey,
    server,
    defects: reportedDefects,
    steps,
    log,
    start,
    /** Checks once, as a user does; resolves with the state after the check. */
    check: async (updates: Updates): Promise<UpdateState> => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      let begun = false;
      tell = () => {
        begun ||= updates.state.status === 'checking';
        if (begun && updates.state.status !== 'checking') resolve(undefined);
      };
      updates.check();
      // A manual check starts only when the minimum time since the last check has passed.
      await clock.advance(10_000);
      await promise;
      // The poller finishes the check after the state has changed, and ignores a request for another check until then.
      await runPromiseCallbacks();
      return updates.state;
    },
    intrude: (answer: NonNullable<typeof intruder>): void => {
      intruder = answer;
    },
    /** Puts a release into the feed in the form of electron-builder and `release:sign`. */
    release: async (
      next: string,
      options: { content?: string | Buffer; name?: string; days?: number; key?: KeyObject } = {},
    ): Promise<string> => {
      const { content = `version ${next}`, name = packageFileOf(kind, next) } = options;
      const { days = 180, key = privateKey } = options;
      writeFileSync(join(folder, name), content, { mode: 0o755 });
      const sha512 = createHash('sha512').update(content).digest('base64');
      const file = `  - url: ${name}\n    sha512: ${sha512}\n    size: ${content.length}\n`;
      const date = new Date(clock.now()).toISOString();
      const manifest = manifestName({ kind, arch: 'x64' });
      const yaml = `version: ${next}\nfiles:\n${file}path: ${name}\nreleaseDate: '${date}'\n`;
      writeFileSync(join(folder, manifest), yaml);
      const signing = { keys: [key], now: clock.now(), days, notes: 'Better.' };
      await signManifest(folder, manifest, signing);
      return join(folder, name);
    },
    /** Changes the Linux manifest in the feed and signs the result, also one that the release tool would refuse. */
    signRaw: (
      change: (manifest: Record<string, unknown>) => unknown,
      key: KeyObject = privateKey,
    ): void => {
      const path = join(folder, linuxManifest);
      const before = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
      const bytes = Buffer.from(JSON.stringify(change(before)));
      writeFileSync(path, bytes);
      const signature = sign(null, signedBytes(linuxManifest, bytes), key).toString('base64');
      writeFileSync(`${path}.sig`, `ed25519:${signature}\n`);
    },
    /** The requested files of the feed, without the folder. */
    asked: () => server.requests.map((line) => line.replace('GET /releases/', '')),
    later: (days: number) => clock.advance(days * dayMs),
    imageText: () => readFileSync(image, 'utf8'),
    close: async (): Promise<void> => {
      await running?.dispose();
      await server.close();
      rmSync(root, { recursive: true, force: true });
      vi.unstubAllEnvs();
    },
  };
}

export type UpdateRig = Awaited<ReturnType<typeof createUpdateRig>>;

/** The name of the package file that electron-builder creates for a version, as set in its configuration. */
export function packageFileOf(kind: PackageKind, version: string): string {
  const names = {
    appimage: `Overhead-${version}-x86_64.AppImage`,
    deb: `Overhead-${version}-amd64.deb`,
    rpm: `Overhead-${version}-x86_64.rpm`,
    nsis: `Overhead-${version}-x64.exe`,
    mac: `Overhead-${version}-x64.zip`,
  };
  return names[kind];
}
