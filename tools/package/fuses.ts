import { FuseV1Options, FuseVersion, type FuseV1Config } from '@electron/fuses';

/**
 * Every switch of the Electron binary, so that a new one in a new Electron stops the packing until somebody has
 * thought about it.
 */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The binary is this app and no Node for hire: not by a variable, not by an argument.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // It runs the code that it was packed with (the check of the archive is macOS's and Windows').
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // No page is a file:, and no cookie is kept; if that ever changes, these hold.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // As Electron has it: traps in place of bounds checks.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;
