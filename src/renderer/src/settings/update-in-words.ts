import { describeUpdateTrouble, describeUpdatesOff } from '#shared/updates/update-words.ts';
import type { UpdateState } from '#shared/updates/update.ts';
import { timeInWords } from '../ui/format.ts';

/** Where the updates stand, in one or two sentences. `now` is in milliseconds since the Unix epoch. */
export function updateInWords(update: UpdateState, now: number): string {
  switch (update.status) {
    case 'off':
      return describeUpdatesOff(update.reason);
    case 'idle':
      return update.checkedAt === null
        ? 'Not looked for updates yet.'
        : `It is the newest version, as of ${timeInWords(update.checkedAt, now)}.`;
    case 'checking':
      return 'Looking for a new version…';
    case 'available':
      return `Version ${update.release.version} is out.`;
    case 'downloading': {
      const percent = Math.floor((100 * update.bytes) / Math.max(1, update.release.bytes));
      return `Downloading ${update.release.version}: ${Math.min(100, percent)} %.`;
    }
    case 'ready':
      return `Version ${update.release.version} is here and verified.`;
    case 'failed': {
      const { happened, works, todo } = describeUpdateTrouble(update.trouble);
      return `${happened} ${works} ${todo}`;
    }
  }
}
