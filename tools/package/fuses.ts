import { FuseV1Options, FuseVersion, type FuseV1Config } from '@electron/fuses';

/** Every fuse of the Electron binary. A new fuse in a new Electron stops the packing until it is added here. */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // Neither an environment variable nor an argument may make the binary run as plain Node.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // The binary runs only the code with which it was packed (macOS and Windows check the archive).
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The app loads no page from file: and stores no cookie. These settings protect the app if it does so in a later
  // version.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // This is Electron's default: traps replace bounds checks.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;
