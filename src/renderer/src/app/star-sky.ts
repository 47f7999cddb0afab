import type { Direction } from '#shared/station/sky/sky.ts';
import type { StarField } from '#shared/station/sky/star-field.ts';

type Context = CanvasRenderingContext2D;
type LayerContext = Context | OffscreenCanvasRenderingContext2D;

const rad = Math.PI / 180;
/**
 * Elevation of the centre and width of the view, degrees. The view faces south, or north in the southern hemisphere.
 */
const centreElevation = 32;
const fieldOfView = 116;
/** The height of the horizon in the middle of the view, as a share of the canvas, from the top. */
const horizonShare = 0.86;
/**
 * The strength of the blur, pixels. The Milky Way consists of many gradients, whose dithering adds up to a visible
 * pattern. This blur removes the pattern.
 */
const milkyWayBlur = 6;

const dot = (a: Direction, b: Direction): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Projects directions (east, north, up) stereographically onto a canvas. Null if over 107° from the centre. */
export function skyProjection(
  { width, height }: { readonly width: number; readonly height: number },
  isSouthern: boolean,
) {
  const northSign = isSouthern ? 1 : -1;
  const [sin, cos] = [Math.sin(centreElevation * rad), Math.cos(centreElevation * rad)];
  const forward: Direction = [0, northSign * cos, sin];
  const right: Direction = [northSign, 0, 0];
  const up: Direction = [0, -northSign * sin, cos];
  // The drawing is at least as wide and at least as high as the canvas.
  const scale = Math.max(
    width / (4 * Math.tan((fieldOfView * rad) / 4)),
    height / (4 * Math.tan((fieldOfView * rad) / 4)),
  );
  const horizonHeight = 2 * Math.tan((centreElevation * rad) / 2) * scale;
  const middle = horizonShare * height - horizonHeight;
  return {
    scale,
    point(direction: Direction): readonly [x: number, y: number] | null {
      const depth = dot(direction, forward);
      if (depth < -0.3) return null;
      const factor = (2 / (1 + depth)) * scale;
      return [width / 2 + factor * dot(direction, right), middle - factor * dot(direction, up)];
    },
  };
}

/** A pseudorandom number between 0 and 1, the same for the same input. */
function pseudorandom(seed: number): number {
  const value = Math.sin(seed * 127.1) * 43758.5453;
  return value - Math.floor(value);
}

const starTints = ['#ffffff', '#d3deff', '#ffffff', '#ffe9cc'] as const;

/**
 * Draws the stars of an evening over hills, on an area of `size` in CSS pixels. The same input gives the same drawing.
 */
export function drawStarSky(
  context: Context,
  size: { readonly width: number; readonly height: number },
  { stars, galaxy, isSouthern }: StarField,
): void {
  const { width, height } = size;
  const view = skyProjection(size, isSouthern);
  const airGradient = context.createLinearGradient(0, 0, 0, height * horizonShare);
  for (const [at, colour] of [
    [0, '#04070f'],
    [0.5, '#0a1430'],
    [0.82, '#1b2f5a'],
    [1, '#4d5f86'],
  ] as const)
    airGradient.addColorStop(at, colour);
  context.fillStyle = airGradient;
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = 'lighter';
  drawBlurred(context, size, (layer) => {
    drawMilkyWay(layer, view, galaxy);
  });
  for (const [index, { direction, magnitude }] of stars.entries()) {
    const point = view.point(direction);
    if (point === null) continue;
    const [x, y] = point;
    const radius = Math.max(0.65, (5.4 - magnitude) * 0.00078 * view.scale);
    // The air dims stars near the horizon.
    context.globalAlpha = Math.min(1, 0.55 + (4.5 - magnitude) / 6) * Math.min(1, direction[2] * 5);
    context.fillStyle = starTints[index % starTints.length] ?? '';
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    if (magnitude < 1) drawGlow(context, [x, y], radius * 6, 'rgb(190 210 255 / 34%)');
  }
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
  drawHills(context, size);
}

type View = ReturnType<typeof skyProjection>;

function drawGlow(
  context: LayerContext,
  [x, y]: readonly [number, number],
  radius: number,
  colour: string,
): void {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  gradient.addColorStop(0, colour);
  gradient.addColorStop(1, 'transparent');
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Draws on a canvas that is larger by a margin, and shows it blurred: without the margin the edges would be darker. */
function drawBlurred(
  context: Context,
  { width, height }: { readonly width: number; readonly height: number },
  draw: (layer: OffscreenCanvasRenderingContext2D) => void,
): void {
  const margin = 3 * milkyWayBlur;
  const canvas = new OffscreenCanvas(Math.ceil(width) + 2 * margin, Math.ceil(height) + 2 * margin);
  const layerContext = canvas.getContext('2d');
  if (layerContext === null) return;
  layerContext.translate(margin, margin);
  layerContext.globalCompositeOperation = 'lighter';
  draw(layerContext);
  context.filter = `blur(${String(milkyWayBlur)}px)`;
  context.drawImage(canvas, -margin, -margin);
  context.filter = 'none';
}

function drawMilkyWay(
  context: LayerContext,
  view: View,
  { pole, center }: StarField['galaxy'],
): void {
  const sideAxis: Direction = [
    pole[1] * center[2] - pole[2] * center[1],
    pole[2] * center[0] - pole[0] * center[2],
    pole[0] * center[1] - pole[1] * center[0],
  ];
  for (let step = 0; step < 360; step += 0.5) {
    const [cos, sin] = [Math.cos(step * rad), Math.sin(step * rad)];
    // The band extends 7° to both sides of the galactic equator.
    const latitude = (pseudorandom(step) - 0.5) * 14 * rad;
    const direction: Direction = [
      (center[0] * cos + sideAxis[0] * sin) * Math.cos(latitude) + pole[0] * Math.sin(latitude),
      (center[1] * cos + sideAxis[1] * sin) * Math.cos(latitude) + pole[1] * Math.sin(latitude),
      (center[2] * cos + sideAxis[2] * sin) * Math.cos(latitude) + pole[2] * Math.sin(latitude),
    ];
    const point = view.point(direction);
    if (direction[2] < -0.05 || point === null) continue;
    // The band is brightest towards the galactic centre.
    context.globalAlpha = 0.5 + 0.5 * cos * cos * (cos > 0 ? 1 : 0.3);
    const radius = (0.1 + 0.12 * pseudorandom(step + 0.5)) * view.scale;
    drawGlow(context, point, radius, 'rgb(150 165 215 / 6%)');
  }
}

/** Draws two lines of hills along the horizon. */
function drawHills(
  context: Context,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  for (const [base, rise, phase, colour] of [
    [0.845, 0.03, 0.4, '#0b1226'],
    [0.885, 0.022, 2.1, '#05080f'],
  ] as const) {
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(0, height);
    for (let step = 0; step <= 120; step += 1) {
      const x = step / 120;
      const wave =
        Math.sin(x * 7 + phase) + 0.5 * Math.sin(x * 17 + 2 * phase) + 0.2 * Math.sin(x * 41);
      context.lineTo(x * width, (base - rise * wave) * height);
    }
    context.lineTo(width, height);
    context.closePath();
    context.fill();
  }
}
