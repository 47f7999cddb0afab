import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { strict } from './api.ts';
import { app, requireReady } from './app.ts';

/**
 * The keyring that holds the key of Chromium's encryption, set by STAND_IN_KEYRING for the life of the process:
 * - `none`: the desktop has no keyring (the default)
 * - `keyring`: there is one, unlocked
 * - `locked`: there is one, and the user dismissed its prompt
 * - `gone`: the desktop should have one, but it does not answer
 */
const keyring = process.env['STAND_IN_KEYRING'] ?? 'none';

// Chromium's versions and passwords (components/os_crypt/async/browser): v10 is built in and not secret
// (posix_key_provider.cc), v11 comes from the keyring (freedesktop_secret_key_provider.cc). A provider that fails is
// left out, so that without its keyring Chromium seals with v10 and cannot open v11; the encryptor is created only once
// (os_crypt_async.cc).
const passwords: Readonly<Record<string, string>> =
  keyring === 'keyring'
    ? { v11: 'the keyring of the stand-in', v10: 'peanuts' }
    : { v10: 'peanuts' };
const keyOf = (password: string) => pbkdf2Sync(password, 'saltysalt', 1, 16, 'sha1');
const iv = Buffer.alloc(16, ' ');

const tooEarly = 'safeStorage cannot be used before app is ready';

/**
 * Electron's `safeStorage` on Linux, with Electron's error messages:
 * `shell/browser/api/electron_api_safe_storage.cc`.
 */
export const safeStorage = strict('safeStorage', {
  /** Reports the desktop's expected keyring, not whether it answered. */
  getSelectedStorageBackend: () => {
    if (!app.isReady()) return 'unknown';
    return keyring === 'none' ? 'basic_text' : 'gnome_libsecret';
  },
  /** True even if only the built-in password is used. */
  isAsyncEncryptionAvailable: () => Promise.resolve(app.isReady()),
  // Async, so that an error rejects.
  // eslint-disable-next-line @typescript-eslint/require-await
  async encryptStringAsync(plainText: string): Promise<Buffer> {
    requireReady(tooEarly);
    const [version = '', password = ''] = Object.entries(passwords)[0] ?? [];
    const cipher = createCipheriv('aes-128-cbc', keyOf(password), iv);
    return Buffer.concat([Buffer.from(version), cipher.update(plainText, 'utf8'), cipher.final()]);
  },
  // eslint-disable-next-line @typescript-eslint/require-await
  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    requireReady(tooEarly);
    if (!Buffer.isBuffer(encrypted))
      throw new Error('Expected the first argument of decryptStringAsync() to be a buffer');
    if (encrypted.length === 0) return { result: '', shouldReEncrypt: false };
    const password = passwords[encrypted.toString('latin1', 0, 3)];
    try {
      if (password === undefined) throw new Error('no key of this version');
      const decipher = createDecipheriv('aes-128-cbc', keyOf(password), iv);
      const plain = [decipher.update(encrypted.subarray(3)), decipher.final()];
      return { result: Buffer.concat(plain).toString('utf8'), shouldReEncrypt: false };
    } catch (cause) {
      throw new Error(
        'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.',
        { cause },
      );
    }
  },
} satisfies Partial<Electron.SafeStorage>);
