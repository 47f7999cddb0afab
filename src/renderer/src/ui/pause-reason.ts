import { m } from '#words';
import type { AppState } from '#shared/state.ts';
import { untilTime } from '#shared/time-words.ts';

/** Why no request can be sent at present; null if requests can be sent. `now` in milliseconds since the Unix epoch. */
export function pauseReason(
  { suspension }: Pick<AppState, 'suspension'>,
  now: number,
): string | null {
  const { paused } = suspension;
  if (paused === null) return null;
  return paused === 'indefinite'
    ? m.app_paused_indefinitely()
    : m.app_paused_until({ until: untilTime(paused, now) });
}
