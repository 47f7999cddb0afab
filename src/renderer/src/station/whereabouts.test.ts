import { describe, expect, it } from 'vitest';
import { circlingOrbit, orbitView } from '#renderer-test/station-states.ts';
import { fixAt } from '#renderer-test/states.ts';
import { idleRemote, readyRemote } from '#shared/remote.ts';
import { spanOfPath } from '#shared/station/sky/sampled-path.ts';
import { placeBelow } from '#shared/station/sky/earth.ts';
import { whereaboutsAt } from './whereabouts.ts';

const t = Date.now() / 1000 + 100;

describe('whereaboutsAt', () => {
  it('returns place, altitude and inertial speed from the orbit', () => {
    const here = whereaboutsAt({ orbit: orbitView(), fix: idleRemote }, t);
    if (here?.by !== 'orbit') throw new Error('not by the orbit');
    const truth = placeBelow(circlingOrbit(t));
    expect(here.place.latitude).toBeCloseTo(truth.latitude, 4);
    expect(here.place.longitude).toBeCloseTo(truth.longitude, 4);
    expect(here.altitudeKm).toBeCloseTo(truth.altitudeKm, 2);
    // 2π · 6795 km in 5570 s. The drift of the node adds 0.005 km/s.
    expect(Math.abs(here.speedKmS - 7.665)).toBeLessThan(0.01);
  });

  it('returns the last fix before an orbit is known, and less than half a second from the ends of the path', () => {
    const fix = readyRemote(fixAt(12, 34), 0);
    const place = { latitude: 12, longitude: 34 };
    expect(whereaboutsAt({ orbit: null, fix }, t)).toEqual({ by: 'fix', place });
    const orbit = orbitView();
    const [from, to] = spanOfPath(orbit.path);
    expect(
      [from + 0.4, from + 0.5, to - 0.5, to - 0.4].map(
        (at) => whereaboutsAt({ orbit, fix }, at)?.by,
      ),
    ).toEqual(['fix', 'orbit', 'orbit', 'fix']);
  });

  it('returns null without a fix', () => {
    expect(whereaboutsAt({ orbit: null, fix: idleRemote }, t)).toBeNull();
  });
});
