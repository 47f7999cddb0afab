import { describe } from 'vitest';
import { missingCommands, missingDesktopCommands } from '../system/packages.ts';

/**
 * A group of tests that need the virtual desktop. Without one they are skipped, and the group's name lists the
 * missing commands.
 *
 * @param others further commands that the tests need
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
