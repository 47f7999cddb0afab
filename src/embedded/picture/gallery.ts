import { encodePng } from './png/encode.ts';
import { renderSky } from './sky/render.ts';
import type { Size } from './sky/size.ts';
import { inSlices } from './steps.ts';

/**
 * The PNG file of a date in a size. Equal requests share one drawing.
 *
 * @param signal who asked has gone; a drawing that nobody waits for any more ends
 * @throws the signal's reason
 */
export type Draw = (date: string, size: Size, signal?: AbortSignal) => Promise<Buffer<ArrayBuffer>>;

/** Both sizes of two or three days. */
const keptBytes = 8 * 2 ** 20;

interface Drawing {
  readonly file: Promise<Buffer<ArrayBuffer>>;
  readonly abort: AbortController;
  waiting: number;
}

/**
 * Draws pictures one after the other and keeps the last few.
 *
 * @param stop ends all drawing; what was asked for is then rejected with its reason
 */
export function createGallery(stop: AbortSignal, most = keptBytes): Draw {
  const kept = new Map<string, Buffer<ArrayBuffer>>();
  const drawings = new Map<string, Drawing>();
  let busy: Promise<unknown> = Promise.resolve();

  const keep = (name: string, file: Buffer<ArrayBuffer>): void => {
    kept.set(name, file);
    let bytes = 0;
    for (const { length } of kept.values()) bytes += length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= most) break;
      kept.delete(oldest);
      bytes -= length;
    }
  };

  const begin = (name: string, date: string, size: Size): Drawing => {
    const abort = new AbortController();
    const signal = AbortSignal.any([stop, abort.signal]);
    const draw = async (): Promise<Buffer<ArrayBuffer>> => {
      try {
        const file = await encodePng(
          inSlices(renderSky(date, size), signal),
          size.width,
          size.height,
        );
        keep(name, file);
        return file;
      } finally {
        // Another drawing may have begun under this name after this one was given up.
        if (drawings.get(name) === drawing) drawings.delete(name);
      }
    };
    const file = busy.then(draw);
    busy = file.catch(() => undefined);
    const drawing = { file, abort, waiting: 0 };
    drawings.set(name, drawing);
    return drawing;
  };

  return async (date, size, signal) => {
    signal?.throwIfAborted();
    const name = `${date} ${size.width}x${size.height}`;
    const file = kept.get(name);
    if (file !== undefined) {
      // Last asked for, last to go.
      kept.delete(name);
      kept.set(name, file);
      return file;
    }
    const drawing = drawings.get(name) ?? begin(name, date, size);
    drawing.waiting += 1;
    try {
      return await (signal === undefined ? drawing.file : unlessAborted(drawing.file, signal));
    } finally {
      drawing.waiting -= 1;
      if (drawing.waiting === 0 && drawings.get(name) === drawing) {
        drawings.delete(name);
        drawing.abort.abort(signal?.reason);
      }
    }
  };
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}
