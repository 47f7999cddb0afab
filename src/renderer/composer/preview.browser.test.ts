import { expect, it } from 'vitest';
import type { Composition } from '#shared/wallpaper/composition.ts';
import { makeCanvas } from './canvas.ts';
import { drawComposition } from './draw.ts';
import { drawPreview } from './preview.ts';

/** Creates an image whose left half is red and whose right half is blue. */
function redAndBlueImage(width: number, height: number): ImageBitmap {
  const { canvas, context } = makeCanvas(width, height);
  context.fillStyle = '#f00';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = '#00f';
  context.fillRect(width / 2, 0, width / 2, height);
  return canvas.transferToImageBitmap();
}

/** An upright picture in the middle of a display, with a caption and a pass. */
const whole: Composition = {
  width: 1920,
  height: 1080,
  parts: [
    {
      at: { x: 0, y: 0, width: 1920, height: 1080 },
      source: { x: 0, y: 0, width: 800, height: 1200 },
      drawn: { x: 600, y: 0, width: 720, height: 1080 },
      extension: { x: 0, y: 375, width: 800, height: 450 },
      caption: {
        title: 'A title',
        detail: 'Someone',
        area: { x: 936, y: 990, width: 960, height: 70 },
        corner: 'bottom-right',
        fontSize: 15,
      },
      dim: 0.25,
      tonight: {
        pass: { title: 'A pass', detail: 'Up', directions: ['e', 's', 'w'], path: [], seen: [] },
        area: { x: 24, y: 885, width: 936, height: 170 },
        corner: 'bottom-left',
        fontSize: 15,
      },
    },
  ],
};

async function mean(canvas: HTMLCanvasElement | OffscreenCanvas): Promise<number[]> {
  const { context } = makeCanvas(8, 8);
  context.drawImage(await createImageBitmap(canvas), 0, 0, 8, 8);
  return [...context.getImageData(0, 0, 8, 8).data];
}

it('drawPreview draws a preview that looks like the wallpaper, even from a small copy of the picture', async () => {
  const real = await mean(await drawComposition(redAndBlueImage(800, 1200), whole));
  for (const width of [800, 200]) {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    await drawPreview(
      canvas,
      redAndBlueImage(width, width * 1.5),
      { width: 800, height: 1200 },
      whole,
    );
    expect([canvas.width, canvas.height]).toEqual([320, 180]);
    const seen = await mean(canvas);
    const differences = seen.map((value, index) => Math.abs(value - (real[index] ?? 0)));
    expect(Math.max(...differences)).toBeLessThan(40);
    const context = canvas.getContext('2d');
    expect([...(context?.getImageData(140, 60, 1, 1).data.slice(0, 3) ?? [])]).toEqual([191, 0, 0]);
    expect([...(context?.getImageData(180, 60, 1, 1).data.slice(0, 3) ?? [])]).toEqual([0, 0, 191]);
  }
});
