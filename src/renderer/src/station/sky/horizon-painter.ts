import type { LocalHorizon } from '#shared/station/sky/local-horizon-schema.ts';
import type { SkyPoint } from '#shared/station/sky/sky-arc.ts';
import type { MapColours } from '../map/colours.ts';
import type { Size } from '../map/size.ts';
import { groundPath, heightOfView, positionInView, linePath } from './horizon-view.ts';
import { dotRadius, litMoonPath } from './sky-chart.ts';

type Spot = readonly [x: number, y: number];

/** What the view towards the station shows; spots in CSS pixels from the middle of the horizon. */
export interface HorizonScene {
  /** Degrees of azimuth. */
  readonly facing: number;
  readonly horizon: LocalHorizon;
  readonly stars: readonly { readonly at: Spot; readonly magnitude: number }[];
  readonly bodies: readonly {
    readonly name: string;
    readonly at: Spot;
    readonly radius: number;
    /** Of the Moon: the part that is lit, and the direction of its bright limb, degrees clockwise. Null: a planet or the Sun. */
    readonly phase: { readonly lit: number; readonly limb: number } | null;
  }[];
  /** The directions along the pass, and along its visible part, which is empty if the pass is not visible. */
  readonly way: readonly SkyPoint[];
  readonly seen: readonly SkyPoint[];
  readonly compass: readonly { readonly name: string; readonly x: number }[];
  /** Null: the station is outside of the view. */
  readonly station: Spot | null;
  readonly colours: MapColours;
  readonly font: string;
}

/** Height of the strip below the horizon, with the ground and the letters, pixels. */
export const groundHeight = 34;
export const heightForWidth = (width: number): number => Math.round((heightOfView * width) / 2);

/** Lines of equal height, and the step of azimuth of their points: degrees. */
const heightLines = [30, 60];
const heightLineStep = 5;

/** Draws the view on a canvas of the same size. One element for each object would be too slow to move. */
export function paintHorizon(
  context: CanvasRenderingContext2D,
  { width, ratio }: Pick<Size, 'width' | 'ratio'>,
  scene: HorizonScene,
): void {
  const { facing, horizon, colours, font } = scene;
  const [size, height] = [width / 2, heightForWidth(width)];
  context.setTransform(ratio, 0, 0, ratio, size * ratio, height * ratio);
  context.fillStyle = colours.sea;
  context.fillRect(-size, -height, width, height + groundHeight);
  const line = (points: readonly SkyPoint[], colour: string, lineWidth: number): void => {
    context.strokeStyle = colour;
    context.lineWidth = lineWidth;
    context.stroke(new Path2D(linePath(points, facing, size)));
  };
  const write = (words: string, x: number, y: number, halo: string): void => {
    context.strokeStyle = halo;
    context.lineWidth = 3;
    context.strokeText(words, x, y);
    context.fillStyle = colours.text;
    context.fillText(words, x, y);
  };

  context.lineJoin = 'round';
  for (const elevation of heightLines) {
    const points = Array.from({ length: 41 }, (_, k) => ({
      azimuth: facing - 100 + k * heightLineStep,
      elevation,
    }));
    line(points, colours.line, 1);
  }
  drawStars(context, scene, ratio);
  context.font = `11px ${font}`;
  context.textAlign = 'left';
  for (const { name, at, radius, phase } of scene.bodies) {
    drawBody(context, at, radius, phase, colours);
    write(name, at[0] + radius + 5, at[1] + 4, colours.sea);
  }
  context.lineCap = 'round';
  context.setLineDash([2, 4]);
  line(scene.way, colours.muted, 1.75);
  context.setLineDash([]);
  if (scene.seen.length > 0) line(scene.seen, colours.accent, 3.5);
  context.lineCap = 'butt';
  const ground = new Path2D(groundPath(horizon, facing, size));
  context.fillStyle = colours.land;
  context.fill(ground);
  context.strokeStyle = colours.edge;
  context.lineWidth = 1;
  context.stroke(ground);
  for (const elevation of heightLines) {
    const [, up] = positionInView({ azimuth: facing, elevation }, facing) ?? [0, 0];
    write(`${elevation}°`, 4, -up * size - 4, colours.sea);
  }
  context.font = `12px ${font}`;
  context.textAlign = 'center';
  for (const { name, x } of scene.compass) {
    context.fillStyle = colours.text;
    context.fillRect(x - 0.5, 0, 1, 6);
    write(name, x, 22, colours.land);
  }
  if (scene.station === null) return;
  context.beginPath();
  context.arc(...scene.station, 9, 0, 2 * Math.PI);
  context.strokeStyle = colours.accent;
  context.lineWidth = 2.5;
  context.stroke();
}

/** Pictures of dots by radius, colour and resolution: a picture is drawn in a tenth of the time of a disc. */
const dotImages = new Map<string, OffscreenCanvas>();
const maxDotImages = 64;

function dotImage(radius: number, colour: string, ratio: number): OffscreenCanvas {
  const key = `${radius} ${ratio} ${colour}`;
  const known = dotImages.get(key);
  if (known !== undefined) return known;
  const across = 2 * Math.ceil(radius * ratio + 1);
  const dot = new OffscreenCanvas(across, across);
  const context = dot.getContext('2d');
  if (context !== null) {
    context.arc(across / 2, across / 2, radius * ratio, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
  }
  if (dotImages.size >= maxDotImages) dotImages.clear();
  dotImages.set(key, dot);
  return dot;
}

function drawStars(
  context: CanvasRenderingContext2D,
  { stars, colours }: HorizonScene,
  ratio: number,
): void {
  for (const { at, magnitude } of stars) {
    const radius = 1.2 * dotRadius(Math.round(2 * magnitude) / 2);
    const dot = dotImage(radius, colours.text, ratio);
    const across = dot.width / ratio;
    context.drawImage(dot, at[0] - across / 2, at[1] - across / 2, across, across);
  }
}

function drawBody(
  context: CanvasRenderingContext2D,
  [x, y]: Spot,
  radius: number,
  phase: HorizonScene['bodies'][number]['phase'],
  { sea, text, accent }: MapColours,
): void {
  context.save();
  context.translate(x, y);
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = phase === null ? accent : sea;
  context.fill();
  if (phase !== null) {
    context.strokeStyle = text;
    context.lineWidth = 0.75;
    context.stroke();
    context.rotate((phase.limb * Math.PI) / 180);
    context.fillStyle = text;
    context.fill(new Path2D(litMoonPath(phase.lit, radius)));
  }
  context.restore();
}
