import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import {
  pictureMeasureSchema,
  type ComposingOrder,
  type PictureMeasure,
} from '#shared/wallpaper/composition.ts';
import { parseJson } from '#shared/json.ts';

/** A picture to draw wallpapers of. */
export interface Order {
  /** Absolute path. */
  readonly path: string;
  /** Decides what to draw, from the size of the decoded picture. */
  readonly plan: (measure: PictureMeasure) => ComposingOrder;
}

/** A finished wallpaper in memory. */
export interface Composed {
  readonly bytes: Uint8Array;
  readonly format: 'jpeg' | 'png';
}

type ComposingFailure = Extract<Failure, { kind: 'wallpaper' }>;
export type ComposeResult = Result<readonly Composed[], ComposingFailure>;

export const composingFailure = (detail: string): ComposingFailure => ({
  kind: 'wallpaper',
  backend: null,
  detail,
});

export type Exchange = ReturnType<typeof createExchange>;

/** A 4K display as PNG has at most 33 MB; three on one canvas have 100 MB. */
const mostBytes = 128 * 2 ** 20;

/**
 * The protocol with the composing page, in this order: picture, measure, each composition, end. The page decodes
 * untrusted bytes, so nothing that it sends is trusted.
 *
 * @param picture the downloaded bytes
 */
export function createExchange(picture: Uint8Array<ArrayBuffer>, plan: Order['plan']) {
  const end = Promise.withResolvers<ComposeResult>();
  const composed: Composed[] = [];
  let order: ComposingOrder | null = null;

  const refuse = (detail: string): Response => {
    end.resolve(fail(composingFailure(detail)));
    return new Response(detail, { status: 400 });
  };

  async function takeMeasure(request: Request): Promise<Response> {
    const measure = pictureMeasureSchema.safeParse(parseJson(await readText(request)));
    if (!measure.success || order !== null) return refuse('the picture could not be measured');
    try {
      order = plan(measure.data);
    } catch (error) {
      end.reject(error);
      return new Response(null, { status: 500 });
    }
    return Response.json(order);
  }

  async function takeComposition(request: Request, index: number): Promise<Response> {
    const bytes = await readBytes(request, mostBytes);
    if (order === null || index !== composed.length || index >= order.compositions.length)
      return refuse('the pictures came out of order');
    const format = bytes === null ? null : formatOf(bytes);
    if (bytes === null || format === null) return refuse('what came is no picture');
    composed.push({ bytes, format });
    if (composed.length === order.compositions.length) end.resolve(ok(composed));
    return new Response(null, { status: 204 });
  }

  return {
    /** Resolves when all is drawn or has failed; never if the page sends nothing. Rejects if the plan threw. */
    ended: end.promise,

    /** Answers a request of the page; null: it is for one of the page's own files. */
    answer(request: Request) {
      const { pathname } = new URL(request.url);
      const index = /^\/composed\/(\d{1,2})$/.exec(pathname)?.[1];
      if (request.method === 'GET' && pathname === '/source')
        return Promise.resolve(new Response(picture));
      if (request.method !== 'POST') return null;
      if (pathname === '/measure') return takeMeasure(request);
      if (index !== undefined) return takeComposition(request, Number(index));
      if (pathname !== '/failed') return null;
      return readText(request).then((words) => refuse(`it could not be composed: ${words}`));
    },
  };
}

/** The body, or null if it exceeds the limit. */
async function readBytes(request: Request, most: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | null = request.body;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const readText = async (request: Request): Promise<string> =>
  new TextDecoder().decode((await readBytes(request, 500)) ?? undefined);

/** The format by the first bytes: one of the two that the page may produce. */
function formatOf(bytes: Uint8Array): Composed['format'] | null {
  const begin = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  if (begin.startsWith('\xff\xd8\xff')) return 'jpeg';
  return begin === '\x89PNG\r\n\x1a\n' ? 'png' : null;
}
