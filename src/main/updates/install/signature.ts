import { createPublicKey, verify, type KeyObject } from 'node:crypto';

const publicKeyBytes = 32;
/**
 * The most lines of a signature file; a longer file is not valid. A release may be signed by an old and a new key at
 * the same time.
 */
const maxSignatures = 4;
/** A line of a signature file: a signature of 64 bytes, in base64. */
const signatureLinePattern = /^ed25519:([A-Za-z0-9+/]{86}==)$/;

/**
 * The bytes that are signed: a fixed prefix, the manifest's name and its content. Because of the name, a manifest of
 * one system cannot be served for another. Because of the prefix, a signature of other data is not valid for a
 * manifest.
 */
export const signedBytes = (name: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`overhead-update-v1\n${name}\n`), bytes]);

/** Parses an ed25519 public key, 32 bytes in base64. Null when it is malformed. */
export function publicKeyFrom(base64: string): KeyObject | null {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== publicKeyBytes || bytes.toString('base64') !== base64) return null;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  return createPublicKey({ key: jwk, format: 'jwk' });
}

/** Whether one line `ed25519:BASE64` of a signature file is a signature by one of the keys. */
export function isSigned(
  keys: readonly KeyObject[],
  name: string,
  bytes: Uint8Array,
  signatureFile: string,
): boolean {
  const lines = signatureFile.trim().split(/\r?\n/);
  if (lines.length > maxSignatures) return false;
  const message = signedBytes(name, bytes);
  return lines.some((line) => {
    const [, base64] = signatureLinePattern.exec(line.trim()) ?? [];
    if (base64 === undefined) return false;
    const signature = Buffer.from(base64, 'base64');
    return keys.some((key) => verify(null, message, key, signature));
  });
}
