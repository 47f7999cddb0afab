import type { ComposingOrder, PictureMeasure } from '#shared/wallpaper/composition.ts';
import { stillHeader } from '#shared/wallpaper/still-header.ts';

/**
 * Sends a request to the main process, which answers all addresses of this file. This page can reach no other address.
 */
async function sendToMain(address: string, body: BodyInit, type: string): Promise<Response> {
  const response = await fetch(address, {
    method: 'POST',
    body,
    headers: { 'Content-Type': type },
  });
  if (!response.ok) throw new Error(`${address} was refused (${response.status})`);
  return response;
}

/** Fetches the downloaded picture. `isStill`: whether it is the still of a film. */
export async function fetchPicture(): Promise<{ readonly blob: Blob; readonly isStill: boolean }> {
  const response = await fetch('/source');
  if (!response.ok) throw new Error(`the picture was refused (${response.status})`);
  return { blob: await response.blob(), isStill: response.headers.get(stillHeader) !== null };
}

/** Sends the picture's measure; resolves with the drawing instructions. */
export async function fetchOrder(measure: PictureMeasure): Promise<ComposingOrder> {
  const response = await sendToMain('/measure', JSON.stringify(measure), 'application/json');
  return (await response.json()) as ComposingOrder;
}

/** Sends a finished composition, as bytes: some protocol handlers do not receive the body of a blob. */
export async function sendComposition(index: number, blob: Blob): Promise<void> {
  await sendToMain(`/composed/${index}`, await blob.arrayBuffer(), blob.type);
}

/** Reports that the picture cannot be decoded. */
export async function sendDamage(words: string): Promise<void> {
  await sendToMain('/damaged', words, 'text/plain');
}

/** Reports that there will be no composition. */
export async function sendFailure(words: string): Promise<void> {
  await sendToMain('/failed', words, 'text/plain');
}
