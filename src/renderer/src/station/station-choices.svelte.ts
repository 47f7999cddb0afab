import type { Transit } from '#shared/station/sky/transit.ts';
import { viewMemory } from '../app/view-memory.svelte.ts';

/** What the user chose to see of the station. */
class StationChoices {
  shape = $state<'flat' | 'globe'>('flat');
  /** Which transit the map shows: its body and time. */
  transit = $state.raw<Pick<Transit, 'body' | 't'> | null>(null);
  /** Culmination of the chosen pass, Unix seconds. */
  pass = $state<number | null>(null);
  onlyVisible = $state(false);
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
}

/** The choices of this window, which outlive a change of view. Call it while a component is created. */
export const stationChoices = (): StationChoices => viewMemory().keep(StationChoices);
