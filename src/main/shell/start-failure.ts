import { dialog } from 'electron';

/** Tells the person that the app could not start: in the terminal, and in a box for who has none. */
export function reportStartFailure(error: unknown): void {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Overhead could not start: ${words}\n`);
  if (!process.stderr.isTTY) dialog.showErrorBox('Overhead could not start', words);
}

/** Names what was to be removed and could not be; there is no window any more to say it in. */
export function reportLeftBehind(paths: readonly string[]): void {
  if (paths.length === 0) return;
  const words = `These files could not be removed. You may delete them by hand.\n\n${paths.join('\n')}`;
  process.stderr.write(`${words}\n`);
  if (!process.stderr.isTTY) dialog.showErrorBox('Overhead could not remove everything', words);
}
