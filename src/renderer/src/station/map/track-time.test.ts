import { describe, expect, it } from 'vitest';
import { circlingOrbit } from '#renderer-test/station-states.ts';
import { placeBelow } from '#shared/station/sky/earth.ts';
import { samplePath } from '#shared/station/sky/sampled-path.ts';
import { fitGlobe, fitWorld, pointOfPlace } from './projection.ts';
import { timeOnTrack } from './track-time.ts';

const now = Date.UTC(2026, 10, 21, 16, 30) / 1000;
const path = samplePath(circlingOrbit, now - 6000, now + 12_000);
const projection = fitWorld(4000, 2100);
const orbitSeconds = 93 * 60;
const pointAt = (t: number) =>
  pointOfPlace(projection, placeBelow(circlingOrbit(t))) ?? expect.fail('not on the map');

describe('timeOnTrack', () => {
  it.each([-orbitSeconds, -3000, 0, 1800, 5000, 2 * orbitSeconds - 20])(
    'returns the time and the place of a point on the track, %d s from now',
    (after) => {
      const { time, place } =
        timeOnTrack(projection, path, now, pointAt(now + after)) ?? expect.fail();
      expect(Math.abs(time - now - after)).toBeLessThanOrEqual(10);
      const { latitude, longitude } = placeBelow(circlingOrbit(time));
      expect(place.latitude).toBeCloseTo(latitude, 1);
      expect(place.longitude).toBeCloseTo(longitude, 1);
    },
  );

  it('returns null for the parts of the orbit that are not drawn, and for those that are not known', () => {
    for (const after of [-orbitSeconds - 60, 2 * orbitSeconds + 60])
      expect(timeOnTrack(projection, path, now, pointAt(now + after))).toBeNull();
    const short = samplePath(circlingOrbit, now - 600, now + 600);
    const at = (after: number) => timeOnTrack(projection, short, now, pointAt(now + after));
    expect([at(-700), at(700)]).toEqual([null, null]);
    expect([at(-580), at(580)]).not.toContain(null);
  });

  it('returns null for a point more than 12 pixels from the track', () => {
    // For a point straight above the northernmost point of the track, the northernmost point is the nearest one.
    const times = Array.from({ length: orbitSeconds / 20 }, (_, k) => now + 20 * k);
    const [x, y] = times.map(pointAt).reduce((best, one) => (one[1] < best[1] ? one : best));
    expect(timeOnTrack(projection, path, now, [x, y - 11.5])).not.toBeNull();
    expect(timeOnTrack(projection, path, now, [x, y - 12.5])).toBeNull();
  });

  it('returns the time on the visible side of a globe where the hidden side of the track is behind it', () => {
    const globe = fitGlobe(600, 600, placeBelow(circlingOrbit(now)));
    const far = placeBelow(circlingOrbit(now + orbitSeconds / 2));
    expect(pointOfPlace(globe, far)).toBeNull();
    expect(timeOnTrack(globe, path, now, [300, 300])?.time).toBeCloseTo(now, -1);
  });
});
