import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseCommandLine } from './command-line.ts';

interface Manifest {
  readonly name: string;
  readonly productName?: string;
  readonly version: string;
  readonly main?: string;
}

const { appDir, switches } = parseCommandLine(process.argv.slice(2));

/** How this process was started: its switches and the application that it runs. */
export const invocation = {
  switches,
  appPath: resolve(appDir ?? '.'),
  given: appDir !== null,
};

/** The application's package.json. Throws when there is none. */
export function manifest(): Manifest {
  return JSON.parse(readFileSync(resolve(invocation.appPath, 'package.json'), 'utf8')) as Manifest;
}
