import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { augustEpoch, tenPlaces, truePasses, truthOfAugust } from '#test/support/ground-truth.ts';
import { placeBelow } from '#shared/station/sky/earth.ts';

const main = fileURLToPath(new URL('orbit.ts', import.meta.url));
const truth = truthOfAugust();
const berlin = tenPlaces['Berlin'] ?? expect.fail('no place');

const momentSchema = z.object({ t: z.number(), azimuth: z.number(), elevation: z.number() });
const outputSchema = z.object({
  fit: z.looseObject({
    inclination: z.number(),
    meanMotion: z.number(),
    rms: z.number(),
    count: z.number(),
    rejected: z.number(),
  }),
  skipped: z.number(),
  positions: z.array(
    z.object({
      t: z.number(),
      latitude: z.number(),
      longitude: z.number(),
      altitudeKm: z.number(),
      sigmaKm: z.number(),
    }),
  ),
  passes: z.array(
    z.looseObject({
      rise: momentSchema,
      peak: momentSchema,
      set: momentSchema,
      visible: z.boolean(),
      reason: z.enum(['in-shadow', 'daylight', 'too-low']).nullable(),
      visibleFrom: z.number().nullable(),
      visibleTo: z.number().nullable(),
    }),
  ),
});

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
function orbit(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main, ...args], (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}
async function printed(...args: string[]) {
  const { code, stdout, stderr } = await orbit(...args);
  expect([code, stderr]).toEqual([0, '']);
  return outputSchema.parse(JSON.parse(stdout));
}

/**
 * The answer of the service at `t`: geocentric coordinates with four decimals, and the time rounded down to the second.
 */
function answerAt(t: number): string {
  const [x, y, z] = truth.earthFixed(t);
  const degrees = (radians: number): string => ((radians * 180) / Math.PI).toFixed(4);
  return JSON.stringify({
    iss_position: {
      longitude: degrees(Math.atan2(y, x)),
      latitude: degrees(Math.atan2(z, Math.hypot(x, y))),
    },
    timestamp: Math.floor(t),
    message: 'success',
  });
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-orbit-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.join('\n'));
  return path;
}
/** The test uses 39 fixes in 3 h 10 min, at pseudo-random times within their seconds. */
const last = augustEpoch + 38 * 300;
const lines = Array.from({ length: 39 }, (_, k) =>
  answerAt(augustEpoch + k * 300 + ((k * 0.618) % 1)),
);

describe('the orbit command', () => {
  it('prints the position and passes from a file of fixes', async () => {
    const file = fileOf('good.jsonl', [...lines.toReversed(), 'no answer', '']);
    const at = last + 600;
    const place = `${berlin.latitude},${berlin.longitude},${berlin.altitude}`;
    const output = await printed('--fixes', file, '--at', `${at},${last}`, '--observer', place);
    expect(output.skipped).toBe(1);
    expect(output.fit).toMatchObject({ count: 39, rejected: 0 });
    expect(output.fit.inclination).toBeCloseTo(51.633, 2);
    expect(output.fit.meanMotion).toBeCloseTo(15.495, 2);

    expect(output.positions.map(({ t }) => t)).toEqual([at, last]);
    const [position] = output.positions;
    const expected = placeBelow(truth.earthFixed(at));
    expect(position?.latitude).toBeCloseTo(expected.latitude, 1);
    expect(position?.longitude).toBeCloseTo(expected.longitude, 1);
    expect(Math.abs((position?.altitudeKm ?? 0) - expected.altitudeKm)).toBeLessThan(3);

    const [passes = []] = truePasses(truth, [berlin], last, last + 86_400);
    const high = passes.filter(({ peakElevation }) => peakElevation > 10.2);
    expect(high.length).toBeGreaterThan(3);
    for (const pass of high) {
      const same = output.passes.find(({ peak }) => Math.abs(peak.t - pass.peak) < 60);
      expect(Math.abs((same?.rise.t ?? 0) - pass.rise)).toBeLessThan(5);
      expect(Math.abs((same?.set.t ?? 0) - pass.set)).toBeLessThan(5);
    }
    for (const { rise } of output.passes) expect(rise.t).toBeLessThan(last + 86_400);
  });

  it('lists the passes between the given times', async () => {
    const file = fileOf('from.jsonl', lines);
    const from = last + 66_000;
    const options = ['--observer', '52.52,13.405', '--from', String(from), '--hours', '6'];
    const { passes } = await printed('--fixes', file, ...options);
    expect(passes.length).toBeGreaterThan(0);
    for (const { rise, set } of passes) {
      expect(set.t).toBeGreaterThan(from);
      expect(rise.t).toBeLessThan(from + 6 * 3600);
    }
  });

  it('prints no passes without an observer', async () => {
    const output = await printed('--fixes', fileOf('alone.jsonl', lines));
    expect(output).toMatchObject({ positions: [], passes: [] });
  });

  it.each([
    ['too few fixes', () => lines.slice(0, 2), 'too few'],
    ['no fixes', () => [], 'no fixes'],
    ['nothing readable', () => ['a', 'b'], 'none of the 2 lines'],
    [
      'fixes of no orbit',
      () =>
        lines.map((_, k) =>
          JSON.stringify({
            message: 'success',
            timestamp: augustEpoch + k * 300,
            iss_position: { latitude: ((k * 37) % 100) - 50, longitude: ((k * 91) % 360) - 180 },
          }),
        ),
      'contradict',
    ],
  ])('exits with 1 and prints a reason for %s', async (_what, content, words) => {
    const { code, stdout, stderr } = await orbit('--fixes', fileOf('bad.jsonl', content()));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(words);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('exits with 1 for a missing file', async () => {
    const { code, stderr } = await orbit('--fixes', join(folder, 'nothing.jsonl'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('ENOENT')]);
  });
});
