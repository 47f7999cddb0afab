import { stationParts } from '#shared/station/view-parts.ts';
import { withoutCamera, type Optics } from '#shared/station/optics.ts';
import type { ViewChoices } from '#shared/view-choices.ts';
import { viewMemory } from '../ui/view-memory.svelte.ts';

/** The user's choices in the Station view. */
class StationChoices {
  shape = $state<'flat' | 'globe'>('globe');
  /** The camera whose frame is drawn around a transit. */
  optics = $state.raw<Optics>(withoutCamera);
  /** Culmination of the chosen pass, Unix seconds. */
  pass = $state<number | null>(null);
  /** The moment of a pass in the chart of the sky, Unix seconds. It is not part of `choices`. */
  moment = $state<number | null>(null);
  onlyVisible = $state(true);
  /** Whether each foldable part of the view is open. */
  readonly unfolded = $state({
    details: false,
    mapInWords: false,
    pathTable: false,
    skyTable: false,
    horizon: false,
    record: false,
    height: false,
  });

  get choices(): NonNullable<ViewChoices['station']> {
    const { shape, optics, pass, onlyVisible } = this;
    const unfolded = stationParts.filter((part) => this.unfolded[part]);
    return { shape, optics, pass, onlyVisible, unfolded };
  }

  set choices({ unfolded, ...choices }: NonNullable<ViewChoices['station']>) {
    Object.assign(this, choices);
    for (const part of stationParts) this.unfolded[part] = unfolded.includes(part);
  }
}

/** The choices in this window, which outlive a change of view. Call it while a component is created. */
export const stationChoices = (): StationChoices =>
  viewMemory().keepChoices('station', StationChoices);
