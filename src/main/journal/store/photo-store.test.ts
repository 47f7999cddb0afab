import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gifBytes, jpegBytes, pngBytes } from '#test/support/images.ts';
import { postId } from '#test/support/journal-posts.ts';
import { fail, ok } from '#shared/failure.ts';
import { maxPhotoBytes, photoName } from '#shared/journal/photo.ts';
import type { ComposingOrder } from '#shared/wallpaper/composition.ts';
import { composingFailure, type ComposeResult } from '#platform/composer/exchange.ts';
import { createPhotoStore } from './photo-store.ts';

let root = '';
let folder = '';
const plans: ComposingOrder[] = [];
const drawn = Buffer.from('\xff\xd8\xff drawn', 'latin1');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'overhead-photos-'));
  folder = join(root, 'photos');
  plans.length = 0;
});
afterEach(() => rmSync(root, { recursive: true }));

/** A store whose composing page draws `drawn`, or fails. */
const storeWith = (result: ComposeResult = ok([{ bytes: drawn, format: 'jpeg' }])) =>
  createPhotoStore({
    folder,
    log: () => undefined,
    composer: {
      compose({ plan }) {
        plans.push(plan({ width: 4000, height: 3000, focus: { x: 0.5, y: 0.5 } }));
        return Promise.resolve(result);
      },
    },
  });
const photo = { id: postId(1), at: 1_795_000_000_000 };
const bytes = (buffer: Buffer) => Uint8Array.from(buffer);
const day = 24 * 3600_000;

describe('createPhotoStore', () => {
  it('writes what the composing page draws, at most 2048 pixels long, as a file for this user alone', async () => {
    const store = storeWith();
    expect(store.has(photo)).toBe(false);
    expect(await store.write(photo, bytes(jpegBytes()))).toEqual({ ok: true, value: null });
    expect(plans).toMatchObject([
      { lossless: false, compositions: [{ width: 2048, height: 1536 }] },
    ]);
    expect(store.has(photo)).toBe(true);
    expect(store.read(photo.id, photo.at)).toBe(drawn.toString('base64'));
    expect(readdirSync(folder)).toEqual([photoName(photo)]);
    if (process.platform !== 'win32') {
      expect(statSync(join(folder, photoName(photo))).mode & 0o777).toBe(0o600);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    }
  });

  it.each([
    ['a text', Buffer.from('This is my photo.'), 'not-an-image'],
    ['an empty file', Buffer.alloc(0), 'not-an-image'],
    ['the beginning of a picture', jpegBytes().subarray(0, 20), 'not-an-image'],
    ['400 megapixels', pngBytes(4, 3, { width: 20_000, height: 20_000 }), 'too-large'],
    [
      'a GIF whose frames are too large',
      gifBytes(4, 3, [{ width: 60_000, height: 60_000 }]),
      'too-large',
    ],
    ['more than 50 MB', Buffer.concat([jpegBytes(), Buffer.alloc(maxPhotoBytes)]), 'too-large'],
  ])('refuses %s before anything decodes it', async (_name, file, kind) => {
    const store = storeWith();
    expect(await store.write(photo, bytes(file))).toMatchObject({ ok: false, failure: { kind } });
    expect(plans).toEqual([]);
    expect(store.has(photo)).toBe(false);
  });

  it.each([
    ['cannot draw the picture', fail(composingFailure('it breaks off', 'damaged'))],
    ['ends', fail(composingFailure('the process ended (oom)'))],
    ['answers with another format', ok([{ bytes: drawn, format: 'png' as const }])],
  ])('writes no file if the composing page %s', async (_name, result) => {
    const store = storeWith(result);
    expect(await store.write(photo, bytes(jpegBytes()))).toEqual(fail({ kind: 'damaged' }));
    expect(store.has(photo)).toBe(false);
  });

  it('reports the failure of the disk', async () => {
    writeFileSync(folder, 'a file in the place of the folder');
    expect(await storeWith().write(photo, bytes(jpegBytes()))).toMatchObject({
      failure: { kind: 'storage' },
    });
    expect(storeWith().read(photo.id, photo.at)).toBeNull();
  });

  it('removes the files of photos', async () => {
    const store = storeWith();
    await store.write(photo, bytes(jpegBytes()));
    await store.remove([photo, { ...photo, at: 7 }]);
    expect(store.has(photo)).toBe(false);
  });

  it('sweeps the files that no post has had for 30 days', async () => {
    const store = storeWith();
    const stray = { id: postId(2), at: 5 };
    await store.write(photo, bytes(jpegBytes()));
    await store.write(stray, bytes(jpegBytes()));
    const draft = `.overhead-${postId(9)}.part`;
    for (const name of [draft, 'IMG_1234.jpg']) writeFileSync(join(folder, name), 'x');
    const all = readdirSync(folder).sort();
    const named = () => ok([photo]);
    const start = photo.at;

    const first = await store.sweep(named, {}, start);
    expect(first).toEqual({ [photoName(stray)]: start, [draft]: start });
    const second = await store.sweep(named, first, start + 29 * day);
    expect(second).toEqual(first);
    // While the posts cannot be read, every file may belong to one of them.
    const unread = () => fail({ kind: 'storage', code: 'SQLITE_IOERR' } as const);
    expect(await store.sweep(unread, second, start + 31 * day)).toEqual(first);
    expect(readdirSync(folder).sort()).toEqual(all);

    expect(await store.sweep(named, second, start + 30 * day)).toEqual({});
    expect(readdirSync(folder).sort()).toEqual(['IMG_1234.jpg', photoName(photo)].sort());
  });

  it('counts the 30 days anew for a file that a post had meanwhile', async () => {
    const store = storeWith();
    await store.write(photo, bytes(jpegBytes()));
    const strays = await store.sweep(() => ok([]), {}, 0);
    const named = await store.sweep(() => ok([photo]), strays, 20 * day);
    expect(await store.sweep(() => ok([]), named, 40 * day)).toEqual({
      [photoName(photo)]: 40 * day,
    });
    expect(store.has(photo)).toBe(true);
  });

  it('keeps what the system does not delete for the next sweep', async () => {
    const store = storeWith();
    // A folder is not removed as a file.
    mkdirSync(join(folder, photoName(photo)), { recursive: true });
    const strays = { [photoName(photo)]: 0 };
    expect(await store.sweep(() => ok([]), strays, 31 * day)).toEqual(strays);
  });
});
