import {
  aheadInWords,
  passesUnknownInWords,
  passForecast,
  reasonsInWords,
} from '#shared/station/pass-forecast.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { isFarFromClock, passSpan } from '#shared/station/sky/pass-span.ts';
import type { AppState } from '#shared/state.ts';
import { waitSentence } from '#shared/status/status-of-service.ts';
import { describeFailure, sentence } from '#shared/words.ts';
import { timeInWords } from '#renderer/ui/format.ts';
import { compassOf } from '#renderer/station/pass-words.ts';

/** What stands in the place of a picture that is not there. */
export function noPictureInWords({ picture, activities }: AppState): string {
  if (picture.last !== null) return 'This day has no picture to show.';
  if (picture.status === 'loading') return 'Fetching today’s picture…';
  if (picture.status === 'failed') return sentence(describeFailure(picture.failure));
  return waitSentence(activities.picture);
}

export interface PassWords {
  readonly title: string;
  readonly words: string;
}

/**
 * The next pass that can be seen, or why none is named.
 *
 * @param now milliseconds since the Unix epoch
 */
export function visiblePassInWords({ station }: Pick<AppState, 'station'>, now: number): PassWords {
  const forecast = passForecast(station, now);
  const title = 'Next visible pass';
  switch (forecast.kind) {
    case 'unknown':
      return { title, words: sentence(passesUnknownInWords(forecast.why)).slice(0, -1) };
    case 'none':
      return { title: 'Next pass', words: `None in the next ${aheadInWords(forecast.until, now)}` };
    case 'hidden': {
      const ahead = aheadInWords(forecast.until, now);
      return { title, words: `None in the next ${ahead}: ${reasonsInWords(forecast.reasons)}` };
    }
    case 'visible': {
      const { nextVisible: pass } = forecast;
      const { observer } = station;
      const isFar = observer !== null && isFarFromClock(observer.longitude, now);
      const clock = isFar ? ', by this computer’s clock' : '';
      return { title: titleOf(pass, now), words: wayOf(pass) + clock };
    }
  }
}

/** While it can be seen, until when; before, from when. */
function titleOf(pass: Pass, now: number): string {
  const { from, to } = passSpan(pass);
  return from * 1000 <= now
    ? `Look up now: until ${timeInWords(to * 1000, now)}`
    : `Look up: ${timeInWords(from * 1000, now)}`;
}

const wayOf = ({ rise, peak, set }: Pass): string =>
  `${Math.round(peak.elevation)}° high, ${compassOf(rise.azimuth)} to ${compassOf(set.azimuth)}`;
