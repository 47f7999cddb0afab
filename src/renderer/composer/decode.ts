import { maxPicturePixels, type PictureSize } from '#shared/picture/picture-size.ts';
import { makeCanvas } from './canvas.ts';
import { bestFrame } from './frames.ts';
import { isBlackPicture, withGround, withoutBars } from './ground.ts';

/**
 * Decodes a picture as it is drawn: of an animation the frame with most detail, and a transparent picture on a ground.
 *
 * @param isStill whether it is the still of a film, whose black bars are cut; rejects if it is black
 */
export async function decodeForDrawing(blob: Blob, isStill: boolean): Promise<ImageBitmap> {
  const first = await decodePicture(blob);
  const frame = await bestFrame(blob, first);
  if (frame !== null) first.close();
  const picture = await withGround(frame ?? first);
  if (!isStill) return picture;
  if (isBlackPicture(picture)) throw new Error('the still is black');
  return withoutBars(picture);
}

/**
 * Decodes a picture. The decoder itself reports the size before it decodes, because other parsers may read another size
 * from the same header. Rejects if the picture is too large, if it is incomplete, or if the data is not a picture.
 */
export async function decodePicture(blob: Blob): Promise<ImageBitmap> {
  const address = URL.createObjectURL(blob);
  try {
    const element = await loadElement(address);
    requireAcceptedSize({ width: element.naturalWidth, height: element.naturalHeight });
    const format = await formatOf(blob);
    const picture = await createImageBitmap(blob).catch(async (error: unknown) => {
      if (format === 'gif') return createImageBitmap(new Blob([blob, gifEnd]));
      if (format === 'jpeg' && (await canEndEarly(blob)))
        return drawElement(element) ?? decodeWithEndMarker(blob);
      const drawing = format === 'png' ? drawElement(element) : null;
      if (drawing !== null) return drawing;
      throw error;
    });
    requireAcceptedSize(picture);
    if (format === 'jpeg' && isGreyBelow(picture)) throw new Error('the picture breaks off');
    return picture;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The element reads only the header: a browser decodes an image when it is drawn. */
async function loadElement(address: string): Promise<HTMLImageElement> {
  const element = new Image();
  await new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = () => reject(new Error('the picture cannot be read'));
    element.src = address;
  });
  return element;
}

/**
 * Draws a JPEG or PNG without its end marker: `createImageBitmap` refuses such a file, but an `img` element shows it. Some
 * phones write other data in place of the end marker of a JPEG. Returns null if rows of the picture are missing: the
 * element leaves them transparent.
 */
function drawElement(element: HTMLImageElement): ImageBitmap | null {
  const { naturalWidth: width, naturalHeight: height } = element;
  const { canvas, context } = makeCanvas(width, height);
  context.drawImage(element, 0, 0);
  // The missing rows are at one of the edges; at which one depends on the orientation.
  const edges = [
    context.getImageData(0, 0, width, 1),
    context.getImageData(0, height - 1, width, 1),
    context.getImageData(0, 0, 1, height),
    context.getImageData(width - 1, 0, 1, height),
  ];
  const isOpaque = edges.every(({ data }) =>
    data.every((value, index) => index % 4 !== 3 || value === 255),
  );
  return isOpaque ? canvas.transferToImageBitmap() : null;
}

/**
 * Decodes a JPEG with an end marker behind it. Without the marker a page does not draw the last rows, even if their data
 * are there. Rejects if data are missing: a corner then has the grey that decoders draw in place of them. At which corner
 * depends on the orientation.
 */
async function decodeWithEndMarker(jpeg: Blob): Promise<ImageBitmap> {
  const picture = await createImageBitmap(new Blob([jpeg, jpegEnd]));
  const { canvas, context } = makeCanvas(2, 2);
  const hasGreyCorner = [0, 2 - picture.width].some((x) =>
    [0, 2 - picture.height].some((y) => {
      context.drawImage(picture, x, y);
      return context.getImageData(0, 0, canvas.width, canvas.height).data.every(isMissingGrey);
    }),
  );
  if (hasGreyCorner) throw new Error('the picture breaks off');
  return picture;
}

const jpegEnd = new Uint8Array([0xff, 0xd9]);
/**
 * Completes the last block of a GIF, and ends it, as pages draw a file without its last bytes. Decoders refuse a frame
 * whose pixels are missing nevertheless.
 */
const gifEnd = new Uint8Array(256);

/** The length of the part of a file in which the headers of a JPEG are searched for, in bytes. */
const maxHeaderBytes = 2 ** 24;

/** The place of the interlace method in a PNG. */
const interlaceOffset = 28;

/** The format of a file that may be drawn without its end: no interlaced PNG, whose first rows are those of all places. */
async function formatOf(blob: Blob): Promise<'jpeg' | 'gif' | 'png' | null> {
  const bytes = new Uint8Array(await blob.slice(0, interlaceOffset + 1).arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xd8) return 'jpeg';
  if (first === 0x89 && second === 0x50) return bytes[interlaceOffset] === 0 ? 'png' : null;
  return first === 0x47 && second === 0x49 ? 'gif' : null;
}

/**
 * Reads in the headers of a JPEG whether the file can be drawn without its end marker. A baseline file can: its rows are
 * stored from top to bottom, and missing rows are noticed. A progressive file has all rows in its first scan, coarsely:
 * it can only if its last scan, which refines the lowest bit of one component, has begun.
 */
async function canEndEarly(jpeg: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await jpeg.slice(0, maxHeaderBytes).arrayBuffer());
  const byte = (at: number): number => bytes[at] ?? NaN;
  /** For each component, the coefficients of which a scan has sent all bits. */
  const sent = new Map<number, Set<number>>();
  let [components, isLastRefining] = [0, false];
  for (let offset = 2; offset < bytes.length;) {
    const marker = byte(offset + 1);
    if (byte(offset) !== 0xff || marker === 0 || marker === 0xff || isRestart(marker)) {
      const next = bytes.indexOf(0xff, offset + 1);
      if (next === -1) break;
      offset = next;
      continue;
    }
    if (marker === 0xc0 || marker === 0xc1) return true;
    if (marker === 0xd9) break;
    if (marker === 0xc2) components = byte(offset + 9);
    if (marker === 0xda) {
      const count = byte(offset + 4);
      const range = offset + 5 + 2 * count;
      const bits = byte(range + 2);
      isLastRefining = bits === 0x10;
      for (let n = 0; n < count; n += 1) {
        const id = byte(offset + 5 + 2 * n);
        const coefficients = sent.get(id) ?? new Set();
        sent.set(id, coefficients);
        if ((bits & 0x0f) === 0)
          for (let index = byte(range); index <= byte(range + 1); index += 1)
            coefficients.add(index);
      }
    }
    offset += 2 + byte(offset + 2) * 256 + byte(offset + 3);
  }
  const isComplete = [...sent.values()].every(({ size }) => size === 64);
  return components > 0 && sent.size === components && isComplete && isLastRefining;
}

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/** Whether a byte of RGBA data has the grey that decoders draw in place of missing data of a JPEG. */
const isMissingGrey = (value: number, index: number): boolean =>
  index % 4 === 3 || Math.abs(value - 128) <= 1;

/** Side in pixels of the small copy in which missing rows are searched for. */
const sampleSide = 64;
/** The number of lowest rows of the small copy that must be grey if rows of the picture are missing. */
const missingRows = 6;

/**
 * Whether the lowest rows have the grey that decoders draw in place of missing data, and the first row has another
 * colour. This shows that data are missing before the end marker of a baseline JPEG. A progressive JPEG with missing data
 * is drawn coarsely instead, which is not recognised.
 */
function isGreyBelow(picture: ImageBitmap): boolean {
  const { context } = makeCanvas(sampleSide, sampleSide);
  context.drawImage(picture, 0, 0, sampleSide, sampleSide);
  const isGrey = (y: number, height: number): boolean =>
    context.getImageData(0, y, sampleSide, height).data.every(isMissingGrey);
  return isGrey(sampleSide - missingRows, missingRows) && !isGrey(0, 1);
}

function requireAcceptedSize({ width, height }: PictureSize): void {
  if (width * height > maxPicturePixels)
    throw new Error(`the picture has more than ${maxPicturePixels / 1e6} megapixels`);
}
