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

/** How this process was started, as `electron APP_DIR …` would take it. */
export const invocation = {
  switches,
  appPath: resolve(appDir ?? '.'),
  /** Whether an argument names the application. */
  given: appDir !== null,
};

/** The application's package.json. Throws when there is none. */
export function manifest(): Manifest {
  return JSON.parse(readFileSync(resolve(invocation.appPath, 'package.json'), 'utf8')) as Manifest;
}
