import { describe, expect, it } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { pollFixes, createRandom, stationElements, orbitTruthOf } from '#test/support/orbit.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { FixBuffer } from './fix-buffer.ts';
import { fitOrbit } from './orbit/fit.ts';

const minute = 60_000;
const truth = orbitTruthOf(stationElements[0]);
const fixes = pollFixes(truth, {
  until: truth.epoch + 9000,
  everySeconds: 60,
  count: 95,
  random: createRandom(5),
});
const orbit = fitted();

function fitted(): FittedOrbit {
  const fit = fitOrbit(fixes);
  if (!fit.ok) throw new Error(fit.reason);
  return fit.orbit;
}

/** A `FixBuffer` and its store in memory. The store counts the writes and can refuse them. */
function rig() {
  const clock = new FakeClock();
  const disk: { fixes: Fix[]; orbit: FittedOrbit | null; writes: number; isFull: boolean } = {
    fixes: [],
    orbit: null,
    writes: 0,
    isFull: false,
  };
  const buffer = new FixBuffer(
    {
      fixes: (limit) => disk.fixes.slice(-limit),
      orbit: () => disk.orbit,
      save(more, next): Result<null> {
        disk.writes += 1;
        if (disk.isFull) return fail({ kind: 'storage', code: 'SQLITE_FULL' });
        disk.fixes.push(...more);
        disk.orbit = next ?? disk.orbit;
        return ok(null);
      },
    },
    clock,
  );
  /** Saves one fix and one orbit a minute, as the estimator does. */
  async function take(some: readonly Fix[]): Promise<void> {
    for (const fix of some) {
      buffer.saveFix(fix);
      buffer.saveOrbit(orbit);
      await clock.advance(minute);
    }
  }
  return { clock, disk, buffer, take };
}

describe('FixBuffer', () => {
  it('writes twice in 61 minutes, each time with the orbit', async () => {
    const { disk, take } = rig();
    await take(fixes.slice(0, 30));
    expect(disk.writes).toBe(0);
    await take(fixes.slice(30, 61));
    expect(disk.writes).toBe(2);
    expect(disk.fixes).toEqual(fixes.slice(0, 60));
    expect(disk.orbit).toBe(orbit);
  });

  it('writes all entries in a flush, and nothing in a second flush', async () => {
    const { disk, buffer, take } = rig();
    buffer.saveOrbit(orbit);
    buffer.flush();
    expect(disk.orbit).toBe(orbit);
    await take(fixes.slice(0, 40));
    expect(buffer.flush()).toEqual(ok(null));
    expect(disk.fixes).toEqual(fixes.slice(0, 40));
    const { writes } = disk;
    buffer.flush();
    expect(disk.writes).toBe(writes);
    expect(buffer.orbit()).toBe(orbit);
  });

  it('returns fixes and orbit before they are written', async () => {
    const { buffer, take } = rig();
    await take(fixes.slice(0, 40));
    expect(buffer.fixes(35)).toEqual(fixes.slice(5, 40));
    expect(buffer.orbit()).toBe(orbit);
  });

  it('writes at the next flush after a failed flush', async () => {
    const { disk, buffer, take } = rig();
    await take(fixes.slice(0, 10));
    disk.isFull = true;
    expect(buffer.flush()).toMatchObject({ ok: false });
    disk.isFull = false;
    expect(buffer.flush()).toEqual(ok(null));
    expect(disk.fixes).toEqual(fixes.slice(0, 10));
    expect(disk.orbit).toBe(orbit);
  });

  it('keeps the entries that the disk refuses, and writes them half an hour later', async () => {
    const { disk, buffer, take } = rig();
    disk.isFull = true;
    await take(fixes.slice(0, 60));
    expect(disk.writes).toBe(1);
    expect(buffer.flush()).toMatchObject({ ok: false, failure: { kind: 'storage' } });
    disk.isFull = false;
    await take(fixes.slice(60, 91));
    expect(disk.fixes).toEqual(fixes.slice(0, 90));
  });

  it('keeps the newest 3000 entries while the disk refuses all, and writes them later', () => {
    const { disk, buffer } = rig();
    disk.isFull = true;
    const many = Array.from({ length: 3002 }, (_, time): Fix => ({
      time,
      latitude: 1,
      longitude: 2,
      receivedAt: time,
    }));
    for (const fix of many) buffer.saveFix(fix);
    expect(buffer.fixes(5000)).toEqual(many.slice(2));
    disk.isFull = false;
    buffer.flush();
    expect(disk.fixes).toEqual(many.slice(2));
  });
});
