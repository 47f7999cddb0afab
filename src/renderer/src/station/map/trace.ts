import { geoStream, type GeoPermissibleObjects, type GeoProjection } from 'd3-geo';

type Path = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'closePath'>;

/**
 * Adds a shape to the path that a canvas has begun. `geoPath` of d3-geo does the same, but includes the code that measures
 * shapes.
 */
export function trace(path: Path, projection: GeoProjection, shape: GeoPermissibleObjects): void {
  let isRing = false;
  let isFirst = true;
  const onto = {
    polygonStart: () => void (isRing = true),
    polygonEnd: () => void (isRing = false),
    lineStart: () => void (isFirst = true),
    lineEnd: () => {
      if (isRing) path.closePath();
    },
    point: (x: number, y: number) => {
      if (isFirst) path.moveTo(x, y);
      else path.lineTo(x, y);
      isFirst = false;
    },
  };
  geoStream(shape, projection.stream(onto));
}
