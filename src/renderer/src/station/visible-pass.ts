import { m } from '#words';
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
import { skyArc } from '#shared/station/sky/sky-arc.ts';
import type { AppState } from '#shared/state.ts';
import { dayInWords, untilClock } from '#shared/time-words.ts';
import { asSentence, joinSentences } from '#shared/words.ts';
import { compassInWords, wayInWords } from '#shared/station/sky/compass.ts';

interface PassWords {
  readonly title: string;
  readonly words: string;
}

/**
 * The next visible pass, or why there is none.
 *
 * @param now milliseconds since the Unix epoch
 * @param maxReasons how many reasons are given why no pass is visible
 */
export function visiblePassInWords(
  { station }: Pick<AppState, 'station'>,
  now: number,
  maxReasons = Infinity,
): PassWords {
  const forecast = passForecast(station, now);
  const title = m.glance_next_visible_pass();
  switch (forecast.kind) {
    case 'unknown':
      return { title, words: asSentence(passesUnknownInWords(forecast.why)).slice(0, -1) };
    case 'none':
      return { title: m.glance_next_pass(), words: noPassInWords(forecast.until, now) };
    case 'hidden': {
      const { unit, count } = forecastSpan(forecast.until, now);
      const reasons = reasonsInWords(forecast.reasons.slice(0, maxReasons));
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
export function directionsInWords(pass: Pass, isFar: boolean): string {
  const { from, to } = seenPart(pass);
  const words = wayInWords(from.azimuth, to.azimuth);
  return isFar ? m.forecast_by_clock({ pass: words }) : words;
}

/** When to look up and where, or why that is not known, in at most fifteen words. */
export function lookUpInWords(app: Pick<AppState, 'station'>, now: number): string {
  const { station } = app;
  const forecast = passForecast(station, now);
  if (forecast.kind !== 'visible') {
    const { title, words } = visiblePassInWords(app, now, 1);
    return joinSentences([asSentence(title), asSentence(words)]);
  }
  const { nextVisible: pass } = forecast;
  const { from, to } = seenPart(pass);
  if (from.t * 1000 <= now) {
    const { azimuth, elevation } = skyArc(pass)(now / 1000);
    const position = {
      direction: compassInWords(azimuth),
      height: Math.max(0, Math.round(elevation)),
    };
    return joinSentences([
      asSentence(m.glance_look_up_until({ pass: untilClock(to.t * 1000) })),
      asSentence(m.station_direction_height(position)),
    ]);
  }
  const isFar = station.observer !== null && isFarFromClock(station.observer.longitude, now);
  return joinSentences([
    asSentence(m.glance_look_up_at({ pass: dayInWords(from.t * 1000, now) })),
    asSentence(directionsInWords(pass, isFar)),
  ]);
}
