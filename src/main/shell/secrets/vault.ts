import { safeStorage } from 'electron';
import type { Vault } from '../../domain/settings/api-key.ts';
import { keptBy } from './kept-by.ts';

const text = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Electron’s `safeStorage`. Asked lazily and asynchronously: the first use may start a keyring, which may ask the
 * person for its password.
 */
export const systemVault: Vault = {
  async seal(secret) {
    try {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return null;
      const sealed = await safeStorage.encryptStringAsync(secret);
      return { kept: keptBy(sealed, process.platform), sealed };
    } catch {
      // A keyring that was there a moment ago, or a person who closed its window. What it says may hold anything.
      return null;
    }
  },

  async open(sealed) {
    try {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'unavailable';
      const opened = await safeStorage.decryptStringAsync(Buffer.from(sealed));
      return { text: opened.result, again: opened.shouldReEncrypt };
    } catch (error) {
      if (/temporar|unavailable/i.test(text(error))) return 'unavailable';
      return isKeyringAway(sealed) ? 'unavailable' : 'wrong';
    }
  },
};

/** A keyring has sealed it, and there is none today: another desktop, or one that has yet to start. */
const isKeyringAway = (sealed: Uint8Array): boolean =>
  process.platform === 'linux' &&
  keptBy(sealed, 'linux') === 'keyring' &&
  safeStorage.getSelectedStorageBackend() === 'basic_text';
