import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Electron on Linux puts things, by the names of `app.getPath`. */
export function defaultPaths(
  name: string,
  env: NodeJS.ProcessEnv = process.env,
): Map<string, string> {
  const home = homedir();
  const appData = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  const paths = new Map([
    ['home', home],
    ['appData', appData],
    ['userData', join(appData, name)],
    ['temp', tmpdir()],
    ['exe', process.execPath],
    ['module', process.execPath],
  ]);
  for (const folder of ['desktop', 'documents', 'downloads', 'music', 'pictures', 'videos'])
    paths.set(folder, join(home, `${folder.slice(0, 1).toUpperCase()}${folder.slice(1)}`));
  return paths;
}

/** Folders that lie in userData unless they were set. */
export const insideUserData: Readonly<Record<string, string>> = {
  sessionData: '.',
  logs: 'logs',
  crashDumps: 'Crashpad',
};
