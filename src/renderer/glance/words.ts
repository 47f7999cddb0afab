import type { CommandFailure } from '#renderer/ui/command-failure.ts';
import { m } from '#words';
import { failureSentence } from '#shared/failure-words.ts';
import {
  forecastSpan,
  noPassInWords,
  passInWords,
  passesUnknownInWords,
  passForecast,
  reasonsInWords,
} from '#shared/station/pass-forecast.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { isFarFromClock, seenPart } from '#shared/station/sky/pass-span.ts';
import type { AppState } from '#shared/state.ts';
import { waitSentence } from '#shared/status/status-of-service.ts';
import { asSentence } from '#shared/words.ts';
import { compassInWords } from '#renderer/station/pass-words.ts';

/** The text in place of a missing picture. */
export function noPictureInWords({ picture, activities }: AppState): string {
  if (picture.last !== null) return m.glance_day_without_picture();
  if (picture.status === 'loading') return m.glance_fetching();
  if (picture.status === 'failed') return failureSentence(picture.failure);
  return waitSentence(activities.picture);
}

interface PassWords {
  readonly title: string;
  readonly words: string;
}

/**
 * The next visible pass, or why there is none.
 *
 * @param now milliseconds since the Unix epoch
 */
export function visiblePassInWords({ station }: Pick<AppState, 'station'>, now: number): PassWords {
  const forecast = passForecast(station, now);
  const title = m.glance_next_visible_pass();
  switch (forecast.kind) {
    case 'unknown':
      return { title, words: asSentence(passesUnknownInWords(forecast.why)).slice(0, -1) };
    case 'none':
      return { title: m.glance_next_pass(), words: noPassInWords(forecast.until, now) };
    case 'hidden': {
      const { unit, count } = forecastSpan(forecast.until, now);
      const reasons = reasonsInWords(forecast.reasons);
      const hiddenMessage = unit === 'days' ? m.glance_hidden_days : m.glance_hidden_hours;
      return { title, words: hiddenMessage({ count, reasons }) };
    }
    case 'visible': {
      const { nextVisible: pass } = forecast;
      const { observer } = station;
      const isFar = observer !== null && isFarFromClock(observer.longitude, now);
      const { isNow, words } = passInWords(pass, null, now);
      const title = isNow ? m.glance_look_up_until : m.glance_look_up_at;
      return { title: title({ pass: words }), words: directionsInWords(pass, isFar) };
    }
  }
}

/** @param isFar true if the times of the pass are not in the time zone of the place */
function directionsInWords(pass: Pass, isFar: boolean): string {
  const { from, to } = seenPart(pass);
  const directions = {
    from: compassInWords(from.azimuth),
    to: compassInWords(to.azimuth),
  };
  const words = directions.from === directions.to ? directions.from : m.glance_way(directions);
  return isFar ? m.forecast_by_clock({ pass: words }) : words;
}

/**
 * Returns the failure of a command, or null for a refusal by the desktop. The state already contains such a refusal,
 * and the app tries again to set the wallpaper.
 */
export const failureOfCommand = (failure: CommandFailure | null): CommandFailure | null =>
  failure?.kind === 'wallpaper' ? null : failure;
