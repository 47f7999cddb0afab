/** A canvas in main memory, for fast reading. Throws if it is too large. */
export function makeCanvas(
  width: number,
  height: number,
): { canvas: OffscreenCanvas; context: OffscreenCanvasRenderingContext2D } {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null)
    throw new Error(`a canvas of ${width} × ${height} pixels cannot be created`);
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}
