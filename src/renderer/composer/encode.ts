/** Sharp stars and smooth skies show JPEG's blocks below this. */
const quality = 0.92;

/** The canvas as a file: PNG where every pixel must stay, else JPEG. */
export const encode = (canvas: OffscreenCanvas, keepsAll: boolean): Promise<Blob> =>
  canvas.convertToBlob(keepsAll ? { type: 'image/png' } : { type: 'image/jpeg', quality });
