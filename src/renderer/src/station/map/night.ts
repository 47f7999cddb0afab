import { geoCircle, type GeoProjection } from 'd3-geo';
import { radians } from '#shared/station/sky/earth.ts';
import { darkCircle, subsolarPoint, twilights } from '#shared/station/sky/sun.ts';
import { globeOfProjection, type Globe } from './globe.ts';
import { vectorOfPlace } from './sphere.ts';
import { traceShape } from './trace.ts';

/** The end of twilight, degrees of the Sun's elevation. */
const endOfTwilight = twilights.at(-1) ?? 0;
/** Enough steps of twilight to show no edges. */
const twilightSteps = 25;
/** Elevations of the Sun from sunset to the end of twilight, degrees. */
const duskElevations = Array.from(
  { length: twilightSteps },
  (_, step) => (endOfTwilight * step) / (twilightSteps - 1),
);
/** The colour token is for one of the four twilights. */
const twilightsPerStep = twilights.length / twilightSteps;

/** Darkens the side of the Earth that the Sun does not light, including twilights. `colour` is that of one twilight. */
export function drawNight(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  projection: GeoProjection,
  time: number,
  colour: string,
): void {
  const globe = globeOfProjection(projection);
  if (globe !== null) {
    drawOnGlobe(context, globe, time, colour);
    return;
  }
  context.globalAlpha = twilightsPerStep;
  for (const elevation of duskElevations) {
    const { center, radius } = darkCircle(time, elevation);
    context.beginPath();
    traceShape(
      context,
      projection,
      geoCircle().center([center.longitude, center.latitude]).radius(radius)(),
    );
    context.fillStyle = colour;
    context.fill();
  }
  context.globalAlpha = 1;
}

/** The largest width in pixels of the image of the night. It is scaled up for a larger globe. */
const maxImageWidth = 720;

/** The image of the night, and for each of its pixels the depth of a globe of radius 1 there. */
interface Shade {
  readonly across: number;
  readonly canvas: OffscreenCanvas;
  readonly image: ImageData;
  readonly pixels: Uint32Array;
  readonly depths: Float32Array;
}
let cachedShade: Shade | null = null;

function shadeOf(across: number): Shade {
  if (cachedShade?.across === across) return cachedShade;
  const depths = new Float32Array(across * across);
  for (let k = 0; k < depths.length; k += 1) {
    const x = (2 * ((k % across) + 0.5)) / across - 1;
    const y = (2 * (Math.floor(k / across) + 0.5)) / across - 1;
    depths[k] = Math.sqrt(Math.max(0, 1 - x * x - y * y));
  }
  const image = new ImageData(across, across);
  const pixels = new Uint32Array(image.data.buffer);
  cachedShade = { across, canvas: new OffscreenCanvas(across, across), image, pixels, depths };
  return cachedShade;
}

/**
 * Computes each pixel. Drawing 25 circles on top of each other takes many times as long. Without a graphics card, an
 * enlarged pattern and a gradient do, too.
 */
function drawOnGlobe(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  { x, y, radius, right, top, viewer }: Globe,
  time: number,
  colour: string,
): void {
  const colours = shadesOf(colour);
  const size = Math.round(2 * radius * context.getTransform().a);
  const { across, canvas, image, pixels, depths } = shadeOf(
    Math.max(1, Math.min(maxImageWidth, size)),
  );
  const [sx, sy, sz] = vectorOfPlace(subsolarPoint(time));
  const along = ([ax, ay, az]: Globe['top']): number => sx * ax + sy * ay + sz * az;
  const [toRight, toTop, toViewer] = [along(right), along(top), along(viewer)];
  // Converts the sine of the Sun's elevation to the index of a colour.
  const last = colours.length - 1;
  const scale = last / Math.sin(endOfTwilight * radians);
  const unit = 2 / across;
  const step = 2 * toRight * unit * scale;
  const forward = toViewer * scale;
  // Neighbours differ by less than can be seen: two pixels of two rows are computed once.
  let above = { from: 0, end: 0 };
  for (let row = 0; row < across; row += 1) {
    const height = 1 - (row + 0.5) * unit;
    const half = Math.sqrt(Math.max(0, 1 - height * height)) / unit;
    const from = row * across + Math.round(across / 2 - half);
    const end = row * across + Math.round(across / 2 + half);
    if (row % 2 === 1 && above.end > above.from) {
      const [begin, stop] = [
        Math.max(from, above.from + across),
        Math.min(end, above.end + across),
      ];
      pixels.copyWithin(begin, begin - across, stop - across);
      pixels.fill(pixels[begin] ?? 0, from, begin);
      pixels.fill(pixels[stop - 1] ?? 0, stop, end);
      continue;
    }
    above = { from, end };
    // `level` is the sum of two linear terms; the third term, `forward`, is not linear.
    let level = (toTop * height + toRight * ((from - row * across + 1) * unit - 1)) * scale;
    for (let k = from; k < end; k += 2) {
      const index = (level + forward * (depths[k] ?? 0)) | 0;
      const shade = colours[index < 0 ? 0 : index > last ? last : index] ?? 0;
      pixels[k] = shade;
      if (k + 1 < end) pixels[k + 1] = shade;
      level += step;
    }
  }
  const small = canvas.getContext('2d');
  if (small === null) return;
  small.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = across < size;
  context.drawImage(canvas, x - radius, y - radius, 2 * radius, 2 * radius);
}

let lastShades: { readonly colour: string; readonly shades: Uint32Array } | null = null;

/**
 * The colours from sunset to the end of twilight, in even steps of the sine of the Sun's elevation, as pixels of an
 * image.
 */
function shadesOf(colour: string): Uint32Array {
  if (lastShades?.colour === colour) return lastShades.shades;
  const probe = new OffscreenCanvas(1, 1).getContext('2d');
  const read = (): Uint8ClampedArray =>
    probe?.getImageData(0, 0, 1, 1).data ?? new Uint8ClampedArray(4);
  const paint = (): void => {
    if (probe === null) return;
    probe.fillStyle = colour;
    probe.fillRect(0, 0, 1, 1);
  };
  paint();
  const once = ((read()[3] ?? 0) / 255) * twilightsPerStep;
  // Only an opaque colour can be read exactly: draw it until it covers the pixel.
  for (let k = 0; once > 0 && k < 60; k += 1) paint();
  const [red = 0, green = 0, blue = 0] = read();
  const shades = new Uint32Array(256);
  const bytes = new Uint8Array(shades.buffer);
  for (let k = 0; k < shades.length; k += 1) {
    const sine = (Math.sin(endOfTwilight * radians) * k) / (shades.length - 1);
    const crossed = (twilightSteps * Math.asin(sine)) / (endOfTwilight * radians);
    bytes.set([red, green, blue, Math.round(255 * (1 - (1 - once) ** crossed))], 4 * k);
  }
  lastShades = { colour, shades };
  return shades;
}
