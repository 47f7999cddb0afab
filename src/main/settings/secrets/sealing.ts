import type { SealedKey, Vault } from '../api-key.ts';

/** The methods of Electron’s `safeStorage` that are used. */
export type Sealing = Pick<
  Electron.SafeStorage,
  | 'isAsyncEncryptionAvailable'
  | 'encryptStringAsync'
  | 'decryptStringAsync'
  | 'getSelectedStorageBackend'
>;

/**
 * Encrypts the API key with `safeStorage`. It is called asynchronously and only when there is a key: the first call
 * may start a keyring, which may ask for its password.
 */
export function createVault(sealing: Sealing, platform: NodeJS.Platform): Vault {
  /** A keyring sealed it, and there is none now: another desktop session, or one that has not started it yet. */
  const isKeyringMissing = (sealed: Uint8Array): boolean =>
    platform === 'linux' &&
    sealedBy(sealed, platform) === 'keyring' &&
    sealing.getSelectedStorageBackend() === 'basic_text';

  /** Whether a text can be encrypted and decrypted now. If not, the system refuses: the person may have denied access. */
  async function works(): Promise<boolean> {
    const text = 'test';
    try {
      const sealed = await sealing.encryptStringAsync(text);
      return (await sealing.decryptStringAsync(sealed)).result === text;
    } catch {
      return false;
    }
  }

  return {
    async seal(secret) {
      try {
        if (!(await sealing.isAsyncEncryptionAvailable())) return null;
        const sealed = await sealing.encryptStringAsync(secret);
        return { kept: sealedBy(sealed, platform), sealed };
      } catch {
        // The keyring has gone, or the person closed its window. The error is dropped: its message may hold anything.
        return null;
      }
    },

    async open(sealed) {
      try {
        if (!(await sealing.isAsyncEncryptionAvailable())) return 'unavailable';
        const opened = await sealing.decryptStringAsync(Buffer.from(sealed));
        return { text: opened.result, again: opened.shouldReEncrypt };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (/temporar|unavailable/i.test(message) || isKeyringMissing(sealed)) return 'unavailable';
        return (await works()) ? 'wrong' : 'unavailable';
      }
    },
  };
}

/**
 * Which kind of encryption sealed these bytes. On Linux, Chromium writes a version in front of them: `v10` is a
 * password that is built into Chromium, so no secret; `v11` and `v12` are passwords from a keyring. macOS and Windows
 * always have a keyring.
 */
export function sealedBy(sealed: Uint8Array, platform: NodeJS.Platform): SealedKey['kept'] {
  if (platform !== 'linux') return 'keyring';
  const version = Buffer.from(sealed.subarray(0, 3)).toString('latin1');
  return version === 'v11' || version === 'v12' ? 'keyring' : 'plain';
}
