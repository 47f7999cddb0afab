import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cases, isFullRun } from '#test/support/runs.ts';
import { jpegBytes, pngBytes } from '#test/support/images.ts';
import { pictureRig, type PictureRig } from '#test/support/picture-rig.ts';
import { startPictureService, type PictureService } from '#test/support/picture-service.ts';

// A day whose picture is damaged, on real sockets and a disk. The decoder is a function: pictures with this text in
// them cannot be decoded.
const damageText = 'cannot be decoded';

let service: PictureService;
let rig: PictureRig;
beforeEach(async () => {
  service = await startPictureService('2026-11-27');
  rig = await pictureRig(
    '2026-11-27T12:00:00Z',
    {},
    () => Promise.resolve(service.base),
    async ({ path }) =>
      (await readFile(path, 'latin1')).includes(damageText) ? 'damaged' : 'decoded',
  );
});
afterEach(async () => {
  await rig.close();
  await service.close();
});

const damaged = Buffer.concat([
  jpegBytes().subarray(0, -2),
  Buffer.from(damageText),
  Buffer.from([0xff, 0xd9]),
]);
const day = (fields: Readonly<Record<string, string>>): void => {
  service.days['2026-11-27'] = fields;
};
const hour = 3600_000;
/** Runs the checks of this time, in milliseconds. */
async function checksOf(time: number): Promise<void> {
  const end = rig.clock.now() + time;
  while (rig.clock.now() < end) await rig.nextCheck();
}

describe('a picture that is damaged', () => {
  it('is refused: the next address of the record is downloaded', async () => {
    day({ url: `${service.base}/image/small.jpg`, hdurl: `${service.base}/image/large.jpg` });
    service.files['/image/small.jpg'] = { bytes: damaged };
    service.files['/image/large.jpg'] = { bytes: jpegBytes(2000, 1000) };
    await rig.start();
    expect(rig.state.current.picture).toMatchObject({
      status: 'ready',
      last: { record: { date: '2026-11-27' }, file: { width: 2000 } },
    });
    expect(service.sent.map(([path]) => path)).toEqual(['/image/small.jpg', '/image/large.jpg']);
  });

  it.each(
    cases([
      ['with a tag', { etag: '"1"' }],
      ['with a date', { 'last-modified': 'Fri, 27 Nov 2026 05:05:00 GMT' }],
      ['with only its length', {}],
    ]),
  )('is downloaded once in a day %s, and reported as damaged', async (_name, headers) => {
    day({ url: `${service.base}/image/a.jpg` });
    service.files['/image/a.jpg'] = { bytes: damaged, headers };
    await rig.start();
    await checksOf(16 * hour);
    expect(rig.state.current.picture).toMatchObject({
      status: 'failed',
      failure: { kind: 'damaged' },
    });
    expect(rig.imageBytes).toBe(damaged.length);
    // The headers are requested at once, and again after 1, 3, 7, 11 and 15 hours.
    expect(service.sent.length).toBeLessThanOrEqual(6);
    // At most one check in an hour, after the first few.
    expect(rig.requests.filter((name) => name === 'successor').length).toBeLessThanOrEqual(16);
  });

  it('is downloaded a few times in a day if each answer has another tag', async () => {
    day({ url: `${service.base}/image/a.jpg` });
    let answers = 0;
    service.files['/image/a.jpg'] = {
      bytes: damaged,
      get headers() {
        answers += 1;
        return { etag: `"${answers}"` };
      },
    };
    await rig.start();
    await checksOf(16 * hour);
    expect(rig.state.current.picture).toMatchObject({ failure: { kind: 'damaged' } });
    expect(rig.imageBytes).toBeLessThanOrEqual(6 * damaged.length);
  });

  it.each(
    cases([
      ['with a tag', { etag: '"1"' }],
      ['with a date', { 'last-modified': 'Fri, 27 Nov 2026 05:05:00 GMT' }],
      ['with only its length', {}],
    ]),
  )('is downloaded a few times in a day if each answer breaks off: %s', async (_name, headers) => {
    const bytes = Buffer.concat([jpegBytes(), Buffer.alloc(60_000)]);
    day({ url: `${service.base}/image/a.jpg` });
    service.files['/image/a.jpg'] = { bytes, headers, breaksAt: 20_000 };
    await rig.start();
    await checksOf(16 * hour);
    expect(rig.state.current.picture).toMatchObject({ failure: { kind: 'damaged' } });
    expect(service.sent.length).toBeLessThanOrEqual(8);
    expect(rig.imageBytes).toBeLessThanOrEqual(8 * 20_000);
    // The fault was that of a network between, and not of the file.
    service.files['/image/a.jpg'] = { bytes, headers };
    await checksOf(30 * hour);
    expect(rig.state.current.picture).toMatchObject({ status: 'ready' });
  });

  it.runIf(isFullRun)(
    'is downloaded again after a while if nothing identifies the version of a file',
    async () => {
      day({ url: `${service.base}/image/a.jpg` });
      service.files['/image/a.jpg'] = { bytes: damaged, isChunked: true };
      await rig.start();
      await checksOf(16 * hour);
      expect(rig.imageBytes).toBeLessThanOrEqual(6 * damaged.length);
      service.files['/image/a.jpg'] = { bytes: jpegBytes(), isChunked: true };
      await checksOf(30 * hour);
      expect(rig.state.current.picture).toMatchObject({ status: 'ready' });
    },
  );

  it.each([
    ['another tag', { etag: '"1"' }, { etag: '"2"' }, 1],
    ['another length', {}, {}, 3],
  ])(
    'is downloaded again when the address serves a version with %s',
    async (_name, before, after, checks) => {
      day({ url: `${service.base}/image/a.jpg` });
      service.files['/image/a.jpg'] = { bytes: damaged, headers: before };
      await rig.start();
      service.files['/image/a.jpg'] = { bytes: jpegBytes(), headers: after };
      for (let n = 0; n < checks; n += 1) await rig.nextCheck();
      expect(rig.state.current.picture).toMatchObject({ status: 'ready' });
      expect(rig.imageBytes).toBe(damaged.length + jpegBytes().length);
    },
  );

  it('is downloaded again after a while if a cache had cut it, and had kept the tag of the whole file', async () => {
    const headers = { etag: '"1"' };
    day({ url: `${service.base}/image/a.jpg` });
    service.files['/image/a.jpg'] = { bytes: damaged, headers };
    await rig.start();
    expect(rig.state.current.picture).toMatchObject({ failure: { kind: 'damaged' } });
    service.files['/image/a.jpg'] = { bytes: jpegBytes(900, 700), headers };
    await checksOf(3 * hour);
    expect(rig.state.current.picture).toMatchObject({ status: 'ready' });
  });

  it('is downloaded within four hours after the service works again', async () => {
    day({ url: `${service.base}/image/a.jpg` });
    service.files['/image/a.jpg'] = { bytes: damaged };
    await rig.start();
    await checksOf(18 * hour);
    service.files['/image/a.jpg'] = { bytes: jpegBytes() };
    await rig.clock.advance(4 * hour);
    await rig.nextCheck();
    expect(rig.state.current.picture).toMatchObject({ status: 'ready' });
  });

  it('is not downloaded again by the next run', async () => {
    day({ url: `${service.base}/image/a.jpg` });
    service.files['/image/a.jpg'] = { bytes: damaged, headers: { etag: '"1"' } };
    await rig.start();
    await rig.stop();
    await rig.start();
    expect(service.sent).toHaveLength(1);
  });

  it.each([
    ['breaks off, as its length states', jpegBytes(900, 700).subarray(0, 1500)],
    ['is an unknown format', Buffer.concat([Buffer.from('II*\0\b\0\0\0'), Buffer.alloc(90_000)])],
    ['has too many pixels', pngBytes(40, 40, { width: 30_000, height: 30_000 })],
  ])('is downloaded once also if it %s', async (_name, bytes) => {
    day({ url: `${service.base}/image/a.jpg` });
    service.files['/image/a.jpg'] = { bytes, headers: { etag: '"1"' } };
    // Only a decoder can accept a file without an end.
    service.files['/image/b.jpg'] = { bytes: jpegBytes() };
    await rig.start();
    for (let n = 0; n < 6; n += 1) await rig.nextCheck();
    expect(rig.imageBytes).toBe(bytes.length);
    service.days['2025-01-02'] = { url: `${service.base}/image/b.jpg` };
    expect(await rig.day('2025-01-02', new AbortController().signal)).toMatchObject({ ok: true });
  });

  it('of a day of the archive does not prevent the download of today’s picture', async () => {
    day({ url: `${service.base}/image/b.jpg` });
    service.files['/image/b.jpg'] = { bytes: jpegBytes() };
    service.files['/image/a.jpg'] = { bytes: damaged };
    service.days['2025-01-01'] = { url: `${service.base}/image/a.jpg` };
    await rig.start();
    const { signal } = new AbortController();
    for (let n = 0; n < 4; n += 1)
      expect(await rig.day('2025-01-01', signal)).toEqual({
        ok: false,
        failure: { kind: 'damaged' },
      });
    expect(service.sent.filter(([path]) => path === '/image/a.jpg')).toHaveLength(1);
  });
});

it('the picture of the day before, shown as that of today, is downloaded once', async () => {
  service.newest = '2026-11-26';
  service.days['2026-11-26'] = { url: `${service.base}/image/b.jpg` };
  service.files['/image/b.jpg'] = { bytes: jpegBytes() };
  await rig.start();
  day({ url: `${service.base}/image/a.jpg` });
  service.files['/image/a.jpg'] = { bytes: jpegBytes(), headers: { etag: '"1"' } };
  service.newest = '2026-11-27';
  for (let n = 0; n < 6; n += 1) await rig.nextCheck();
  expect(rig.state.current.picture).toMatchObject({ status: 'failed' });
  expect(service.sent.map(([path]) => path)).toEqual(['/image/b.jpg', '/image/a.jpg']);
});

it('a picture whose file continues with a film after its end is accepted as today’s', async () => {
  day({ url: `${service.base}/image/a.jpg` });
  service.files['/image/a.jpg'] = {
    bytes: Buffer.concat([jpegBytes(), Buffer.alloc(90_000, 'mp4')]),
  };
  await rig.start();
  expect(rig.state.current.picture).toMatchObject({ status: 'ready' });
});
