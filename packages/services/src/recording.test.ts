import { describe, expect, it } from 'vitest';
import { readRecording, withoutKey } from './recording.ts';
import { createServices, type ServicesOptions } from './services.ts';

const clock = { now: Date.UTC(2026, 10, 20, 12), rate: 0 };
const picture = 'http://picture.test/planetary/apod?api_key=my-secret&date=2020-06-11';
const position = 'http://position.test/iss-now.json';

/** Starts services that record. Returns the services and the recorded lines. */
function recorder(options: ServicesOptions = {}) {
  const lines: string[] = [];
  const onLine = (line: string): void => void lines.push(line);
  return { lines, services: createServices({ clock, key: 'my-secret', onLine, ...options }) };
}

describe('a recording of the services', () => {
  it('replays an answer with its headers and status, even for another key and host', async () => {
    const { lines, services } = recorder();
    const first = await services.picture.fetch(new Request(picture));
    const text: unknown = await first.json();
    await services.position.fetch(new Request(position));
    const rangeStart = 'http://picture.test/planetary/apod?api_key=my-secret&start_date=2020-06-11';
    const range = `${rangeStart}&end_date=2020-06-12`;
    const days: unknown = await (await services.picture.fetch(new Request(range))).json();
    const unknownDay = picture.replace('2020-06-11', '1990-01-01');
    expect((await services.picture.fetch(new Request(unknownDay))).status).toBe(400);
    expect(lines).toHaveLength(4);
    expect(lines.join('\n')).not.toContain('my-secret');

    const read = readRecording(`${lines.join('\r\n\r\n')}\n`);
    if (!read.ok) throw new Error(read.message);
    // The requests are repeated years later, to services that do not know the key.
    const later = createServices({
      clock: { now: Date.UTC(2030, 0, 1), rate: 0 },
      recording: read.value,
    });
    const ask = (url: string) => later.picture.fetch(new Request(url));
    const again = await ask('http://other.test/planetary/apod?date=2020-06-11&api_key=none');
    expect(await again.json()).toEqual(text);
    const otherOrder = 'http://other.test/planetary/apod?end_date=2020-06-12&start_date=2020-06-11';
    expect(await (await ask(otherOrder)).json()).toEqual(days);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect((await ask(unknownDay)).status).toBe(400);
    const place = await later.position.fetch(new Request(position));
    expect(await place.json()).toMatchObject({ timestamp: clock.now / 1000 });
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

  it('omits image files and reset connections', async () => {
    const { lines, services } = recorder({ scenarios: { position: [{ name: 'reset' }] } });
    const file = 'http://picture.test/image/2020-06-11/standard.jpg';
    expect((await services.picture.fetch(new Request(file))).status).toBe(200);
    await services.position.fetch(new Request(position));
    expect(lines).toEqual([]);
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
