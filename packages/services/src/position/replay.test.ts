import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { orbitTruthOf, inertialToEarthFixed } from '../../../../test/support/orbit.ts';
import { sharedData } from '../../../../test/support/shared-data.ts';
import { createServices, type InProcessServices, type ServicesOptions } from '../services.ts';
import { positionSchema } from './answer.ts';
import { epochOf } from './orbit.ts';
import { oldSetsWarning, readSets, replayOrbitOf } from './replay.ts';

/** Three sets of the station, in the order of their publication. */
const sets = [
  {
    line1: '1 25544U 98067A   23036.92618800  .00012950  00000-0  23742-3 0  9996',
    line2: '2 25544  51.6425 258.6869 0008079 317.6503 171.1358 15.49622045381431',
  },
  {
    line1: '1 25544U 98067A   23037.06033896  .00011680  00000-0  21495-3 0  9990',
    line2: '2 25544  51.6427 258.0219 0008251 318.5711 199.0889 15.49624190381452',
  },
  {
    line1: '1 25544U 98067A   23037.25243672  .00011698  00000-0  21524-3 0  9998',
    line2: '2 25544  51.6427 257.0704 0008259 319.2943 190.7209 15.49628908381481',
  },
] as const;
const [first, second, third] = sets;
const hourMs = 3_600_000;
const published = (set: { line1: string; line2: string }): number => epochOf(set) + 4 * hourMs;

let now = published(third);
let services: InProcessServices | null = null;
afterEach(() => services?.stop());

function create(options: ServicesOptions = {}, from: number | null = null): void {
  services?.stop();
  const positionSets = { sets, delayMs: 4 * hourMs, from };
  services = createServices({ now: () => now, positionSets, ...options });
}

async function answerAt(time: number) {
  now = time;
  const answer = await services?.position.fetch(new Request('http://position.test/iss-now.json'));
  return positionSchema.parse(await answer?.json());
}

/**
 * Returns the position at `time` by SGP4 with the given set, converted to Earth-fixed coordinates by another module.
 */
function truthAt(time: number, set: { line1: string; line2: string }, shiftMs = 0) {
  const degrees = (angle: number): string => ((angle * 180) / Math.PI).toFixed(4);
  const { inertial } = orbitTruthOf([set.line1, set.line2]);
  const [x, y, z] = inertialToEarthFixed(inertial((time - shiftMs) / 1000), time / 1000);
  return {
    message: 'success',
    timestamp: Math.floor(time / 1000),
    iss_position: {
      latitude: degrees(Math.atan2(z, Math.hypot(x, y))),
      longitude: degrees(Math.atan2(y, x)),
    },
  };
}

describe('the replay of element sets', () => {
  it.each([
    ['the first set, also before its publication', published(first) - 30 * hourMs, first],
    ['the first set from its publication on', published(first), first],
    ['the first set until the second is published', published(second) - 1, first],
    ['the second set from its publication on', published(second), second],
    ['the second set until the third is published', published(third) - 1, second],
    ['the last set, days later', published(third) + 60 * hourMs + 617, third],
  ])('answers from %s', async (_what, time, set) => {
    create();
    expect(await answerAt(time)).toEqual(truthAt(time, set));
  });

  it('returns the position at the time of the request, and the time rounded down to the second', async () => {
    create();
    const whole = Math.ceil(published(third) / 1000) * 1000;
    const [early, late] = [await answerAt(whole), await answerAt(whole + 999)];
    expect(late.timestamp).toBe(early.timestamp);
    expect(late.iss_position).not.toEqual(early.iss_position);
    expect(late).toEqual(truthAt(whole + 999, third));
  });

  it('uses a set only when the given delay after its epoch is over', () => {
    const orbit = replayOrbitOf({ sets, delayMs: 8 * hourMs, from: null }, 0);
    const time = published(third) + 1;
    expect(orbit(time)).toEqual(replayOrbitOf({ sets: [second], delayMs: 0, from: null }, 0)(time));
  });

  it('begins at the given time of the sets, and advances from there', async () => {
    const start = Date.UTC(2026, 10, 22, 12);
    now = start;
    create({}, published(second) - hourMs);
    const shiftMs = start - (published(second) - hourMs);
    expect(await answerAt(start)).toEqual(truthAt(start, first, shiftMs));
    const later = start + hourMs;
    expect(await answerAt(later)).toEqual(truthAt(later, second, shiftMs));
  });

  it('uses an older set: older-set', async () => {
    create();
    const time = published(third) + hourMs;
    expect(await answerAt(time)).toEqual(truthAt(time, third));
    create({ scenarios: { position: { name: 'older-set' } } });
    expect(await answerAt(time)).toEqual(truthAt(time, second));
    create({ scenarios: { position: { name: 'older-set', back: 9 } } });
    expect(await answerAt(time)).toEqual(truthAt(time, first));
  });

  it('alternates between two sets, as with two servers: older-set with a probability', async () => {
    create({ scenarios: { position: { name: 'older-set', back: 2, probability: 0.5, seed: 3 } } });
    const time = published(third) + hourMs;
    const [newer, older] = [truthAt(time, third), truthAt(time, first)];
    expect(older).not.toEqual(newer);
    const answers = [];
    for (let request = 0; request < 40; request += 1) answers.push(await answerAt(time));
    for (const answer of answers) expect([newer, older]).toContainEqual(answer);
    const share = answers.filter(
      (answer) => answer.iss_position.latitude === older.iss_position.latitude,
    );
    expect(share.length).toBeGreaterThan(10);
    expect(share.length).toBeLessThan(30);
  });

  it('keeps using the set from its start while the position advances: held-set', async () => {
    now = published(second) + hourMs;
    create({ scenarios: { position: { name: 'held-set' } } });
    const time = published(third) + 5 * hourMs;
    expect(await answerAt(time)).toEqual(truthAt(time, second));
  });

  it('keeps the position from the start of the scenario, even if newer sets are published: frozen', async () => {
    const since = published(second) + hourMs;
    now = since;
    create({ scenarios: { position: { name: 'frozen' } } });
    expect(await answerAt(published(third) + 5 * hourMs)).toEqual(truthAt(since, second));
  });

  it('publishes each set days later: late-sets', async () => {
    create({ scenarios: { position: { name: 'late-sets', days: 3 } } });
    const step = published(second) + 72 * hourMs;
    expect(await answerAt(step - 1)).toEqual(truthAt(step - 1, first));
    expect(await answerAt(step)).toEqual(truthAt(step, second));
  });

  it('jumps several times a day, often by more than 300 m, as the real service does (skipped: no shared data)', ({
    skip,
  }) => {
    const path = sharedData('sky/element-sets-2023-01-04.jsonl');
    if (path === null) return skip('no shared data');
    const read = readSets(readFileSync(path, 'utf8'));
    if (!read.ok) return expect.fail(read.message);
    expect(read.value).toHaveLength(609);
    const times = read.value.map(published);
    const orbit = replayOrbitOf({ sets: read.value, delayMs: 4 * hourMs, from: null }, 0);
    const kilometres = times.slice(1).map((time) => {
      // The station moves 8 m in a millisecond.
      const [before, after] = [orbit(time - 1), orbit(time)];
      const north = after.latitude - before.latitude;
      const east =
        (after.longitude - before.longitude) * Math.cos((after.latitude * Math.PI) / 180);
      return (Math.hypot(north, east) * Math.PI * after.radius) / 180;
    });
    const sorted = kilometres.toSorted((a, b) => a - b);
    expect(times.length / 120).toBeGreaterThan(4);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeGreaterThan(0.3);
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeGreaterThan(3);
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(6);
  });
});

describe('readSets', () => {
  const line = (set: object): string => JSON.stringify(set);

  it('sorts the sets by epoch and skips blank lines', () => {
    const text = `\uFEFF${line(third)}\r\n\r\n${line(first)}\n${line({ ...second, id: 1 })}\n`;
    expect(readSets(text)).toEqual({ ok: true, value: sets });
  });

  it.each([
    ['', 'there are no element sets in it'],
    ['\n \n', 'there are no element sets in it'],
    [`${line(first)}\nnothing`, 'line 2 is no {"line1"'],
    [first.line1, 'line 1 is no {"line1"'],
    [line({ line1: first.line1 }), 'line 1 is no {"line1"'],
    [line({ ...first, line2: 7 }), 'line 1 is no {"line1"'],
    [line({ line1: first.line2, line2: first.line1 }), 'line 1: line1 does not begin with "1 "'],
    [line({ ...first, line2: first.line2.slice(0, -1) }), 'line 1: line2 has 68 characters'],
    [
      line({ ...first, line1: first.line1.replace('036', '037') }),
      'line 1: line1 has the checksum',
    ],
  ])('refuses %j', (text, message) => {
    expect(readSets(text)).toEqual({
      ok: false,
      message: expect.stringContaining(message) as unknown,
    });
  });
});

describe('oldSetsWarning', () => {
  it('warns when the newest set is 30 days old or older', () => {
    const replay = { sets, delayMs: 0, from: null };
    const month = epochOf(third) + 30 * 24 * hourMs;
    expect(oldSetsWarning(replay, month - 1)).toBeNull();
    expect(oldSetsWarning(replay, month)).toMatch(/is of 2023-02-06, a month or more before/);
    expect(oldSetsWarning({ ...replay, from: month - 1 }, month)).toBeNull();
    expect(oldSetsWarning({ ...replay, from: month }, 0)).toContain('2023-02-06');
  });
});
