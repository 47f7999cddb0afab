import { describe, expect, it } from 'vitest';
import { createServices } from '#services/services.ts';
import { assetPath, fileNameOf, originalsPath, renditionsPath } from '../addresses.ts';
import { addDays } from '../calendar.ts';
import { type Day, dayOf } from '../day.ts';
import { defaultPictureWorld } from '../world.ts';

const newest = '2026-11-20';
const { picture } = createServices({ now: () => Date.UTC(2026, 10, 20, 12) });
const get = (path: string, options?: RequestInit) =>
  picture.fetch(new Request(`http://pictures.test${path}`, options));
const fileOf = async (path: string): Promise<Buffer> => {
  const answer = await get(path);
  expect(answer.status, path).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
const on = (date: string): Day => dayOf(date, defaultPictureWorld, newest);
/** Returns the newest day before `before` whose picture fulfils the condition. */
function dayWith(matches: (day: Day) => boolean, before = '2026-11-21'): string {
  for (let date = addDays(before, -1); date > '1995-06-16'; date = addDays(date, -1))
    if (on(date).kind === 'image' && matches(on(date))) return date;
  throw new Error('no day has it');
}
const assetOf = (folder: string, date: string): string => folder + assetPath(date, on(date).photo);

describe('an original image', () => {
  it('has the same bytes on two days with the same photo, except for the date in a comment', async () => {
    const date = dayWith(({ photo }) => photo.format === 'jpg');
    const { name } = on(date).photo;
    const other = dayWith(({ photo }) => photo.name === name, date);
    const [a = '', b = ''] = await Promise.all(
      [date, other].map(async (day) => {
        const text = (await fileOf(assetOf(originalsPath, day))).toString('latin1');
        expect(text).toContain(`Overhead, simulated: ${day}`);
        return text.replace(/\d{4}-\d\d-\d\d/, '');
      }),
    );
    expect(a === b).toBe(true);
  });

  it.each([
    ['jpg', 'ffd8ff'],
    ['png', '89504e47'],
    ['gif', '47494638'],
  ])('is a %s on some days', async (format, signature) => {
    const date = dayWith(({ photo }) => photo.format === format);
    const file = await fileOf(assetOf(originalsPath, date));
    expect(file.toString('hex', 0, signature.length / 2)).toBe(signature);
    expect(file.includes(`Overhead, simulated: ${date}`)).toBe(true);
  });

  it('has the same bytes at all of its addresses', async () => {
    const file = await fileOf(`${assetOf(originalsPath, newest)}?w=10&h=10`);
    for (const other of [
      '/image/2026-11-20/hd.jpg',
      `/en/image/2611/${fileNameOf(newest, on(newest).photo)}`,
    ])
      expect((await fileOf(other)).equals(file)).toBe(true);
  });
});

describe('the route of resized images', () => {
  const landscape = dayWith(
    ({ shape, photo: { format, files } }) =>
      shape === 'landscape' && format === 'jpg' && files.some(({ width }) => width === 2560),
  );

  it.each([
    ['', 1280],
    ['?w=0&h=0', 1280],
    ['?w=x', 1280],
    ['?w=320', 640],
    ['?w=1000&h=300', 640],
    ['?h=700', 1280],
    ['?w=1366&h=768&fit=clip&crop=faces%2Cfocalpoint', 1920],
    ['?w=2100', 2560],
    ['?w=9999&h=9999', 2560],
  ])('answers the query "%s" with an image that is %i pixels wide', async (query, width) => {
    const file = await fileOf(assetOf(renditionsPath, landscape) + query);
    const frame = Math.max(file.indexOf('ffc0', 'hex'), file.indexOf('ffc2', 'hex'));
    expect(file.readUInt16BE(frame + 7)).toBe(width);
  });
});
