import { dotProduct, radians, type PositionAt } from '#shared/station/sky/earth.ts';
import { lookAngles, siteOfObserver, type Observer } from '#shared/station/sky/observer.ts';
import type { HiddenReason, Moment, Pass } from '#shared/station/sky/pass.ts';
import { samplePath } from '#shared/station/sky/sampled-path.ts';
import { isSunlit } from '#shared/station/sky/shadow.ts';
import { sineOfSolarElevation, sunAt } from '#shared/station/sky/sun.ts';
import type { OrbitView, Station } from '#shared/station/station.ts';
import { appState } from './states.ts';

/** A circular orbit like the station's over the rotating Earth. */
export const circlingOrbit: PositionAt = (t) => {
  const radius = 6795;
  const along = (t * 2 * Math.PI) / 5570;
  const node = -t * (7.292115e-5 + 1.0e-6);
  const tilt = 51.64 * radians;
  const [x, y] = [radius * Math.cos(along), radius * Math.sin(along) * Math.cos(tilt)];
  return [
    x * Math.cos(node) - y * Math.sin(node),
    x * Math.sin(node) + y * Math.cos(node),
    radius * Math.sin(along) * Math.sin(tilt),
  ];
};

/** The orbit as main sends it, computed `ageMs` before now. */
export function orbitView(ageMs = 0, changes: Partial<OrbitView> = {}): OrbitView {
  const computedAt = Date.now() - ageMs;
  const t = computedAt / 1000;
  return {
    path: samplePath(circlingOrbit, t - 5600, t + 11_200),
    computedAt,
    fittedAt: computedAt,
    fixes: 90,
    spanHours: 24,
    rmsKm: 2.1,
    sigmaKmNow: 0.15,
    sigmaKmInADay: 2.4,
    reading: 'geocentric',
    ...changes,
  };
}

/** The passes above 10° of `circlingOrbit` in the five days from `from` on (Unix seconds), in steps of 10 s. */
export function passesFrom(from: number, observer: Observer): Pass[] {
  const site = siteOfObserver(observer);
  const passes: Pass[] = [];
  let moments: (Moment & { dark: boolean; lit: boolean })[] = [];
  for (let t = from; t < from + 5 * 86_400; t += 10) {
    const point = circlingOrbit(t);
    // Far below the horizon: skip the computation.
    const moment = dotProduct(site.up, point) < 5500 ? null : { t, ...lookAngles(site, point) };
    if (moment !== null && moment.elevation > 0) {
      const sun = sunAt(t);
      const dark = sineOfSolarElevation(site.up, sun) < Math.sin(-6 * radians);
      moments.push({ ...moment, dark, lit: isSunlit(point, sun) });
      continue;
    }
    const [rise, set] = [moments[0], moments.at(-1)];
    const peak = moments.toSorted((a, b) => b.elevation - a.elevation)[0];
    if (rise && set && peak && peak !== rise && peak !== set && peak.elevation > 10) {
      const visible = moments.filter(({ dark, lit, elevation }) => dark && lit && elevation >= 10);
      const reason: HiddenReason = !peak.dark ? 'daylight' : !peak.lit ? 'in-shadow' : 'too-low';
      passes.push({
        rise,
        peak,
        set,
        seen: { rise, set },
        visible: visible.length > 1,
        reason: visible.length > 1 ? null : reason,
        visibleFrom: visible.length > 1 ? (visible[0]?.t ?? null) : null,
        visibleTo: visible.length > 1 ? (visible.at(-1)?.t ?? null) : null,
        brightness: visible.length > 1 ? { magnitude: -2.8, band: 'jupiter' } : null,
      });
    }
    moments = [];
  }
  return passes;
}

export const berlinObserver: Observer = { latitude: 52.52, longitude: 13.4, altitude: 34 };

/**
 * The station with a known orbit and passes. `changes` replace the given fields. In a browser test, the first pass is
 * visible: see fixed-hour.ts.
 */
export function knownStation(changes: Partial<Station> = {}): Station {
  return {
    ...appState().station,
    fixesKept: 90,
    orbit: orbitView(),
    observer: { ...berlinObserver, source: 'settings' },
    passes: passesFrom(Date.now() / 1000, berlinObserver),
    passesUntil: Date.now() + 5 * 86_400_000,
    polling: { mode: 'sparse', everySeconds: 300 },
    ...changes,
  };
}
