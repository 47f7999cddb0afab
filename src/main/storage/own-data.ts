import { lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A name that the app gives, or what it gives after it: put aside, half-written. */
const ownFiles = [
  /^settings\.json$/,
  /^api-key$/,
  /^overhead\.sqlite(-wal|-shm|-journal|\.suspect)?$/,
  /^(api-key|overhead\.sqlite)\.part$/,
  /^settings\.json\.tmp-\d{10}[\da-f]{6}$/,
  /^(settings\.json|api-key|overhead\.sqlite)\.unusable-[\dTZ-]+(-wal|-shm)?$/,
];

/** Folders of the app, and what it puts into them. A folder goes only when nothing else is in it. */
const ownFolders: readonly (readonly [name: string, files: RegExp])[] = [
  ['backups', /^overhead-[\dTZ-]+(-before-v\d+)?\.sqlite(\.part)?$/],
  ['pictures', /^([\w-]+\.(jpg|png|gif|webp)|\.[\da-f-]{36}\.(part|resume)|\.known\.json)$/],
  ['thumbnails', /^([\w-]+\.jpg|\.[\da-f-]{36}\.part)$/],
  ['renditions', /^([\w-]+\.(jpg|png)|\.[\da-f-]{36}\.part)$/],
  ['wallpaper', /^([\w-]+\.(jpg|png)|desktop\.json|\.?[\w.-]+\.part)$/],
  ['logs', /^main(\.\d)?\.log$/],
];

/** What Chromium keeps in the folder of every app that it runs. It may write some of it again as it ends. */
const chromiumFolders = [
  ...['blob_storage', 'Cache', 'Code Cache', 'Crashpad', 'DawnCache', 'DawnGraphiteCache'],
  ...['DawnWebGPUCache', 'Dictionaries', 'GPUCache', 'GrShaderCache', 'GraphiteDawnCache'],
  ...['IndexedDB', 'Local Storage', 'Network', 'Partitions', 'Service Worker', 'Session Storage'],
  ...['shared_proto_db', 'Shared Dictionary', 'ShaderCache', 'VideoDecodeStats', 'WebStorage'],
];
const chromiumFiles =
  /^(Cookies|DIPS|Local State|Network Persistent State|Preferences|SharedStorage|TransportSecurity|Trust Tokens|DevToolsActivePort)(-journal|-wal|-shm)?$/;

/**
 * Removes everything that the app keeps in `folder` (absolute), its own log folder with it, and the folders
 * themselves when nothing is left in them. What the app does not know is not its own, and stays; a symbolic link is
 * not followed. Must run when nothing writes there any more.
 *
 * @returns the paths of what is its own and could not be removed
 */
export function removeOwnData(folder: string, logs: string): string[] {
  const left: string[] = [];
  const attempt = (path: string, remove: () => void): void => {
    try {
      remove();
    } catch {
      left.push(path);
    }
  };
  const removeFile = (path: string): void => attempt(path, () => rmSync(path, { force: true }));

  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const isOwn = ownFiles.some((pattern) => pattern.test(name)) || chromiumFiles.test(name);
    if (isOwn && !isFolder(path)) removeFile(path);
    else if (chromiumFolders.includes(name) && isFolder(path))
      attempt(path, () => rmSync(path, { recursive: true, force: true }));
  }
  const folders = [...ownFolders.map(([name, files]) => [join(folder, name), files] as const)];
  const logFiles = ownFolders.at(-1)?.[1];
  if (logFiles !== undefined) folders.push([logs, logFiles]);
  for (const [path, files] of folders) {
    if (!isFolder(path)) continue;
    for (const name of namesIn(path)) {
      const file = join(path, name);
      if (files.test(name) && !isFolder(file)) removeFile(file);
    }
    removeEmpty(path);
  }
  removeEmpty(folder);
  return left;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A symbolic link to a folder is none. */
const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** A folder that holds something of somebody else’s stays, and is nothing that could not be removed. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is not empty, or not there.
  }
}
