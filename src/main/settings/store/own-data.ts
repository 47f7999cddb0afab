import { m } from '#words';
import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '#shared/json.ts';
import { draftName } from '#platform/files/atomic.ts';
import { closeToOthers, isOwnFolder } from '#platform/files/own-folder.ts';

/**
 * A file that the app may delete: it has a name that no other program uses, or a common name and content in the app's
 * format. The data folder may be shared with other programs, and users may put files anywhere.
 */
interface OwnFile {
  readonly name: RegExp;
  /** For a common name: the file is JSON that contains all of these keys. */
  readonly keys?: readonly string[];
}

const stamp = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z`;
const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
/** A picture's date and the beginning of its hash. */
const picture = String.raw`\d{4}-\d\d-\d\d-[\da-f]{8}`;
const named = (...patterns: string[]): RegExp => new RegExp(`^(?:${patterns.join('|')})$`);

const draft: OwnFile = { name: draftName };

const inData: readonly OwnFile[] = [
  draft,
  {
    name: named(
      String.raw`overhead\.sqlite(?:-wal|-shm|-journal|\.suspect|\.part)?`,
      String.raw`overhead\.sqlite\.unusable-${stamp}(?:-wal|-shm)?`,
      String.raw`ledger-anchor\.json\.unusable-${stamp}`,
      // The drafts of electron-store.
      String.raw`settings\.json\.tmp-\d{10}[\da-f]{6}`,
    ),
  },
  {
    name: named(String.raw`settings\.json(?:\.unusable-${stamp})?`),
    keys: ['version', 'services', 'picture', 'wallpaper'],
  },
  {
    name: named(String.raw`api-key(?:\.part|\.unusable-${stamp})?`),
    keys: ['version', 'kept', 'sealed'],
  },
  { name: /^ledger-anchor\.json$/, keys: ['version', 'ledgers'] },
];

const log: OwnFile = { name: /^overhead(?:(?:\.old)?\.log|-crash-report\.json)$/ };

/** A file in the data folder while a removal is not finished. */
export const removalMark = '.overhead-removal';

/** The folders in which the app names every file. */
const inFolders: Readonly<Record<string, readonly OwnFile[]>> = {
  backups: [
    draft,
    {
      name: named(
        String.raw`overhead-${stamp}(?:-before-v\d+)?\.sqlite(?:\.part(?:-shm|-wal|-journal)?)?`,
      ),
    },
  ],
  pictures: [
    draft,
    { name: named(String.raw`${picture}\.(?:jpg|png|gif|webp)`) },
    { name: named(String.raw`\.${uuid}\.(?:part|resume)`) },
    { name: /^\.known\.json$/, keys: ['address', 'validator', 'file'] },
  ],
  thumbnails: [draft, { name: named(String.raw`${picture}\.jpg`, String.raw`\.${uuid}\.part`) }],
  renditions: [draft, { name: named(String.raw`${picture}\.(?:jpg|png)`) }],
  wallpaper: [
    draft,
    { name: named(String.raw`${picture}-\d+\.(?:jpg|png)(?:\.part)?`) },
    { name: named(String.raw`desktop\.json\.unusable-${stamp}`) },
    { name: /^desktop\.json(?:\.part)?$/, keys: ['previous', 'inUse', 'before'] },
  ],
  logs: [log],
};

/** Folders that other code fills. Removed as a whole if they have the marker of the app. */
const wholeFolders = ['chromium', 'updates'];

/** The files in the data folder with the user's texts and location. */
const privateStart = /^(?:overhead\.sqlite|settings\.json|api-key)/;

/**
 * Removes the permissions of other users on the app's private files in `folder` (absolute). Files whose names only
 * begin like those of the app, and a folder `backups` that may be shared, keep their permissions. Only the name
 * decides, because the app reads or replaces all files with these names.
 */
export function closePrivateFiles(folder: string): void {
  const isNamed = (name: string, files: readonly OwnFile[]): boolean =>
    files.some(({ name: pattern }) => pattern.test(name));
  closeToOthers(folder, (name) => privateStart.test(name) && isNamed(name, inData));
  const backups = join(folder, 'backups');
  if (isFolder(backups))
    closeToOthers(backups, (name) => isNamed(name, inFolders['backups'] ?? []));
}

/** Chromium holds these files open until the process ends, and then removes them. */
const lockName = /^(?:Singleton(?:Lock|Cookie|Socket)|lockfile)$/;

/**
 * Removes the app's own files in `folder` (absolute) and in its log folder, and the folders that become empty. Does not
 * follow symbolic links. Must run after everything that writes there has stopped.
 *
 * @param removeWhole removes a file or a folder, or throws
 */
export function removeOwnData(
  folder: string,
  logs: string,
  removeWhole = (path: string): void => rmSync(path, { recursive: true }),
): Removal {
  let removed = 0;
  const failed: string[] = [];
  const leftOver: string[] = [];

  function remove(path: string): void {
    try {
      removeWhole(path);
      removed += 1;
    } catch {
      failed.push(path);
    }
  }
  function removeFiles(path: string, files: readonly OwnFile[], isOther = keep): void {
    for (const name of namesIn(path)) {
      const file = join(path, name);
      if (files.some((own) => isOwn(own, name, file))) remove(file);
      else isOther(name, file);
    }
  }
  function keep(_name: string, path: string): void {
    leftOver.push(path);
  }

  for (const name of wholeFolders) {
    const path = join(folder, name);
    if (isOwnFolder(path)) remove(path);
  }
  for (const [name, files] of Object.entries(inFolders)) {
    const path = join(folder, name);
    if (!isFolder(path)) continue;
    removeFiles(path, files);
    removeEmpty(path);
  }
  if (isFolder(logs) && logs !== join(folder, 'logs')) {
    removeFiles(logs, [log]);
    removeEmpty(logs);
  }
  removeFiles(folder, inData, (name, path) => {
    // Report the files in a folder instead of the folder.
    const isNamed =
      leftOver.some((one) => one.startsWith(join(path, '/'))) || failed.includes(path);
    if (!isNamed && !lockName.test(name)) leftOver.push(path);
  });
  removeEmpty(folder);
  return { removed, failed, kept: leftOver };
}

function isOwn({ name: pattern, keys }: OwnFile, name: string, path: string): boolean {
  if (!pattern.test(name)) return false;
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  // A link is removed, not its target, so the content of the target does not matter.
  return !isFolder(path) && (keys === undefined || (!isLink && hasKeys(path, keys)));
}

/** Whether the file contains a JSON object, or a list of objects, with all of these keys. */
function hasKeys(path: string, keys: readonly string[]): boolean {
  try {
    const parsed = parseJson(readFileSync(path, 'utf8'));
    const all: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    const isWhole = (one: unknown): boolean =>
      typeof one === 'object' && one !== null && keys.every((key) => key in one);
    return all.length > 0 && all.every(isWhole);
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A symbolic link to a folder does not count. */
const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder does not exist, or is not empty: its content was already reported.
  }
}

/** The result of a removal. Absolute paths. */
export interface Removal {
  /** How many files and whole folders were removed. */
  readonly removed: number;
  /** The app's own files that the system did not delete. */
  readonly failed: readonly string[];
  /** Files in the app's folders that are not known to be the app's. */
  readonly kept: readonly string[];
}

/** How many paths fit into a message box. */
const shownPaths = 12;

export function removalInWords({ removed, failed, kept }: Removal): string {
  const parts: string[] = [m.dialog_removed({ count: removed })];
  if (failed.length > 0) parts.push(`${m.dialog_removal_failed()}\n${listOf(failed)}`);
  if (kept.length > 0) parts.push(`${m.dialog_removal_kept()}\n${listOf(kept)}`);
  return parts.join('\n\n');
}

function listOf(paths: readonly string[]): string {
  const more = paths.length - shownPaths;
  return [
    ...paths.slice(0, shownPaths),
    ...(more > 0 ? [m.dialog_removal_more({ count: more })] : []),
  ].join('\n');
}
