import type { Burn } from '#shared/station/burn.ts';
import { measureBurn } from '../orbit/burn.ts';
import { meanAltitudeKm } from '../orbit/propagation.ts';
import type { EstimatedOrbit } from '../orbit-estimator.ts';
import type { OrbitHistoryStore } from './history-store.ts';

export type OrbitHistoryLog = ReturnType<typeof createOrbitHistory>;

const dayMs = 86_400_000;
/** Two burns nearer than this, in milliseconds, are the same one, measured twice. */
const sameBurnMs = 4 * 3600_000;
/** The height of the orbit is recorded when a day ahead is known to this, km: then the mean motion is known well. */
const knownKm = 30;

/** Records the height of the orbit once a day and each burn once (orbit/burn.ts). */
export function createOrbitHistory(store: OrbitHistoryStore) {
  const known = store.read();
  let burns: readonly Burn[] = known.ok ? known.value.burns : [];
  /** Day of the last recorded height: days since the epoch. */
  let day = known.ok ? Math.floor((known.value.heights.at(-1)?.at ?? -Infinity) / dayMs) : NaN;

  function recordHeight({ orbit, ephemeris }: EstimatedOrbit, now: number): void {
    const today = Math.floor((orbit.epoch * 1000) / dayMs);
    if (today === day || ephemeris.sigmaKm(now / 1000 + 86_400) > knownKm) return;
    const km = meanAltitudeKm(orbit.elements);
    if (store.addHeight({ at: orbit.epoch * 1000, km }).ok) day = today;
  }

  function recordBurn({ orbit }: EstimatedOrbit, now: number): void {
    if (orbit.burn === null) return;
    const from = orbit.burn.from * 1000 - sameBurnMs;
    if (burns.some(({ at }) => at > from && at < (orbit.burn?.to ?? 0) * 1000 + sameBurnMs)) return;
    const measured = measureBurn(orbit);
    if (measured === null) return;
    const burn = { ...measured, foundAt: now };
    if (store.addBurn(burn).ok) burns = [...burns, burn];
  }

  return {
    /** Records what a new orbit shows. Returns the latest burn, or null. */
    update(estimate: EstimatedOrbit | null, now: number) {
      if (estimate !== null) {
        recordHeight(estimate, now);
        recordBurn(estimate, now);
      }
      return burns.at(-1) ?? null;
    },
    read: () => store.read(),
  };
}
