import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '#shared/failure.ts';
import { stillHeader } from '#shared/wallpaper/still-header.ts';
import { createComposer } from '#platform/composer/composer.ts';
import type { ComposingExchange } from '#platform/composer/exchange.ts';
import { createRenditions } from './renditions.ts';

const drawn = Buffer.from('\xff\xd8\xff drawn by the page', 'latin1');
let root = '';
let folder = '';
let pictures = '';
/** The contents of the input files that the page has read. */
let seen: string[] = [];
/** How many of them the page treated as stills of a film. */
let stills = 0;
let orders: unknown[] = [];
let failures: [string, Failure][] = [];
let size = { width: 8000, height: 4000 };
let work: 'draw' | 'fail' | 'hang' = 'draw';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'overhead-renditions-'));
  [folder, pictures] = [join(root, 'renditions'), join(root, 'pictures')];
  mkdirSync(pictures);
  [seen, orders, failures] = [[], [], []];
  stills = 0;
  work = 'draw';
  size = { width: 8000, height: 4000 };
});
afterEach(() => rmSync(root, { recursive: true }));

/** A page that sends the same requests as the real page. */
function openPage(answer: ComposingExchange['answer']) {
  let current = answer;
  const ask = async (name: string, body?: string | Buffer<ArrayBuffer>): Promise<Response> =>
    (await current(
      new Request(
        `overhead://composer/${name}`,
        body === undefined ? {} : { method: 'POST', body },
      ),
    )) ?? new Response(null, { status: 404 });
  async function draw(): Promise<void> {
    const source = await ask('source');
    if (source.headers.has(stillHeader)) stills += 1;
    seen.push(await source.text());
    if (work === 'hang') return;
    if (work === 'fail') {
      await ask('failed', 'no picture');
      return;
    }
    const measure = { ...size, focus: { x: 0.5, y: 0.5 } };
    orders.push(await (await ask('measure', JSON.stringify(measure))).json());
    await ask('composed/0', drawn);
  }
  void draw();
  return {
    gone: new Promise<string>(() => undefined),
    destroy: () => undefined,
    again(next: ComposingExchange['answer']) {
      current = next;
      void draw();
    },
  };
}
const create = (mostBytes?: number) =>
  createRenditions({
    folder,
    pictures,
    composer: createComposer({ openPage }),
    isStill: (name) => name.startsWith('2026-11-19'),
    ...(mostBytes === undefined ? {} : { mostBytes }),
    onFailure: (name, failure) => failures.push([name, failure]),
  });
const keep = (name: string, content: string): void => writeFileSync(join(pictures, name), content);

describe('createRenditions', () => {
  it('serves the bytes that the page drew, never the downloaded bytes', async () => {
    keep('2026-11-20-000000ab.png', 'what a stranger made');
    const rendition = await create().get('2026-11-20-000000ab.png');
    expect(Buffer.from(rendition?.bytes ?? [])).toEqual(drawn);
    expect(rendition?.format).toBe('jpeg');
    expect(seen).toEqual(['what a stranger made']);
    expect(readFileSync(join(folder, '2026-11-20-000000ab.jpg'))).toEqual(drawn);
  });

  it('tells the page which file is the still of a film', async () => {
    const renditions = create();
    keep('2026-11-20-000000ab.jpg', 'a picture');
    keep('2026-11-19-000000ab.jpg', 'a still');
    await renditions.get('2026-11-20-000000ab.jpg');
    expect(stills).toBe(0);
    await renditions.get('2026-11-19-000000ab.jpg');
    expect(stills).toBe(1);
    await renditions.dispose();
  });

  it('requests the whole picture with at most 3840 pixels on the longest side, lossless for a PNG', async () => {
    keep('2026-11-20-000000ab.png', 'drawing');
    keep('2026-11-20-000000cd.jpg', 'photograph');
    const renditions = create();
    await renditions.get('2026-11-20-000000ab.png');
    size = { width: 300, height: 200 };
    await renditions.get('2026-11-20-000000cd.jpg');
    const whole = (source: object, drawn: object): unknown[] => [
      expect.objectContaining({
        parts: [
          expect.objectContaining({
            source: { x: 0, y: 0, ...source },
            drawn: { x: 0, y: 0, ...drawn },
          }),
        ],
      }),
    ];
    expect(orders).toEqual([
      {
        lossless: true,
        compositions: whole({ width: 8000, height: 4000 }, { width: 3840, height: 1920 }),
      },
      {
        lossless: false,
        compositions: whole({ width: 300, height: 200 }, { width: 300, height: 200 }),
      },
    ]);
  });

  it('makes one rendition of a picture for simultaneous and later requests, also after a restart', async () => {
    keep('2026-11-20-000000ab.jpg', 'photograph');
    const renditions = create();
    const name = '2026-11-20-000000ab.jpg';
    await Promise.all([renditions.get(name), renditions.get(name)]);
    await renditions.get(name);
    await create().get(name);
    expect(seen).toHaveLength(1);
  });

  it('serves no rendition of a picture whose file was removed', async () => {
    keep('2026-11-20-000000ab.jpg', 'photograph');
    const renditions = create();
    await renditions.get('2026-11-20-000000ab.jpg');
    rmSync(join(pictures, '2026-11-20-000000ab.jpg'));
    expect(await renditions.get('2026-11-20-000000ab.jpg')).toBeNull();
    expect(await renditions.get('2026-11-20-000000cd.jpg')).toBeNull();
    expect(failures).toEqual([]);
  });

  it('evicts the least recently shown renditions when the limit is exceeded', async () => {
    const names = ['2026-11-18-000000aa', '2026-11-19-000000bb', '2026-11-20-000000cc'];
    const renditions = create(2 * drawn.length);
    for (const [index, name] of names.slice(0, 2).entries()) {
      keep(`${name}.jpg`, 'photograph');
      await renditions.get(`${name}.jpg`);
      utimesSync(join(folder, `${name}.jpg`), index, index);
    }
    await renditions.get('2026-11-18-000000aa.jpg');
    keep('2026-11-20-000000cc.jpg', 'photograph');
    await renditions.get('2026-11-20-000000cc.jpg');
    expect(readdirSync(folder).sort()).toEqual([
      '2026-11-18-000000aa.jpg',
      '2026-11-20-000000cc.jpg',
    ]);
  });

  it('evicts no files of other programs', async () => {
    const renditions = create(drawn.length);
    keep('2026-11-20-000000ab.jpg', 'photograph');
    mkdirSync(folder, { recursive: true });
    for (const name of ['my-video.mp4', '2019-01-01-1.jpg'])
      writeFileSync(join(folder, name), 'precious');
    writeFileSync(join(folder, '2026-11-19-000000ab.jpg'), 'an earlier one');
    await renditions.get('2026-11-20-000000ab.jpg');
    expect(readdirSync(folder).sort()).toEqual([
      '2019-01-01-1.jpg',
      '2026-11-20-000000ab.jpg',
      'my-video.mp4',
    ]);
  });

  it('reports why a rendition failed, and serves a rendition that could not be written to the disk', async () => {
    keep('2026-11-20-000000ab.jpg', 'photograph');
    work = 'fail';
    expect(await create().get('2026-11-20-000000ab.jpg')).toBeNull();
    work = 'draw';
    writeFileSync(folder, 'no folder');
    expect(await create().get('2026-11-20-000000ab.jpg')).not.toBeNull();
    expect(failures).toMatchObject([
      ['2026-11-20-000000ab.jpg', { kind: 'wallpaper' }],
      ['2026-11-20-000000ab.jpg', { kind: 'storage' }],
    ]);
  });

  it('cancels a rendition in progress when `dispose` is called', async () => {
    keep('2026-11-20-000000ab.jpg', 'photograph');
    work = 'hang';
    const renditions = create();
    const asked = renditions.get('2026-11-20-000000ab.jpg');
    await renditions.dispose();
    expect(await asked).toBeNull();
    expect(failures).toEqual([]);
  });
});
