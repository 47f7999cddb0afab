import { dialog } from 'electron';
import { removalInWords, type Removal } from '#settings/removal.ts';

/** Tells the person that the app could not start: in the terminal, and in a box for who has none. */
export function reportStartFailure(error: unknown): void {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Overhead could not start: ${words}\n`);
  if (!process.stderr.isTTY) dialog.showErrorBox('Overhead could not start', words);
}

/** Says what was removed and what was not; there is no window any more to say it in. */
export function reportRemoval(removal: Removal): void {
  const words = removalInWords(removal);
  process.stderr.write(`${words}\n`);
  if (removal.failed.length + removal.kept.length > 0 && !process.stderr.isTTY)
    dialog.showErrorBox('Overhead has not removed everything', words);
}
