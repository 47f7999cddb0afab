import { describe, expect, it, vi } from 'vitest';
import type { Composition, CompositionPart, Rect } from '#shared/wallpaper/composition.ts';
import { makeCanvas } from './canvas.ts';
import { drawComposition } from './draw.ts';
import { encodeCanvas } from './encode.ts';

const whole = { x: 0, y: 0, width: 300, height: 200 };

/** Three upright stripes: red, green, blue; each 100 × 200. */
function stripes(): ImageBitmap {
  const { canvas, context } = makeCanvas(300, 200);
  for (const [index, colour] of ['#f00', '#0f0', '#00f'].entries()) {
    context.fillStyle = colour;
    context.fillRect(100 * index, 0, 100, 200);
  }
  return canvas.transferToImageBitmap();
}

function filled(colour: string): ImageBitmap {
  const { canvas, context } = makeCanvas(300, 200);
  context.fillStyle = colour;
  context.fillRect(0, 0, 300, 200);
  return canvas.transferToImageBitmap();
}

const part = (at: Rect, rest: Partial<CompositionPart> = {}): CompositionPart => ({
  at,
  source: whole,
  drawn: at,
  extension: null,
  caption: null,
  ...rest,
});
const one = (made: CompositionPart): Composition => ({
  width: made.at.width,
  height: made.at.height,
  parts: [made],
});

async function look(picture: ImageBitmap, composition: Composition) {
  const canvas = await drawComposition(picture, composition);
  const context = canvas.getContext('2d');
  return (x: number, y: number): number[] => [
    ...(context?.getImageData(x, y, 1, 1).data.slice(0, 3) ?? []),
  ];
}

describe('draw', () => {
  const area = { x: 0, y: 0, width: 600, height: 400 };

  it('draws the whole picture, resized', async () => {
    const at = await look(stripes(), one(part(area)));
    expect([at(100, 200), at(300, 10), at(590, 390)]).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ]);
  });

  it('draws only the given area of the picture', async () => {
    const source = { x: 99.6, y: 0, width: 100.2, height: 200 };
    const at = await look(stripes(), one(part(area, { source })));
    expect([at(2, 2), at(597, 397)]).toEqual([
      [0, 255, 0],
      [0, 255, 0],
    ]);
  });

  it('fills the rest of the display with the picture, blurred and darkened, up to the edges', async () => {
    const drawn = { x: 200, y: 100, width: 200, height: 133 };
    const at = await look(filled('#fff'), one(part(area, { drawn, extension: whole })));
    expect(at(300, 150)).toEqual([255, 255, 255]);
    for (const [x, y] of [
      [0, 0],
      [599, 399],
      [160, 60],
    ] as const) {
      for (const value of at(x, y)) expect(Math.abs(value - 127)).toBeLessThanOrEqual(2);
    }
    const [shade = 0] = at(197, 166);
    expect(shade).toBeLessThan(120);
    const mixed = await look(stripes(), one(part(area, { drawn, extension: whole })));
    const [red = 0, green = 0] = mixed(185, 30);
    expect(Math.min(red, green)).toBeGreaterThan(40);
  });

  it('does not use the picture after the call of `onPrepared`', async () => {
    const drawn = { x: 200, y: 100, width: 200, height: 133 };
    const parts = [part(area, { drawn, extension: whole })];
    const [kept, closed] = [filled('#fff'), filled('#fff')];
    const bytes = async (picture: ImageBitmap, onTaken?: () => void): Promise<number[]> => {
      const canvas = await drawComposition(picture, { width: 600, height: 400, parts }, onTaken);
      return [...(canvas.getContext('2d')?.getImageData(0, 0, 600, 400).data ?? [])];
    };
    const after = await bytes(closed, () => closed.close());
    expect(closed.width).toBe(0);
    expect(after).toEqual(await bytes(kept));
  });

  it('draws a part for every display on one canvas, and leaves the rest black', async () => {
    const left = { x: 0, y: 0, width: 300, height: 200 };
    const right = { x: 300, y: 50, width: 300, height: 200 };
    const source = { x: 200, y: 0, width: 100, height: 200 };
    const parts = [part(left), part(right, { source })];
    const at = await look(stripes(), { width: 600, height: 250, parts });
    expect([at(50, 100), at(350, 100), at(350, 20)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
      [0, 0, 0],
    ]);
  });

  it.each(['#fff', '#000', '#f80'])('writes a caption that is readable on %s', async (colour) => {
    const title = 'A title so long that it must be cut short somewhere on its way to the very end';
    const at = {
      area: { x: 300, y: 300, width: 280, height: 80 },
      corner: 'bottom-right',
    } as const;
    const caption = { title, detail: 'Someone', fontSize: 20, ...at };
    const made = part(area, { caption });
    const canvas = await drawComposition(filled(colour), one(made));
    const { x, y, width, height } = caption.area;
    const data = canvas.getContext('2d')?.getImageData(x, y, width, height).data ?? [];
    const light = [...data].filter((_value, index) => index % 4 === 1);
    const [darkest, brightest] = [Math.min(...light), Math.max(...light)];
    // sRGB 110 has a relative luminance of 0.16: white on it has a contrast of 5.
    expect(darkest).toBeLessThanOrEqual(110);
    expect(brightest).toBeGreaterThanOrEqual(250);
    // The text stays in its area.
    const beside = canvas.getContext('2d')?.getImageData(0, 0, 299, 400).data ?? [];
    expect(new Set([...beside].filter((_value, index) => index % 4 === 1)).size).toBe(1);
  });

  it.each([
    ['#123456', [0x12, 0x34, 0x56]],
    // The mean along the four edges of the picture: the left one is red, the right one is blue, and a third of each of
    // the others is red, green and blue.
    ['matched', [106, 43, 106]],
  ] as const)('fills the rest of the display with %s', async (background, wanted) => {
    const drawn = { x: 200, y: 100, width: 200, height: 133 };
    const made = part(area, { drawn, extension: whole, background });
    const at = await look(stripes(), one(made));
    for (const [x, y] of [[0, 0] as const, [599, 399] as const, [198, 166] as const])
      for (const [channel, value] of at(x, y).entries())
        expect(Math.abs(value - (wanted[channel] ?? 0))).toBeLessThanOrEqual(3);
    expect(at(300, 150)).toEqual([0, 255, 0]);
  });

  it('dims the picture and its background, but not the text', async () => {
    const drawn = { x: 200, y: 100, width: 200, height: 133 };
    const rest = { drawn, extension: whole, background: '#808080', dim: 0.5 };
    const at = await look(filled('#fff'), one(part(area, rest)));
    for (const [x, y, value] of [
      [300, 150, 128],
      [10, 10, 64],
    ] as const)
      for (const channel of at(x, y)) expect(Math.abs(channel - value)).toBeLessThanOrEqual(1);
    const caption = {
      title: 'MMMM',
      detail: null,
      area,
      corner: 'top-left',
      fontSize: 40,
    } as const;
    const canvas = await drawComposition(filled('#fff'), one(part(area, { dim: 0.8, caption })));
    const data = canvas.getContext('2d')?.getImageData(0, 0, 200, 80).data ?? [];
    expect(Math.max(...[...data].filter((_value, index) => index % 4 === 1))).toBe(255);
  });

  it('encodes as PNG if the picture must be lossless, and otherwise as JPEG', async () => {
    const canvas = await drawComposition(stripes(), one(part(area)));
    expect((await encodeCanvas(canvas, true)).type).toBe('image/png');
    expect((await encodeCanvas(canvas, false)).type).toBe('image/jpeg');
  });

  it('encodes outside the main thread, without changing pixels', async () => {
    const canvas = await drawComposition(stripes(), one(part(area)));
    const drawn = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    // On the main thread, encoding waits for idle time.
    const inMainThread = vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob');
    const blob = await encodeCanvas(canvas, true);
    expect(inMainThread).not.toHaveBeenCalled();
    inMainThread.mockRestore();
    const bitmap = await createImageBitmap(blob);
    const { context } = makeCanvas(bitmap.width, bitmap.height);
    context.drawImage(bitmap, 0, 0);
    expect(context.getImageData(0, 0, bitmap.width, bitmap.height).data).toEqual(drawn);
  });
});
