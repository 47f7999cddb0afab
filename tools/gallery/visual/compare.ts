import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

type Comparison =
  | { readonly kind: 'same' }
  | { readonly kind: 'different'; readonly pixels: number; readonly image: Buffer }
  | { readonly kind: 'resized'; readonly from: string; readonly to: string };

/** Below this part of all pixels a difference is held for noise of text rendering. */
const tolerance = 0.0002;

/** Compares two PNG files. `image` shows the second with what differs in red. */
export function compare(before: Buffer, after: Buffer): Comparison {
  if (before.equals(after)) return { kind: 'same' };
  const one = PNG.sync.read(before);
  const other = PNG.sync.read(after);
  const { width, height } = other;
  const size = (png: PNG): string => `${png.width} × ${png.height}`;
  if (one.width !== width || one.height !== height)
    return { kind: 'resized', from: size(one), to: size(other) };
  const image = new PNG({ width, height });
  const pixels = pixelmatch(one.data, other.data, image.data, width, height, { threshold: 0.08 });
  return pixels <= tolerance * width * height
    ? { kind: 'same' }
    : { kind: 'different', pixels, image: PNG.sync.write(image) };
}
