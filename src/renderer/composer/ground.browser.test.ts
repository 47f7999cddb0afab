import { describe, expect, it } from 'vitest';
import { makeCanvas } from './canvas.ts';
import { withGround, withoutBars } from './ground.ts';

type Rectangle = readonly [colour: string, x: number, y: number, width: number, height: number];

function drawn(width: number, height: number, ...rectangles: readonly Rectangle[]): ImageBitmap {
  const { canvas, context } = makeCanvas(width, height);
  for (const [colour, ...area] of rectangles) {
    context.fillStyle = colour;
    context.fillRect(...area);
  }
  return canvas.transferToImageBitmap();
}

function pixel(picture: ImageBitmap, x: number, y: number): number[] {
  const { context } = makeCanvas(picture.width, picture.height);
  context.drawImage(picture, 0, 0);
  return [...context.getImageData(x, y, 1, 1).data];
}

describe('withGround', () => {
  it.each([
    ['a dark drawing on white', '#123', [255, 255, 255, 255]],
    ['a light drawing on black', '#eed', [0, 0, 0, 255]],
    // Green looks lighter than blue and red.
    ['a green drawing on black', '#0f0', [0, 0, 0, 255]],
    ['a blue drawing on white', '#00f', [255, 255, 255, 255]],
    ['a red drawing on white', '#f00', [255, 255, 255, 255]],
  ])('draws %s, if its picture is transparent', async (_name, colour, ground) => {
    const transparent = drawn(300, 200, [colour, 100, 50, 60, 90]);
    const picture = await withGround(transparent);
    // A closed picture has no size.
    expect(transparent.width).toBe(0);
    expect(pixel(picture, 5, 5)).toEqual(ground);
    expect(pixel(picture, 120, 90).slice(0, 3)).not.toEqual(ground.slice(0, 3));
  });

  it('draws an empty picture on black, and leaves an opaque one unchanged', async () => {
    expect(pixel(await withGround(drawn(30, 20)), 5, 5)).toEqual([0, 0, 0, 255]);
    const opaque = drawn(30, 20, ['#222', 0, 0, 30, 20]);
    expect(await withGround(opaque)).toBe(opaque);
  });
});

describe('withoutBars', () => {
  const black: Rectangle = ['#000', 0, 0, 480, 360];

  it('cuts even black bars above and below the picture', async () => {
    const still = drawn(480, 360, black, ['#46a', 0, 45, 480, 270]);
    const { width, height } = await withoutBars(still);
    expect([width, height]).toEqual([480, 270]);
  });

  it('cuts the lines beside a bar that compression has shaded', async () => {
    const still = drawn(
      480,
      360,
      black,
      ['#46a', 0, 45, 480, 270],
      ['#182838', 0, 45, 480, 2],
      ['#101820', 0, 313, 480, 2],
    );
    const { width, height } = await withoutBars(still);
    expect([width, height]).toEqual([480, 266]);
  });

  it('cuts bars at the sides that are nearly black', async () => {
    const still = drawn(480, 360, ['#0c0a0e', 0, 0, 480, 360], ['#46a', 60, 0, 360, 360]);
    const { width, height } = await withoutBars(still);
    expect([width, height]).toEqual([360, 360]);
  });

  it.each<[string, readonly Rectangle[]]>([
    ['no bars', [['#46a', 0, 0, 480, 360]]],
    ['one dark side', [black, ['#46a', 0, 0, 480, 300]]],
    ['a small light object on black', [black, ['#fff', 200, 150, 60, 60]]],
    ['nothing but black', [black]],
  ])('leaves a picture unchanged that has %s', async (_name, rectangles) => {
    const picture = drawn(480, 360, ...rectangles);
    expect(await withoutBars(picture)).toBe(picture);
  });
});
