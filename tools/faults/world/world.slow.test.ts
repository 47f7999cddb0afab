import { describe, expect, it } from 'vitest';
import { ensureBuilt } from '#tools/setup/build.ts';
import { missingCommands } from '#tools/system/packages.ts';
import { measureReference, play } from './play.ts';
import { playWorld } from './world.ts';

// The long runs: npm run faults -- world.
const missing = process.platform === 'linux' ? missingCommands(['dbus-daemon']) : ['Linux'];
const limitMs = 300_000;

describe.skipIf(missing.length > 0)('the built app', () => {
  it(
    'keeps posts, wallpaper, key and pace over 10 schedules of faults',
    async () => {
      const lines: string[] = [];
      const report = await playWorld({
        ...{ schedules: 10, seed: 20_261_121, workers: 2 },
        log: (line) => lines.push(line),
        signal: new AbortController().signal,
      });
      expect(report.failures, lines.join('\n')).toBe(0);
      expect(report.schedules).toBe(10);
    },
    limitMs,
  );

  it(
    'leaves no timer behind when it ends just after its start',
    async () => {
      const { signal } = new AbortController();
      await ensureBuilt({ log: () => undefined, signal });
      const wall = Date.parse('2026-11-21T18:00:00Z');
      const steps = [{ do: 'restart', downMs: 60_000 }] as const;
      const options = { reference: await measureReference(), disk: false, signal };
      const { faults } = await play({ seed: 1, wall, zone: 'UTC', steps }, options);
      expect(faults).toEqual([]);
    },
    limitMs,
  );
});
