import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bridge } from '#shared/contract.ts';
import { descendants, isRunning } from '#stand-in/system/processes.ts';
import { root } from '#tools/setup/paths.ts';
import { run } from '../support/command.ts';
import { expect, limit, test } from '../support/fixtures.ts';
import { watchMessages } from '../support/messages.ts';
import { ownServices } from '../support/services.ts';
import { sharedTest } from '../support/shared.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

sharedTest('publishes a post and shows that it was accepted', { tag: '@main' }, async ({ app }) => {
  const { main } = app;
  const { page } = main;
  await page.getByRole('link', { name: 'Journal' }).click();
  const shown = await watchMessages(page);
  const post = await main.writePost('New light', 'The clouds are gone. 🛰️', limit());
  expect(post).toMatchObject({
    state: { kind: 'accepted' },
    lastAccepted: { operation: 'create', status: 201, serviceId: 101 },
  });
  await expect(page.getByText('The clouds are gone. 🛰️')).toBeVisible();
  await expect.poll(shown).toContainEqual(expect.stringContaining('Published: “New light”'));
  await expect(page.getByRole('article', { name: 'New light' })).toContainText('Published');
});

/** An Exif segment with the orientation 6 (turned by a quarter) and a text in the place of a position. */
function exifSegment(place: string): Buffer {
  const entry = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]);
  const tiff = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]);
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(place)]);
  const length = content.length + 2;
  return Buffer.concat([Buffer.from([0xff, 0xe1, length >> 8, length & 0xff]), content]);
}

test('preserves a post and its photo when the app is killed while the services are down, and publishes the text alone when they are back', async ({
  start,
  dataDir,
}) => {
  const services = await ownServices();
  const place = 'N 52 31 12 E 13 24 18';
  const first = await start({ services: services.urls });
  const window = await first.window();
  const { page } = window;
  await test.step('the window and the tray show that the services are down', async () => {
    await window.waitForState(
      ({ picture, station }) => picture.status === 'failed' && station.fix.status === 'failed',
      limit(),
    );
    await expect(page.getByText(/cannot be reached/).first()).toBeVisible();
    await expect(page.getByText(/Next try/).first()).toBeVisible();
    const tray = await first.tray();
    await expect
      .poll(async () => (await tray.menu()).map(({ label }) => label))
      .toContain('Today: The service cannot be reached.');
  });
  await page.keyboard.press('Control+n');
  await page.getByRole('textbox', { name: /title/i }).fill('Written in the dark');
  await page.getByRole('textbox', { name: /text|body/i }).fill('Nobody listens yet.');
  await test.step('a file that is no photo is not added, and a photo is', async () => {
    const camera = await readFile(join(root, 'resources', 'photos', 'amber-peaks.jpg'));
    const exif = exifSegment(place);
    const buffer = Buffer.concat([camera.subarray(0, 2), exif, camera.subarray(2)]);
    const input = page.locator('form input[type=file]');
    await input.setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: exif });
    await expect(page.getByText('This file was not added.').first()).toBeVisible();
    await input.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByRole('button', { name: 'Remove photo' })).toBeVisible();
  });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await window.waitForState(
    ({ journal, activities }) =>
      journal.counts.waiting === 1 && activities.posts.lastFailure !== null,
    limit(),
  );
  await test.step('a killed app leaves no process and no lock', async () => {
    const children = descendants(first.pid);
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    await expect.poll(() => children.filter(isRunning)).toEqual([]);
    expect(await run(start, '--status')).toEqual({ code: 3, output: 'Overhead is not running.' });
  });

  const second = await start({ services: services.urls });
  const again = await second.window();
  await again.waitForState(({ picture }) => picture.status === 'failed', limit());
  await services.start();
  await again.page.evaluate(() => (globalThis as WithBridge).overhead.app.check());
  const { wallpaper } = await again.waitForState(
    (state) => state.journal.counts.accepted === 1 && state.wallpaper.kind === 'set',
    limit(),
  );
  expect(wallpaper).toMatchObject({ verified: true });
  const posts = await again.posts();
  expect(posts.map(({ titleStart }) => titleStart)).toEqual(['Written in the dark']);
  expect(await services.postBodies()).toEqual([
    { title: 'Written in the dark', body: 'Nobody listens yet.', userId: 1 },
  ]);
  await test.step('the photo is stored upright and without its position', async () => {
    const names = await readdir(join(dataDir, 'photos'));
    expect(names).toEqual([expect.stringMatching(/^[\da-f-]{36}\.\d+\.jpg$/)]);
    const stored = await readFile(join(dataDir, 'photos', names[0] ?? ''));
    expect(stored.includes('Exif')).toBe(false);
    expect(stored.includes(place)).toBe(false);
    await again.page.getByRole('link', { name: 'Journal' }).click();
    const photo = again.page
      .getByRole('article', { name: 'Written in the dark' })
      .getByRole('img', { name: 'Written in the dark' });
    await expect(photo).toBeVisible();
    const size = await photo.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return { width: image.naturalWidth, height: image.naturalHeight };
    });
    expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(2048);
    // The file of the camera is wider than high.
    expect(size.height).toBeGreaterThan(size.width);
  });
  await second.stop();
  await services.stop();
});
