import { relativeFormat } from '#shared/language/formats.ts';
import { passSpan } from '#shared/station/sky/pass-span.ts';
import type { AppState } from '#shared/state.ts';

const minuteMs = 60_000;
/**
 * The countdown is shown from this many minutes before a pass. With an earlier start, the text would change each minute
 * for hours.
 */
const maxMinutes = 60;

interface Countdown {
  /** The text, such as `in 12 min.`; empty if no visible pass starts within an hour. */
  readonly text: string;
  /** The next time at which the text changes without a change of the state, ms since the Unix epoch; null: never. */
  readonly until: number | null;
}

export const noCountdown: Countdown = { text: '', until: null };

/**
 * Returns the text beside the tray icon: the minutes to the next visible pass.
 *
 * @param now milliseconds since the Unix epoch
 */
export function trayCountdown({ station }: Pick<AppState, 'station'>, now: number): Countdown {
  const startTimes = station.passes
    .filter(({ visible }) => visible)
    .map((pass) => passSpan(pass).from * 1000)
    .filter((from) => from > now);
  if (startTimes.length === 0) return noCountdown;
  const start = Math.min(...startTimes);
  const minutes = Math.ceil((start - now) / minuteMs);
  if (minutes > maxMinutes) return { text: '', until: start - maxMinutes * minuteMs };
  const words = relativeFormat({ style: 'short' });
  return { text: words.format(minutes, 'minute'), until: start - (minutes - 1) * minuteMs };
}
