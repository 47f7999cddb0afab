import { dialog } from 'electron';

/** Tells the person that the app could not start: in the terminal, and in a box for who has none. */
export function reportStartFailure(error: unknown): void {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Overhead could not start: ${words}\n`);
  if (!process.stderr.isTTY) dialog.showErrorBox('Overhead could not start', words);
}
