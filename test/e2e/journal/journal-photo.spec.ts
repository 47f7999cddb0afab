import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startServer } from '#test/support/http-server.ts';
import { root } from '#tools/setup/paths.ts';
import { expect, limit, test } from '../support/fixtures.ts';
import { ownServices } from '../support/services.ts';

/** A posts service that accepts everything. `bodies` has the bodies of all requests, in order. */
async function recordingPosts() {
  const bodies: string[] = [];
  const server = await startServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":101}');
    });
  });
  return { ...server, bodies };
}

/** An Exif segment with the orientation 6 (turned by a quarter) and a text in the place of a position. */
function exifSegment(place: string): Buffer {
  const entry = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]);
  const tiff = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]);
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(place)]);
  const length = content.length + 2;
  return Buffer.concat([Buffer.from([0xff, 0xe1, length >> 8, length & 0xff]), content]);
}

test('stores a photo upright and without its position, shows it after a restart, and sends only the text', async ({
  start,
  dataDir,
}) => {
  const posts = await recordingPosts();
  const services = { ...(await ownServices()).urls, posts: posts.url };
  const camera = await readFile(join(root, 'resources', 'photos', 'amber-peaks.jpg'));
  const place = 'N 52 31 12 E 13 24 18';
  const exif = exifSegment(place);
  const buffer = Buffer.concat([camera.subarray(0, 2), exif, camera.subarray(2)]);

  const first = await start({ services });
  const window = await first.window();
  const { page } = window;
  await page.keyboard.press('Control+n');
  await page.getByRole('textbox', { name: 'Title' }).fill('Seen from the garden');
  await page.getByRole('textbox', { name: 'Text' }).fill('It crossed the Plough.');
  const input = page.locator('form input[type=file]');
  await input.setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: exif });
  await expect(page.getByText('This file was not added.').first()).toBeVisible();
  await input.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('button', { name: 'Remove photo' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await window.waitForState(({ journal }) => journal.counts.accepted === 1, limit());
  expect(posts.bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
    { title: 'Seen from the garden', body: 'It crossed the Plough.', userId: 1 },
  ]);
  await first.stop();

  const names = await readdir(join(dataDir, 'photos'));
  expect(names).toEqual([expect.stringMatching(/^[\da-f-]{36}\.\d+\.jpg$/)]);
  const stored = await readFile(join(dataDir, 'photos', names[0] ?? ''));
  expect(stored.includes('Exif')).toBe(false);
  expect(stored.includes(place)).toBe(false);

  const second = await start({ services });
  const again = await second.window();
  await again.page.getByRole('link', { name: 'Journal' }).click();
  const photo = again.page
    .getByRole('article', { name: 'Seen from the garden' })
    .getByRole('img', { name: 'Seen from the garden' });
  await expect(photo).toBeVisible();
  const size = await photo.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  });
  expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(2048);
  // The file of the camera is wider than high.
  expect(size.height).toBeGreaterThan(size.width);
  await posts.close();
});
