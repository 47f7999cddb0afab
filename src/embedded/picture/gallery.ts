import { encodePng, filterRows } from './png/encode.ts';
import { renderSky, type Size } from './sky/render.ts';
import { inSlices } from './steps.ts';

/** The PNG file of a date in a size. The same request at the same time shares one rendering. */
export type Draw = (date: string, size: Size) => Promise<Buffer<ArrayBuffer>>;

/** Both sizes of a few days: about 15 MB. */
const kept = 8;

/**
 * Draws pictures one after the other and keeps the last few.
 *
 * @param signal ends all drawing; what was asked for is then rejected with its reason
 */
export function createGallery(signal: AbortSignal): Draw {
  const pictures = new Map<string, Promise<Buffer<ArrayBuffer>>>();
  let busy: Promise<unknown> = Promise.resolve();

  const draw: Draw = async (date, size) => {
    const rgb = await inSlices(renderSky(date, size), signal);
    const rows = await inSlices(filterRows(rgb, size.width, size.height), signal);
    return encodePng(rows, size.width, size.height);
  };

  return (date, size) => {
    const name = `${date} ${size.width}x${size.height}`;
    let picture = pictures.get(name);
    if (picture === undefined) {
      const begun = () => draw(date, size);
      picture = busy.then(begun, begun);
      busy = picture;
      // One that failed is not kept; whoever asked for it learns of it from the promise itself.
      picture.catch(() => pictures.delete(name));
    }
    // Last asked for, last to go.
    pictures.delete(name);
    pictures.set(name, picture);
    for (const oldest of pictures.keys()) {
      if (pictures.size <= kept) break;
      pictures.delete(oldest);
    }
    return picture;
  };
}
