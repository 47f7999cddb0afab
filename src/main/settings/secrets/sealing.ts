import type { Vault } from '../api-key.ts';
import { keptBy } from './kept-by.ts';

/** What of Electron’s `safeStorage` is used. */
export type Sealing = Pick<
  Electron.SafeStorage,
  | 'isAsyncEncryptionAvailable'
  | 'encryptStringAsync'
  | 'decryptStringAsync'
  | 'getSelectedStorageBackend'
>;

const text = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * A vault on the encryption of the system. That is asked lazily and asynchronously: the first use may start a keyring,
 * which may ask the person for its password.
 */
export function createVault(sealing: Sealing, platform: NodeJS.Platform): Vault {
  /** A keyring has sealed it, and there is none today: another desktop, or one that has yet to start. */
  const isKeyringAway = (sealed: Uint8Array): boolean =>
    platform === 'linux' &&
    keptBy(sealed, 'linux') === 'keyring' &&
    sealing.getSelectedStorageBackend() === 'basic_text';

  /** Whether what is sealed now can be opened. If not, the system is what refuses: the person may have said no. */
  async function works(): Promise<boolean> {
    const words = 'is anybody there';
    try {
      const sealed = await sealing.encryptStringAsync(words);
      return (await sealing.decryptStringAsync(sealed)).result === words;
    } catch {
      return false;
    }
  }

  return {
    async seal(secret) {
      try {
        if (!(await sealing.isAsyncEncryptionAvailable())) return null;
        const sealed = await sealing.encryptStringAsync(secret);
        return { kept: keptBy(sealed, platform), sealed };
      } catch {
        // A keyring that was there a moment ago, or a person who closed its window. What it says may hold anything.
        return null;
      }
    },

    async open(sealed) {
      try {
        if (!(await sealing.isAsyncEncryptionAvailable())) return 'unavailable';
        const opened = await sealing.decryptStringAsync(Buffer.from(sealed));
        return { text: opened.result, again: opened.shouldReEncrypt };
      } catch (error) {
        if (/temporar|unavailable/i.test(text(error)) || isKeyringAway(sealed))
          return 'unavailable';
        return (await works()) ? 'wrong' : 'unavailable';
      }
    },
  };
}
