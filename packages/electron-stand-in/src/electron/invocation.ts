import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly productName?: string;
  readonly version: string;
  readonly main?: string;
}

/** All switches `--name[=value]`, in lower case. A switch without a value has the value ''. */
const switches = new Map<string, string>();
let appDir: string | null = null;
for (const argument of process.argv.slice(2)) {
  const match = /^--([^=]+)(?:=(.*))?$/s.exec(argument);
  if (match?.[1] !== undefined) switches.set(match[1].toLowerCase(), match[2] ?? '');
  else appDir ??= argument;
}

/** The command line of this process, in the form of `electron APP_DIR …`. */
export const invocation = {
  switches,
  appPath: resolve(appDir ?? '.'),
  /** Whether the command line contains the application's folder. */
  given: appDir !== null,
};

/** Parses the application's package.json. Throws when the file does not exist. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(resolve(invocation.appPath, 'package.json'), 'utf8')) as Manifest;
}
