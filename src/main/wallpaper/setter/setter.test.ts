import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leftDisplay, makeDisplay, rightDisplay } from '#test/support/backends.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { sampleBackend, sampleComposer, wallpaperRig } from '#test/support/wallpaper-rig.ts';
import { wallpaperPreviewSchema } from '#shared/wallpaper/composition.ts';
import { defaultAppearance } from '#shared/wallpaper/appearance.ts';
import { ok } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import { compositionFiles } from '#platform/composer/files.ts';
import { programCommand, type Backend } from '../desktops/backend.ts';
import type { SetterOptions } from './setter.ts';
import { createDesktopStore, emptyRecord, type DesktopRecord } from './desktop-store.ts';

let folder = '';
const mounted: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead wallpaper #1 '));
});
afterEach(() => {
  for (const path of mounted.splice(0)) execFileSync('umount', [path]);
  rmSync(folder, { recursive: true });
});

const desktop = (held: Record<string, string>, options: Partial<SetterOptions> = {}) =>
  wallpaperRig(folder, held, options);

describe('DesktopSetter', () => {
  it('composes a picture, sets it and reads it back', async () => {
    const { set, calls, state } = desktop({ image: '/mine.jpg' });
    const done = await set();
    const path = state.held['image'] ?? '';
    const displays = [{ id: 1, label: '', date: '2026-11-21', path }];
    const outcome = { backend: 'sample', verified: true, path, everywhere: false, displays };
    expect(done).toEqual(ok(outcome));
    expect(readFileSync(path, 'utf8')).toBe('composed');
    expect(calls).toEqual([
      'ask',
      'fills the display: the crop loses 16 %',
      'tell style zoom',
      `tell image ${path.replace(folder, '')}`,
      'ask',
    ]);
  });

  it('sets a new path each time, and keeps only the last two files', async () => {
    const { set, state, names } = desktop({});
    const paths: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      await set();
      paths.push(state.held['image'] ?? '');
    }
    expect(new Set(paths).size).toBe(3);
    const kept = paths.slice(1).map((path) => path.replace(join(folder, 'wallpaper', '/'), ''));
    expect(names()).toEqual([...kept, 'desktop.json'].sort());
  });

  it('restores the wallpaper that the desktop had before the first picture, also after a restart', async () => {
    const first = desktop({ image: '/mine.jpg' });
    await first.set();
    const second = desktop(first.state.held);
    await second.set();
    expect(await second.restore()).toEqual(ok({ verified: true }));
    expect(second.state.held).toEqual({ image: '/mine.jpg' });
    expect(await second.restore()).toEqual(ok(null));
  });

  it('writes all settings with one process if the backend has `writeAll`', async () => {
    const backend: Backend = {
      ...sampleBackend,
      write: () => null,
      writeAll: (settings) => {
        const words = settings.flatMap(({ key, value }) => [key, value]);
        return programCommand('tell', ...words.filter((word) => word !== null));
      },
    };
    const { set, restore, calls, state } = desktop({ image: '/mine.jpg' }, { backends: [backend] });
    await set();
    state.held = { image: join(folder, 'wallpaper', 'a.jpg') };
    calls.splice(0);
    await restore();
    expect(calls).toEqual(['ask', 'tell style image /mine.jpg', 'ask']);
  });

  it('composes no picture if a policy forbids changes of the wallpaper', async () => {
    const backend: Backend = { ...sampleBackend, refusal: () => 'policy' };
    const { set, calls } = desktop({ image: '/mine.jpg' }, { backends: [backend] });
    expect(await set()).toMatchObject({ ok: false, failure: { why: 'policy' } });
    expect(calls).toEqual(['ask']);
  });

  it('replaces an earlier picture of the app on a macOS space that becomes visible', async () => {
    const { made, set, restore, calls, state } = desktop({ image: '/mine.jpg' });
    const { signal } = new AbortController();
    expect(await made.catchUp(signal)).toBe(false);
    await set();
    const earlier = state.held['image'] ?? '';
    await set();
    const current = state.held['image'];
    calls.splice(0);
    expect(await made.catchUp(signal)).toBe(false);
    expect(calls).toEqual(['ask']);
    // The other space becomes visible.
    state.held = { ...state.held, image: earlier };
    expect(await made.catchUp(signal)).toBe(true);
    expect(state.held['image']).toBe(current);
    // A space with a picture of the user becomes visible.
    state.held = { ...state.held, image: '/theirs.jpg' };
    expect(await made.catchUp(signal)).toBe(false);
    expect(state.held['image']).toBe('/theirs.jpg');
    // The own wallpaper is restored, then the other space becomes visible.
    state.held = { ...state.held, image: earlier };
    await restore();
    state.held = { ...state.held, image: earlier };
    expect(await made.catchUp(signal)).toBe(true);
    expect(state.held['image']).toBe('/mine.jpg');
  });

  it('restores a wallpaper that the user chose between two pictures of the app', async () => {
    const { set, restore, state } = desktop({ image: '/mine.jpg', style: 'fit' });
    await set();
    state.held = { ...state.held, image: '/mine too.jpg' };
    await set();
    await restore();
    expect(state.held).toEqual({ image: '/mine too.jpg', style: 'fit' });
  });

  it('keeps a wallpaper that the user chose after the last picture of the app', async () => {
    const { set, restore, state } = desktop({ image: '/mine.jpg' });
    await set();
    state.held = { ...state.held, image: '/newer.jpg' };
    expect(await restore()).toEqual(ok(null));
    expect(state.held['image']).toBe('/newer.jpg');
  });

  it('keeps a wallpaper that the user chose for one display, and restores the other', async () => {
    const { set, restore, state } = desktop({ image: '/mine.jpg', 'image 2': '/mine 2.jpg' });
    state.displays = [leftDisplay, rightDisplay];
    await set();
    state.held = { ...state.held, image: '/newer.jpg' };
    expect(await restore()).toEqual(ok({ verified: true }));
    expect(state.held).toEqual({ image: '/newer.jpg', 'image 2': '/mine 2.jpg' });
  });

  it('restores the connected displays, and a disconnected display by a second restore after it is connected again', async () => {
    const own = { image: '/mine.jpg', 'image 2': '/mine 2.jpg' };
    const { ownWallpaper, set, restore, calls, state } = desktop(own);
    state.displays = [leftDisplay, rightDisplay];
    await set();
    const { 'image 2': second = '', ...first } = state.held;
    state.held = first;
    calls.splice(0);
    expect(await restore()).toEqual(ok({ verified: true }));
    expect(state.held).toEqual({ image: '/mine.jpg' });
    expect(calls.filter((call) => call.includes('image 2'))).toEqual([]);
    expect(await ownWallpaper()).toBe('kept');
    state.held = { image: '/mine.jpg', 'image 2': second };
    expect(await restore()).toEqual(ok({ verified: true }));
    expect(state.held).toEqual(own);
    expect(await ownWallpaper()).toBe('shown');
  });

  it.each(['ask', 'tell'])('gives the backend’s reason for an error of %s', async (program) => {
    const { set } = desktop(
      {},
      {
        backends: [{ ...sampleBackend, reasonFor: () => 'module-missing' }],
        run: () => (name) =>
          Promise.resolve({ code: name === program ? 1 : 0, stdout: '{}', stderr: 'missing' }),
      },
    );
    expect(await set()).toMatchObject({ ok: false, failure: { why: 'module-missing' } });
  });

  it('knows Windows Spotlight before the first picture, while it can be restored, and after the restore', async () => {
    const spotlight = { key: 'style', value: 'spotlight' };
    const { signal } = new AbortController();
    const backends = [{ ...sampleBackend, spotlight }];
    const { made, set, restore, state } = desktop({ image: '/mine.jpg' }, { backends });
    expect(await made.own(signal)).toEqual({ ownWallpaper: 'shown', ownIsSpotlight: false });
    state.held = { image: '/spotlight.jpg', style: 'spotlight' };
    expect(await made.own(signal)).toEqual({ ownWallpaper: 'shown', ownIsSpotlight: true });
    await set();
    expect(await made.own(signal)).toEqual({ ownWallpaper: 'kept', ownIsSpotlight: true });
    expect(await restore()).toEqual(ok({ verified: true }));
    expect(await made.own(signal)).toEqual({ ownWallpaper: 'shown', ownIsSpotlight: true });
  });

  it('restores a connected display after a picture was set while the other display was disconnected', async () => {
    const { set, restore, state } = desktop({ image: '/mine.jpg', 'image 2': '/mine 2.jpg' });
    state.displays = [leftDisplay, rightDisplay];
    await set();
    state.displays = [leftDisplay];
    await set();
    state.held = { style: 'zoom', image: state.held['image'] ?? '' };
    expect(await restore()).toEqual(ok({ verified: true }));
    expect(state.held).toEqual({ image: '/mine.jpg' });
  });

  it('sets the pictures of the other displays if one refuses its picture', async () => {
    const { set, state } = desktop({ image: '/mine.jpg', 'image 2': '/mine 2.jpg' });
    state.displays = [leftDisplay, rightDisplay];
    state.refuses = 'image';
    expect(await set()).toMatchObject({ failure: { detail: 'tell: No such channel' } });
    expect(state.held['image']).toBe('/mine.jpg');
    expect(state.held['image 2']).toContain(join(folder, 'wallpaper'));
  });

  it('reports whether the user’s own wallpaper can be restored', async () => {
    const { ownWallpaper, set, restore, state } = desktop({ image: '/mine.jpg' });
    expect(await ownWallpaper()).toBe('shown');
    await set();
    expect(await ownWallpaper()).toBe('kept');
    const other = desktop(state.held, { backends: [{ ...sampleBackend, name: 'other' }] });
    expect(await other.ownWallpaper()).toBe('shown');
    await restore();
    expect(await ownWallpaper()).toBe('shown');
  });

  it('returns `verified: false` if the desktop ignores or does not report the setting', async () => {
    const deaf = desktop({ image: '/mine.jpg', style: 'fit' });
    deaf.state.isDeaf = true;
    expect(await deaf.set()).toMatchObject({ value: { verified: false } });
    const silent = desktop({}, { backends: [{ ...sampleBackend, held: () => null }] });
    expect(await silent.set()).toMatchObject({ value: { verified: false } });
  });

  it('keeps the file that the desktop shows while the desktop accepts new files but does not show them', async () => {
    const { set, state, names } = desktop({});
    await set();
    const shown = basename(state.held['image'] ?? '');
    state.isDeaf = true;
    for (let round = 0; round < 3; round += 1)
      expect(await set()).toMatchObject({ value: { verified: false } });
    expect(basename(state.held['image'] ?? '')).toBe(shown);
    expect(names()).toContain(shown);
    state.isDeaf = false;
    await set();
    await set();
    expect(names()).not.toContain(shown);
  });

  it('returns the error of the desktop’s program, and keeps the files that the desktop shows', async () => {
    const { set, state, names } = desktop({});
    await set();
    const before = state.held['image'] ?? '';
    state.refuses = 'image';
    const detail = 'tell: No such channel';
    expect(await set()).toMatchObject({ failure: { detail } });
    expect(state.held['image']).toBe(before);
    expect(names()).toContain(before.replace(join(folder, 'wallpaper', '/'), ''));
  });

  it('keeps the shown file after a crash during `set` and a failure of the next `set`', async () => {
    const first = desktop({});
    await first.set();
    const shown = basename(first.state.held['image'] ?? '');
    const store = createDesktopStore(join(folder, 'wallpaper', 'desktop.json'), Date.now);
    const crashing = desktop(first.state.held, {
      store: {
        read: () => store.read(),
        async write(record) {
          await store.write(record);
          throw new TypeError('the process ends');
        },
      },
    });
    await expect(crashing.set()).rejects.toThrow('the process ends');
    const again = desktop(first.state.held, { composer: sampleComposer(false) });
    expect(await again.set()).toMatchObject({ ok: false });
    expect(again.names()).toContain(shown);
  });

  it.each<[string, Partial<SetterOptions>, string]>([
    [
      'an unknown desktop',
      { backends: [], desktopName: 'Enlightenment' },
      'no way is known to set it on the desktop “Enlightenment”',
    ],
    ['a system without a display', { displays: () => [] }, 'the system names no display'],
    ['a failed composition', { composer: sampleComposer(false) }, 'the process ended (oom)'],
    [
      'a desktop without a display',
      { backends: [{ ...sampleBackend, settings: () => [] }] },
      'the desktop names no display',
    ],
  ])('reports %s as a failure, and changes nothing', async (_what, options, detail) => {
    const { set, state } = desktop({ image: '/mine.jpg' }, options);
    expect(await set()).toMatchObject({ ok: false, failure: { detail } });
    expect(state.held).toEqual({ image: '/mine.jpg' });
  });

  it('refuses a missing file, because some desktops go blank', async () => {
    const { set } = desktop({});
    const gone = await set({}, join(folder, 'none.jpg'));
    expect(gone).toMatchObject({ failure: { detail: 'the picture’s file is gone' } });
  });

  it('returns the failure of the disk', async () => {
    writeFileSync(join(folder, 'wallpaper'), 'a file where the folder should be');
    const { set, state } = desktop({ image: '/mine.jpg' });
    const detail: unknown = expect.stringMatching(/^the .+ \(E\w+\)$/);
    expect(await set()).toMatchObject({ failure: { detail } });
    expect(state.held).toEqual({ image: '/mine.jpg' });
  });

  it('restores the user’s own wallpaper on a full disk, where the record cannot be written', async () => {
    const { set, state } = desktop({ image: '/mine.jpg' });
    await set();
    const kept = createDesktopStore(join(folder, 'wallpaper', 'desktop.json'), Date.now);
    const read = () => kept.read();
    const full = () =>
      Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC', errno: -28 }));
    const again = desktop(state.held, { store: { read, write: full } });
    expect(await again.restore()).toEqual(ok({ verified: true }));
    expect(again.state.held).toMatchObject({ image: '/mine.jpg' });
    // The desktop reports the user's own wallpaper, so there is nothing left to restore.
    expect(await again.restore()).toEqual(ok(null));
    const broken = desktop(state.held, {
      store: { read, write: () => Promise.reject(new TypeError('a defect')) },
    });
    await expect(broken.restore()).rejects.toThrow('a defect');
  });

  it('keeps the old wallpaper and its files when the disk is full', async () => {
    const { set, state, names } = desktop({ image: '/mine.jpg' });
    await set();
    const before = { held: state.held, names: names() };
    const full = () =>
      Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC', errno: -28 }));
    const detail = 'the disk is full (ENOSPC)';
    const files = compositionFiles(join(folder, 'wallpaper'));
    const noPicture = desktop(state.held, { files: { ...files, write: full } });
    expect(await noPicture.set()).toMatchObject({ failure: { detail } });
    const noNote = desktop(state.held, {
      store: { read: () => Promise.resolve(emptyRecord), write: full },
    });
    expect(await noNote.set()).toMatchObject({ failure: { detail } });
    for (const one of [noPicture, noNote])
      expect(one.calls.some((call) => call.startsWith('tell'))).toBe(false);
    expect(state.held).toEqual(before.held);
    expect(names()).toEqual(expect.arrayContaining(before.names));
  });

  it('keeps the old wallpaper on a real file system that is full', async ({ skip }) => {
    const small = join(folder, 'wallpaper');
    mkdirSync(small);
    try {
      const size = ['-t', 'tmpfs', '-o', 'size=64k'];
      execFileSync('mount', [...size, 'tmpfs', small], { stdio: 'ignore' });
    } catch {
      skip('nothing may be mounted here');
    }
    mounted.push(small);
    const { set, state, names } = desktop({ image: '/mine.jpg' });
    await set();
    const before = { held: state.held, names: names() };
    const large = { bytes: Buffer.alloc(200_000), format: 'jpeg' } as const;
    const composer: SetterOptions['composer'] = {
      compose(order) {
        order.plan({ width: 3000, height: 2000, focus: { x: 0.5, y: 0.5 } });
        return Promise.resolve(ok([large]));
      },
    };
    const full = desktop(state.held, { composer });
    expect(await full.set()).toMatchObject({ failure: { detail: 'the disk is full (ENOSPC)' } });
    expect({ held: full.state.held, names: names() }).toEqual(before);
  });

  it('changes the chosen displays, and keeps the files of the others', async () => {
    const { set, state, names } = desktop({ image: '/mine.jpg', 'image 2': '/mine too.jpg' });
    state.displays = [leftDisplay, rightDisplay];
    await set();
    const shown = state.held['image'] ?? '';
    for (let round = 0; round < 3; round += 1)
      expect(await set({ displays: [2], fit: 'centre' })).toMatchObject({
        value: { path: expect.stringContaining(join(folder, 'wallpaper')) as string },
      });
    expect(state.held['image']).toBe(shown);
    expect(state.held['image 2']).not.toBe(shown);
    expect(names()).toContain(basename(shown));
    expect(names()).toContain(basename(state.held['image 2'] ?? ''));
    state.settings = { ...state.settings, displays: 'primary' };
    const second = state.held['image 2'];
    await set();
    expect(state.held['image']).not.toBe(shown);
    expect(state.held['image 2']).toBe(second);
  });

  describe('with another picture on the second display', () => {
    const other = { picture: dayPicture('2026-11-19'), path: '' };
    const othersOf = () => new Map([[2, { ...other, path: join(folder, 'source.jpg') }]]);

    /** A composer that calls `before` first. */
    function composerAfter(before: () => unknown): SetterOptions['composer'] {
      const made = { bytes: Buffer.from('composed'), format: 'jpeg' } as const;
      return {
        compose(order) {
          before();
          const measure = { width: 3000, height: 2000, focus: { x: 0.5, y: 0.5 } };
          const { compositions } = order.plan(measure);
          return Promise.resolve(ok(compositions.map(() => made)));
        },
      };
    }

    it('composes one picture after the other, and returns and records each display’s picture', async () => {
      const orders: unknown[] = [];
      const measure = { width: 3000, height: 2000, focus: { x: 0.5, y: 0.5 } };
      const made = { bytes: Buffer.from('composed'), format: 'jpeg' } as const;
      const composer: SetterOptions['composer'] = {
        compose(order) {
          const { compositions, lossless } = order.plan(measure);
          const widths = compositions.map(({ width }) => width);
          const name = basename(String(order.picture));
          orders.push({ name, isStill: order.isStill, lossless, widths });
          return Promise.resolve(ok(compositions.map(() => made)));
        },
      };
      const { set, state, check, calls } = desktop({}, { composer });
      const third = { ...makeDisplay(3, 3200, 1024, 768), label: 'C' };
      const last = { ...makeDisplay(4, 4224, 800, 600), label: 'D' };
      state.displays = [leftDisplay, { ...rightDisplay, label: 'DELL' }, third, last];
      const day = dayPicture('2026-11-18', {
        mediaType: 'video',
        thumbnailUrl: 'https://example.org/still.png',
        credit: 'A. Uthor',
      });
      const still: DayPicture = { ...day, file: day.file && { ...day.file, format: 'png' } };
      const stillPath = join(folder, 'still.png');
      const others = new Map([...othersOf(), [3, { picture: still, path: stillPath }]]);
      const date = '2026-11-21';
      const answer = await set({}, undefined, others);
      const paths = ['image', 'image 2', 'image 3', 'image 4'].map((key) => state.held[key] ?? '');
      const [path = '', path2 = '', path3 = '', path4 = ''] = paths;
      expect(answer).toEqual(
        ok({
          backend: 'sample',
          verified: true,
          everywhere: false,
          path,
          displays: [
            { id: 1, label: '', date, path },
            { id: 2, label: 'DELL', date: '2026-11-19', path: path2 },
            { id: 3, label: 'C', date: '2026-11-18', path: path3 },
            { id: 4, label: 'D', date, path: path4 },
          ],
        }),
      );
      expect(paths.map((one) => basename(one).slice(0, 11))).toEqual([
        '2026-11-21-',
        '2026-11-19-',
        '2026-11-18-',
        '2026-11-21-',
      ]);
      expect(orders).toEqual([
        { name: 'source.jpg', isStill: false, lossless: false, widths: [1280] },
        { name: 'still.png', isStill: true, lossless: true, widths: [1024] },
        { name: 'source.jpg', isStill: false, lossless: false, widths: [1920, 800] },
      ]);
      expect(calls.filter((call) => call.includes('crop'))).toHaveLength(3);
      const record = JSON.parse(
        readFileSync(join(folder, 'wallpaper', 'desktop.json'), 'utf8'),
      ) as DesktopRecord;
      const part = (of: string, credit: string | null = null) => ({
        measure,
        title: `The sky of ${of}`,
        credit,
        date: of,
        explanation: 'Stars.',
      });
      expect(record).toEqual({
        previous: {
          backend: 'sample',
          values: { style: null, image: null, 'image 2': null, 'image 3': null, 'image 4': null },
        },
        primary: path,
        written: {
          style: 'zoom',
          image: path,
          'image 2': path2,
          'image 3': path3,
          'image 4': path4,
        },
        activeFiles: paths,
        previousFiles: [],
        lockScreen: null,
        restored: false,
        shown: {
          backend: 'sample',
          session: 'this login',
          ...part(date),
          others: { 2: part('2026-11-19'), 3: part('2026-11-18', 'A. Uthor') },
          order: { fit: null, displays: null },
          settings: { fit: 'automatic', displays: 'all' },
          plan: record.shown?.plan,
        },
      });
      expect(record.shown?.plan.split('\n')).toHaveLength(3);
      expect(await check()).toBe('shown');
      state.displays = [leftDisplay];
      expect(await check()).toBe('outdated');
    });

    it.each([['spanning'], ['same']] as const)(
      'sets one picture on a desktop that cannot show several (%s)',
      async (reach) => {
        const backends = [{ ...sampleBackend, reach }];
        const { made, set, state } = desktop({}, { backends });
        state.displays = [leftDisplay, rightDisplay];
        expect(made.isPerDisplay).toBe(false);
        expect(await set({}, undefined, othersOf())).toMatchObject({
          value: { displays: [{ id: 1, date: '2026-11-21' }] },
        });
      },
    );

    it('sets one picture on all displays that the request names', async () => {
      const { set, state } = desktop({});
      state.displays = [leftDisplay, rightDisplay];
      const done = await set({ displays: [1, 2] }, undefined, othersOf());
      expect(done).toMatchObject({
        value: { displays: [{ date: '2026-11-21' }, { date: '2026-11-21' }] },
      });
    });

    it('sets the main picture on a display whose own picture cannot be composed', async () => {
      const composer: SetterOptions['composer'] = {
        compose: (order, signal) =>
          sampleComposer(order.picture !== 'damaged').compose(order, signal),
      };
      const { set, state, calls } = desktop({}, { composer });
      state.displays = [leftDisplay, rightDisplay];
      const done = await set({}, undefined, new Map([[2, { ...other, path: 'damaged' }]]));
      expect(calls).toContain('display 2: the process ended (oom)');
      expect(done).toMatchObject({
        value: { displays: [{ date: '2026-11-21' }, { date: '2026-11-21' }] },
      });
    });

    it('sets the other pictures if a display is disconnected during the composition', async () => {
      const unplug: { now: () => unknown } = { now: () => undefined };
      const { set, state } = desktop({}, { composer: composerAfter(() => unplug.now()) });
      state.displays = [leftDisplay, rightDisplay];
      unplug.now = () => (state.displays = [leftDisplay]);
      expect(await set({}, undefined, othersOf())).toMatchObject({
        value: { displays: [{ id: 1, date: '2026-11-21' }] },
      });
      expect(Object.keys(state.held)).toEqual(['style', 'image']);
    });

    it('keeps the present wallpaper if all displays are disconnected during the composition', async () => {
      const unplug: { now: () => unknown } = { now: () => undefined };
      const composer = composerAfter(() => unplug.now());
      const { set, state, names } = desktop({ image: '/mine.jpg' }, { composer });
      unplug.now = () => (state.displays = []);
      expect(await set()).toMatchObject({ failure: { why: 'no-display' } });
      expect(state.held).toEqual({ image: '/mine.jpg' });
      expect(names()).toEqual([]);
    });
  });

  it('reports that all displays changed if the desktop cannot set them separately', async () => {
    const backends = [{ ...sampleBackend, canChoose: false }];
    const { set, state, calls } = desktop({}, { backends });
    state.displays = [leftDisplay, rightDisplay];
    expect(await set({ displays: [2] })).toMatchObject({ value: { everywhere: true } });
    expect(calls[1]?.split(',')).toHaveLength(2);
    expect(await set({ displays: [1, 2] })).toMatchObject({ value: { everywhere: false } });
  });

  it('refuses displays that are not connected', async () => {
    const { set, state } = desktop({ image: '/mine.jpg' });
    const detail = 'the displays that were chosen are not there';
    expect(await set({ displays: [9] })).toMatchObject({ failure: { detail } });
    expect(state.held).toEqual({ image: '/mine.jpg' });
  });

  it('uses the first backend that answers, and otherwise reports the error of each', async () => {
    const away = { ...sampleBackend, name: 'away', survey: [{ program: 'ask', args: ['away'] }] };
    const { set, state } = desktop({}, { backends: [away, sampleBackend] });
    state.refuses = 'away';
    expect(await set()).toMatchObject({ value: { backend: 'sample' } });
    const none = desktop({}, { backends: [away, away] });
    none.state.refuses = 'away';
    const detail = 'ask: No such channel; ask: No such channel';
    expect(await none.set()).toMatchObject({ failure: { detail } });
  });

  it('restores nothing if the desktop never reported a setting', async () => {
    const silent = { ...sampleBackend, held: () => null };
    const write: typeof silent.write = (key, value) =>
      value === null ? null : sampleBackend.write(key, value);
    const { ownWallpaper, set, restore } = desktop({}, { backends: [{ ...silent, write }] });
    await set();
    expect(await ownWallpaper()).toBe('unknown');
    const detail = 'this desktop does not say what it showed before';
    expect(await restore()).toMatchObject({ failure: { detail } });
  });

  it('sets and restores nothing while the record cannot be read', async () => {
    const { ownWallpaper, set, check, restore, state } = desktop({
      style: 'fit',
      image: '/mine.jpg',
    });
    mkdirSync(join(folder, 'wallpaper', 'desktop.json'), { recursive: true });
    expect(await set()).toMatchObject({ failure: { why: 'disk' } });
    expect(await restore()).toMatchObject({ failure: { detail: expect.any(String) as string } });
    expect(await check()).toBe('unknown');
    expect(await ownWallpaper()).toBe('unknown');
    expect(state.held).toEqual({ style: 'fit', image: '/mine.jpg' });
  });

  it.each([
    ['of a later version', (text: string) => text.replace('"fit":"automatic"', '"fit":"mosaic"')],
    ['that was cut off', (text: string) => text.slice(0, -20)],
  ])('restores the user’s own wallpaper from a record %s', async (_what, damaged) => {
    const { set, restore, state } = desktop({ style: 'fit', image: '/mine.jpg' });
    const path = join(folder, 'wallpaper', 'desktop.json');
    await set();
    writeFileSync(path, damaged(readFileSync(path, 'utf8')));
    await set();
    await restore();
    expect(state.held).toEqual({ style: 'fit', image: '/mine.jpg' });
  });

  it('restores the user’s own wallpaper if its path begins like a folder of the app', async () => {
    const image = join(folder, 'wallpapers', 'beach.jpg');
    const { set, restore, state } = desktop({ style: 'fit', image });
    await set();
    await restore();
    expect(state.held).toEqual({ style: 'fit', image });
  });

  it('previews the picture of each display, and changes nothing', () => {
    const { made, state, calls } = desktop(
      {},
      { backends: [{ ...sampleBackend, reach: 'spanning' }] },
    );
    state.displays = [leftDisplay, { ...rightDisplay, label: 'DELL U2718Q' }];
    const measure = { width: 3000, height: 4000, focus: { x: 0.5, y: 0.5 } };
    const text = { title: 'A title', credit: null, date: '2026-11-21', explanation: '' };
    const preview = made.preview({
      measure,
      ...text,
      fit: 'automatic',
      caption: true,
      appearance: defaultAppearance,
      dimmed: false,
    });
    expect(preview).toMatchObject({
      displays: [
        { id: 1, label: 'Display 1', width: 1920, height: 1080, isPrimary: true },
        { id: 2, label: 'DELL U2718Q', width: 1280, height: 1024, isPrimary: false },
      ],
      compositions: [
        { displays: [1], width: 1920 },
        { displays: [2], width: 1280 },
      ],
      canChoose: true,
    });
    expect(wallpaperPreviewSchema.parse(preview)).toEqual(preview);
    expect(calls).toEqual([]);
  });
});
