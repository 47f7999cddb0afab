import { decodePicture } from './decode.ts';
import { draw } from './draw.ts';
import { encode } from './encode.ts';
import { fetchOrder, fetchPicture, sendComposed, sendFailure } from './exchange.ts';
import { hasFewColours, measure } from './measure.ts';

/** Fetches the picture, measures it, fetches the drawing instructions, and sends each result back. */
async function work(): Promise<void> {
  const picture = await decodePicture(await fetchPicture());
  const order = await fetchOrder(measure(picture));
  const keepsAll = order.lossless && hasFewColours(picture);
  for (const [index, composition] of order.compositions.entries()) {
    const isLast = index === order.compositions.length - 1;
    const canvas = await draw(picture, composition, () => {
      if (isLast) picture.close();
    });
    const file = await encode(canvas, keepsAll);
    // The next picture is decoded in this process: free the memory now, before garbage collection.
    [canvas.width, canvas.height] = [0, 0];
    await sendComposed(index, file);
  }
}

work().catch((error: unknown) =>
  sendFailure(error instanceof Error ? error.message : String(error)),
);
