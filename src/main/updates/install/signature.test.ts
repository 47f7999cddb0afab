import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSigned, signedBytes } from './signature.ts';

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
])('a signature file with %s', (_, file, expected) => {
  expect(isSigned([keys.publicKey], name, bytes, file)).toBe(expected);
});
