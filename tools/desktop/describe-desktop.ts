import { describe } from 'vitest';
import { missingDesktopCommands } from '../system/packages.ts';

const missing = missingDesktopCommands();

/** A group of tests that need the virtual desktop: skipped, with what is missing in its name, where there is none. */
export function describeDesktop(name: string, tests: () => void): void {
  if (missing.length === 0) describe(name, tests);
  else describe.skip(`${name} (skipped: missing ${missing.join(', ')})`, tests);
}
