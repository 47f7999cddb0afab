import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/paths.ts';
import { runCommandLine } from '../setup/process.ts';
import { timeZoneAtNoon } from '#tools/setup/daytime.ts';
import { pointTitles } from './points.ts';

/** The points that the stand-in cannot show: only a user or Electron itself can answer them. */
const asked = [1, 14, 15, 16, 20, 21];

it(
  'selfcheck finds no difference on this machine, prints 22 results, and writes them to a file',
  { timeout: 240_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'selfcheck-'));
    const output = join(folder, 'report.json');
    try {
      const tool = join(root, 'tools', 'selfcheck', 'selfcheck.ts');
      // Point 7 needs a notification, and the default settings show none from 23:00 to 7:00.
      const ended = await runCommandLine(process.execPath, [tool, `--output=${output}`], {
        env: { ...process.env, TZ: timeZoneAtNoon(Date.now()) },
      });
      const { machine, points } = JSON.parse(readFileSync(output, 'utf8')) as {
        machine: { runtime: string };
        points: { point: number; result: string; detail: string }[];
      };
      const of = (result: string) => points.filter((one) => one.result === result);
      expect(of('differs')).toEqual([]);
      if (machine.runtime.includes('stand-in'))
        expect(of('ask').map(({ point }) => point)).toEqual(asked);
      expect(ended.output.match(/^ ?\d+ {2}(ok|differs|ask) /gm)).toHaveLength(pointTitles.length);
      expect(ended.code).toBe(0);
      expect(JSON.stringify(machine)).not.toContain(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
