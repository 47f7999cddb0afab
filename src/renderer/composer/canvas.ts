/** A canvas that is read back: without a graphics card's copy of it. Throws when it is too large to be had. */
export function makeCanvas(
  width: number,
  height: number,
): { canvas: OffscreenCanvas; context: OffscreenCanvasRenderingContext2D } {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error(`no canvas of ${width} × ${height} pixels can be had`);
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}
