import { FuseV1Options } from '@electron/fuses';
import { expect, it } from 'vitest';
import { fuses } from './fuses.ts';

// This second list is intentional: the packed binary is compared with `fuses`, so `fuses` itself must be compared with
// another list.
it.each<[keyof typeof FuseV1Options, boolean]>([
  ['RunAsNode', false],
  ['EnableNodeOptionsEnvironmentVariable', false],
  ['EnableNodeCliInspectArguments', false],
  ['GrantFileProtocolExtraPrivileges', false],
  ['LoadBrowserProcessSpecificV8Snapshot', false],
  ['OnlyLoadAppFromAsar', true],
  ['EnableEmbeddedAsarIntegrityValidation', true],
  ['EnableCookieEncryption', true],
])('fuses sets %s to %s', (name, on) => {
  expect(fuses[FuseV1Options[name]]).toBe(on);
});

it('fuses requires a value for every fuse of a new version of Electron', () => {
  expect(fuses.strictlyRequireAllFuses).toBe(true);
});
