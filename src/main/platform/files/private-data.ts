import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** What a person has written, and where they live, is in these, and in whatever lies in the folders of backups. */
const privateNames = /^(overhead\.sqlite|settings\.json|api-key)/;
const backups = 'backups';

const othersMask = 0o077;

/**
 * Takes from everybody else what the umask has given them of the journal, its backups and the settings in `folder`.
 * The folder itself is left as it is: a person may have named one that is not the app's alone. What the disk refuses
 * is left; Windows has no such modes, and the person's folder there is closed to others.
 */
export function closeToOthers(folder: string, platform: NodeJS.Platform = process.platform): void {
  if (platform === 'win32') return;
  for (const name of namesIn(folder).filter((one) => privateNames.test(one)))
    close(join(folder, name), (stat) => stat.isFile());
  close(join(folder, backups), (stat) => stat.isDirectory());
}

/** Never through a symbolic link. */
function close(path: string, isExpected: (stat: Stats) => boolean): void {
  try {
    const stat = lstatSync(path);
    if (isExpected(stat) && (stat.mode & othersMask) !== 0)
      chmodSync(path, stat.mode & 0o777 & ~othersMask);
  } catch {
    // It is not there, or not ours to change.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
