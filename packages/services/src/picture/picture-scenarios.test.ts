import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createServices } from '../services.ts';
import { apodRecordSchema } from './apod/schemas.ts';
import { successorItemSchema } from './successor/schemas.ts';

const noon = Date.UTC(2026, 10, 20, 12);
let now = noon;
const origin = 'http://127.0.0.1:8080';
/** The services with these scenarios on, and functions that send requests to them. */
function services(...picture: readonly object[]) {
  const made = createServices({ now: () => now, key: 'mine', scenarios: { picture } });
  const get = async (path: string): Promise<Response> =>
    made.picture.fetch(new Request(`${origin}${path}`));
  const apod = (query = ''): Promise<Response> => get(`/planetary/apod?api_key=mine&${query}`);
  return {
    get,
    apod,
    record: async (query = '') => apodRecordSchema.parse(await (await apod(query)).json()),
    item: async (code: string) =>
      successorItemSchema.parse(await (await get(`/wp-json/wp/v2/apod-basic/${code}`)).json()),
  };
}
beforeEach(() => {
  now = noon;
});

describe('a scenario that changes the kind or the form of a record', () => {
  test('publishes a picture on every day: image', async () => {
    const { record } = services({ name: 'image' });
    for (let day = 10; day < 30; day++)
      expect((await record(`date=2024-06-${day}`)).media_type).toBe('image');
  });

  test.each(['video', 'other'])('sets the media type of the newest day only: %s', async (name) => {
    const { record, item } = services({ name });
    expect((await record()).media_type).toBe(name);
    expect((await record('date=2026-11-19')).media_type).toBe('image');
    expect((await item('261120')).media_type).toBe(name === 'video' ? 'video' : 'iframe');
  });

  test.each([
    ['landscape', 1280 / 720],
    ['portrait', 3 / 4],
    ['panorama', 3.5],
    ['small', 4 / 3],
  ])('changes the aspect ratio of the pictures: %s', async (name, aspect) => {
    const { get } = services({ name });
    const file = Buffer.from(await (await get('/image/2026-11-18/standard.jpg')).arrayBuffer());
    // The header of the JPEG frame consists of marker, length, bits, height and width.
    const frame = Math.max(file.indexOf('ffc0', 'hex'), file.indexOf('ffc2', 'hex'));
    const [width, height] = [file.readUInt16BE(frame + 7), file.readUInt16BE(frame + 5)];
    expect(Math.abs(width / height / aspect - 1)).toBeLessThan(0.16);
  });

  test('removes the address of the large picture from v1 and its successor: no-hdurl', async () => {
    const { record, item } = services({ name: 'no-hdurl' });
    expect(await record('hd=true')).not.toHaveProperty('hdurl');
    expect((await item('261120')).hdurl).toBe(false);
  });
});

describe('a scenario that changes v1 at its end', () => {
  test('returns 200 with the day, its text and a logo: placeholder', async () => {
    const { record, get } = services({ name: 'placeholder' });
    const logo = `${origin}/wp-content/themes/nasa-child/assets/images/nasa-logo@2x.png`;
    expect(await record('date=2026-11-19')).toMatchObject({
      date: '2026-11-19',
      title: 'NASA Science',
      url: logo,
      hdurl: logo,
      media_type: 'image',
      explanation: expect.stringMatching(/Tomorrow's picture: .+\t+$/) as unknown,
    });
    expect((await get(new URL(logo).pathname)).headers.get('content-type')).toBe('image/png');
  });

  test('starts at the time in its setting `from`: placeholder and moved', async () => {
    const from = '2026-12-01T05:00:00Z';
    const gone = services({ name: 'placeholder', from });
    const moved = services({ name: 'moved', shape: 'array', from });
    now = Date.parse(from) - 1;
    expect((await gone.record()).title).not.toBe('NASA Science');
    expect(await (await moved.apod()).json()).not.toBeInstanceOf(Array);
    now = Date.parse(from);
    expect((await gone.record()).title).toBe('NASA Science');
    expect(await (await moved.apod()).json()).toBeInstanceOf(Array);
  });

  test('returns the requested day, or with shape=array always the newest 25 days: moved', async () => {
    const { apod, item } = services({ name: 'moved' });
    expect(await (await apod('date=2026-11-17')).json()).toEqual(await item('261117'));
    const array = await services({ name: 'moved', shape: 'array' }).apod('date=2026-11-17');
    const list = z.array(successorItemSchema).parse(await array.json());
    expect([list.length, list[0]?.date]).toEqual([25, '2026-11-20']);
  });

  test('returns the record of an earlier day: wrong-day', async () => {
    const { record } = services({ name: 'wrong-day', days: 40 });
    expect((await record()).date).toBe('2026-10-11');
  });
});

test.each(['news-thumbnail.png', 'NASA-Meatball-Feature5.png', 'nasa-logo@2x.png'])(
  'the scenario successor-placeholder shows %s on the newest day of the successor of v1',
  async (file) => {
    const { item, get } = services({ name: 'successor-placeholder', file });
    const { hdurl, basic_html } = await item('261120');
    expect(hdurl).toContain(`/${file}?w=594&h=516`);
    expect(basic_html).not.toMatch(/<img/i);
    expect((await get(new URL(String(hdurl)).pathname)).status).toBe(200);
    expect((await item('261119')).hdurl).not.toContain(file);
    const saved = services({ name: 'successor-placeholder', file, image: true });
    expect((await saved.item('261120')).basic_html).toMatch(/<IMG SRC="[^"]+_261120\.\w+"/);
  },
);

describe('the scenario late', () => {
  test('publishes the newest day only after the given hours', async () => {
    const { record, apod, item, get } = services({ name: 'late', hours: 6.5 });
    now = Date.parse('2026-11-20T11:29:59Z');
    expect((await record()).date).toBe('2026-11-19');
    const early = await apod('date=2026-11-20');
    expect(early.status).toBe(400);
    expect(await early.json()).toMatchObject({ error: 'INVALID_DATE' });
    expect((await get('/image/2026-11-20/standard.jpg')).status).toBe(404);
    expect((await get('/wp-json/wp/v2/apod-basic/261120')).status).toBe(404);
    now = Date.parse('2026-11-20T11:30:00Z');
    expect((await record()).date).toBe('2026-11-20');
    // The successor publishes five minutes after midnight.
    expect((await get('/wp-json/wp/v2/apod-basic/261120')).status).toBe(404);
    now = Date.parse('2026-11-20T11:35:00Z');
    expect((await item('261120')).date).toBe('2026-11-20');
  });
});

describe('a scenario that refuses requests', () => {
  test('returns 410 from v1 after the set time, but 200 from its successor: archived', async () => {
    const { apod, item } = services({ name: 'archived', from: '2026-12-01T05:00:00Z' });
    now = Date.parse('2026-12-01T04:59:59Z');
    expect((await apod()).status).toBe(200);
    now = Date.parse('2026-12-01T05:05:00Z');
    const gone = await apod();
    expect(gone.status).toBe(410);
    expect(JSON.stringify(await gone.json())).toContain('archived');
    expect((await item('261201')).date).toBe('2026-12-01');
  });
});

describe('the scenario public', () => {
  const { apod, get, record } = services({ name: 'public' });
  const recordsOf = async (query: string) =>
    z.array(apodRecordSchema).parse(await (await apod(query)).json());

  test('returns arrays for start_date, end_date and count, and ignores hd', async () => {
    const range = await recordsOf('start_date=1995-06-16&end_date=1995-06-21');
    expect(range.map(({ date }) => date)).toEqual(['1995-06-16', '1995-06-20', '1995-06-21']);
    expect(await recordsOf('start_date=1995-06-17&end_date=1995-06-19')).toEqual([]);
    expect(await recordsOf('count=7')).toHaveLength(7);
    expect(await record('hd=false&date=2026-11-20')).toHaveProperty('hdurl');
  });

  test('returns the error codes of the public gateway', async () => {
    const codeOf = async (path: string) => {
      const json: unknown = await (await get(path)).json();
      return z.object({ error: z.object({ code: z.string(), message: z.string() }) }).parse(json)
        .error.code;
    };
    expect(await codeOf('/planetary/apod')).toBe('API_KEY_MISSING');
    expect(await codeOf('/planetary/apod?api_key=x')).toBe('API_KEY_INVALID');
    for (let n = 0; n < 30; n++) await get('/planetary/apod?api_key=DEMO_KEY');
    expect(await codeOf('/planetary/apod?api_key=DEMO_KEY')).toBe('OVER_RATE_LIMIT');
  });
});
