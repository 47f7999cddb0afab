import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '#tools/setup/paths.ts';
import { missingForWine, startWine, windowsPath } from '../wine.ts';

const folder = mkdtempSync(join(tmpdir(), 'overhead-units-'));
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

it.skipIf(missingForWine().length > 0)(
  'the unit tests that use the system pass with Node for Windows',
  { timeout: 3_600_000 },
  async () => {
    const wine = await startWine(folder);
    try {
      const report = join(folder, 'report.json');
      const output = await wine.runVitest([
        '--config=tools/windows/units/vitest.config.ts',
        '--reporter=json',
        `--outputFile=${windowsPath(report)}`,
      ]);
      const parsed = read(report, output);
      const { numPassedTests, numPendingTests, testResults } = parsed;
      const failures = testResults.flatMap(({ name, message, assertionResults }) => [
        ...(message === '' ? [] : [`${name}: ${message}`]),
        ...assertionResults
          .filter(({ status }) => status === 'failed')
          .map(
            ({ fullName, failureMessages }) =>
              `${name}: ${fullName}: ${failureMessages.join('\n')}`,
          ),
      ]);
      process.stderr.write(
        `Windows: ${testResults.length} files, ${numPassedTests} tests passed, ${numPendingTests} left out\n`,
      );
      expect(failures).toEqual([]);
      expect(numPassedTests).toBeGreaterThan(100);
    } finally {
      await wine.dispose();
    }
  },
);

function read(path: string, output: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch (error) {
    throw new Error(`Vitest wrote no report in ${root}: ${output.slice(-4_000)}`, { cause: error });
  }
}
