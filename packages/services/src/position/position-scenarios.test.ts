import { beforeEach, describe, expect, test } from 'vitest';
import { createRequestLog } from '../request-log.ts';
import { type Board, createBoard } from '../scenarios/board.ts';
import { positionSchema } from './answer.ts';
import { createPositionApp } from './position-app.ts';
import { bundledElements } from './elements.ts';
import { orbitOf } from './orbit.ts';
import {
  defaultPositionWorld,
  positionScenarios,
  type PositionWorld,
} from './position-scenarios.ts';

const start = Date.UTC(2026, 10, 20, 12);
let now: number;
let board: Board<PositionWorld>;
let ask: () => Promise<Response>;
beforeEach(() => {
  now = start;
  const app = createPositionApp({ now: () => now, orbit: orbitOf(bundledElements) });
  const { signal } = new AbortController();
  board = createBoard({
    table: positionScenarios,
    plainWorld: defaultPositionWorld,
    now: () => now,
    signal,
  });
  const log = createRequestLog(() => now);
  ask = () => {
    const entry = log.open('position', 'GET', '/iss-now.json');
    const request = new Request('http://position.test/iss-now.json');
    return board.answer(request, entry, (bindings) => app.fetch(request, bindings));
  };
});

/** Returns the answers of the service, first without the scenario, then with it. */
async function both(scenario: object): Promise<readonly [plain: Answer, bent: Answer]> {
  board.put([]);
  const plain = await answerNow();
  board.put(scenario);
  return [plain, await answerNow()];
}
const answerNow = async () => positionSchema.parse(await (await ask()).json());
type Answer = Awaited<ReturnType<typeof answerNow>>;
const latitude = (answer: Answer) => Number(answer.iss_position.latitude);
const longitude = (answer: Answer) => Number(answer.iss_position.longitude);

describe('a scenario of the position service', () => {
  test.each([
    [{}, [0, 59, 3600, 3659], [60, 3599, 3660]],
    [{ every: 10, seconds: 2 }, [0, 1, 10, 11], [2, 9, 12]],
  ])('returns 504 within a gap, and 200 after it: gaps %o', async (settings, inside, outside) => {
    board.put({ name: 'gaps', ...settings });
    const statusAfter = async (second: number): Promise<number> => {
      now = start + second * 1_000;
      return (await ask()).status;
    };
    for (const second of inside) expect([second, await statusAfter(second)]).toEqual([second, 504]);
    for (const second of outside)
      expect([second, await statusAfter(second)]).toEqual([second, 200]);
  });

  // The expected value is computed from an answer with the geocentric latitude: tan(geodetic) = tan(geocentric) / (1 -
  // e²) on the ellipsoid of WGS 84. The altitude of the station changes the result by less than 0.02°.
  test.each([0, 23, 35, 70])(
    'returns the geodetic latitude, %i minutes after the start: geodetic',
    async (minute) => {
      now = start + minute * 60_000;
      const [plain, there] = await both({ name: 'geodetic' });
      const tangent = Math.tan((latitude(plain) * Math.PI) / 180) / (1 - 0.00669438);
      const expected = (Math.atan(tangent) * 180) / Math.PI;
      expect(Math.abs(latitude(there) - expected)).toBeLessThan(0.02);
      expect(Math.abs(latitude(there)) - Math.abs(latitude(plain))).toBeGreaterThan(0.02);
      expect(there).toMatchObject({ timestamp: plain.timestamp });
      expect(longitude(there)).toBe(longitude(plain));
    },
  );

  test.each([0, 90, 179.5, 300, -360])(
    'keeps the longitude valid when it adds %d°: displaced',
    async (east) => {
      const [plain, there] = await both({ name: 'displaced', east });
      expect(longitude(there)).toBeGreaterThan(-180);
      expect(longitude(there)).toBeLessThanOrEqual(180);
      expect((longitude(there) - longitude(plain) - east) % 360).toBeCloseTo(0, 3);
    },
  );
});
