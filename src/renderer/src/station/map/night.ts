import { geoCircle, type GeoProjection } from 'd3-geo';
import { radians } from '#shared/station/sky/earth.ts';
import { darkCircle, subsolarPoint, twilights } from '#shared/station/sky/sun.ts';
import { stampLights, type CityLight, type Rgba } from './city-lights.ts';
import { globeOfProjection, type Globe } from './globe.ts';
import { vectorOfPlace } from './sphere.ts';
import { traceShape } from './trace.ts';

/** The end of twilight, degrees of the Sun's elevation. */
const endOfTwilight = twilights.at(-1) ?? NaN;
/** The number of steps in which twilight is drawn: enough to show no edges. */
const twilightSteps = 25;
/** Elevations of the Sun from sunset to the end of twilight, degrees. */
const duskElevations = Array.from(
  { length: twilightSteps },
  (_, step) => (endOfTwilight * step) / (twilightSteps - 1),
);
/** The number of twilights per step. The colour token is meant for one of the four twilights. */
const twilightsPerStep = twilights.length / twilightSteps;

interface NightScene {
  /** The colour of one twilight. */
  readonly colour: string;
  /** The lights of cities, which are drawn as pixels of the image of the night; null: no lights are drawn there. */
  readonly lights: readonly CityLight[] | null;
  /** The colour of the lights. */
  readonly city: string;
}

/** Darkens the side of the Earth that the Sun does not light, including twilights. */
export function drawNight(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  projection: GeoProjection,
  time: number,
  scene: NightScene,
): void {
  const globe = globeOfProjection(projection);
  if (globe !== null) {
    drawOnGlobe(context, globe, time, scene);
    return;
  }
  const { colour } = scene;
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

/** The image of the night, and for each of its pixels the depth of the surface of a globe with radius 1. */
interface Shade {
  readonly across: number;
  readonly canvas: OffscreenCanvas;
  readonly image: ImageData;
  readonly pixels: Uint32Array;
  readonly depths: Float32Array;
  /** The first column of the globe in each row. */
  readonly edges: Int32Array;
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
  const edges = Int32Array.from({ length: across }, (_, row) => {
    const height = 1 - (2 * (row + 0.5)) / across;
    return Math.round((across / 2) * (1 - Math.sqrt(1 - height * height)));
  });
  const image = new ImageData(across, across);
  const pixels = new Uint32Array(image.data.buffer);
  cachedShade = {
    across,
    canvas: new OffscreenCanvas(across, across),
    image,
    pixels,
    depths,
    edges,
  };
  return cachedShade;
}

/**
 * The width of the pieces of a row, pixels. A piece is filled at once if both of its ends are in full day, or both are
 * in full night.
 */
const pieceWidth = 16;

/**
 * Computes the pixels of the image. Drawing 25 circles on top of each other would take many times as long. Without a
 * graphics card, an enlarged pattern or a gradient would also take many times as long.
 */
function drawOnGlobe(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  globe: Globe,
  time: number,
  { colour, lights, city }: NightScene,
): void {
  const { x, y, radius, right, top, viewer } = globe;
  const colours = shadesOf(colour);
  const size = Math.round(2 * radius * context.getTransform().a);
  const { across, canvas, image, pixels, depths, edges } = shadeOf(
    Math.max(1, Math.min(maxImageWidth, size)),
  );
  const [sx, sy, sz] = vectorOfPlace(subsolarPoint(time));
  const sunComponent = ([ax, ay, az]: Globe['top']): number => sx * ax + sy * ay + sz * az;
  const [toRight, toTop, toViewer] = [sunComponent(right), sunComponent(top), sunComponent(viewer)];
  // Converts the sine of the Sun's elevation to the index of a colour.
  const lastIndex = colours.length - 1;
  const scale = lastIndex / Math.sin(endOfTwilight * radians);
  const unit = 2 / across;
  const nightColour = colours[lastIndex] ?? NaN;
  const levelStep = toRight * unit * scale;
  const depthFactor = toViewer * scale;
  // `level` is the sum of two linear terms; the third term, the depth, is not linear.
  const indexAt = (k: number, level: number): number => {
    const index = (level + depthFactor * (depths[k] ?? NaN)) | 0;
    return index < 0 ? 0 : index > lastIndex ? lastIndex : index;
  };
  // The part of the image that is not in full day.
  let [left, end, upper, lower] = [across, 0, across, 0];
  pixels.fill(0);
  // Adjacent pixels differ by less than a user can see: one value is computed for two by two pixels.
  for (let row = 0; row < across; row += 2) {
    const height = 1 - (row + 0.5) * unit;
    const firstColumn = edges[row] ?? NaN;
    const endColumn = across - firstColumn;
    const rowStart = row * across;
    const rowLevel = (toTop * height - toRight) * scale;
    for (let from = firstColumn; from < endColumn; from += pieceWidth) {
      const to = Math.min(from + pieceWidth, endColumn);
      const shade = indexAt(rowStart + from, rowLevel + from * levelStep);
      const isUniform = shade === indexAt(rowStart + to - 1, rowLevel + to * levelStep);
      if (shade === 0 && isUniform) continue;
      left = Math.min(left, from);
      end = Math.max(end, to);
      upper = Math.min(upper, row);
      lower = row + 2;
      if (shade === lastIndex && isUniform) {
        // For so few pixels, a loop is faster than `fill`.
        for (let k = rowStart + from; k < rowStart + to; k += 1) pixels[k] = nightColour;
        continue;
      }
      for (let k = from; k < to; k += 2) {
        const pairColour = colours[indexAt(rowStart + k, rowLevel + k * levelStep)] ?? NaN;
        pixels[rowStart + k] = pairColour;
        if (k + 1 < to) pixels[rowStart + k + 1] = pairColour;
      }
    }
    if (row + 1 === across) continue;
    const nextRowStart = rowStart + across;
    const edge = edges[row + 1] ?? NaN;
    pixels.copyWithin(
      nextRowStart + Math.max(edge, firstColumn),
      rowStart + Math.max(edge, firstColumn),
      rowStart + Math.min(across - edge, endColumn),
    );
    const [first = NaN, last = NaN] = [
      pixels[rowStart + firstColumn],
      pixels[rowStart + endColumn - 1],
    ];
    for (let k = edge; k < firstColumn; k += 1) {
      pixels[nextRowStart + k] = first;
      pixels[nextRowStart + across - 1 - k] = last;
    }
  }
  if (end <= left) return;
  if (lights !== null)
    stampLights({ pixels, across }, globe, lights, { time, colour: bytesOf(city) });

  const imageContext = canvas.getContext('2d');
  if (imageContext === null) return;
  const area = [left, upper, end - left, Math.min(lower, across) - upper] as const;
  imageContext.putImageData(image, 0, 0, ...area);
  context.imageSmoothingEnabled = across < size;
  const [partX, partY, width, tall] = area.map((value) => value * unit * radius) as [
    ...[number, number, number, number],
  ];
  context.drawImage(canvas, ...area, x - radius + partX, y - radius + partY, width, tall);
}

let lastColour: { readonly colour: string; readonly bytes: Uint8ClampedArray } | null = null;

/** The red, green, blue and opacity of a CSS colour. */
function bytesOf(colour: string): Rgba {
  if (lastColour?.colour !== colour) {
    const probe = new OffscreenCanvas(1, 1).getContext('2d');
    if (probe === null) return [0, 0, 0, 0];
    probe.fillStyle = colour;
    probe.fillRect(0, 0, 1, 1);
    lastColour = { colour, bytes: probe.getImageData(0, 0, 1, 1).data };
  }
  const [red = NaN, green = NaN, blue = NaN, opacity = NaN] = lastColour.bytes;
  return [red, green, blue, opacity];
}

let lastShades: { readonly colour: string; readonly shades: Uint32Array } | null = null;

/**
 * The colours from sunset to the end of twilight, in even steps of the sine of the Sun's elevation, as pixels of an
 * image.
 */
function shadesOf(colour: string): Uint32Array {
  if (lastShades?.colour === colour) return lastShades.shades;
  const probe = new OffscreenCanvas(1, 1).getContext('2d');
  const readPixel = (): Uint8ClampedArray =>
    probe?.getImageData(0, 0, 1, 1).data ?? new Uint8ClampedArray(4);
  const paint = (): void => {
    if (probe === null) return;
    probe.fillStyle = colour;
    probe.fillRect(0, 0, 1, 1);
  };
  paint();
  const paintAlpha = ((readPixel()[3] ?? NaN) / 255) * twilightsPerStep;
  // Only an opaque colour can be read exactly: draw it until it covers the pixel.
  for (let k = 0; k < 60; k += 1) paint();
  const [red = NaN, green = NaN, blue = NaN] = readPixel();
  const shades = new Uint32Array(256);
  const bytes = new Uint8Array(shades.buffer);
  for (let k = 0; k < shades.length; k += 1) {
    const sine = (Math.sin(endOfTwilight * radians) * k) / (shades.length - 1);
    const crossedSteps = (twilightSteps * Math.asin(sine)) / (endOfTwilight * radians);
    bytes.set([red, green, blue, Math.round(255 * (1 - (1 - paintAlpha) ** crossedSteps))], 4 * k);
  }
  lastShades = { colour, shades };
  return shades;
}
