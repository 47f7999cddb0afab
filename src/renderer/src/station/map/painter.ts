import type { GeoProjection } from 'd3-geo';
import { isSameJson } from '#shared/json.ts';
import type { Place } from '#shared/station/sky/earth.ts';
import { drawBaseLayer, type BaseScene } from './base-layer.ts';
import { fitGlobe, fitWorld, type MapPosition } from './projection.ts';
import type { Size } from './size.ts';
import { drawTopLayer, type TopScene } from './top-layer.ts';

/** Seconds between redraws of the slow layer: in 10 s the terminator moves by 0.04°, less than a pixel. */
const baseRedrawSeconds = 10;
/** The map counts as resting when it has not moved for this time, seconds. */
const restSeconds = 0.2;
/**
 * Resolution of the canvas while the map moves and there is no graphics card, relative to the resolution at rest: 0.5
 * draws a quarter of the pixels.
 */
const slowShare = 0.5;

/** What a drawing of the map shows. */
interface MapView extends MapPosition {
  /** The centre of the globe; null: the map is flat. */
  readonly center: Place | null;
}

/**
 * Draws the map on a canvas of one size. The slow layer is cached as a picture, except while the map moves in each frame:
 * to cache a picture that is shown only once would cost more than it saves. A globe that follows the station moves
 * seldom, so each of its pictures is shown several times. A moving map is drawn with less detail, and without a graphics
 * card with fewer pixels.
 */
export class MapPainter {
  /** The projection of the last drawing. */
  projection: GeoProjection;
  /** Whether the last drawing has less detail, and must be drawn again when the map rests. */
  isCoarse = false;
  readonly #size: Size;
  #view: MapView | null = null;
  readonly #canvas: HTMLCanvasElement;
  readonly #base: OffscreenCanvas;
  #drawnScene: BaseScene | null = null;
  /** The time at which the map last moved, Unix seconds. */
  #movedAt = -Infinity;

  constructor(canvas: HTMLCanvasElement, size: Size) {
    const { width, height, ratio } = size;
    this.#size = size;
    this.projection = fitWorld(width, height);
    this.#canvas = canvas;
    this.#base = new OffscreenCanvas(Math.round(width * ratio), Math.round(height * ratio));
  }

  draw(view: MapView, base: BaseScene, top: TopScene): void {
    const isMoving = this.#move(view);
    this.isCoarse = isMoving && base.time - this.#movedAt < restSeconds;
    if (isMoving) this.#movedAt = base.time;
    const time = Math.floor(base.time / baseRedrawSeconds) * baseRedrawSeconds;
    // The first drawing of the globe already makes the check for a graphics card, which takes some milliseconds: a
    // moving globe then does not wait for it.
    const isFast = (view.center === null && !isMoving) || hasGraphicsCard();
    const isSlow = this.isCoarse && !isFast;
    const ratio = this.#size.ratio * (isSlow ? slowShare : 1);
    const scene = { ...base, time, isCoarse: this.isCoarse, isSlow };
    if (!this.isCoarse) this.#refresh(scene);
    this.#resize(ratio);
    const context = this.#canvas.getContext('2d');
    if (context === null) return;
    clear(context, ratio);
    if (this.isCoarse) drawBaseLayer(context, this.projection, scene);
    else {
      context.resetTransform();
      context.drawImage(this.#base, 0, 0);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    drawTopLayer(context, this.projection, top);
  }

  /** Returns whether the same map has been turned, moved or zoomed since the last drawing. */
  #move(view: MapView): boolean {
    const { center, zoom } = view;
    const previousView = this.#view;
    if (previousView !== null && isSameJson(view, previousView)) return false;
    const { width, height } = this.#size;
    this.projection =
      center === null ? fitWorld(width, height, view) : fitGlobe(width, height, center, zoom);
    this.#view = view;
    this.#drawnScene = null;
    return previousView !== null && (center === null) === (previousView.center === null);
  }

  #refresh(scene: BaseScene): void {
    const previousScene = this.#drawnScene;
    const isCurrent =
      previousScene !== null &&
      previousScene.atlas === scene.atlas &&
      previousScene.lights === scene.lights &&
      previousScene.path === scene.path &&
      previousScene.colours === scene.colours &&
      isSameJson(previousScene.observer, scene.observer) &&
      previousScene.time === scene.time;
    const context = isCurrent ? null : this.#base.getContext('2d');
    if (context === null) return;
    clear(context, this.#size.ratio);
    drawBaseLayer(context, this.projection, scene);
    this.#drawnScene = scene;
  }

  /** Setting the size of a canvas empties it and allocates new memory, so the size is set only if it changes. */
  #resize(ratio: number): void {
    const width = Math.round(this.#size.width * ratio);
    const height = Math.round(this.#size.height * ratio);
    if (this.#canvas.width === width && this.#canvas.height === height) return;
    this.#canvas.width = width;
    this.#canvas.height = height;
  }
}

/** Empties a canvas, and scales it so that one unit is one CSS pixel. */
function clear(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  ratio: number,
): void {
  context.resetTransform();
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}

let graphicsCard: boolean | null = null;

/**
 * Whether a graphics card draws canvases. Without one, the time of a drawing grows with the number of its pixels. Only
 * WebGL reports this: without a graphics card, the name of its renderer is that of a program.
 */
export function hasGraphicsCard(): boolean {
  if (graphicsCard !== null) return graphicsCard;
  const probe = new OffscreenCanvas(1, 1).getContext('webgl');
  const info = probe?.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = info && probe?.getParameter(info.UNMASKED_RENDERER_WEBGL);
  graphicsCard = typeof renderer === 'string' && !/swiftshader|llvmpipe|software/i.test(renderer);
  probe?.getExtension('WEBGL_lose_context')?.loseContext();
  return graphicsCard;
}
