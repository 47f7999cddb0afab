import type { Place } from '#shared/station/sky/earth.ts';
import type { Station } from '#shared/station/station.ts';
import { whereaboutsAt } from '../whereabouts.ts';
import type { Atlas } from './atlas.ts';
import type { CityLight } from './city-lights.ts';
import { followColours, type MapColours } from './colours.ts';
import { keepDrawing, type Drawing } from './keep-drawing.ts';
import { MapPainter } from './painter.ts';
import { wholeMap, type MapPosition } from './projection.ts';
import { followSize } from './size.ts';

/** The content of the last drawing. */
export interface LastDrawing {
  readonly painter: MapPainter;
  readonly station: Station;
  readonly whereabouts: ReturnType<typeof whereaboutsAt>;
  /** Unix seconds. */
  readonly time: number;
  /** Device pixels for each CSS pixel. */
  readonly ratio: number;
}

interface WorldCanvasOptions {
  readonly canvas: () => HTMLCanvasElement | undefined;
  readonly station: () => Station;
  readonly atlas: () => Atlas | null;
  /** The lights of cities; null or absent: none are drawn. */
  readonly lights?: () => readonly CityLight[] | null;
  /**
   * Returns the centre of the globe for the position of the station; null: draw the flat map. Default: the flat map.
   */
  readonly center?: (station: Place | null) => Place | null;
  /** The visible part of the map. Default: the whole map. */
  readonly position?: () => MapPosition;
  /** Further values on which the map depends. When one of them changes, the map is drawn immediately. */
  readonly view?: () => unknown;
  /** Returns the milliseconds until the map changes. */
  readonly pace: (drawn: LastDrawing) => number;
}

/** Milliseconds until the next attempt while the canvas or the atlas is not ready. */
const retryMs = 1000;
/** Milliseconds from the last move of the map until it is drawn in full detail. */
const settleMs = 120;

/** Draws the world and the station on a canvas while the canvas is in view. Call it while a component is created. */
export function keepWorldDrawn(options: WorldCanvasOptions): {
  readonly painter: MapPainter | null;
  /** Requests a drawing after a change of `center` that Svelte does not detect. */
  redraw(): void;
} {
  let painter = $state.raw<MapPainter | null>(null);
  let colours = $state.raw<MapColours | null>(null);
  let ratio = 1;
  let drawing: Drawing | null = null;

  // New data does not restart this effect: `draw` reads the current values in each frame.
  $effect(() => {
    const element = options.canvas();
    if (element === undefined) return;
    const stopColours = followColours(element, (read) => (colours = read));
    const stopSize = followSize(element, (size) => {
      ratio = size.ratio;
      painter = size.width > 0 && size.height > 0 ? new MapPainter(element, size) : null;
    });
    const newDrawing = keepDrawing(element, draw);
    drawing = newDrawing;
    return () => {
      stopColours();
      stopSize();
      newDrawing.stop();
    };
  });

  const scene = $derived({
    ...{ painter, colours, atlas: options.atlas(), station: options.station() },
    lights: options.lights?.() ?? null,
    position: options.position?.() ?? wholeMap,
    view: options.view?.(),
  });
  $effect(() => {
    if (scene.painter !== null) drawing?.redraw();
  });

  function draw(): number {
    const { painter, colours, atlas, lights, station, position } = scene;
    if (painter === null || colours === null) return retryMs;
    const { observer } = station;
    const time = Date.now() / 1000;
    const whereabouts = whereaboutsAt(station, time);
    painter.draw(
      { ...position, center: options.center?.(whereabouts?.place ?? null) ?? null },
      { atlas, lights, path: station.orbit?.path ?? null, time, colours, observer },
      {
        station: whereabouts?.place ?? null,
        point: whereabouts?.by === 'orbit' ? whereabouts.point : null,
        observer,
        colours,
      },
    );
    if (painter.isCoarse) return settleMs;
    return options.pace({ painter, station, whereabouts, time, ratio });
  }

  return {
    get painter() {
      return painter;
    },
    redraw: () => drawing?.redraw(),
  };
}
