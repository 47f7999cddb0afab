import { photoNamePattern } from '#shared/journal/photo.ts';
import { m } from '#words';
import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '#shared/json.ts';
import { decodeText } from '#shared/text-decoder.ts';
import { draftName } from '#platform/files/atomic.ts';
import { removePermissionsOfOthers, isOwnFolder } from '#platform/files/own-folder.ts';

/**
 * A file that the app may delete: it has a name that no other program uses, or a common name and content in the app's
 * format. The data folder may be shared with other programs, and users may put files anywhere.
 */
interface OwnFile {
  readonly name: RegExp;
  /**
   * The keys in the JSON of a file with a common name: only a file that contains all of them is the app's. Absent: the
   * name is enough.
   */
  readonly keys?: readonly string[];
}

const stampPattern = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z`;
const uuidPattern = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
/** A picture's date and the beginning of its hash. */
const picturePattern = String.raw`\d{4}-\d\d-\d\d-[\da-f]{8}`;
const wholeNamePattern = (...patterns: string[]): RegExp =>
  new RegExp(`^(?:${patterns.join('|')})$`);

const draftFile: OwnFile = { name: draftName };

const dataFiles: readonly OwnFile[] = [
  draftFile,
  {
    name: wholeNamePattern(
      String.raw`overhead\.sqlite(?:-wal|-shm|-journal|\.suspect|\.part)?`,
      String.raw`overhead\.sqlite\.unusable-${stampPattern}(?:-wal|-shm)?`,
      // The drafts of electron-store.
      String.raw`settings\.json\.tmp-\d{10}[\da-f]{6}`,
    ),
  },
  {
    name: wholeNamePattern(String.raw`settings\.json(?:\.unusable-${stampPattern})?`),
    keys: ['version', 'services', 'picture', 'wallpaper'],
  },
  {
    name: wholeNamePattern(String.raw`api-key(?:\.part|\.unusable-${stampPattern})?`),
    keys: ['version', 'storage', 'sealed'],
  },
];

const logFile: OwnFile = { name: /^overhead(?:\.old)?\.log$/ };

/** A file in the data folder while a removal is not finished. */
export const removalMark = '.overhead-removal';

/** The folders in which the app names every file. */
const filesByFolder: Readonly<Record<string, readonly OwnFile[]>> = {
  backups: [
    draftFile,
    {
      name: wholeNamePattern(
        String.raw`overhead-${stampPattern}(?:-before-v\d+)?\.sqlite(?:\.part(?:-shm|-wal|-journal)?)?`,
      ),
    },
  ],
  photos: [draftFile, { name: photoNamePattern }],
  pictures: [
    draftFile,
    { name: wholeNamePattern(String.raw`${picturePattern}\.(?:jpg|png|gif|webp)`) },
    { name: wholeNamePattern(String.raw`\.${uuidPattern}\.(?:part|resume)`) },
    { name: /^\.known\.json$/, keys: ['address', 'validator', 'file'] },
  ],
  thumbnails: [
    draftFile,
    {
      name: wholeNamePattern(
        String.raw`${picturePattern}\.jpg`,
        String.raw`\.${uuidPattern}\.part`,
      ),
    },
  ],
  renditions: [draftFile, { name: wholeNamePattern(String.raw`${picturePattern}\.(?:jpg|png)`) }],
  wallpaper: [
    draftFile,
    { name: wholeNamePattern(String.raw`${picturePattern}-\d+\.(?:jpg|png)(?:\.part)?`) },
    { name: wholeNamePattern(String.raw`desktop\.json\.unusable-${stampPattern}`) },
    { name: /^desktop\.json(?:\.part)?$/, keys: ['previous', 'activeFiles', 'previousFiles'] },
  ],
  logs: [logFile],
};

/** Folders that other code fills. The app removes such a folder as a whole if the folder has the app's marker. */
const wholeFolders = ['chromium', 'updates'];

/** The files in the data folder with the user's texts, location and API key. */
const privateNamePattern = /^(?:overhead\.sqlite|settings\.json|api-key)/;

/**
 * Removes the permissions of other users on the app's private files in `folder` (absolute). Files whose names only
 * begin like those of the app, and folders that may be shared, keep their permissions. Only the name
 * decides, because the app reads or replaces all files with these names.
 */
export function closePrivateFiles(folder: string): void {
  const isNamed = (name: string, files: readonly OwnFile[]): boolean =>
    files.some(({ name: pattern }) => pattern.test(name));
  removePermissionsOfOthers(
    folder,
    (name) => privateNamePattern.test(name) && isNamed(name, dataFiles),
  );
  for (const name of ['backups', 'photos']) {
    const path = join(folder, name);
    if (isFolder(path))
      removePermissionsOfOthers(path, (file) => isNamed(file, filesByFolder[name] ?? []));
  }
}

/** Chromium holds these files open until the process ends, and then removes them. */
const lockNamePattern = /^(?:Singleton(?:Lock|Cookie|Socket)|lockfile)$/;

/**
 * Removes the app's own files from the data folder, the log folder and the settings folder, and then those of these
 * folders that are empty. Does not follow symbolic links. Must run after everything that writes there has stopped.
 *
 * @param removeWhole removes a file or a folder, or throws
 */
export function removeOwnData(
  folder: string,
  logs: string,
  removeWhole = (path: string): void => rmSync(path, { recursive: true }),
  settings = folder,
): DataRemoval {
  let removedCount = 0;
  const failedPaths: string[] = [];
  const leftOverPaths: string[] = [];

  function remove(path: string): void {
    try {
      removeWhole(path);
      removedCount += 1;
    } catch {
      failedPaths.push(path);
    }
  }
  function removeFiles(path: string, files: readonly OwnFile[], isOther = keep): void {
    for (const name of namesIn(path)) {
      const file = join(path, name);
      if (files.some((own) => isOwnFile(own, name, file))) remove(file);
      else isOther(name, file);
    }
  }
  function keep(_name: string, path: string): void {
    leftOverPaths.push(path);
  }

  for (const name of wholeFolders) {
    const path = join(folder, name);
    if (isOwnFolder(path)) remove(path);
  }
  for (const [name, files] of Object.entries(filesByFolder)) {
    const path = join(folder, name);
    if (!isFolder(path)) continue;
    removeFiles(path, files);
    removeEmpty(path);
  }
  if (isFolder(logs) && logs !== join(folder, 'logs')) {
    removeFiles(logs, [logFile]);
    removeEmpty(logs);
  }
  if (isFolder(settings) && settings !== folder) {
    removeFiles(settings, dataFiles);
    removeEmpty(settings);
  }
  removeFiles(folder, dataFiles, (name, path) => {
    // Report the files in a folder instead of the folder.
    const isNamed =
      leftOverPaths.some((one) => one.startsWith(join(path, '/'))) || failedPaths.includes(path);
    if (!isNamed && !lockNamePattern.test(name)) leftOverPaths.push(path);
  });
  removeEmpty(folder);
  return { removed: removedCount, failed: failedPaths, kept: leftOverPaths };
}

function isOwnFile({ name: pattern, keys }: OwnFile, name: string, path: string): boolean {
  if (!pattern.test(name)) return false;
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  // A link is removed, not its target, so the content of the target does not matter.
  return !isFolder(path) && (keys === undefined || (!isLink && hasKeys(path, keys)));
}

/** Whether the file contains a JSON object, or a list of objects, with all of these keys. */
function hasKeys(path: string, keys: readonly string[]): boolean {
  try {
    const content = parseJson(decodeText(readFileSync(path)) ?? '');
    const items: readonly unknown[] = Array.isArray(content) ? content : [content];
    const isWhole = (one: unknown): boolean =>
      typeof one === 'object' && one !== null && keys.every((key) => key in one);
    return items.length > 0 && items.every(isWhole);
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

/** The result of a removal. All paths are absolute. */
export interface DataRemoval {
  /** How many files and whole folders were removed. */
  readonly removed: number;
  /** The app's own files that the system did not delete. */
  readonly failed: readonly string[];
  /** Files in the app's folders that are not known to be the app's. */
  readonly kept: readonly string[];
}

/** How many paths fit into a message box. */
const maxShownPaths = 12;

export function removalInWords({ removed, failed, kept }: DataRemoval): string {
  const parts: string[] = [m.dialog_removed({ count: removed })];
  if (failed.length > 0) parts.push(`${m.dialog_removal_failed()}\n${listPaths(failed)}`);
  if (kept.length > 0) parts.push(`${m.dialog_removal_kept()}\n${listPaths(kept)}`);
  return parts.join('\n\n');
}

function listPaths(paths: readonly string[]): string {
  const unlistedCount = paths.length - maxShownPaths;
  return [
    ...paths.slice(0, maxShownPaths),
    ...(unlistedCount > 0 ? [m.dialog_removal_more({ count: unlistedCount })] : []),
  ].join('\n');
}
