import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import {
  pictureMeasureSchema,
  type ComposingOrder,
  type PictureMeasure,
} from '#shared/wallpaper/composition.ts';
import { stillHeader } from '#shared/wallpaper/still-header.ts';
import { parseJson } from '#shared/json.ts';

/** A picture and the wallpapers to draw from that picture. */
export interface CompositionOrder {
  /** The absolute path of the picture's file, or the bytes of the file. */
  readonly picture: string | Uint8Array<ArrayBuffer>;
  /** Whether the picture is the still of a film, whose black bars are cut. */
  readonly isStill?: boolean;
  /** Decides what to draw, from the size of the decoded picture. */
  readonly plan: (measure: PictureMeasure) => ComposingOrder;
}

/** A finished wallpaper in memory. */
export interface ComposedFile {
  readonly bytes: Uint8Array;
  readonly format: 'jpeg' | 'png';
}

type ComposingFailure = Extract<Failure, { kind: 'wallpaper' }>;
export type ComposeResult = Result<readonly ComposedFile[], ComposingFailure>;

export const composingFailure = (detail: string, why?: 'damaged'): ComposingFailure => ({
  kind: 'wallpaper',
  backend: null,
  ...(why && { why }),
  detail,
});

/** The size limit of a wallpaper, in bytes. A 4K wallpaper as PNG has at most 33 MB; one for three displays, 100 MB. */
const maxWallpaperBytes = 128 * 2 ** 20;

/**
 * The protocol with the composing page. The page requests the picture, then sends the measure of the picture and gets
 * the order, and then sends the compositions one after the other. If the page cannot decode or draw the picture, it sends
 * the reason. The page decodes untrusted bytes, so nothing that it sends is trusted.
 */
export class ComposingExchange {
  readonly #picture: Uint8Array<ArrayBuffer>;
  readonly #isStill: boolean;
  readonly #plan: CompositionOrder['plan'];
  readonly #end = Promise.withResolvers<ComposeResult>();
  readonly #compositions: ComposedFile[] = [];
  #order: ComposingOrder | null = null;

  /** @param picture the downloaded bytes */
  constructor(
    picture: Uint8Array<ArrayBuffer>,
    { plan, isStill = false }: Pick<CompositionOrder, 'plan' | 'isStill'>,
  ) {
    this.#picture = picture;
    this.#isStill = isStill;
    this.#plan = plan;
  }

  /** Resolves when all wallpapers are drawn or one fails; never if the page sends nothing. Rejects if `plan` throws. */
  get ended(): Promise<ComposeResult> {
    return this.#end.promise;
  }

  /** Answers a request of the page. Returns null for a request that is not part of the protocol, such as for a file. */
  answer(request: Request): Promise<Response> | null {
    const { pathname } = new URL(request.url);
    const index = /^\/composed\/(\d{1,2})$/.exec(pathname)?.[1];
    if (request.method === 'GET' && pathname === '/source')
      return Promise.resolve(
        new Response(this.#picture, { headers: this.#isStill ? { [stillHeader]: '1' } : {} }),
      );
    if (request.method !== 'POST') return null;
    if (pathname === '/measure') return this.#takeMeasure(request);
    if (index !== undefined) return this.#takeComposition(request, Number(index));
    if (pathname === '/damaged')
      return readText(request).then((words) => this.#refuse(words, 'damaged'));
    if (pathname !== '/failed') return null;
    return readText(request).then((words) => this.#refuse(`it could not be composed: ${words}`));
  }

  async #takeMeasure(request: Request): Promise<Response> {
    const parseResult = pictureMeasureSchema.safeParse(parseJson(await readText(request)));
    if (!parseResult.success || this.#order !== null)
      return this.#refuse('the picture could not be measured');
    try {
      this.#order = this.#plan(parseResult.data);
    } catch (error) {
      this.#end.reject(error);
      return new Response(null, { status: 500 });
    }
    return Response.json(this.#order);
  }

  async #takeComposition(request: Request, index: number): Promise<Response> {
    const bytes = await readBytes(request, maxWallpaperBytes);
    const count = this.#order?.compositions.length ?? 0;
    if (index !== this.#compositions.length || index >= count)
      return this.#refuse('the pictures came out of order');
    const format = bytes === null ? null : formatOf(bytes);
    if (bytes === null || format === null) return this.#refuse('the answer is no picture');
    this.#compositions.push({ bytes, format });
    if (this.#compositions.length === count) this.#end.resolve(ok(this.#compositions));
    return new Response(null, { status: 204 });
  }

  #refuse(detail: string, why?: 'damaged'): Response {
    this.#end.resolve(fail(composingFailure(detail, why)));
    return new Response(detail, { status: 400 });
  }
}

/** The body of the request, or null if the body is longer than `most` bytes. */
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

/** The format of a picture, found from its first bytes; null: neither JPEG nor PNG. */
function formatOf(bytes: Uint8Array): ComposedFile['format'] | null {
  const beginning = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  if (beginning.startsWith('\xff\xd8\xff')) return 'jpeg';
  return beginning === '\x89PNG\r\n\x1a\n' ? 'png' : null;
}
