import { expect, it } from 'vitest';
import { jsonDeadlines } from './http.ts';
import { networkFailure } from './failures.ts';

it.each([
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'CERT_HAS_EXPIRED',
  'CRL_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])('networkFailure returns a failure for an invalid certificate: %s', (code) => {
  const failure = networkFailure(Object.assign(new Error('refused'), { code }), jsonDeadlines);
  expect(failure).toEqual({ kind: 'offline', reason: 'tls' });
});

it('networkFailure returns null for any other error', () => {
  expect(networkFailure(new TypeError('x is undefined'), jsonDeadlines)).toBeNull();
});
