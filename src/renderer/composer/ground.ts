import { makeCanvas } from './canvas.ts';

/** Side in pixels of the small copy that is examined. */
const sampleSide = 128;
/** A drawing lighter than this, from 0 to 1, is drawn on black, a darker one on white. */
const lightDrawing = 0.5;

/**
 * Returns the picture on a ground, if it is transparent: dark drawings on white, light ones on black. Closes the
 * transparent picture. An opaque picture is returned unchanged.
 */
export async function withGround(picture: ImageBitmap): Promise<ImageBitmap> {
  const ground = groundOf(picture);
  if (ground === null) return picture;
  const { canvas, context } = makeCanvas(picture.width, picture.height);
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  picture.close();
  return createImageBitmap(canvas);
}

function groundOf(picture: ImageBitmap): string | null {
  const { context } = makeCanvas(sampleSide, sampleSide);
  context.drawImage(picture, 0, 0, sampleSide, sampleSide);
  const { data } = context.getImageData(0, 0, sampleSide, sampleSide);
  let [light, weight] = [0, 0];
  let isOpaque = true;
  for (let index = 0; index < data.length; index += 4) {
    const alpha = (data[index + 3] ?? NaN) / 255;
    if (alpha < 0.99) isOpaque = false;
    weight += alpha;
    light +=
      (alpha *
        (0.2126 * (data[index] ?? NaN) +
          0.7152 * (data[index + 1] ?? NaN) +
          0.0722 * (data[index + 2] ?? NaN))) /
      255;
  }
  if (isOpaque) return null;
  return weight === 0 || light / weight >= lightDrawing ? '#000' : '#fff';
}

/** A bar's brightest channel is at most this; compression adds noise to black. */
const blackLevel = 20;
/** Compression shades so many lines beside a bar, to less than this share of the light farther from the bar. */
const shade = { lines: 8, light: 0.5 };
/** Bars are cut only if at least this share of the picture remains, and if they are at least this share of a side. */
const barShares = { remaining: 0.5, least: 0.03 };
/** The difference between two opposite bars, as a share of the side, up to which they are even. */
const evenness = 0.02;

const isBlack = ({ data }: ImageData): boolean =>
  data.every((value, index) => index % 4 === 3 || value <= blackLevel);

/** Whether a picture shows nothing but black. */
export function isBlackPicture(picture: ImageBitmap): boolean {
  const { context } = makeCanvas(sampleSide, sampleSide);
  context.drawImage(picture, 0, 0, sampleSide, sampleSide);
  return isBlack(context.getImageData(0, 0, sampleSide, sampleSide));
}

/** The sum of the colour channels. */
const lightOf = ({ data }: ImageData): number =>
  data.reduce((sum, value, index) => (index % 4 === 3 ? sum : sum + value), 0);

/**
 * Returns the picture without even black bars at two opposite sides, as the stills of films have them. Closes the picture
 * with the bars. A dark picture, in which the bars would cover most of it, is returned unchanged.
 */
export async function withoutBars(picture: ImageBitmap): Promise<ImageBitmap> {
  const { width, height } = picture;
  const { context } = makeCanvas(width, height);
  context.drawImage(picture, 0, 0);
  const row = (y: number): ImageData => context.getImageData(0, y, width, 1);
  const column = (x: number): ImageData => context.getImageData(x, 0, 1, height);
  const count = (limit: number, lineAt: (index: number) => ImageData): number => {
    let bars = 0;
    while (bars < limit && isBlack(lineAt(bars))) bars += 1;
    const end = bars === 0 ? 0 : Math.min(limit, bars + shade.lines);
    while (bars < end && lightOf(lineAt(bars)) < shade.light * lightOf(lineAt(bars + shade.lines)))
      bars += 1;
    return bars;
  };
  const [half, middle] = [Math.floor(height / 2), Math.floor(width / 2)];
  const top = count(half, row);
  const bottom = count(half, (y) => row(height - 1 - y));
  const left = count(middle, column);
  const right = count(middle, (x) => column(width - 1 - x));
  const cutOf = (first: number, second: number, side: number): number => {
    const isEven = Math.abs(first - second) <= Math.max(1, evenness * side);
    const cut = Math.max(first, second);
    return isEven && cut >= barShares.least * side && 2 * cut <= (1 - barShares.remaining) * side
      ? cut
      : 0;
  };
  const [x, y] = [cutOf(left, right, width), cutOf(top, bottom, height)];
  if (x === 0 && y === 0) return picture;
  const cut = await createImageBitmap(picture, x, y, width - 2 * x, height - 2 * y);
  picture.close();
  return cut;
}
