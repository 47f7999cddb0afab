import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

/** Loads the stand-in's modules as in a process that has just started, with these environment variables. */
async function start(env: Record<string, string> = {}) {
  vi.resetModules();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const [electron, { emitReady }] = await Promise.all([
    import('./electron.ts'),
    import('./app.ts'),
  ]);
  return { ...electron, becomeReady: emitReady };
}

beforeEach(() => void vi.unstubAllEnvs());

describe('the Electron API before the app is ready', () => {
  it.each<[string, RegExp, (electron: Awaited<ReturnType<typeof start>>) => unknown]>([
    ['BrowserWindow', /^Cannot create BrowserWindow before/, (e) => new e.BrowserWindow()],
    ['Notification', /^Cannot create Notification before/, (e) => new e.Notification({})],
    ['Tray', /^Cannot create Tray before/, (e) => new e.Tray('icon.png')],
    ['screen', /^The 'screen' module can't be used before/, (e) => e.screen.getAllDisplays()],
    ['session', /^Session can only be received when/, (e) => e.session.fromPartition('x')],
    ['powerMonitor', /cannot be used before/, (e) => e.powerMonitor.on('suspend', () => null)],
    ['utilityProcess', /cannot be created before/, (e) => e.utilityProcess.fork('x.js')],
    ['dialog', /can only be used after/, (e) => e.dialog.showSaveDialog({})],
    ['encryptStringAsync', /cannot be used before/, (e) => e.safeStorage.encryptStringAsync('x')],
    [
      'decryptStringAsync',
      /cannot be used before/,
      (e) => e.safeStorage.decryptStringAsync(Buffer.from('v10')),
    ],
  ])('throws an error with the text of Electron: %s', async (_name, message, use) => {
    const electron = await start();
    await expect((async () => await use(electron))()).rejects.toThrow(message);
  });

  it('reports that safeStorage is not available, and that its backend is unknown', async () => {
    const { safeStorage, becomeReady } = await start();
    expect(await safeStorage.isAsyncEncryptionAvailable()).toBe(false);
    expect(safeStorage.getSelectedStorageBackend()).toBe('unknown');
    becomeReady();
    expect(await safeStorage.isAsyncEncryptionAvailable()).toBe(true);
  });
});

describe('safeStorage', () => {
  async function storage(keyring: string) {
    const { safeStorage, becomeReady } = await start({ STAND_IN_KEYRING: keyring });
    becomeReady();
    return safeStorage;
  }

  it.each([
    ['none', 'basic_text', 'v10'],
    ['keyring', 'gnome_libsecret', 'v11'],
    ['locked', 'gnome_libsecret', 'v10'],
    ['gone', 'gnome_libsecret', 'v10'],
  ])(
    'encrypts a text and decrypts it again in the keyring state: %s',
    async (keyring, backend, version) => {
      const opener = await storage(keyring);
      expect(opener.getSelectedStorageBackend()).toBe(backend);
      expect(await opener.isAsyncEncryptionAvailable()).toBe(true);
      const sealed = await opener.encryptStringAsync('a key');
      expect(sealed.toString('latin1', 0, 3)).toBe(version);
      expect(sealed.toString('latin1')).not.toContain('a key');
      const opened = { result: 'a key', shouldReEncrypt: false };
      expect(await opener.decryptStringAsync(sealed)).toEqual(opened);
    },
  );

  it.each(['none', 'locked', 'gone'])(
    'rejects a text that was encrypted with a keyring, in the keyring state: %s',
    async (keyring) => {
      const sealed = await (await storage('keyring')).encryptStringAsync('a key');
      const opening = (await storage(keyring)).decryptStringAsync(sealed);
      await expect(opening).rejects.toThrow(
        /^Error while decrypting the ciphertext provided to safeStorage\.decryptStringAsync\.$/,
      );
    },
  );
});

it('app.relaunch records the next program and its arguments, or no arguments if only execPath is given', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'relaunch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'relaunches');
  const electron = await start({ STAND_IN_RELAUNCHES: file });
  electron.app.relaunch();
  electron.app.relaunch({ execPath: '/opt/App.AppImage' });
  electron.app.relaunch({ args: ['--hidden'] });
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { execPath: process.execPath, args: process.argv.slice(1) },
    { execPath: '/opt/App.AppImage', args: [] },
    { execPath: process.execPath, args: ['--hidden'] },
  ]);
});
