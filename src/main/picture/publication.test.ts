import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, easternMidnight } from './eastern.ts';
import { firstLookMs, noteSighting, shareOf, spreadMs, usualMs } from './publication.ts';
import type { Sighting } from './publication.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Days in a row on which the picture comes `afterMs` after midnight; looks every 20 minutes once it is late. */
function live(seen: readonly Sighting[], from: string, days: number, afterMs: number) {
  let learned = seen;
  const looks: number[] = [];
  for (let day = 0; day < days; day += 1) {
    const date = addDays(from, day);
    let look = firstLookMs(learned, 0.5);
    let missed: number | null = null;
    looks.push(1);
    while (look < afterMs) {
      missed = look;
      look += 20 * minute;
      looks.push((looks.pop() ?? 0) + 1);
    }
    const midnight = easternMidnight(date);
    learned = noteSighting(learned, {
      date,
      foundAt: midnight + look,
      missedAt: missed === null ? null : midnight + missed,
    });
  }
  return { learned, looks };
}

describe('the usual hour', () => {
  it('is midnight while nothing else is known', () => {
    expect(firstLookMs([], 0)).toBe(5 * minute);
    expect(live([], '2026-11-01', 20, 0).looks).toEqual(Array(20).fill(1));
    expect(usualMs(live([], '2026-11-01', 20, 0).learned)).toBe(0);
  });

  it('follows the service when it is late for days, and comes back', () => {
    const late = live([], '2026-10-01', 40, 6 * hour);
    expect(usualMs(late.learned)).toBeGreaterThan(5 * hour);
    expect(usualMs(late.learned)).toBeLessThan(7 * hour);
    expect(late.looks.slice(0, 3).every((looks) => looks > 15)).toBe(true);
    // From then on an early look now and then, and no day of many.
    expect(Math.max(...late.looks.slice(10))).toBeLessThanOrEqual(4);
    const back = live(late.learned, '2026-11-10', 60, 0);
    expect(usualMs(back.learned)).toBe(0);
    expect(back.looks).toEqual(Array(60).fill(1));
  });

  it('learns nothing from a machine that was off', () => {
    const midnight = easternMidnight('2026-11-20');
    const found = { date: '2026-11-20', foundAt: midnight + 9 * hour, missedAt: null };
    expect(noteSighting([], found)).toEqual([]);
    expect(noteSighting([], { ...found, missedAt: midnight + hour })).toEqual([]);
    expect(noteSighting([], { ...found, missedAt: midnight + 8.5 * hour })).toHaveLength(1);
    // A day of the future, by a wrong clock.
    expect(noteSighting([], { ...found, foundAt: midnight - hour })).toEqual([]);
  });

  it('is never beyond noon, whatever was seen', () => {
    const sighting = fc.record({
      date: fc.constant('2026-11-20'),
      afterMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(sighting), fc.double({ min: 0, max: 1, noNaN: true }), (seen, share) => {
        expect(firstLookMs(seen, share)).toBeLessThanOrEqual(12 * hour + 20 * minute);
        expect(firstLookMs(seen, share)).toBeGreaterThanOrEqual(5 * minute);
      }),
    );
  });
});

describe('a million installations', () => {
  it('look within 15 minutes of each other, and evenly', () => {
    const installations = 1_000_000;
    const buckets = new Uint32Array(spreadMs / 1000);
    for (let n = 0; n < installations; n += 1) {
      const after = firstLookMs([], shareOf(randomUUID())) - firstLookMs([], 0);
      const second = Math.floor(after / 1000);
      buckets[second] = (buckets[second] ?? NaN) + 1;
    }
    const mean = installations / buckets.length;
    expect(buckets.reduce((sum, count) => sum + count)).toBe(installations);
    // Of 900 buckets of about 1,111 (standard deviation 33), none strays by more than six deviations.
    expect(Math.max(...buckets)).toBeLessThan(mean + 6 * Math.sqrt(mean));
    expect(Math.min(...buckets)).toBeGreaterThan(mean - 6 * Math.sqrt(mean));
  });

  it('are spread as well when their ids are alike', () => {
    const minutes = new Uint32Array(15);
    for (let n = 0; n < 15_000; n += 1) {
      const at = Math.floor(shareOf(`installation-${n}`) * 15);
      minutes[at] = (minutes[at] ?? NaN) + 1;
    }
    expect(Math.min(...minutes)).toBeGreaterThan(800);
    expect(Math.max(...minutes)).toBeLessThan(1200);
  });

  it('have the same share at every start', () => {
    expect(shareOf('a')).toBe(shareOf('a'));
    expect(shareOf('a')).not.toBe(shareOf('b'));
  });
});
