import type { Transit } from '#shared/station/sky/transit.ts';

/** What the user chose to see of the station. */
export class StationChoices {
  shape = $state<'flat' | 'globe'>('flat');
  /** Which transit the map shows: its body and time. */
  transit = $state.raw<Pick<Transit, 'body' | 't'> | null>(null);
  /** Culmination of the chosen pass, Unix seconds. */
  pass = $state<number | null>(null);
  onlyVisible = $state(false);
  /** Which parts of the view are unfolded. */
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
