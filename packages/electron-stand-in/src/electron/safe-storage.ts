import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { strictObject } from './api.ts';
import { app, requireReady } from './app.ts';

/**
 * The state of the keyring with the key of Chromium's encryption, which STAND_IN_KEYRING sets for the whole process:
 * - `none`: the desktop has no keyring (the default)
 * - `keyring`: the desktop has a keyring, which is unlocked
 * - `locked`: the desktop has a keyring, but the user dismissed its prompt
 * - `gone`: the desktop should have a keyring, but the keyring does not answer
 */
const keyring = process.env['STAND_IN_KEYRING'] ?? 'none';

// Chromium's versions and passwords (components/os_crypt/async/browser): the password of v10 is built in and not secret
// (posix_key_provider.cc), the password of v11 comes from the keyring (freedesktop_secret_key_provider.cc). A provider
// that fails is left out, so without the keyring Chromium encrypts with v10 and cannot decrypt v11. The encryptor is
// created only once (os_crypt_async.cc).
const passwords: Readonly<Record<string, string>> =
  keyring === 'keyring'
    ? { v11: 'the keyring of the stand-in', v10: 'peanuts' }
    : { v10: 'peanuts' };
const keyOfPassword = (password: string) => pbkdf2Sync(password, 'saltysalt', 1, 16, 'sha1');
const iv = Buffer.alloc(16, ' ');

const tooEarlyMessage = 'safeStorage cannot be used before app is ready';

/**
 * Electron's `safeStorage` on Linux, with Electron's error messages:
 * `shell/browser/api/electron_api_safe_storage.cc`.
 */
export const safeStorage = strictObject('safeStorage', {
  /** Returns the keyring that the desktop should have, even if the keyring did not answer. */
  getSelectedStorageBackend: () => {
    if (!app.isReady()) return 'unknown';
    return keyring === 'none' ? 'basic_text' : 'gnome_libsecret';
  },
  /** Returns true once the app is ready, even if only the built-in password is used. */
  isAsyncEncryptionAvailable: () => Promise.resolve(app.isReady()),
  // The function is async, so that an error becomes a rejection.
  // oxlint-disable-next-line typescript/require-await
  async encryptStringAsync(plainText: string): Promise<Buffer> {
    requireReady(tooEarlyMessage);
    const [version = '', password = ''] = Object.entries(passwords)[0] ?? [];
    const cipher = createCipheriv('aes-128-cbc', keyOfPassword(password), iv);
    return Buffer.concat([Buffer.from(version), cipher.update(plainText, 'utf8'), cipher.final()]);
  },
  // oxlint-disable-next-line typescript/require-await
  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    requireReady(tooEarlyMessage);
    if (!Buffer.isBuffer(encrypted))
      throw new Error('Expected the first argument of decryptStringAsync() to be a buffer');
    if (encrypted.length === 0) return { result: '', shouldReEncrypt: false };
    const password = passwords[encrypted.toString('latin1', 0, 3)];
    try {
      if (password === undefined) throw new Error('no key of this version');
      const decipher = createDecipheriv('aes-128-cbc', keyOfPassword(password), iv);
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
