import type { Burn } from '#shared/station/burn.ts';
import { burnSearchSeconds, measureBurn } from '../orbit/burn.ts';
import { meanAltitudeKm } from '../orbit/propagation.ts';
import type { EstimatedOrbit } from '../orbit-estimator.ts';
import type { OrbitHistoryStore } from './history-store.ts';

const dayMs = 86_400_000;
/** Two burns nearer than this, in milliseconds, are the same burn, measured twice. */
const minBurnGapMs = 4 * 3600_000;
/**
 * The height is recorded only while the position a day ahead is known to within this, km, because then the mean motion
 * is known well.
 */
const maxSigmaKm = 30;

/** Records the height of the orbit once a day and each burn once (orbit/burn.ts). */
export class OrbitHistoryLog {
  readonly #store: OrbitHistoryStore;
  #burns: readonly Burn[];
  /** Day of the last recorded height: days since the Unix epoch. */
  #day: number;

  constructor(store: OrbitHistoryStore) {
    this.#store = store;
    const history = store.read();
    const { heights, burns } = history.ok ? history.value : { heights: [], burns: [] };
    this.#burns = burns;
    this.#day = dayNumberOf(heights.at(-1)?.at ?? -Infinity);
  }

  /** Records the height and the burn of a new orbit. Returns the latest burn, or null. */
  update(estimate: EstimatedOrbit | null, now: number): Burn | null {
    if (estimate !== null) {
      this.#recordHeight(estimate, now);
      this.#recordBurn(estimate, now);
    }
    return this.#burns.at(-1) ?? null;
  }

  read() {
    return this.#store.read();
  }

  #recordHeight({ orbit, ephemeris }: EstimatedOrbit, now: number): void {
    const time = orbit.epoch * 1000;
    if (dayNumberOf(time) === this.#day || ephemeris.sigmaKm(now / 1000 + 86_400) > maxSigmaKm)
      return;
    const altitudeKm = meanAltitudeKm(orbit.elements);
    if (this.#store.addHeight({ at: time, km: altitudeKm }).ok) this.#day = dayNumberOf(time);
  }

  #recordBurn({ orbit }: EstimatedOrbit, now: number): void {
    if (orbit.burn === null) return;
    const startTime = (orbit.burn.from - burnSearchSeconds) * 1000 - minBurnGapMs;
    const endTime = orbit.burn.to * 1000 + minBurnGapMs;
    if (this.#burns.some(({ at }) => at > startTime && at < endTime)) return;
    const measurement = measureBurn(orbit);
    if (measurement === null) return;
    const burn = { ...measurement, detectedAt: now };
    if (this.#store.addBurn(burn).ok) this.#burns = [...this.#burns, burn];
  }
}

/** Days since the Unix epoch. @param at milliseconds since the Unix epoch */
const dayNumberOf = (at: number): number => Math.floor(at / dayMs);
