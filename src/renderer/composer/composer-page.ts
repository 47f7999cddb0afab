import { decodeForDrawing } from './decode.ts';
import { drawComposition } from './draw.ts';
import { encodeCanvas } from './encode.ts';
import { fetchOrder, fetchPicture, sendComposition, sendDamage, sendFailure } from './exchange.ts';
import { hasFewColours, measurePicture } from './measure.ts';

/** Fetches the picture, measures it, fetches the drawing instructions, and sends each result back. */
async function composePicture(): Promise<void> {
  const { blob, isStill } = await fetchPicture();
  const picture = await decodeForDrawing(blob, isStill).catch(async (error: unknown) => {
    await sendDamage(messageOf(error));
    return null;
  });
  if (picture === null) return;
  const order = await fetchOrder(measurePicture(picture));
  const isLossless = order.lossless && hasFewColours(picture);
  for (const [index, composition] of order.compositions.entries()) {
    const isLast = index === order.compositions.length - 1;
    const canvas = await drawComposition(picture, composition, () => {
      if (isLast) picture.close();
    });
    const file = await encodeCanvas(canvas, isLossless);
    // Free the memory of this canvas now: garbage collection may come too late for the next picture.
    canvas.width = 0;
    await sendComposition(index, file);
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

composePicture().catch((error: unknown) => sendFailure(messageOf(error)));
