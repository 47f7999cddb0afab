import type { ComposingOrder, PictureMeasure } from '#shared/wallpaper/composition.ts';

/** This page reaches four addresses of its own, and nothing else: the main process answers them. */
async function send(address: string, body: BodyInit, type: string): Promise<Response> {
  const response = await fetch(address, {
    method: 'POST',
    body,
    headers: { 'Content-Type': type },
  });
  if (!response.ok) throw new Error(`${address} was refused (${response.status})`);
  return response;
}

/** The one picture, in the bytes that came from its service. */
export async function fetchPicture(): Promise<Blob> {
  const response = await fetch('/source');
  if (!response.ok) throw new Error(`no picture came (${response.status})`);
  return response.blob();
}

/** Tells what the picture is, and learns what to make of it. */
export async function answer(measure: PictureMeasure): Promise<ComposingOrder> {
  const response = await send('/measure', JSON.stringify(measure), 'application/json');
  return (await response.json()) as ComposingOrder;
}

/** Sends a finished composition. As bytes: a blob's body does not pass through every protocol handler. */
export async function sendComposed(index: number, blob: Blob): Promise<void> {
  await send(`/composed/${index}`, await blob.arrayBuffer(), blob.type);
}

/** Says that nothing will come. */
export async function sendFailure(words: string): Promise<void> {
  await send('/failed', words, 'text/plain');
}
