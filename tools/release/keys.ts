import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { root } from '../setup/paths.ts';
import { RefusalError } from '../setup/process.ts';

/** The 32 bytes of a public key in base64, as the app's code contains it. */
export function publicText(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  return Buffer.from(x ?? '', 'base64url').toString('base64');
}

/** Reads a private key from PEM. Throws a RefusalError whose message contains no part of the key. */
export function privateKeyFrom(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new RefusalError('the private key cannot be read');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new RefusalError('the private key is not ed25519');
  return key;
}

/**
 * Creates a key pair and writes the private key to a new file that only its owner can read.
 *
 * @returns the public key in base64
 */
export function makeKeys(file: string): string {
  const path = resolve(file);
  const within = relative(root, path);
  if (!within.startsWith('..') && within !== path)
    throw new RefusalError(
      'a private key does not belong in the repository; choose a file outside',
    );
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  try {
    // Writing fails if the file exists, so that no other key is overwritten.
    writeFileSync(path, pem, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new RefusalError(
      `${path} was not written: ${(error as NodeJS.ErrnoException).code ?? ''}`,
    );
  }
  return publicText(privateKey);
}
