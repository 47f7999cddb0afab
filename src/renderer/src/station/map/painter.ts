import type { GeoProjection } from 'd3-geo';
import type { Place } from '#shared/station/sky/earth.ts';
import { drawBaseLayer, type BaseScene } from './base-layer.ts';
import { fitGlobe, fitWorld } from './projection.ts';
import type { Size } from './size.ts';
import { drawTopLayer, type TopScene } from './top-layer.ts';

/** Seconds between redraws of the slow layer: in 10 s the terminator moves by 0.04°, less than a pixel. */
const baseRedrawSeconds = 10;

/**
 * Draws the map on a canvas of one size. The slow layer is cached as a picture, except while the globe turns: a picture that
 * is shown only once costs more than what it saves.
 */
export class MapPainter {
  /** The projection of the last drawing. */
  projection: GeoProjection;
  readonly #size: Size;
  #center: Place | null = null;
  readonly #canvas: HTMLCanvasElement;
  readonly #base: OffscreenCanvas;
  readonly #ratio: number;
  #drawn: BaseScene | null = null;

  constructor(canvas: HTMLCanvasElement, size: Size) {
    const { width, height, ratio } = size;
    this.#size = size;
    this.projection = fitWorld(width, height);
    this.#canvas = canvas;
    this.#ratio = ratio;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    this.#base = new OffscreenCanvas(canvas.width, canvas.height);
  }

  /** @param center the centre of the globe; null draws the flat map */
  draw(center: Place | null, base: BaseScene, top: TopScene): void {
    const isTurning = this.#turn(center);
    const scene = { ...base, time: Math.floor(base.time / baseRedrawSeconds) * baseRedrawSeconds };
    if (!isTurning) this.#refresh(scene);
    const context = this.#canvas.getContext('2d');
    if (context === null) return;
    this.#clear(context);
    if (isTurning) drawBaseLayer(context, this.projection, scene);
    else {
      context.resetTransform();
      context.drawImage(this.#base, 0, 0);
      context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    }
    drawTopLayer(context, this.projection, top);
  }

  /** Returns whether the centre of the globe has changed since the last drawing. */
  #turn(center: Place | null): boolean {
    const before = this.#center;
    if (center?.longitude === before?.longitude && center?.latitude === before?.latitude)
      return false;
    const { width, height } = this.#size;
    this.projection = center === null ? fitWorld(width, height) : fitGlobe(width, height, center);
    this.#center = center;
    this.#drawn = null;
    return center !== null && before !== null;
  }

  #refresh(scene: BaseScene): void {
    const before = this.#drawn;
    const holds =
      before !== null &&
      before.atlas === scene.atlas &&
      before.lights === scene.lights &&
      before.path === scene.path &&
      before.colours === scene.colours &&
      before.time === scene.time;
    const context = holds ? null : this.#base.getContext('2d');
    if (context === null) return;
    this.#clear(context);
    drawBaseLayer(context, this.projection, scene);
    this.#drawn = scene;
  }

  /** Empties a canvas, in which one unit is one CSS pixel from then on. */
  #clear(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D): void {
    context.resetTransform();
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
  }
}
