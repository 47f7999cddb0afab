/**
 * The arguments after the program’s name and, in a checkout, after the folder of the app. Those before that folder
 * were meant for Electron itself.
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): string[] {
  const args = argv.slice(1);
  if (isPackaged) return args;
  const folder = args.findIndex((arg) => !arg.startsWith('-'));
  return folder < 0 ? args : args.slice(folder + 1);
}
