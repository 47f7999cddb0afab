/** What a settings file holds, not yet checked. */
export type Tree = Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * From one version of the file to the next; the first leads from version 1 to 2. Pure, and never changed once
 * released: they turn files that exist. What a version has more than the one before has its default where it is
 * missing, so that a step says only what became of what was there.
 */
export const settingsMigrations: readonly ((file: Tree) => Tree)[] = [
  // 2: more groups, and more in the groups; nothing was renamed or taken away.
  (file) => ({ ...file, version: 2 }),
];

/** The version that this app writes. */
export const newestSettings = settingsMigrations.length + 1;

/** The version that a file says it is; 1 where it says nothing, and null where that makes no sense. */
export function versionOf(file: Tree): number | null {
  const { version = 1 } = file;
  return typeof version === 'number' && Number.isInteger(version) && version >= 1 ? version : null;
}

/** The file as the newest version writes it. `version` is at most the newest. */
export const migrated = (file: Tree, version: number): Tree =>
  settingsMigrations.slice(version - 1).reduce((tree, step) => step(tree), file);
