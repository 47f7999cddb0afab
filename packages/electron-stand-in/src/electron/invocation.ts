import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly productName?: string;
  readonly version: string;
  readonly main?: string;
}

/** Every `--name[=value]`, in lower case; a switch without a value has ''. */
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
  /** Whether an argument is the application's folder. */
  given: appDir !== null,
};

/** Parses the application's package.json. Throws when there is none. */
export function manifest(): Manifest {
  return JSON.parse(readFileSync(resolve(invocation.appPath, 'package.json'), 'utf8')) as Manifest;
}
