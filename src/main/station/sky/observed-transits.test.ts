// Transits of the Sun that were observed, with the predictions that were published then. Element sets, lines and
// intermediate values: Thomas Fly, SeeSat-L, June 2004, messages 0231, 0348 and 0379 (satobs.org/seesat), and
// iss-transit.sourceforge.net (Roland Stalder, 2003).
import { describe, expect, it } from 'vitest';
import {
  distanceBetween,
  dotProduct,
  earthFixedOf,
  subtractVectors,
  placeBelow,
  toUnitVector,
  type EarthFixed,
  type Place,
} from '#shared/station/sky/earth.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import { distanceFromLineKm } from '#test/support/line.ts';
import { orbitTruthOf } from '#test/support/orbit.ts';
import type { Ephemeris } from '../orbit/ephemeris.ts';
import { bodyAt, discBodies } from './bodies.ts';
import { groundPointOnLine, transitsOf } from './transits.ts';

/** An orbit without uncertainty. */
const certain = (earthFixed: Ephemeris['earthFixed'], epoch: number): Ephemeris => ({
  earthFixed,
  sigmaKm: () => 0,
  deviations: () => ({ alongKm: 0, crossKm: 0 }),
  timeSigma: () => 0.1,
  epoch,
  at: () => expect.fail('not used'),
});

function byElements(line1: string, line2: string): Ephemeris {
  const { earthFixed, epoch } = orbitTruthOf([line1, line2]);
  return certain(earthFixed, epoch);
}

function solarTransit(ephemeris: Ephemeris, observer: Observer, near: number): Transit {
  const options = { from: near - 1200, hours: 0.5, withinKm: 60 };
  const found = transitsOf(ephemeris, observer, options).filter(({ body }) => body === 'sun');
  expect(found).toHaveLength(1);
  return found[0] ?? expect.fail('no transit');
}

describe('the solar transit of 8 June 2004 over Stupava, during a transit of Venus', () => {
  const at = Date.UTC(2004, 5, 8, 10, 9, 17) / 1000;
  const ephemeris = byElements(
    '1 25544U 98067A   04159.51929753  .00020000  00000-0  20000-3 0  9009',
    '2 25544  51.6330  15.0298 0005537 207.1571 152.9300 15.68796178 36803',
  );
  const stupava = { latitude: 48.2579, longitude: 17.0272, altitude: 208 };
  const published = [
    { latitude: 48.2109, longitude: 16.9334 },
    { latitude: 48.2413, longitude: 17.0222 },
    { latitude: 48.2717, longitude: 17.1111 },
  ];

  it('is found at the published time, in the published direction, on the disc', () => {
    const transit = solarTransit(ephemeris, stupava, at);
    expect(transit.t).toBeCloseTo(at + 0.16, 1);
    expect(transit.elevation).toBeCloseTo(63.3, 1);
    expect(Math.abs(transit.azimuth - 158.0)).toBeLessThan(0.3);
    expect(Math.abs(transit.rangeKm - 411)).toBeLessThan(1.5);
    expect(transit.halfWidthKm).toBeCloseTo(2.1, 1);
    expect(transit.distanceKm).toBeCloseTo(1.5, 0);
    expect(transit.separation).toBeLessThan(transit.discRadius);
    expect(
      distanceBetween(
        earthFixedOf(transit.stand),
        earthFixedOf({ latitude: 48.2461, longitude: 17.0361 }),
      ),
    ).toBeLessThan(0.05);
  });

  it('has the published centre line to 40 m, if the height of the place is used', () => {
    const { line } = solarTransit(ephemeris, stupava, at);
    for (const place of published) expect(distanceFromLineKm(line, place)).toBeLessThan(0.04);
    const atSeaLevel = solarTransit(ephemeris, { ...stupava, altitude: 0 }, at);
    for (const place of published)
      expect(distanceFromLineKm(atSeaLevel.line, place)).toBeGreaterThan(0.07);
  });

  // The published states are inertial. They can be used as Earth-fixed ones, because the ellipsoid is symmetrical about
  // its axis. The published ellipsoid is that of WGS 72.
  it('has the published shadow of Venus, at sea level and 208 m higher', () => {
    const station: EarthFixed = [1784.4122498587, 4271.0884941226, 4894.8622661085];
    const earthRadius = 6378.135;
    const venus: EarthFixed = [
      1429.290544670262 * earthRadius,
      6097.790361173431 * earthRadius,
      2619.326244595597 * earthRadius,
    ];
    const shadow = (km: number) =>
      groundPointOnLine(station, venus, km) ?? expect.fail('no shadow');
    const [low, high] = [shadow(0), shadow(0.208)];
    expect(distanceBetween(low, [1697.6844643741, 3901.0494524567, 4735.9398772895])).toBeLessThan(
      0.003,
    );
    expect(distanceBetween(high, [1697.7335414528, 3901.2588097894, 4736.0298265621])).toBeLessThan(
      0.003,
    );
    // On ground that is 208 m higher, the point on the map is displaced by 208 m / tan(elevation).
    const elevation = 1.1022170167806276;
    const onMap = distanceBetween(earthFixedOf(placeBelow(low)), earthFixedOf(placeBelow(high)));
    expect(onMap * 1000).toBeCloseTo(208 / Math.tan(elevation), 0);
  });
});

describe('the solar transit of 17 June 2004 in South Carolina, across the middle of the disc', () => {
  const at = Date.UTC(2004, 5, 17, 19, 8, 57) / 1000;
  /** The longitude was not published; this is that of the town. */
  const observer = { latitude: 34.8254, longitude: -81.87, altitude: 250 };

  it.each([
    [
      'the control centre',
      '1 25544U 98067A   04169.13725307  .00020000  00000-0  20000-3 0  9007',
      '2 25544  51.6318 326.0063 0005492 248.0712 111.9865 15.69077207 38310',
    ],
    [
      'the radar, 16 h before',
      '1 25544U 98067A   04169.10162037  .00014335  00000-0  12605-3 0    51',
      '2 25544  51.6330 326.1792 0005233 243.4595 275.1775 15.69060507318303',
    ],
    [
      'the radar, 12 h before',
      '1 25544U 98067A   04169.27747323  .00014504  00000-0  12744-3 0    70',
      '2 25544  51.6330 325.2825 0005320 243.3641 189.2726 15.69066692318333',
    ],
    [
      'the radar, 8 h before',
      '1 25544U 98067A   04169.47484569  .00016159  00000-0  14132-3 0    84',
      '2 25544  51.6328 324.2771 0005306 244.4630 223.8287 15.69079576318368',
    ],
    [
      'the radar, 3 h before',
      '1 25544U 98067A   04169.68053241  .00016608  00000-0  14504-3 0    99',
      '2 25544  51.6332 323.2284 0005332 246.0243 304.9107 15.69087566318391',
    ],
  ])('is found within 1.5 s of the observation with elements of %s', (_from, line1, line2) => {
    const transit = solarTransit(byElements(line1, line2), observer, at);
    // The oldest set is one second late.
    expect(Math.abs(transit.t - at)).toBeLessThan(1.5);
    expect(transit.separation).toBeLessThan(transit.discRadius);
  });
});

describe('the solar transit of 16 August 2003 over Lucerne, filmed at 12:17:51.6 CEST', () => {
  const hubelmatt = { latitude: 47.0381, longitude: 8.3064, altitude: 487 };
  const second = Date.UTC(2003, 7, 16, 10, 17, 50) / 1000;
  const published = [
    { latitude: 46.9973, longitude: 8.1644 },
    { latitude: 47.0322, longitude: 8.2475 },
  ] as const;
  const rangeKm = 473;

  /**
   * The position of the station with the shadow at `place` at the time `t`. The element set of this transit is unknown.
   */
  function stationOver(place: Place, t: number): EarthFixed {
    const ground = earthFixedOf(place, hubelmatt.altitude / 1000);
    const sight = toUnitVector(subtractVectors(bodyAt(discBodies.sun.body, t), ground));
    return [
      ground[0] + rangeKm * sight[0],
      ground[1] + rangeKm * sight[1],
      ground[2] + rangeKm * sight[2],
    ];
  }

  it('is found at the filmed time, between two published places on the centre line', () => {
    const [a, b] = [stationOver(published[0], second), stationOver(published[1], second + 1)];
    const rate = Math.acos(dotProduct(a, b) / Math.hypot(...a) / Math.hypot(...b));
    // A point on the great circle through both places.
    const onCircle = (t: number): EarthFixed => {
      const angle = rate * (t - second);
      const [ofA, ofB] = [
        Math.sin(rate - angle) / Math.sin(rate),
        Math.sin(angle) / Math.sin(rate),
      ];
      return [ofA * a[0] + ofB * b[0], ofA * a[1] + ofB * b[1], ofA * a[2] + ofB * b[2]];
    };
    const transit = solarTransit(certain(onCircle, second), hubelmatt, second);
    expect(transit.t).toBeCloseTo(second + 1.56, 1);
    expect(Math.abs(transit.elevation - 53.5)).toBeLessThan(0.2);
    expect(Math.abs(transit.azimuth - 148.9)).toBeLessThan(0.5);
    expect(Math.abs(transit.rangeKm - rangeKm)).toBeLessThan(1);
    expect(transit.distanceKm).toBeCloseTo(1.1 * 1.609, 0);
    expect(Math.abs(transit.halfWidthKm - 1.6 * 1.609)).toBeLessThan(0.2);
    expect(
      distanceBetween(
        earthFixedOf(transit.stand),
        earthFixedOf({ latitude: 47.0516, longitude: 8.2941 }),
      ),
    ).toBeLessThan(0.1);
    expect(transit.separation).toBeLessThan(transit.discRadius);
  });
});
