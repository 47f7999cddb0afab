import { FuseV1Options } from '@electron/fuses';
import { expect, it } from 'vitest';
import { fuses } from './fuses.ts';

// Said a second time on purpose: the packed binary is compared with `fuses`, so that `fuses` has to be right.
it.each<[keyof typeof FuseV1Options, boolean]>([
  ['RunAsNode', false],
  ['EnableNodeOptionsEnvironmentVariable', false],
  ['EnableNodeCliInspectArguments', false],
  ['GrantFileProtocolExtraPrivileges', false],
  ['LoadBrowserProcessSpecificV8Snapshot', false],
  ['OnlyLoadAppFromAsar', true],
  ['EnableEmbeddedAsarIntegrityValidation', true],
  ['EnableCookieEncryption', true],
])('the fuse %s is %s', (name, on) => {
  expect(fuses[FuseV1Options[name]]).toBe(on);
});

it('none is left to what a new Electron brings', () => {
  expect(fuses.strictlyRequireAllFuses).toBe(true);
});
