import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { publicText } from '#tools/release/keys.ts';
import { isSigned, publicKeyFrom, signedBytes } from './signature.ts';

const name = 'latest.yml';
const bytes = Buffer.from('version: 1.0.0');
const keys = generateKeyPairSync('ed25519');
const line = `ed25519:${sign(null, signedBytes(name, bytes), keys.privateKey).toString('base64')}`;
const other = `ed25519:${Buffer.alloc(64).toString('base64')}`;

it.each([
  ['one line', line, true],
  [
    'four lines, of which the last is valid, and a line feed',
    `${other}\n${other}\n${other}\n${line}\n`,
    true,
  ],
  ['lines that end with CR LF', `${other}\r\n${line}\r\n`, true],
  ['five lines', `${line}\n${other}\n${other}\n${other}\n${other}`, false],
  ['nothing', '', false],
  ['spaces around its lines', `${other} \n ${line} \n`, true],
  ['text before the signature', `x${line}`, false],
  ['text after the signature', `${line}x`, false],
])('a signature file with %s', (_, file, expected) => {
  const { publicKey: otherKey } = generateKeyPairSync('ed25519');
  expect(isSigned([otherKey, keys.publicKey], name, bytes, file)).toBe(expected);
  expect(isSigned([otherKey], name, bytes, file)).toBe(false);
});

it('signedBytes contain a prefix, the name and the content of the manifest', () => {
  expect(signedBytes(name, bytes).toString()).toBe(
    'overhead-update-v1\nlatest.yml\nversion: 1.0.0',
  );
});

it('publicKeyFrom parses 32 bytes in canonical base64 only', () => {
  const text = publicText(keys.privateKey);
  expect(publicKeyFrom(text)?.equals(keys.publicKey)).toBe(true);
  const ofLength = (length: number): string => Buffer.alloc(length).toString('base64');
  for (const malformed of ['', ofLength(31), ofLength(33), `${text} `, text.slice(0, -1)])
    expect(publicKeyFrom(malformed)).toBeNull();
});
