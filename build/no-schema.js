/*
 * In place of ajv, its formats and semver in electron-store, which uses them for its options `schema` and `migrations`: the
 * app has neither, because zod checks and migrates the settings (src/main/settings/store/settings-format.ts). They would be
 * 170 kB of the scripts that are read at the start.
 */
export function Ajv2020() {
  throw new Error('the settings have no JSON schema');
}

export default {};
