import { makeCanvas } from './canvas.ts';

/** How many of the first frames of an animation are compared, and how many of them at most, evenly spread. */
const compared = { first: 48, most: 12 };
/** A larger animation would need too much memory: its first frame is used. Pixels. */
const maxPixels = 16e6;
/** Another frame replaces the first one only if it has this many times its detail. */
const betterDetail = 1.5;
/** Side in pixels of the small copy in which detail is measured. */
const sampleSide = 64;

/**
 * The frame with the most detail of the first few of an animation, because many fade in from nothing. Null for a picture
 * that is not animated, and if its first frame will do.
 */
export async function bestFrame(
  blob: Blob,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<ImageBitmap | null> {
  const type = await animatedTypeOf(blob);
  if (type === null || typeof ImageDecoder === 'undefined' || width * height > maxPixels)
    return null;
  const decoder = new ImageDecoder({ data: await blob.arrayBuffer(), type });
  try {
    await decoder.tracks.ready;
    await decoder.completed;
    const count = Math.min(decoder.tracks.selectedTrack?.frameCount ?? 1, compared.first);
    const step = Math.ceil(count / compared.most);
    let best: { readonly index: number; readonly detail: number } | null = null;
    for (let index = 0; index < count; index += step) {
      // The frames after a damaged one may depend on it.
      const decoded = await decoder.decode({ frameIndex: index }).catch(() => null);
      if (decoded === null) break;
      const detail = detailOf(decoded.image);
      decoded.image.close();
      if (best === null) best = { index, detail: detail * betterDetail };
      else if (detail > best.detail) best = { index, detail };
    }
    if (best === null || best.index === 0) return null;
    const { image } = await decoder.decode({ frameIndex: best.index });
    const picture = await createImageBitmap(image);
    image.close();
    return picture;
  } catch {
    // The first frame can be decoded; a damaged later one is no reason to refuse the picture.
    return null;
  } finally {
    decoder.close();
  }
}

/** The part of a file in which its type is looked for, in bytes: a PNG may have a colour profile before `acTL`. */
const headBytes = 2 ** 20;

/** The type of a file that may be animated; null for all others. */
async function animatedTypeOf(blob: Blob): Promise<string | null> {
  const head = await blob.slice(0, headBytes).arrayBuffer();
  const text = new TextDecoder('latin1').decode(head);
  if (text.startsWith('GIF8')) return 'image/gif';
  if (/^RIFF[^]{4}WEBPVP8X/.test(text)) return 'image/webp';
  const [, firstChunk] = /^.PNG\r\n[^]*?(acTL|IDAT)/.exec(text) ?? [];
  return firstChunk === 'acTL' ? 'image/png' : null;
}

/** The change of brightness between adjacent pixels of a small copy, on grey: nothing has no detail. */
function detailOf(frame: CanvasImageSource): number {
  const { context } = makeCanvas(sampleSide, sampleSide);
  context.fillStyle = '#808080';
  context.fillRect(0, 0, sampleSide, sampleSide);
  context.drawImage(frame, 0, 0, sampleSide, sampleSide);
  const { data } = context.getImageData(0, 0, sampleSide, sampleSide);
  let detail = 0;
  for (let index = 4; index < data.length; index += 4)
    detail += Math.abs((data[index + 1] ?? NaN) - (data[index - 3] ?? NaN));
  return detail;
}
