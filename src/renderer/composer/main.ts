import { decodePicture } from './decode.ts';
import { draw, encode } from './draw.ts';
import { answer, fetchPicture, sendComposed, sendFailure } from './exchange.ts';
import { hasFewColours, measure } from './measure.ts';

/** Fetches the picture, measures it, asks what to make of it, and sends each result back. */
async function work(): Promise<void> {
  const picture = await decodePicture(await fetchPicture());
  const order = await answer(measure(picture));
  const keepsAll = order.lossless && hasFewColours(picture);
  for (const [index, composition] of order.compositions.entries()) {
    const canvas = await draw(picture, composition);
    await sendComposed(index, await encode(canvas, keepsAll));
  }
}

work().catch((error: unknown) =>
  sendFailure(error instanceof Error ? error.message : String(error)),
);
