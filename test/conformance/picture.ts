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

/**
 * The key of most requests of these tests, so that the quota of the demonstration key is used only by the rows that are
 * about this key.
 */
export const key = 'conformance';

const picture = ({ apod_url }: Place, query: Record<string, string> = {}): Promise<Answer> =>
  ask(`${apod_url}/planetary/apod?${new URLSearchParams({ api_key: key, ...query }).toString()}`);

const textIn = (field: string) => async (place: Place) => {
  const value = (await picture(place)).body[field];
  expect(value).toBeTypeOf('string');
  expect(value).not.toBe('');
};

/** Requests the days of one month, so that rare kinds of days occur. */
async function month(place: Place): Promise<Answer['body'][]> {
  const days = Array.from({ length: 30 }, (_, i) => `2024-06-${String(i + 1).padStart(2, '0')}`);
  return Promise.all(days.map(async (date) => (await picture(place, { date })).body));
}

/** Checks that the address of a picture returns the bytes of a picture. */
async function expectImage(url: unknown): Promise<{ readonly bytes: number }> {
  const answer = await fetch(String(url));
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  // The picture is a JPEG on most days, a PNG or GIF on some.
  expect(Buffer.from(bytes.subarray(0, 4)).toString('latin1')).toMatch(
    /^(\xff\xd8\xff|\x89PNG|GIF8)/,
  );
  return { bytes: bytes.length };
}

export const pictureRows = [
  ...table('2.3 Astronomy picture (picture service)', {
    'copyright | string | Owner of the copyright.': async (place) => {
      const owners = (await month(place)).map(({ copyright }) => copyright);
      // A picture without a named owner is in the public domain.
      expect(owners).toContain(undefined);
      const named = owners.filter((owner) => owner !== undefined);
      expect(named.length).toBeGreaterThan(0);
      for (const owner of named) expect(owner).toMatch(/\w/);
    },
    'date | string | Date of the content, format YYYY-MM-DD.': async (place) => {
      expect((await picture(place)).body['date']).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect((await picture(place, { date: '2024-02-29' })).body['date']).toBe('2024-02-29');
    },
    'explanation | string | Detailed description of the media.': textIn('explanation'),
    'media_type | string | Indicates image or video.': async (place) => {
      const kinds = async (name: string): Promise<void> =>
        withScenario(place, 'picture', { name }, async () => {
          expect((await picture(place)).body['media_type']).toBe(name);
        });
      await kinds('image');
      await kinds('video');
    },
    'title | string | Title of the picture.': textIn('title'),
    'url | string | URL of the standard-resolution media.': async (place) => {
      await withScenario(place, 'picture', { name: 'image' }, async () => {
        await expectImage((await picture(place)).body['url']);
      });
    },
    'hdurl | string | URL of the high-resolution version, present if available.': async (place) => {
      await withScenario(place, 'picture', { name: 'landscape' }, async () => {
        const { url, hdurl } = (await picture(place, { date: '2024-06-01' })).body;
        const standard = await expectImage(url);
        expect((await expectImage(hdurl)).bytes).toBeGreaterThan(standard.bytes);
      });
      await withScenario(place, 'picture', { name: 'no-hdurl' }, async () => {
        expect((await picture(place)).body).not.toHaveProperty('hdurl');
      });
    },
    'service_version | string | Appears in the sample response but is not in the field table; its value is a version label.':
      async (place) => {
        expect((await picture(place)).body['service_version']).toBe('v1');
      },
  }),
  ...table('4.3 Picture service', {
    "api_key | string | yes | The caller's API key. The shared public demonstration key <DEMO_API_KEY> may be used instead.":
      async (place) => {
        expect((await picture(place)).status).toBe(200);
        expect((await picture(place, { api_key: 'DEMO_KEY' })).status).toBe(200);
        expectProblem(await ask(`${place.apod_url}/planetary/apod`), 403, 'API_KEY_INVALID');
      },
    'date | string | no | Picture for a specific date, format YYYY-MM-DD.': async (place) => {
      const [one, again, other] = [
        await picture(place, { date: '2020-05-05' }),
        await picture(place, { date: '2020-05-05' }),
        await picture(place, { date: '2020-05-06' }),
      ];
      expect(again.body).toEqual(one.body);
      expect(other.body['title']).not.toBe(one.body['title']);
    },
    'hd | boolean (true/false) | no | Return the high-resolution image URL if available.': async (
      place,
    ) => {
      await withScenario(place, 'picture', { name: 'landscape' }, async () => {
        expect((await picture(place, { hd: 'true' })).body).toHaveProperty('hdurl');
        expect((await picture(place, { hd: 'false' })).body).not.toHaveProperty('hdurl');
      });
      const wrong = await picture(place, { hd: 'perhaps' });
      expect(wrong.status).toBe(400);
      expect(wrong.body['detail']).toContain('hd');
    },
    'thumbs | boolean (true/false) | no | Return a thumbnail URL when the media is a video.':
      async (place) => {
        await withScenario(place, 'picture', { name: 'video' }, async () => {
          await expectImage((await picture(place, { thumbs: 'true' })).body['thumbnail_url']);
          for (const query of [{}, { thumbs: 'false' }]) {
            expect((await picture(place, query)).body).not.toHaveProperty('thumbnail_url');
          }
        });
        await withScenario(place, 'picture', { name: 'image' }, async () => {
          expect((await picture(place, { thumbs: 'true' })).body).not.toHaveProperty(
            'thumbnail_url',
          );
        });
        expect((await picture(place, { thumbs: 'perhaps' })).status).toBe(400);
      },
    'Accept | Desired response format, usually application/json.': async ({ apod_url }) => {
      const url = `${apod_url}/planetary/apod?api_key=${key}`;
      for (const Accept of ['application/json', '*/*', 'text/html']) {
        expect((await ask(url, { headers: { Accept } })).status).toBe(200);
      }
    },
    'User-Agent | Client identifier.': async ({ apod_url }) => {
      const url = `${apod_url}/planetary/apod?api_key=${key}`;
      for (const agent of ['Overhead/0.1', '']) {
        expect((await ask(url, { headers: { 'User-Agent': agent } })).status).toBe(200);
      }
    },
    'Content-Type | Format of the response, application/json.': async (place) => {
      expect((await picture(place)).headers.get('content-type')).toMatch(/^application\/json/);
    },
    'X-RateLimit-Remaining | Remaining calls in the quota, when present.': async (place) => {
      const left = async (): Promise<number> =>
        Number((await picture(place)).headers.get('x-ratelimit-remaining'));
      const leftBefore = await left();
      expect(await left()).toBe(leftBefore - 1);
    },
    'Cache-Control | Caching policy; a short public max-age is shown.': async (place) => {
      const policy = (await picture(place)).headers.get('cache-control') ?? '';
      expect(policy).toMatch(/^public, max-age=\d+$/);
      const seconds = Number(policy.slice('public, max-age='.length));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(300);
    },
  }),
  ...table('5. Authentication', {
    'Picture service | The api_key query parameter is required on every request. A missing, expired or mistyped key yields 403 with the message API_KEY_INVALID. Free keys are available to the public; the shared demonstration key <DEMO_API_KEY> is accepted for public testing under the quota in section 8.':
      async (place) => {
        for (const api_key of ['', 'mistyped', 'demo_key', `${key} `]) {
          expectProblem(await picture(place, { api_key }), 403, 'API_KEY_INVALID');
          expectProblem(await picture(place, { api_key, date: 'x' }), 403, 'API_KEY_INVALID');
        }
        const demo = await picture(place, { api_key: 'DEMO_KEY' });
        expect(demo.status).toBe(200);
        expect(demo.headers.get('x-ratelimit-limit')).toBe('30');
      },
  }),
  ...table('7. Errors, Picture service', {
    '400 | INVALID_DATE | The date is malformed or out of range': async (place) => {
      const malformed = [
        '',
        'today',
        '2024-6-1',
        '24-06-01',
        '2024-02-30',
        '2023-02-29',
        '2024-13-01',
      ];
      for (const date of [...malformed, '1995-06-15', '2999-01-01', '2024-06-01T00:00:00Z']) {
        expectProblem(await picture(place, { date }), 400, 'INVALID_DATE');
      }
      for (const date of ['1995-06-16', '2024-02-29']) {
        expect((await picture(place, { date })).status).toBe(200);
      }
    },
    '403 | API_KEY_INVALID | The key is missing, expired or mistyped': async (place) => {
      expectProblem(await picture(place, { api_key: 'expired' }), 403, 'API_KEY_INVALID');
      await withScenario(place, 'picture', { name: 'key-refused' }, async () => {
        expectProblem(await picture(place), 403, 'API_KEY_INVALID');
      });
    },
    '429 | RATE_LIMIT_EXCEEDED | The demonstration-key quota is exceeded': async (place) => {
      await withScenario(place, 'picture', { name: 'quota' }, async () => {
        expectProblem(await picture(place), 429, 'RATE_LIMIT_EXCEEDED');
      });
    },
  }),
  ...table('8. Limits', {
    'Picture service, demonstration key | 30 requests per hour and 50 requests per day. Beyond that the status is 429.':
      async (place) => {
        const demo = (): Promise<Answer> => picture(place, { api_key: 'DEMO_KEY' });
        const served = async (): Promise<number> => {
          for (let count = 0; ; count++) {
            const answer = await demo();
            if (answer.status === 200) continue;
            expectProblem(answer, 429, 'RATE_LIMIT_EXCEEDED');
            return count;
          }
        };
        try {
          // Sets the clock to a day on which no other row sends a request, so that no quota is used yet.
          await setClock(place, { now: '2026-03-01T12:00:00Z' });
          expect(await served()).toBe(30);
          await setClock(place, { now: '2026-03-01T12:59:00Z' });
          expect(await served()).toBe(0);
          await setClock(place, { now: '2026-03-01T13:01:00Z' });
          expect(await served()).toBe(20);
          await setClock(place, { now: '2026-03-02T11:59:00Z' });
          expect(await served()).toBe(0);
          await setClock(place, { now: '2026-03-02T12:01:00Z' });
          expect(await served()).toBe(30);
        } finally {
          await setClock(place, { now: new Date().toISOString() });
        }
      },
  }),
];
