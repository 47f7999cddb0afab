import { expect, it } from 'vitest';
import { missingCommands } from '#stand-in/system/packages.ts';
import { failEveryCall } from './run-scenario.ts';

// This test runs a part. All scenarios with all errors: npm run faults -- every-call.
const missing = process.platform === 'linux' ? missingCommands(['dbus-daemon']) : ['Linux'];

it.skipIf(missing.length > 0)(
  'the app saves a draft and changes a setting after any call to the disk or the database has failed',
  async () => {
    const lines: string[] = [];
    const rows = await failEveryCall({
      only: ['save a draft', 'change a setting'],
      brief: true,
      log: (line) => lines.push(line),
      signal: new AbortController().signal,
    });
    expect(
      rows.flatMap(({ failures }) => failures),
      lines.join('\n'),
    ).toEqual([]);
    for (const { faults } of rows) expect(faults).toBeGreaterThan(3);
  },
);
