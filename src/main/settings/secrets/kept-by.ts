import type { SealedKey } from '../api-key.ts';

/**
 * What has sealed these bytes. Chromium writes it before them: on Linux `v10` is a password that is built in, and so
 * no secret; `v11` and `v12` are those of a keyring. On macOS and Windows there always is one.
 */
export function keptBy(sealed: Uint8Array, platform: NodeJS.Platform): SealedKey['kept'] {
  if (platform !== 'linux') return 'keyring';
  const version = Buffer.from(sealed.subarray(0, 3)).toString('latin1');
  return version === 'v11' || version === 'v12' ? 'keyring' : 'plain';
}
