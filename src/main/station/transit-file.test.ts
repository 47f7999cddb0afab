import { DomUtils, parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import { fail, ok } from '#shared/failure.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import { unknownStation } from '#shared/station/station.ts';
import { exportTransit, transitFile } from './transit-file.ts';

const line = Array.from({ length: 41 }, (_, k) => ({
  latitude: 52 + 0.02 * k + 2e-4 * k * k,
  longitude: 12 + 0.05 * k,
}));
const transit: Transit = {
  ...{ body: 'sun', t: 1_800_000_000.25, seconds: 0.8, azimuth: 180, elevation: 40 },
  ...{ discRadius: 0.26, separation: 1.3, rangeKm: 600, silhouette: 37, distanceKm: 11 },
  chord: { t: 1_800_000_000, right: 0, up: 0, rightRate: 0.5, upRate: 0 },
  ...{ stand: { latitude: 52.4123456, longitude: 13.7654321 }, halfWidthKm: 3, line, path: line },
  ...{ lineSigmaKm: 0.3, timeSigma: 0.2, goodAt: null },
};
const texts = { title: 'Sun & <ISS>', description: 'Look "south"\nand wait' };

const parse = (text: string) => parseDocument(text, { xmlMode: true });
const elements = (text: string, name: string) =>
  DomUtils.getElementsByTagName(name, parse(text), true);
const contentOf = (text: string, name: string): string[] =>
  elements(text, name).map((one) => DomUtils.textContent(one));

type Point = readonly [latitude: number, longitude: number];
/** Distance of two points on a sphere, km (haversine). */
function distance([fromLatitude, fromLongitude]: Point, [toLatitude, toLongitude]: Point): number {
  const half = (degrees: number): number => Math.sin((degrees * Math.PI) / 360) ** 2;
  const cosines = Math.cos((fromLatitude * Math.PI) / 180) * Math.cos((toLatitude * Math.PI) / 180);
  const root = half(toLatitude - fromLatitude) + cosines * half(toLongitude - fromLongitude);
  return 2 * 6371 * Math.asin(Math.sqrt(root));
}
const nearest = (point: Point, points: readonly Point[]): number =>
  Math.min(...points.map((one) => distance(point, one)));
/** The centre line in steps of 100 m. */
const fineLine = line.slice(1).flatMap((to, index): Point[] => {
  const from = line[index] ?? to;
  return Array.from({ length: 40 }, (_, k) => [
    from.latitude + ((to.latitude - from.latitude) * k) / 40,
    from.longitude + ((to.longitude - from.longitude) * k) / 40,
  ]);
});
const expectBand = (edges: readonly Point[]): void => {
  for (const [k, point] of edges.entries()) {
    expect(nearest(point, fineLine)).toBeCloseTo(3, 1);
    // At right angles to the line, the neighbouring places are equally far.
    const [before = point, after = point] = [line[k - 1], line[k + 1]].map(
      (one): Point | undefined => one && [one.latitude, one.longitude],
    );
    if (k > 0 && k < 40)
      expect(Math.abs(distance(point, before) - distance(point, after))).toBeLessThan(0.06);
  }
};

describe('transitFile', () => {
  it('writes GPX whose waypoint is the place to stand and whose tracks are the line and the edges of the band', () => {
    const gpx = transitFile(transit, texts, '/home/a/ISS.gpx');
    const pointOf = (one: { attribs: Record<string, string> }): Point => [
      Number(one.attribs['lat']),
      Number(one.attribs['lon']),
    ];
    expect(elements(gpx, 'wpt').map(pointOf)).toEqual([[52.412346, 13.765432]]);
    expect(contentOf(gpx, 'time')).toEqual(['2027-01-15T08:00:00.250Z']);
    expect(contentOf(gpx, 'name')[0]).toBe(texts.title);
    expect(contentOf(gpx, 'desc')).toEqual([texts.description]);
    const [center = [], ...edges] = elements(gpx, 'trkseg').map((one) =>
      DomUtils.getElementsByTagName('trkpt', one, true).map(pointOf),
    );
    expect(center).toHaveLength(41);
    expect(center[3]?.[0]).toBeCloseTo(52.0618, 6);
    expect(center[3]?.[1]).toBeCloseTo(12.15, 6);
    expect(edges).toHaveLength(2);
    edges.forEach(expectBand);
    const [left, right] = edges.map((edge): Point => edge[20] ?? [NaN, NaN]);
    expect(distance(left ?? [0, 0], right ?? [0, 0])).toBeCloseTo(6, 1);
  });

  it('writes KML with the point, the line and the closed polygon of the band', () => {
    const kml = transitFile(transit, texts, '/home/a/ISS.KML');
    const coordinates = contentOf(kml, 'coordinates').map((text) =>
      text.split(' ').map((pair): Point => {
        const [longitude, latitude] = pair.split(',').map(Number);
        return [latitude ?? NaN, longitude ?? NaN];
      }),
    );
    const [stand, center, ring = []] = coordinates;
    expect(coordinates).toHaveLength(3);
    expect(stand).toEqual([[52.412346, 13.765432]]);
    expect(center).toHaveLength(41);
    expect(ring).toHaveLength(83);
    expect(ring[0]).toEqual(ring.at(-1));
    expectBand(ring.slice(0, 41));
    expectBand(ring.slice(41, 82).toReversed());
    expect(contentOf(kml, 'when')).toEqual(['2027-01-15T08:00:00.250Z']);
    expect(contentOf(kml, 'name')[0]).toBe(texts.title);
  });
});

describe('exportTransit', () => {
  const observer = { latitude: 52.5, longitude: 13.4, altitude: 40, source: 'settings' } as const;
  const state: AppState = {
    ...emptyContent,
    revision: 1,
    services: { source: 'embedded', simulated: true },
    settings: defaultSettings,
    station: { ...unknownStation, observer, transits: { list: [transit], until: 1.9e12 } },
  };

  it('proposes the time as the name, and marks a simulated transit', async () => {
    const written: string[] = [];
    let proposal = '';
    const result = await exportTransit(
      state,
      { body: 'sun', t: transit.t + 60 },
      1.79e12,
      {
        write: (path, parts) => {
          for (const part of parts) if (part.ok) written.push(path, part.value);
          return Promise.resolve(ok(null));
        },
      },
      (name) => {
        proposal = name;
        return Promise.resolve(ok('/home/a/line.kml'));
      },
    );
    expect(result).toEqual(ok('/home/a/line.kml'));
    expect(proposal).toMatch(/^ISS 2027-01-15 \d\d\.\d\d$/);
    expect(written[0]).toBe('/home/a/line.kml');
    expect(contentOf(written[1] ?? '', 'name')[0]).toMatch(/^Demo data: /);
    expect(contentOf(written[1] ?? '', 'description')[0]).toMatch(/Never look at the Sun/);
  });

  it('fails with `not-found` if the transit is not in the list of predicted transits', async () => {
    const none = { write: () => Promise.reject(new Error('written')) };
    const choose = () => Promise.reject(new Error('asked'));
    const notFound = fail({ kind: 'not-found' });
    const exportFrom = (from: AppState, body: 'sun' | 'moon') =>
      exportTransit(from, { body, t: transit.t }, 1.79e12, none, choose);
    expect(await exportFrom(state, 'moon')).toEqual(notFound);
    for (const part of [{ observer: null }, { transits: null }]) {
      const unknown = { ...state, station: { ...state.station, ...part } };
      expect(await exportFrom(unknown, 'sun')).toEqual(notFound);
    }
  });
});
