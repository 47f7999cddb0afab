import { escapeUTF8 } from 'entities';
import { m } from '#words';
import { fail, type Result } from '#shared/failure.ts';
import type { AppState } from '#shared/state.ts';
import { radians, wrapDegrees, type Place } from '#shared/station/sky/earth.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import { bearingOf, kmPerDegree, transitNearTime } from '#shared/station/transit-words.ts';
import { exportText, type TransferFiles } from '#platform/files/transfer-files.ts';
import { singleFileName } from './calendar/calendar-export.ts';

/** The texts of the place to stand. */
interface TransitFileTexts {
  readonly title: string;
  readonly description: string;
}

/**
 * Writes the centre line, the band and the place to stand of a transit to a file that the user chooses. The format is
 * KML if the name of the file ends with `.kml`, else GPX. Fails with `not-found` if the transit is no longer predicted.
 */
export async function exportTransit(
  { station, settings, services }: AppState,
  wanted: Pick<Transit, 'body' | 't'>,
  now: number,
  files: Pick<TransferFiles, 'write'>,
  choose: (name: string) => Promise<Result<string | null>>,
): Promise<Result<string | null>> {
  const transit = transitNearTime(station.transits?.list ?? [], wanted);
  if (transit === null || station.observer === null) return fail({ kind: 'not-found' });
  const { eventContentOf } = await import('./calendar/content.ts');
  const { summary, description } = eventContentOf(
    { kind: 'transit', transit, observer: station.observer },
    { alerts: settings.station.alerts, isSimulated: services.simulated, now },
  );
  return exportText(
    (path) => transitFile(transit, { title: summary, description }, path),
    files,
    () => choose(singleFileName(transit.t)),
  );
}

/** The content of the file at `path`. */
export const transitFile = (transit: Transit, texts: TransitFileTexts, path: string): string =>
  (path.toLowerCase().endsWith('.kml') ? kmlOf : gpxOf)(transit, texts);

/** The two edges of the band, along the centre line. */
const bandEdges = ({ line, halfWidthKm }: Transit): readonly (readonly Place[])[] =>
  [-90, 90].map((side) =>
    line.map((place, index) => {
      const course = bearingOf(line[index - 1] ?? place, line[index + 1] ?? place);
      return placeAtDistance(place, course + side, halfWidthKm);
    }),
  );

/** The place at a distance of some kilometres in the direction `bearing`, degrees from north by east. */
function placeAtDistance({ latitude, longitude }: Place, bearing: number, km: number): Place {
  const angle = bearing * radians;
  const kmPerLongitude = kmPerDegree * Math.cos(latitude * radians);
  return {
    latitude: latitude + (km * Math.cos(angle)) / kmPerDegree,
    longitude: wrapDegrees(longitude + (km * Math.sin(angle)) / kmPerLongitude),
  };
}

/** GPX 1.1 (https://www.topografix.com/GPX/1/1): a waypoint, and a track for the line and for each edge of the band. */
function gpxOf(transit: Transit, { title, description }: TransitFileTexts): string {
  const attributes = ({ latitude, longitude }: Place): string =>
    `lat="${latitude.toFixed(6)}" lon="${longitude.toFixed(6)}"`;
  const track = (name: string, places: readonly Place[]): string =>
    [
      `<trk><name>${escapeUTF8(name)}</name><trkseg>`,
      ...places.map((place) => `<trkpt ${attributes(place)}/>`),
      '</trkseg></trk>',
    ].join('\n');
  return [
    xmlDeclaration,
    '<gpx version="1.1" creator="Overhead" xmlns="http://www.topografix.com/GPX/1/1">',
    `<wpt ${attributes(transit.stand)}>`,
    `<time>${new Date(transit.t * 1000).toISOString()}</time>`,
    `<name>${escapeUTF8(title)}</name>`,
    `<desc>${escapeUTF8(description)}</desc>`,
    '</wpt>',
    track(m.sky_transit_file_line(), transit.line),
    ...bandEdges(transit).map((edge) => track(m.sky_transit_file_edge(), edge)),
    '</gpx>',
    '',
  ].join('\n');
}

/** KML 2.2 (OGC 07-147r2): a point, a line, and the band as a polygon. */
function kmlOf(transit: Transit, { title, description }: TransitFileTexts): string {
  const coordinates = (places: readonly Place[]): string => {
    const points = places.map(
      ({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`,
    );
    return `<coordinates>${points.join(' ')}</coordinates>`;
  };
  const [left = [], right = []] = bandEdges(transit);
  const ring = [...left, ...right.toReversed(), ...left.slice(0, 1)];
  return [
    xmlDeclaration,
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
    `<name>${escapeUTF8(title)}</name>`,
    `<Placemark><name>${escapeUTF8(title)}</name>`,
    `<description>${escapeUTF8(description)}</description>`,
    `<TimeStamp><when>${new Date(transit.t * 1000).toISOString()}</when></TimeStamp>`,
    `<Point>${coordinates([transit.stand])}</Point></Placemark>`,
    `<Placemark><name>${escapeUTF8(m.sky_transit_file_line())}</name>`,
    `<LineString><tessellate>1</tessellate>${coordinates(transit.line)}</LineString></Placemark>`,
    `<Placemark><name>${escapeUTF8(m.sky_transit_file_band())}</name>`,
    '<Style><LineStyle><width>1</width></LineStyle><PolyStyle><color>40ff8800</color></PolyStyle></Style>',
    `<Polygon><tessellate>1</tessellate><outerBoundaryIs><LinearRing>${coordinates(ring)}</LinearRing>`,
    '</outerBoundaryIs></Polygon></Placemark>',
    '</Document></kml>',
    '',
  ].join('\n');
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>';
