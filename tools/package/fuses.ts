import { FuseV1Options, FuseVersion, type FuseV1Config } from '@electron/fuses';

/** Every fuse of the Electron binary. A new fuse in a new Electron stops the packing until it is added here. */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The binary must not run as plain Node, neither by an environment variable nor by an argument.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // The binary runs only the code that it was packed with (macOS and Windows check the archive).
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // No page is loaded from file: and no cookie is stored. These settings protect the app if that changes.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // Electron's default: traps instead of bounds checks.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;
