import { expect, it, vi } from 'vitest';
import {
  onRecordingCanvas,
  recordingPicture,
  type PixelAt,
} from '#renderer-test/drawing-record.ts';
import type { Composition } from '#shared/wallpaper/composition.ts';
import { stillHeader } from '#shared/wallpaper/still-header.ts';
import type { EncodeResult, EncodingOrder } from './encoder.ts';

const blue: PixelAt = () => [0, 0, 200, 255];
/** More colours than a drawing has. */
const colourful: PixelAt = (x, y) => [Math.floor(4 * x) & 255, Math.floor(4 * y) & 255, 0, 255];

function compositionOf(width: number, height: number): Composition {
  const at = { x: 0, y: 0, width, height };
  return {
    ...{ width, height },
    parts: [{ at, source: at, drawn: at, extension: null, caption: null }],
  };
}
const compositions = [compositionOf(30, 20), compositionOf(16, 9)];

interface Surroundings {
  /** The picture; null: it cannot be read. */
  readonly shown?: PixelAt | null;
  readonly isStill?: boolean;
  readonly lossless?: boolean;
  /** The address of the request that main refuses. */
  readonly refused?: string;
  /** The result of the encoder instead of a file; a string: the message with which the worker failed. */
  readonly encoded?: EncodeResult | string;
}

let copies = 0;

/** Runs a new copy of the page. Returns its requests to main, up to the last one. */
async function requestsOfPage({
  shown = blue,
  isStill = false,
  lossless = false,
  refused = '',
  encoded,
}: Surroundings): Promise<readonly string[]> {
  const requests: string[] = [];
  const picture = recordingPicture(64, 64, shown ?? blue);
  const lastRequest = Promise.withResolvers<string>();
  const canvases: OffscreenCanvas[] = [];
  let workers = 0;
  async function answer(address: string, init?: RequestInit): Promise<Response> {
    const { method = 'GET', headers, body } = init ?? {};
    const words = typeof body === 'string' ? body : await new Response(body).text();
    const type = new Headers(headers).get('Content-Type');
    requests.push([method, address, type, words].filter(Boolean).join(' '));
    if (address.startsWith('/composed/')) {
      // The page frees the memory of the picture before it draws the last composition, and that of each canvas.
      requests.push(picture.width > 0 ? 'open' : 'closed');
      const ofCompositions = canvases.filter(({ height }) => height === 20 || height === 9);
      expect(ofCompositions.length).toBeGreaterThan(0);
      expect(ofCompositions.map(({ width }) => width)).toEqual(ofCompositions.map(() => 0));
    }
    if (['/damaged', '/failed', '/composed/1'].includes(address)) lastRequest.resolve(address);
    if (address === refused) return new Response(null, { status: 503 });
    if (address === '/measure') return Response.json({ lossless, compositions });
    return new Response(address === '/source' ? 'source' : null, {
      headers: isStill ? { [stillHeader]: '1' } : {},
    });
  }
  class Image {
    readonly naturalWidth = 64;
    readonly naturalHeight = 64;
    onload: () => void = () => undefined;
    onerror: () => void = () => undefined;
    set src(_address: string) {
      queueMicrotask(() => (shown === null ? this.onerror() : this.onload()));
    }
  }
  class Worker {
    onmessage: (event: { data: EncodeResult }) => void = () => undefined;
    onerror: (event: { message: string }) => void = () => undefined;
    constructor(url: URL, options: WorkerOptions) {
      expect([url.pathname.split('/').at(-1), options.type]).toEqual(['encoder.ts', 'module']);
      workers += 1;
    }
    postMessage({ bitmap, options }: EncodingOrder, moved: readonly unknown[]): void {
      expect(moved).toEqual([bitmap]);
      const words = `${bitmap.width}×${bitmap.height} ${options.quality ?? ''}`;
      const blob = new Blob([words], { type: options.type ?? '' });
      queueMicrotask(() => {
        if (typeof encoded === 'string') this.onerror({ message: encoded });
        else this.onmessage({ data: encoded ?? { blob } });
      });
    }
    terminate(): void {
      workers -= 1;
    }
  }
  await onRecordingCanvas(async () => {
    const draw = createImageBitmap as (...input: readonly unknown[]) => Promise<ImageBitmap>;
    vi.stubGlobal('createImageBitmap', (...input: readonly unknown[]) =>
      input[0] instanceof Blob ? Promise.resolve(picture) : draw(...input),
    );
    const Canvas = OffscreenCanvas;
    vi.stubGlobal(
      'OffscreenCanvas',
      class extends Canvas {
        constructor(width: number, height: number) {
          super(width, height);
          canvases.push(this);
        }
      },
    );
    for (const [name, value] of Object.entries({ Image, Worker, fetch: answer }))
      vi.stubGlobal(name, value);
    copies += 1;
    const { href } = new URL('./composer-page.ts', import.meta.url);
    await import(`${href}?copy=${copies}`);
    await lastRequest.promise;
    await new Promise(setImmediate);
  });
  expect(workers).toBe(0);
  return requests;
}

const start = [
  'GET /source',
  'POST /measure application/json {"width":64,"height":64,"focus":{"x":0.5,"y":0.5}}',
];
const jpegs = [
  ...['POST /composed/0 image/jpeg 30×20 0.92', 'open'],
  ...['POST /composed/1 image/jpeg 16×9 0.92', 'closed'],
];

it('the page measures the picture, and sends each composition as JPEG', async () => {
  expect(await requestsOfPage({})).toEqual([...start, ...jpegs]);
});

it('the page sends compositions as PNG only if main allows it and the picture has few colours', async () => {
  const pngs = jpegs.map((line) => line.replace('jpeg', 'png').replace(' 0.92', ' '));
  expect(await requestsOfPage({ lossless: true })).toEqual([...start, ...pngs]);
  const requests = await requestsOfPage({ lossless: true, shown: colourful });
  expect(requests.slice(2)).toEqual(jpegs);
});

it.each<[string, Surroundings, readonly string[]]>([
  ['cannot be read', { shown: null }, ['POST /damaged text/plain the picture cannot be read']],
  [
    'is the still of a film and black',
    { isStill: true, shown: () => [0, 0, 0, 255] },
    ['POST /damaged text/plain the still is black'],
  ],
  ['is refused', { refused: '/source' }, ['POST /failed text/plain the picture was refused (503)']],
])('the page reports a picture that %s', async (_what, surroundings, expected) => {
  expect(await requestsOfPage(surroundings)).toEqual(['GET /source', ...expected]);
});

it.each<[string, Surroundings, string]>([
  ['the measure is refused', { refused: '/measure' }, '/measure was refused (503)'],
  ['encoding fails', { encoded: { error: 'x' } }, 'the picture cannot be encoded (x)'],
  ['the encoder fails', { encoded: 'y' }, 'the picture cannot be encoded (y)'],
  ['there is no encoder', { encoded: '' }, 'the picture cannot be encoded (no encoder)'],
])('the page reports that there will be no composition if %s', async (_what, changes, words) => {
  expect(await requestsOfPage(changes)).toEqual([...start, `POST /failed text/plain ${words}`]);
});
