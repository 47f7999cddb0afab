import { expect } from 'vitest';
import {
  type Answer,
  ask,
  expectProblem,
  type Place,
  setClock,
  table,
  withScenario,
} from './row.ts';

const now = ({ iss_url }: Place): Promise<Answer> => ask(`${iss_url}/iss-now.json`);

const positionIn = (answer: Answer): Record<string, unknown> => {
  const position = answer.body['iss_position'];
  expect(position).toBeTypeOf('object');
  return { ...(position as object) };
};

/** Returns a check that a field contains degrees as a string with four decimals, at most `most` in size. */
const degrees = (name: string, most: number) => async (place: Place) => {
  const value = positionIn(await now(place))[name];
  expect(value).toMatch(/^-?\d{1,3}\.\d{4}$/);
  expect(Math.abs(Number(value))).toBeLessThanOrEqual(most);
};

export const positionRows = [
  ...table('2.2 Station position (position service)', {
    'message | string | Status of the response; the values "success" and "failure" are named.':
      async (place) => {
        expect((await now(place)).body['message']).toBe('success');
        await withScenario(place, 'position', { name: 'failure' }, async () => {
          expect((await now(place)).body['message']).toBe('failure');
        });
      },
    'timestamp | integer | Time the data was retrieved, as a UNIX epoch time.': async (place) => {
      const startSecond = Math.floor(Date.now() / 1000);
      const { timestamp } = (await now(place)).body;
      expect(timestamp).toSatisfy(Number.isInteger);
      expect(timestamp).toBeGreaterThanOrEqual(startSecond);
      expect(timestamp).toBeLessThanOrEqual(Math.floor(Date.now() / 1000));
    },
    'iss_position | object | Holds the two fields below.': async (place) => {
      expect(Object.keys(positionIn(await now(place))).sort()).toEqual(['latitude', 'longitude']);
    },
    // The limit of the latitude: the orbit's inclination is 51.6°.
    'iss_position.latitude | string | Latitude. Returned as a string, not a float.': degrees(
      'latitude',
      51.7,
    ),
    'iss_position.longitude | string | Longitude. Returned as a string, not a float.': degrees(
      'longitude',
      180,
    ),
  }),
  ...table('5. Authentication', {
    'Position service | No authentication.': async (place) => {
      const answer = await now(place);
      expect(answer.status).toBe(200);
      expect(answer.headers.has('www-authenticate')).toBe(false);
    },
  }),
  ...table('7. Errors, Position service', {
    '400 | Not found | Invalid endpoint or mistyped URL': async (place) => {
      for (const path of [
        '/',
        '/iss-now',
        '/iss-now.jsn',
        '/iss-now.json/',
        '/ISS-now.json',
        '/a/b',
      ]) {
        expectProblem(await ask(`${place.iss_url}${path}`), 400, 'Not found');
      }
      const posted = await ask(`${place.iss_url}/iss-now.json`, { method: 'POST', body: 'x' });
      expectProblem(posted, 400, 'Not found');
    },
    '500 | Internal Server Error | Temporary server problem': async (place) => {
      await withScenario(place, 'position', { name: '500', requests: 1 }, async () => {
        expectProblem(await now(place), 500, 'Internal Server Error');
        // The fault is temporary: the next request is answered.
        expect((await now(place)).status).toBe(200);
      });
    },
  }),
  ...table('8. Limits', {
    'Position service | The position is updated once per second. A single client should poll at most about once every 5 seconds.':
      async (place) => {
        try {
          const at = async (time: string): Promise<Answer['body']> => {
            await setClock(place, { now: time, rate: 0 });
            return (await now(place)).body;
          };
          const first = await at('2026-11-20T12:00:00.000Z');
          expect(await at('2026-11-20T12:00:00.999Z')).toEqual(first);
          const second = await at('2026-11-20T12:00:01.000Z');
          expect(second['timestamp']).toBe(Number(first['timestamp']) + 1);
          expect(second['iss_position']).not.toEqual(first['iss_position']);
        } finally {
          await setClock(place, { now: new Date().toISOString(), rate: 1 });
        }
      },
  }),
];
