import { describe, expect, it, vi } from 'vitest';

/** Loads the stand-in's modules as in a process that has just started. */
async function start() {
  vi.resetModules();
  const [electron, { emitReady }] = await Promise.all([
    import('./electron.ts'),
    import('./app.ts'),
  ]);
  return { ...electron, becomeReady: emitReady };
}

describe('the Electron API before the app is ready', () => {
  it.each<[string, RegExp, (electron: Awaited<ReturnType<typeof start>>) => unknown]>([
    ['BrowserWindow', /^Cannot create BrowserWindow before/, (e) => new e.BrowserWindow()],
    ['Notification', /^Cannot create Notification before/, (e) => new e.Notification({})],
    [
      'Tray',
      /^Cannot create Tray before/,
      (e) => new e.Tray(e.nativeImage.createFromPath('a.png')),
    ],
    ['screen', /^The 'screen' module can't be used before/, (e) => e.screen.getAllDisplays()],
    ['session', /^Session can only be received when/, (e) => e.session.fromPartition('x')],
    ['powerMonitor', /cannot be used before/, (e) => e.powerMonitor.on('suspend', () => null)],
    ['utilityProcess', /cannot be created before/, (e) => e.utilityProcess.fork('x.js')],
    ['dialog', /can only be used after/, (e) => e.dialog.showSaveDialog({} as never)],
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

  it('encrypts as Chromium without a keyring does, and decrypts only this version', async () => {
    const { safeStorage, becomeReady } = await start();
    becomeReady();
    expect(safeStorage.getSelectedStorageBackend()).toBe('basic_text');
    // By OpenSSL: AES-128-CBC with the key of PBKDF2 (peanuts, saltysalt, one round of SHA-1), and 16 blanks.
    const encrypted = '763130b28fda6f3c470fdb83461e272869fdbb';
    expect((await safeStorage.encryptStringAsync('a key ü')).toString('hex')).toBe(encrypted);
    const decrypt = (hex: string) => safeStorage.decryptStringAsync(Buffer.from(hex, 'hex'));
    expect(await decrypt(encrypted)).toEqual({ result: 'a key ü', shouldReEncrypt: false });
    expect(await decrypt('')).toEqual({ result: '', shouldReEncrypt: false });
    for (const wrong of [encrypted.replace('763130', '763131'), encrypted.slice(0, -2), '763130'])
      await expect(decrypt(wrong)).rejects.toThrow('Error while decrypting the ciphertext');
  });

  it('lacks what the app uses on other systems only', async () => {
    const { app, screen, systemPreferences, autoUpdater, becomeReady } = await start();
    becomeReady();
    const parts: [object, string][] = [
      [app, 'setAppUserModelId'],
      [app, 'dock'],
      [screen, 'dipToScreenRect'],
      [systemPreferences, 'isTrustedAccessibilityClient'],
      [autoUpdater, 'checkForUpdates'],
    ];
    const isWindows = process.platform === 'win32';
    for (const [part, name] of isWindows ? [] : parts)
      expect(() => Reflect.get(part, name) as unknown).toThrow(`not in the stand-in: `);
  });
});
