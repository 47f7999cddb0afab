import { z } from 'zod';
import { passSpan, seenRiseAndSet } from '#shared/station/sky/pass-span.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { AlertSettings } from '#shared/station/station.ts';
import type { HookVariables } from '#platform/process/hooks.ts';
import { isoTime } from '#runtime/query.ts';
import { isSamePass, countedIntervalOf } from './sky/pass-alerts.ts';

/** For each event, the culmination (Unix seconds) of the last announced pass; null: none yet. */
export const announcedPassesSchema = z.object({
  soon: z.number().nullable(),
  begins: z.number().nullable(),
});
export type AnnouncedPasses = z.infer<typeof announcedPassesSchema>;

/**
 * The start of a pass is announced at most this late, seconds. After a longer sleep the announcement would be useless.
 */
const maxLateSeconds = 60;

/**
 * The passes that are soon (from `leadMinutes` before their start) or that started less than a minute before `now`.
 * Leaves out passes that were announced before, even with the times of an earlier fit. `onlyVisible` is applied even if
 * the alerts are off.
 *
 * @param passes in order of time
 * @param now milliseconds since the Unix epoch
 * @returns `nextAt`: the time of the next event, milliseconds since the Unix epoch; null: no later event is known
 */
export function passEvents(
  passes: readonly Pass[],
  { leadMinutes, onlyVisible }: Pick<AlertSettings, 'leadMinutes' | 'onlyVisible'>,
  announced: AnnouncedPasses,
  now: number,
): { readonly soon: Pass | null; readonly begins: Pass | null; readonly nextAt: number | null } {
  const t = now / 1000;
  let [soon, begins]: [Pass | null, Pass | null] = [null, null];
  let nextTime = Infinity;
  for (const pass of passes) {
    const countedFrom = countedIntervalOf(pass, onlyVisible)?.from;
    if (countedFrom === undefined) continue;
    const soonEventTime = countedFrom - leadMinutes * 60;
    for (const at of [soonEventTime, countedFrom]) if (at > t) nextTime = Math.min(nextTime, at);
    const isNew = (peak: number | null): boolean => peak === null || !isSamePass(peak, pass.peak.t);
    if (soonEventTime <= t && t < countedFrom && isNew(announced.soon)) soon ??= pass;
    if (countedFrom <= t && t < countedFrom + maxLateSeconds && isNew(announced.begins))
      begins ??= pass;
  }
  return { soon, begins, nextAt: nextTime === Infinity ? null : nextTime * 1000 };
}

export function passVariables(pass: Pass, isSimulated: boolean): HookVariables {
  const { from, to } = passSpan(pass);
  const { rise, set } = seenRiseAndSet(pass);
  return {
    own: {
      OVERHEAD_SIMULATED: isSimulated ? '1' : '',
      OVERHEAD_PASS_FROM: isoTime(from * 1000),
      OVERHEAD_PASS_TO: isoTime(to * 1000),
      OVERHEAD_PASS_VISIBLE: pass.visible ? '1' : '',
      OVERHEAD_PASS_ELEVATION: String(Math.round(pass.peak.elevation)),
      OVERHEAD_PASS_MAGNITUDE: pass.brightness?.magnitude.toFixed(1) ?? '',
      OVERHEAD_PASS_RISE: String(Math.round(rise.azimuth)),
      OVERHEAD_PASS_SET: String(Math.round(set.azimuth)),
    },
    foreign: {},
  };
}
