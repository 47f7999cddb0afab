import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { strict } from './absent.ts';

// Chromium's own for a Linux without a keyring (os_crypt, version v10): a password that is built in, and no secret.
const version = 'v10';
const key = () => pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1');
const iv = Buffer.alloc(16, ' ');

/** Electron's `safeStorage` as on a desktop without a keyring: `basic_text`, in the same bytes as Chromium's. */
export const safeStorage = strict('safeStorage', {
  getSelectedStorageBackend: () => 'basic_text' as const,
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  encryptStringAsync(plainText: string): Promise<Buffer> {
    const cipher = createCipheriv('aes-128-cbc', key(), iv);
    return Promise.resolve(
      Buffer.concat([Buffer.from(version), cipher.update(plainText, 'utf8'), cipher.final()]),
    );
  },
  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    await Promise.resolve();
    if (encrypted.subarray(0, version.length).toString() !== version)
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.');
    const decipher = createDecipheriv('aes-128-cbc', key(), iv);
    const plain = [decipher.update(encrypted.subarray(version.length)), decipher.final()];
    return { result: Buffer.concat(plain).toString('utf8'), shouldReEncrypt: false };
  },
} satisfies Partial<Electron.SafeStorage>);
