import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { strictObject } from './api.ts';
import { app, requireReady } from './app.ts';

// The desktop of the stand-in has no keyring. Chromium then encrypts with the version v10, whose password is built in and
// not secret (components/os_crypt/async/browser/posix_key_provider.cc), and cannot decrypt other versions.
const version = 'v10';
const encryptionKey = pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1');
const iv = Buffer.alloc(16, ' ');

const tooEarlyMessage = 'safeStorage cannot be used before app is ready';

/**
 * Electron's `safeStorage` on Linux, with Electron's error messages:
 * `shell/browser/api/electron_api_safe_storage.cc`.
 */
export const safeStorage = strictObject('safeStorage', {
  getSelectedStorageBackend: () => (app.isReady() ? 'basic_text' : 'unknown'),
  /** Returns true once the app is ready, even if only the built-in password is used. */
  isAsyncEncryptionAvailable: () => Promise.resolve(app.isReady()),
  // The function is async, so that an error becomes a rejection.
  // oxlint-disable-next-line typescript/require-await
  async encryptStringAsync(plainText: string): Promise<Buffer> {
    requireReady(tooEarlyMessage);
    const cipher = createCipheriv('aes-128-cbc', encryptionKey, iv);
    return Buffer.concat([Buffer.from(version), cipher.update(plainText, 'utf8'), cipher.final()]);
  },
  // oxlint-disable-next-line typescript/require-await
  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    requireReady(tooEarlyMessage);
    if (!Buffer.isBuffer(encrypted))
      throw new Error('Expected the first argument of decryptStringAsync() to be a buffer');
    if (encrypted.length === 0) return { result: '', shouldReEncrypt: false };
    try {
      if (encrypted.toString('latin1', 0, 3) !== version) throw new Error('no key of this version');
      const decipher = createDecipheriv('aes-128-cbc', encryptionKey, iv);
      const plainParts = [decipher.update(encrypted.subarray(3)), decipher.final()];
      return { result: Buffer.concat(plainParts).toString('utf8'), shouldReEncrypt: false };
    } catch (cause) {
      throw new Error(
        'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.',
        { cause },
      );
    }
  },
} satisfies Partial<Electron.SafeStorage>);
