import type { LocalHorizon } from '#shared/station/sky/local-horizon.ts';
import type { SkyPoint } from '#shared/station/sky/sky-arc.ts';
import type { Direction } from '#shared/station/sky/sky.ts';
import type { MapColours } from '../map/colours.ts';
import type { Size } from '../map/size.ts';
import {
  heightAhead,
  heightOfView,
  traceGround,
  traceLine,
  projectionFacing,
} from './horizon-view.ts';
import { dotRadius, litMoonPath } from './sky-chart.ts';

type Spot = readonly [x: number, y: number];

/** What the view towards the station shows; spots in CSS pixels from the middle of the horizon. */
export interface HorizonScene {
  /** Degrees of azimuth. */
  readonly facing: number;
  readonly horizon: LocalHorizon;
  readonly stars: readonly { readonly to: Direction; readonly magnitude: number }[];
  readonly bodies: readonly {
    readonly name: string;
    readonly at: Spot;
    readonly radius: number;
    /**
     * For the Moon: the lit part, and the direction of the bright limb in degrees clockwise. Null for a planet or the
     * Sun.
     */
    readonly phase: { readonly lit: number; readonly limb: number } | null;
  }[];
  /** The directions along the pass, and along its visible part. The latter is empty if the pass is not visible. */
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

/** The elevations at which lines are drawn, degrees. */
const shownHeights = [30, 60];
/** For each elevation, its line in the view of an observer who faces north. */
const linesOfHeight: readonly (readonly SkyPoint[])[] = shownHeights.map((elevation) =>
  Array.from({ length: 41 }, (_, k) => ({ azimuth: 5 * k - 100, elevation })),
);

/** Draws the view on a canvas of the same size. One element for each object would be too slow to move. */
export function paintHorizon(
  context: CanvasRenderingContext2D,
  { width, ratio }: Pick<Size, 'width' | 'ratio'>,
  scene: HorizonScene,
): void {
  const { facing, horizon, colours, font } = scene;
  const [size, height] = [width / 2, heightForWidth(width)];
  // The middle of the horizon is on a whole device pixel.
  const [left, top] = [-Math.round(size * ratio) / ratio, -Math.round(height * ratio) / ratio];
  context.setTransform(ratio, 0, 0, ratio, -left * ratio, -top * ratio);
  const drawLine = (points: readonly SkyPoint[], colour: string, lineWidth: number): void => {
    context.strokeStyle = colour;
    context.lineWidth = lineWidth;
    context.beginPath();
    traceLine(context, points, facing, size);
    context.stroke();
  };
  const pictures = picturesIn(colours, width, ratio);
  const writeText = (words: string, x: number, y: number, halo: string): void => {
    const { font: textFont, textAlign } = context;
    const across = context.measureText(words).width + 2 * labelMargin;
    const start = textAlign === 'center' ? x - across / 2 : x - labelMargin;
    const key = `${textFont} ${halo} ${words}`;
    const area = [start, y - labelBaseline, across, labelHeight] as const;
    drawPicture(context, pictures, key, area, (label) => {
      label.font = textFont;
      label.lineJoin = 'round';
      label.strokeStyle = halo;
      label.lineWidth = 3;
      label.strokeText(words, labelMargin, labelBaseline);
      label.fillStyle = colours.text;
      label.fillText(words, labelMargin, labelBaseline);
    });
  };

  // The sky and the lines of equal elevation are the same in each direction.
  const view = [left, top, width + 1, height + groundHeight + 1] as const;
  drawPicture(context, pictures, 'sky', view, (sky) => {
    sky.translate(-left, -top);
    sky.fillStyle = colours.sea;
    sky.fillRect(...view);
    sky.strokeStyle = colours.line;
    for (const line of linesOfHeight) {
      sky.beginPath();
      traceLine(sky, line, 0, size);
      sky.stroke();
    }
  });
  context.lineJoin = 'round';
  drawStars(context, scene, width, pictures);
  context.font = `11px ${font}`;
  context.textAlign = 'left';
  for (const { name, at, radius, phase } of scene.bodies) {
    drawBody(context, at, radius, phase, colours);
    writeText(name, at[0] + radius + 5, at[1] + 4, colours.sea);
  }
  context.lineCap = 'round';
  context.setLineDash([2, 4]);
  drawLine(scene.way, colours.muted, 1.75);
  context.setLineDash([]);
  if (scene.seen.length > 0) drawLine(scene.seen, colours.accent, 3.5);
  context.lineCap = 'butt';
  context.beginPath();
  traceGround(context, horizon, facing, size);
  context.fillStyle = colours.land;
  context.fill();
  context.strokeStyle = colours.edge;
  context.lineWidth = 1;
  context.stroke();
  for (const elevation of shownHeights) {
    writeText(`${elevation}°`, 4, -heightAhead(elevation) * size - 4, colours.sea);
  }
  context.font = `12px ${font}`;
  context.textAlign = 'center';
  for (const { name, x } of scene.compass) {
    context.fillStyle = colours.text;
    context.fillRect(x - 0.5, 0, 1, 6);
    writeText(name, x, 22, colours.land);
  }
  if (scene.station === null) return;
  context.beginPath();
  context.arc(...scene.station, 9, 0, 2 * Math.PI);
  context.strokeStyle = colours.accent;
  context.lineWidth = 2.5;
  context.stroke();
}

/** Space around the words of a label for their halo, and from its top to the baseline of the words, pixels. */
const labelMargin = 3;
const labelBaseline = 14;
const labelHeight = 20;

interface Pictures {
  readonly colours: MapColours;
  readonly width: number;
  readonly ratio: number;
  readonly made: Map<string, ImageBitmap>;
}
let cachedPictures: Pictures | null = null;

/**
 * The pictures of the sky, of labels and of dots for one size and theme. A picture is drawn in a tenth of the time of a
 * disc, and the halo of a text takes longer than all the stars.
 */
function picturesIn(colours: MapColours, width: number, ratio: number): Pictures {
  const pictures = cachedPictures;
  if (pictures?.colours === colours && pictures.width === width && pictures.ratio === ratio)
    return pictures;
  cachedPictures = { colours, width, ratio, made: new Map() };
  return cachedPictures;
}

/**
 * Draws a part of the view as a picture, which `draw` makes when it is missing. Sizes are in CSS pixels. The position is
 * rounded to whole device pixels: between them, a picture is blurred and takes twice as long.
 */
function drawPicture(
  context: CanvasRenderingContext2D,
  { ratio, made }: Pictures,
  key: string,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  draw: (picture: OffscreenCanvasRenderingContext2D) => void,
): void {
  let picture = made.get(key);
  if (picture === undefined) {
    const canvas = new OffscreenCanvas(Math.ceil(width * ratio), Math.ceil(height * ratio));
    const own = canvas.getContext('2d');
    own?.scale(ratio, ratio);
    if (own !== null) draw(own);
    picture = canvas.transferToImageBitmap();
    made.set(key, picture);
  }
  context.drawImage(
    picture,
    Math.round(x * ratio) / ratio,
    Math.round(y * ratio) / ratio,
    picture.width / ratio,
    picture.height / ratio,
  );
}

function drawStars(
  context: CanvasRenderingContext2D,
  { stars, facing, colours }: HorizonScene,
  width: number,
  pictures: Pictures,
): void {
  const size = width / 2;
  const project = projectionFacing(facing);
  for (const { to, magnitude } of stars) {
    const spot = project(to);
    if (spot === null || Math.abs(spot[0]) > 1 || spot[1] > heightOfView) continue;
    const step = Math.round(2 * magnitude) / 2;
    const radius = 1.2 * dotRadius(step);
    const middle = Math.ceil(radius + 1);
    const [x, y] = [spot[0] * size, -spot[1] * size];
    const area = [x - middle, y - middle, 2 * middle, 2 * middle] as const;
    drawPicture(context, pictures, String(step), area, (dot) => {
      dot.arc(middle, middle, radius, 0, 2 * Math.PI);
      dot.fillStyle = colours.text;
      dot.fill();
    });
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
