import { describe } from 'vitest';
import { missingCommands, missingDesktopCommands } from '../system/packages.ts';

/**
 * A group of tests that need the virtual desktop. If commands are missing, the tests are skipped, and the name of the
 * group lists these commands.
 *
 * @param others further commands that the tests need
 */
export function describeDesktop(
  name: string,
  tests: () => void,
  others: readonly string[] = [],
): void {
  const absentCommands = [...missingDesktopCommands(), ...missingCommands(others)];
  if (absentCommands.length === 0) describe(name, tests);
  else describe.skip(`${name} (skipped: missing ${absentCommands.join(', ')})`, tests);
}
