import { isAbsolute, join } from 'node:path';

/** Where Linux keeps the log of an app: in the folder for state, not among the settings (XDG Base Directories). */
export function logFolder(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  name: string,
): string {
  // A path that is not absolute is to be ignored, says the specification.
  const { XDG_STATE_HOME: given = '' } = env;
  return join(isAbsolute(given) ? given : join(home, '.local', 'state'), name, 'logs');
}
