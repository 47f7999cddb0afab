import { describe } from 'vitest';
import { missingCommands, missingDesktopCommands } from '../system/packages.ts';

/**
 * A group of tests that need the virtual desktop: skipped, with what is missing in its name, where there is none.
 *
 * @param others commands that they need besides
 */
export function describeDesktop(
  name: string,
  tests: () => void,
  others: readonly string[] = [],
): void {
  const missing = [...missingDesktopCommands(), ...missingCommands(others)];
  if (missing.length === 0) describe(name, tests);
  else describe.skip(`${name} (skipped: missing ${missing.join(', ')})`, tests);
}
