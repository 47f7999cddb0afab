import { describe, expect, it } from 'vitest';
import { createServices } from '#embedded/services.ts';
import { assetPath, fileNameOf, originals, placeholderPath, renditions } from '../addresses.ts';
import { addDays, countDays } from '../calendar.ts';
import { dayOf } from '../day.ts';
import { plainWorld } from '../world.ts';

const now = Date.UTC(2026, 10, 20, 12);
const newest = '2026-11-20';
const services = createServices({ now: () => now });

const get = (path: string, options?: RequestInit) =>
  services.picture.fetch(new Request(`http://pictures.test${path}`, options));
async function fileOf(
  path: string,
): Promise<{ readonly type: string | null; readonly file: Buffer }> {
  const answer = await get(path);
  expect(answer.status, path).toBe(200);
  const file = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-length')).toBe(String(file.length));
  return { type: answer.headers.get('content-type'), file };
}

/** Width and height as the file has them, and whether an Exif segment turns it. */
function jpegOf(file: Buffer) {
  const segments = new Map<number, Buffer>();
  for (let at = 2; file[at] === 0xff && file[at + 1] !== 0xda;) {
    const length = file.readUInt16BE(at + 2);
    segments.set(file.readUInt8(at + 1), file.subarray(at + 4, at + 2 + length));
    at += 2 + length;
  }
  const frame = segments.get(0xc0) ?? segments.get(0xc2);
  if (frame === undefined) throw new Error('there is no frame');
  return {
    width: frame.readUInt16BE(3),
    height: frame.readUInt16BE(1),
    components: frame.readUInt8(5),
    isProgressive: segments.has(0xc2),
    orientation: segments.get(0xe1)?.readUInt16BE(24) ?? 1,
    comment: segments.get(0xfe)?.toString('latin1'),
  };
}

/** Days whose original is what is wanted, the newest first. */
function daysWith(matches: (day: ReturnType<typeof dayOf>) => boolean): string[] {
  const days = Array.from({ length: countDays('1995-06-16', newest) }, (_, n) =>
    addDays(newest, -n),
  );
  return days.filter((date) => {
    const day = dayOf(date, plainWorld, newest);
    return day.kind === 'image' && matches(day);
  });
}
const oneWith = (matches: (day: ReturnType<typeof dayOf>) => boolean): string =>
  daysWith(matches)[0] ?? 'none';
const path = (folder: string, date: string): string =>
  folder + assetPath(date, dayOf(date, plainWorld, newest).photo);

describe('the originals', () => {
  const kindOf = async (date: string) => jpegOf((await fileOf(path(originals, date))).file);

  it('are baseline, progressive, CMYK and turned JPEGs', async () => {
    const week = daysWith(({ shape, photo }) => shape === 'landscape' && photo.format === 'jpg');
    const kinds = await Promise.all(week.slice(0, 8).map(kindOf));
    expect(kinds.every(({ width, height }) => width === 1920 && height === 1080)).toBe(true);
    expect(new Set(kinds.map(({ isProgressive }) => isProgressive))).toEqual(
      new Set([true, false]),
    );
    expect(new Set(kinds.map(({ components }) => components))).toEqual(new Set([3, 4]));
    expect(new Set(kinds.map(({ orientation }) => orientation))).toEqual(new Set([1, 3]));
    const portraits = daysWith(({ shape }) => shape === 'portrait').slice(0, 6);
    const sizes = (await Promise.all(portraits.map(kindOf))).map(
      ({ width, height, orientation }) => `${width}x${height} ${orientation}`,
    );
    expect(new Set(sizes)).toEqual(new Set(['1350x1800 1', '1800x1350 6']));
  });

  it('are a PNG on a few days, and a GIF on a few old ones', async () => {
    const png = oneWith(({ photo }) => photo.format === 'png');
    const gif = oneWith(({ photo }) => photo.format === 'gif');
    expect(await fileOf(path(originals, png))).toMatchObject({ type: 'image/png' });
    expect(await fileOf(path(originals, gif))).toMatchObject({ type: 'image/gif' });
    expect(gif < '2005').toBe(true);
    const { file } = await fileOf(path(originals, gif));
    expect(file.toString('latin1', 0, 6)).toBe('GIF89a');
    expect(file.includes(`Overhead, simulated: ${gif}`)).toBe(true);
  });

  it('have bytes of their own on each day, with the same pixels', async () => {
    const { name } = dayOf(newest, plainWorld, newest).photo;
    const [one = '', other = ''] = daysWith(({ photo }) => photo.name === name);
    const files = [await fileOf(path(originals, one)), await fileOf(path(originals, other))];
    expect(files.map(({ file }) => jpegOf(file).comment)).toEqual(
      [one, other].map((date) => `Overhead, simulated: ${date}`),
    );
    const [a, b] = files.map(({ file }) => file.toString('latin1').replace(/\d{4}-\d\d-\d\d/, ''));
    expect(a).toBe(b);
  });

  it('are the same wherever they are asked for', async () => {
    const { photo } = dayOf(newest, plainWorld, newest);
    const { file } = await fileOf(`${path(originals, newest)}?w=10&h=10`);
    for (const other of ['/image/2026-11-20/hd.jpg', `/en/image/2611/${fileNameOf(newest, photo)}`])
      expect((await fileOf(other)).file.equals(file)).toBe(true);
  });
});

describe('the renditions', () => {
  const widthOf = async (date: string, query: string) =>
    jpegOf((await fileOf(path(renditions, date) + query)).file).width;
  const landscape = oneWith(({ shape, photo }) => shape === 'landscape' && photo.format === 'jpg');

  it.each([
    ['', 1280],
    ['?w=0&h=0', 1280],
    ['?w=x', 1280],
    ['?w=320', 640],
    ['?w=1000&h=300', 640],
    ['?h=700', 1280],
    ['?w=1366&h=768&fit=clip&crop=faces%2Cfocalpoint', 1920],
    ['?w=1920&h=1080', 1920],
    ['?w=2100', 2560],
    ['?w=9999&h=9999', 2560],
  ])('%s is %i pixels wide', async (query, width) => {
    expect(await widthOf(landscape, query)).toBe(width);
  });

  it('are upright and in RGB, whatever the original is', async () => {
    for (const date of daysWith(({ shape }) => shape !== 'small').slice(0, 30)) {
      if (dayOf(date, plainWorld, newest).photo.format !== 'jpg') continue;
      const { file } = await fileOf(`${path(renditions, date)}?w=100`);
      expect(jpegOf(file)).toMatchObject({ components: 3, orientation: 1, isProgressive: false });
    }
  });

  it('answer 404 for a GIF', async () => {
    const gif = oneWith(({ photo }) => photo.format === 'gif');
    expect((await get(path(renditions, gif))).status).toBe(404);
  });
});

describe('what is not there', () => {
  it.each([
    '/image/2026-11-20/huge.jpg',
    '/image/2026-11-20/constructor',
    '/image/2026-11-20/hd.png',
    '/image/2999-01-01/hd.jpg',
    '/image/x/hd.jpg',
    `${originals}/science/cds/apod/apod/2026/november/Another_Overhead_261120.jpg`,
    `${originals}/science/cds/apod/apod/2026/november/NoDay_Overhead_261120.mp4`,
    `${renditions}/science/cds/apod/apod/2026/november/x.jpg`,
    '/en/image/2611/x.jpg',
  ])('%s is 404', async (missing) => {
    const answer = await get(missing);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: 'Not Found' });
  });

  it('a picture of tomorrow', async () => {
    const { photo } = dayOf('2026-11-21', plainWorld, newest);
    expect((await get(originals + assetPath('2026-11-21', photo))).status).toBe(404);
  });
});

it('serves the placeholders of broken days, the same bytes each time', async () => {
  const files = await Promise.all(
    (['news-thumbnail.png', 'NASA-Meatball-Feature5.png', 'nasa-logo@2x.png'] as const).map(
      (name) => fileOf(placeholderPath(name)),
    ),
  );
  const [first] = files;
  for (const { type, file } of files) {
    expect(type).toBe('image/png');
    expect(file.equals(first?.file ?? Buffer.alloc(0))).toBe(true);
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([594, 516]);
  }
});
