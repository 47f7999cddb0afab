import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ComposingExchange } from '#platform/composer/exchange.ts';
import { createComposer } from '#platform/composer/composer.ts';
import { reportedDefects } from '#test/support/defects.ts';
import { dayPicture } from '#test/support/pictures.ts';
import type { ArchiveDay } from '#shared/picture/archive.ts';
import { fail, ok } from '#shared/failure.ts';
import {
  makeThumbnail,
  planThumbnail,
  proveByThumbnail,
  ThumbnailQueue,
  type MakeThumbnail,
} from './thumbnail-maker.ts';

const file = {
  name: '2026-11-20-0a1b.png',
  format: 'png',
  bytes: 3,
  width: 900,
  height: 400,
} as const;
const jpeg = Buffer.from('\xff\xd8\xff small', 'latin1');
const measure = JSON.stringify({ width: 900, height: 400, focus: { x: 0.9, y: 0.5 } });
const { signal } = new AbortController();
let root = '';
let folder = '';
let path = '';
let events: string[] = [];
/** The behaviour of the page with each picture. */
let work: 'draw' | 'crash' | 'damaged' | 'drawn as PNG';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'overhead-thumbnails-'));
  folder = join(root, 'thumbnails');
  path = join(root, file.name);
  writeFileSync(path, 'png');
  [events, work] = [[], 'draw'];
});
afterEach(() => rmSync(root, { recursive: true }));

/** A page that sends the same requests as the real page. */
function openPage(answer: ComposingExchange['answer']) {
  events.push('open');
  const gone = Promise.withResolvers<string>();
  async function draw(ask: ComposingExchange['answer']): Promise<void> {
    if (work === 'crash') {
      gone.resolve('it crashed');
      return;
    }
    const post = (name: string, body: string | Buffer<ArrayBuffer>) =>
      ask(new Request(`overhead://composer/${name}`, { method: 'POST', body }));
    if (work === 'damaged') {
      await post('damaged', 'the picture breaks off');
      return;
    }
    await post('measure', measure);
    await post('composed/0', work === 'draw' ? jpeg : Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  }
  void draw(answer);
  return {
    gone: gone.promise,
    destroy: () => events.push('destroy'),
    again(next: ComposingExchange['answer']) {
      events.push('again');
      void draw(next);
    },
  };
}

function makerOfPage() {
  const composer = createComposer({ openPage });
  onTestFinished(() => composer.close());
  const make: MakeThumbnail = (picture, until) => makeThumbnail(composer, folder, picture, until);
  return make;
}

describe('makeThumbnail', () => {
  it('draws a small JPEG, named after the picture’s file', async () => {
    const make = makerOfPage();
    const made = await make({ path, file, isStill: false }, signal);
    expect(made).toEqual({ ok: true, value: { name: '2026-11-20-0a1b.jpg', bytes: jpeg.length } });
    expect(readFileSync(join(folder, '2026-11-20-0a1b.jpg'))).toEqual(jpeg);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('cuts the black bars of a still only', async () => {
    const stills: (boolean | undefined)[] = [];
    const composer = createComposer({ openPage });
    onTestFinished(() => composer.close());
    const watching: Pick<typeof composer, 'compose'> = {
      compose(order, until) {
        stills.push(order.isStill);
        return composer.compose(order, until);
      },
    };
    for (const isStill of [true, false])
      await makeThumbnail(
        watching,
        folder,
        { path, file: { ...file, name: `2026-11-2${Number(isStill)}-0a1b.png` }, isStill },
        signal,
      );
    expect(stills).toEqual([true, false]);
  });

  it('opens another page after one that crashed', async () => {
    const make = makerOfPage();
    work = 'crash';
    expect(await make({ path, file, isStill: false }, signal)).toMatchObject({
      failure: { kind: 'wallpaper', detail: 'it crashed' },
    });
    work = 'draw';
    expect(await make({ path, file, isStill: false }, signal)).toMatchObject({ ok: true });
    expect(events).toEqual(['open', 'destroy', 'open']);
  });

  it('reports a failure of the disk, and accepts only a JPEG', async () => {
    const make = makerOfPage();
    work = 'drawn as PNG';
    expect(await make({ path, file, isStill: false }, signal)).toMatchObject({
      failure: { kind: 'wallpaper' },
    });
    work = 'draw';
    writeFileSync(folder, 'no folder');
    expect(await make({ path, file, isStill: false }, signal)).toMatchObject({
      failure: { kind: 'storage', code: 'EEXIST' },
    });
  });
});

describe('proveByThumbnail', () => {
  it('draws the thumbnail that the archive then uses without drawing again', async () => {
    const composer = createComposer({ openPage });
    onTestFinished(() => composer.close());
    expect(await proveByThumbnail(composer, folder)({ path, file, isStill: false }, signal)).toBe(
      'decoded',
    );
    work = 'crash';
    expect(await makeThumbnail(composer, folder, { path, file, isStill: false }, signal)).toEqual({
      ok: true,
      value: { name: '2026-11-20-0a1b.jpg', bytes: jpeg.length },
    });
  });

  it('reports a damaged picture, and returns `unknown` after a crash', async () => {
    const composer = createComposer({ openPage });
    onTestFinished(() => composer.close());
    const prove = proveByThumbnail(composer, folder);
    work = 'damaged';
    expect(await prove({ path, file, isStill: false }, signal)).toBe('damaged');
    work = 'crash';
    expect(await prove({ path, file, isStill: false }, signal)).toBe('unknown');
  });
});

it('planThumbnail plans the part of the picture around its focus', () => {
  const { compositions, lossless } = planThumbnail({
    width: 900,
    height: 400,
    focus: { x: 0.7, y: 0.5 },
  });
  expect(lossless).toBe(false);
  const [part] = compositions[0]?.parts ?? [];
  expect(part).toMatchObject({
    drawn: { width: 480, height: 320 },
    source: { width: 600, height: 400 },
  });
  expect(part?.source.x).toBe(300);
});

describe('ThumbnailQueue', () => {
  const month = '2026-11';
  /** A queue over three days: one has a thumbnail, and one has no file. `answer` makes a thumbnail. */
  function rig(answer: MakeThumbnail) {
    const thumbnails = new Map<string, string | null>([
      ['2026-11-18', null],
      ['2026-11-19', 'made.jpg'],
      ['2026-11-20', null],
      ['2026-11-21', null],
    ]);
    const done: unknown[] = [];
    const begin = Promise.withResolvers<null>();
    let isFull = false;
    const queue = new ThumbnailQueue({
      begin: begin.promise,
      store: {
        get(date) {
          if (!thumbnails.has(date)) return null;
          const day = dayPicture(date, { mediaType: date === '2026-11-20' ? 'video' : 'image' });
          return date === '2026-11-21' ? { ...day, file: null } : day;
        },
        pathOf: ({ name }) => `/pictures/${name}`,
        noteThumbnail(date, { name }) {
          if (isFull) return fail({ kind: 'storage', code: 'ENOSPC' });
          thumbnails.set(date, name);
          return ok(null);
        },
        month: (name) =>
          name === month
            ? ok([...thumbnails].map(([date, thumbnail]) => ({ date, thumbnail }) as ArchiveDay))
            : fail({ kind: 'storage', code: 'EIO' }),
      },
      makeThumbnail(picture, signal) {
        done.push([picture.path, picture.isStill]);
        return answer(picture, signal);
      },
      onMade: () => done.push('made'),
      onFailure: (date, { kind }) => done.push(`${date} ${kind}`),
    });
    /** Requests thumbnails, waits for the queue, and returns what was done. */
    async function run(...dates: string[]): Promise<unknown[]> {
      queue.request(dates);
      await new Promise(setImmediate);
      return done.splice(0);
    }
    return { queue, run, begin: () => begin.resolve(null), fill: () => (isFull = true) };
  }
  const small: MakeThumbnail = ({ file }) => Promise.resolve(ok({ name: file.name, bytes: 5 }));

  it('makes the thumbnails that are missing, once, after it may begin', async () => {
    const { run, begin } = rig(small);
    const dates = ['2026-11-18', '2026-11-18', '2026-11-19', '2026-11-21', '1999-01-01'];
    expect(await run(...dates)).toEqual([]);
    begin();
    expect(await run('2026-11-20')).toEqual([
      ...[['/pictures/2026-11-18-0.jpg', false], 'made'],
      ...[['/pictures/2026-11-20-0.jpg', true], 'made'],
    ]);
    expect(await run(...dates)).toEqual([]);
  });

  it('does not try a day again that failed, in the same run', async () => {
    const failure = { kind: 'wallpaper', backend: null, detail: '' } as const;
    const failing = rig(() => Promise.resolve(fail(failure)));
    failing.begin();
    const [path18] = [['/pictures/2026-11-18-0.jpg', false]];
    expect(await failing.run('2026-11-18')).toEqual([path18, '2026-11-18 wallpaper']);
    expect(await failing.run('2026-11-18')).toEqual([]);
    const full = rig(small);
    full.begin();
    full.fill();
    expect(await full.run('2026-11-18')).toEqual([path18, '2026-11-18 storage']);
    expect(await full.run('2026-11-18')).toEqual([]);
    const defect = new Error('defect');
    const broken = rig(() => Promise.reject(defect));
    broken.begin();
    expect(await broken.run('2026-11-18')).toEqual([path18]);
    expect(reportedDefects.splice(0)).toEqual([defect]);
    expect(await broken.run('2026-11-18')).toEqual([]);
  });

  it('neither records nor makes a thumbnail after it was disposed of', async () => {
    const { queue, run, begin } = rig(
      ({ file: { name } }, stop) =>
        new Promise((resolve) =>
          stop.addEventListener('abort', () => resolve(ok({ name, bytes: 5 }))),
        ),
    );
    begin();
    expect(await run('2026-11-18', '2026-11-20')).toHaveLength(1);
    await queue.dispose();
    expect(await run()).toEqual([]);
  });
});
