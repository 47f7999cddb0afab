import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { SignatureCheck } from '../ports.ts';

/** Of an ed25519 key, and of its signatures. */
const keyBytes = 32;
const signatureBytes = 64;
/** A release may be signed by the old and by the new key at once. */
const mostLines = 4;
const line = /^ed25519:([A-Za-z0-9+/]{86}==)$/;

/**
 * What is signed: the manifest's bytes behind its name, so that the manifest of one system cannot stand in for that of
 * another, and a signature of something else cannot be a manifest's.
 */
export const signedBytes = (name: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`overhead-update-v1\n${name}\n`), bytes]);

/** A public key from its 32 bytes in base64, or null when it is none. */
export function publicKeyFrom(base64: string): KeyObject | null {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== keyBytes || bytes.toString('base64') !== base64) return null;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  return createPublicKey({ key: jwk, format: 'jwk' });
}

/** Checks a signature file: lines `ed25519:BASE64`, one of which must be by one of the keys. */
export function createSignatureCheck(keys: readonly KeyObject[]): SignatureCheck {
  return (name, bytes, signature) => {
    const lines = signature.trim().split(/\r?\n/);
    if (lines.length > mostLines) return false;
    const message = signedBytes(name, bytes);
    return lines.some((text) => {
      const given = Buffer.from(line.exec(text.trim())?.[1] ?? '', 'base64');
      return (
        given.length === signatureBytes && keys.some((key) => verify(null, message, key, given))
      );
    });
  };
}
