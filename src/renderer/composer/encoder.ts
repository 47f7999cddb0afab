/** A picture to encode. */
export interface EncodingOrder {
  readonly bitmap: ImageBitmap;
  readonly options: ImageEncodeOptions;
}

/** The encoded file, or an error. */
export type EncodeResult = { readonly blob: Blob } | { readonly error: string };

// The scope of the worker. For this file, TypeScript loads the types of a page, which lack this scope.
const workerScope = globalThis as unknown as {
  onmessage: (event: MessageEvent<EncodingOrder>) => void;
  postMessage: (message: EncodeResult) => void;
};

workerScope.onmessage = ({ data }) => {
  encodeBitmap(data)
    .then((blob) => workerScope.postMessage({ blob }))
    .catch((error: unknown) => workerScope.postMessage({ error: String(error) }));
};

async function encodeBitmap({ bitmap, options }: EncodingOrder): Promise<Blob> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('bitmaprenderer');
  if (context === null) throw new Error('a canvas cannot be created');
  // Moves the pixels, so that there is no second copy.
  context.transferFromImageBitmap(bitmap);
  return canvas.convertToBlob(options);
}
