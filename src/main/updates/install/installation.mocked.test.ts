import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publicText } from '#tools/release/keys.ts';
import type { UpdatesOptions } from '../updates.ts';

const started = vi.hoisted(() => ({
  options: null as UpdatesOptions | null,
  updater: null as object | null,
}));
vi.mock('../updates.ts', () => ({
  disabledUpdates: (reason: string) => ({ state: { status: 'off', reason } }),
  startUpdates(options: UpdatesOptions) {
    started.options = options;
    return { state: { status: 'idle' } };
  },
}));
vi.mock('../feed-client.ts', () => ({ createUpdateFeed: (options: object) => ({ options }) }));
vi.mock('./install.ts', () => ({
  createUpdater(options: object) {
    started.updater = options;
    return {};
  },
}));
const restartApp = vi.hoisted(() => vi.fn<() => void>());
vi.mock('#platform/process/own-program.ts', () => ({
  runningAppImage: () => ({ file: '/Overhead.AppImage' }),
  restartApp,
}));

const { platform, resourcesPath } = process;
let resources = '';
beforeEach(() => {
  resources = mkdtempSync(join(tmpdir(), 'overhead-installation-'));
  Object.assign(started, { options: null, updater: null });
  Object.defineProperty(process, 'platform', { value: 'linux' });
  Object.defineProperty(process, 'resourcesPath', { value: resources, configurable: true });
});
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  Object.defineProperty(process, 'resourcesPath', { value: resourcesPath, configurable: true });
  rmSync(resources, { recursive: true });
  vi.unstubAllGlobals();
});

async function start(build: Readonly<Record<string, string>>, isPackaged = true) {
  for (const [name, value] of Object.entries(build)) vi.stubGlobal(name, value);
  vi.resetModules();
  const { startUpdatesOfPackage } = await import('./installation.ts');
  const app = {
    isPackaged,
    getName: () => 'Overhead',
    getVersion: () => '1.0.0',
    quit: vi.fn<() => void>(),
    releaseSingleInstanceLock: vi.fn<() => void>(),
  };
  const options = { app, data: '/data', clock: { now: () => 7 }, userAgent: 'Overhead/1.0.0' };
  const { state } = startUpdatesOfPackage(options as never);
  return { app, state };
}

const build = {
  __OVERHEAD_UPDATE_FEED__: 'https://updates.example/',
  __OVERHEAD_UPDATE_KEYS__: publicText(generateKeyPairSync('ed25519').privateKey),
  __OVERHEAD_UPDATE_HOSTS__: 'cdn.example',
};

describe('startUpdatesOfPackage', () => {
  it.each([
    ['of a build without a feed', {}, true, 'no-feed'],
    ['of a checkout', build, false, 'not-a-package'],
  ])('starts no updates %s', async (_what, settings, isPackaged, reason) => {
    expect((await start(settings, isPackaged)).state).toEqual({ status: 'off', reason });
  });

  it('starts updates of an AppImage with the feed, keys and hosts of the build', async () => {
    const { app, state } = await start(build);
    expect(state.status).toBe('idle');
    started.options?.quit();
    expect(app.quit).toHaveBeenCalledOnce();
    const { signal } = new AbortController();
    await started.options?.loadUpdater(signal);
    expect(started.updater).toMatchObject({
      installation: { kind: 'appimage', arch: process.arch },
      feed: {
        options: {
          feed: new URL(build.__OVERHEAD_UPDATE_FEED__),
          hosts: ['cdn.example'],
          userAgent: 'Overhead/1.0.0',
        },
      },
      keys: [expect.anything()],
      version: '1.0.0',
      productName: 'Overhead',
      folder: join('/data', 'updates'),
      signal,
    });
    const updater = started.updater as Record<'now' | 'releaseLock' | 'startAgain', () => unknown>;
    expect(updater.now()).toBe(7);
    updater.releaseLock();
    expect(app.releaseSingleInstanceLock).toHaveBeenCalledOnce();
    updater.startAgain();
    expect(restartApp).toHaveBeenCalledOnce();
  });

  it.each(['deb', 'rpm'])('only finds releases for a %s', async (type) => {
    writeFileSync(join(resources, 'package-type'), `${type}\n`);
    await start(build);
    const updater = await started.options?.loadUpdater(new AbortController().signal);
    expect([Object.keys(updater ?? {}), started.updater]).toEqual([['check'], null]);
  });
});
