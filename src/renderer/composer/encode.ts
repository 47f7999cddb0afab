import type { EncodeResult, EncodingOrder } from './encoder.ts';

/** Below this quality, the blocks of JPEG are visible around stars and in smooth skies. */
const jpegQuality = 0.92;

/**
 * Encodes the canvas: PNG if `isLossless`, otherwise JPEG. The canvas is empty afterwards. Runs in a worker: on the main
 * thread, Chromium encodes in idle time, and a hidden window may have no idle time.
 */
export async function encodeCanvas(canvas: OffscreenCanvas, isLossless: boolean): Promise<Blob> {
  const worker = new Worker(new URL('./encoder.ts', import.meta.url), { type: 'module' });
  try {
    const bitmap = canvas.transferToImageBitmap();
    const order: EncodingOrder = {
      bitmap,
      options: isLossless ? { type: 'image/png' } : { type: 'image/jpeg', quality: jpegQuality },
    };
    const pendingResult = Promise.withResolvers<EncodeResult>();
    worker.onmessage = ({ data }: MessageEvent<EncodeResult>) => pendingResult.resolve(data);
    worker.onerror = ({ message }) => pendingResult.resolve({ error: message || 'no encoder' });
    worker.postMessage(order, [bitmap]);
    const result = await pendingResult.promise;
    if ('error' in result) throw new Error(`the picture cannot be encoded (${result.error})`);
    return result.blob;
  } finally {
    worker.terminate();
  }
}
