import { describe, expect, it } from 'vitest';
import { readRecording, withoutKey } from './recording.ts';
import { createServices } from './services.ts';

const picture = 'http://picture.test/planetary/apod?api_key=my-secret&date=2020-06-11';
const position = 'http://position.test/iss-now.json';

/** A line of a recording of `url`. */
const lineOf = (url: string, record: unknown, more: object = {}): string =>
  JSON.stringify({
    ...{ kind: 'recorded', source: 'services', method: 'GET', url, status: 200 },
    ...{ headers: {}, at: '', record, ...more },
  });

describe('a recording of the services', () => {
  it('replays an answer with its headers and status, even for another key and host', async () => {
    const range = 'http://picture.test/planetary/apod?start_date=2020-06-11&end_date=2020-06-12';
    const lines = [
      lineOf(picture, { title: 'one day' }, { headers: { 'content-type': 'text/x-test' } }),
      lineOf(position, { timestamp: 1 }),
      lineOf(range, [{ title: 'two days' }]),
      lineOf(picture.replace('2020-06-11', '1990-01-01'), {}, { status: 400 }),
    ];
    const read = readRecording(`${lines.join('\r\n\r\n')}\n`);
    if (!read.ok) throw new Error(read.message);
    // The services do not know the key of the recorded requests.
    const services = createServices({ recording: read.value });
    const ask = (url: string) => services.picture.fetch(new Request(url));
    const again = await ask('http://other.test/planetary/apod?date=2020-06-11&api_key=none');
    expect(await again.json()).toEqual({ title: 'one day' });
    expect(again.headers.get('content-type')).toBe('text/x-test');
    const otherOrder = 'http://other.test/planetary/apod?end_date=2020-06-12&start_date=2020-06-11';
    expect(await (await ask(otherOrder)).json()).toEqual([{ title: 'two days' }]);
    expect((await ask(picture.replace('2020-06-11', '1990-01-01'))).status).toBe(400);
    const place = await services.position.fetch(new Request(position));
    expect(await place.json()).toEqual({ timestamp: 1 });
    // The services themselves answer requests that were not recorded.
    expect((await ask(picture.replace('06-11', '06-12'))).status).toBe(403);
  });

  it.each([
    ['a header name', { headers: { 'x y': 'a' } }],
    ['a header value', { headers: { x: 'a\nb' } }],
    ['a value beyond Latin-1', { headers: { x: '\u0100' } }],
  ])('refuses %s that HTTP does not allow, with the number of the line', (_name, change) => {
    const line = {
      ...{ kind: 'recorded', source: 'position', method: 'GET', url: position, status: 200 },
      ...{ at: '', record: {}, ...change },
    };
    const text = `${JSON.stringify({ ...line, headers: {} })}\n${JSON.stringify(line)}`;
    const read = readRecording(text);
    expect(read.ok ? '' : read.message).toMatch(/^line 2 /);
  });

  it.each([204, 205, 304])('replays the status %i, which has no body', async (status) => {
    const line = { kind: 'recorded', source: 'position', method: 'GET', url: position, status };
    const read = readRecording(JSON.stringify({ ...line, headers: {}, at: '', record: {} }));
    if (!read.ok) throw new Error(read.message);
    const { position: service } = createServices({ recording: read.value });
    expect((await service.fetch(new Request(position))).status).toBe(status);
  });

  it.each(['api_key', 'API_KEY', 'api%5Fkey', '%61pi_ke%79'])(
    'has no key that the address names %s',
    (name) =>
      expect(withoutKey(`http://a/b?c=1&${name}=SECRET&d=2;${name}=SECRET#e`)).not.toContain(
        'SECRET',
      ),
  );

  it('replays several answers to one request in their order, and then repeats the last answer', async () => {
    const lines = [200, 503, 201].map((status) =>
      JSON.stringify({
        ...{ kind: 'recorded', source: 'position', method: 'GET', url: position, status },
        ...{ headers: {}, at: '', record: { status } },
      }),
    );
    const read = readRecording(lines.join('\n'));
    if (!read.ok) throw new Error(read.message);
    const { position: service } = createServices({ recording: read.value });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1)
      statuses.push((await service.fetch(new Request(position))).status);
    expect(statuses).toEqual([200, 503, 201, 201]);
  });

  it('ignores a recorded answer that has only the beginning of its file', async () => {
    const file = { kind: 'recorded', source: 'picture', method: 'GET', url: picture, status: 200 };
    const start = JSON.stringify({ ...file, headers: {}, at: '', body: 'ffd8', bytes: '99000' });
    expect(readRecording(start)).toMatchObject({ ok: false });
    const whole = JSON.stringify({ ...file, headers: {}, at: '', record: { n: 1 } });
    const read = readRecording(`${start}\n${whole}`);
    if (!read.ok) throw new Error(read.message);
    await expect(read.value('GET', picture)?.json()).resolves.toEqual({ n: 1 });
  });

  it.each([
    ['something that is not JSON', '{', 'line 1'],
    ['a line of another kind', '{"kind":"other"}', 'line 1'],
    ['nothing', '\n', 'no answer'],
  ])('is rejected when it contains %s', (_name, text, message) => {
    expect(readRecording(text)).toMatchObject({
      ok: false,
      message: expect.stringContaining(message) as unknown,
    });
  });
});
