import type { LocalHorizon } from '#shared/station/sky/local-horizon.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { skyArc } from '#shared/station/sky/sky-arc.ts';
import type { Sky } from '#shared/station/sky/sky.ts';

/** What a drawing of the sky with a pass shows. */
export interface SkyDrawing {
  pass: Pass;
  /** Returns the direction of the station at a time of the pass. */
  arc: ReturnType<typeof skyArc>;
  /** When the pass is visible, Unix seconds; null: never. */
  seen: { readonly from: number; readonly to: number } | null;
  /** The sky behind the pass; null: not known. */
  sky: Sky | null;
  /** Time of the sky behind the station, Unix seconds: it changes in steps. */
  skyT: number;
  /** Time of the drawing, Unix seconds. */
  t: number;
  /** Whether the Sun is low enough for stars to be visible. */
  dark: boolean;
  horizon: LocalHorizon;
}
