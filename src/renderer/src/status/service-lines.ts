import { m } from '#words';
import { countUnsent } from '#shared/journal/unsent.ts';
import { numberFormat } from '#shared/language/formats.ts';
import { sourceLines } from '#shared/picture/picture-sources.ts';
import type { AppState, ServiceName } from '#shared/state.ts';
import { nextPassInWords } from '#shared/station/pass-forecast.ts';
import { intervalInWords, untilInWords } from '#shared/time-words.ts';
import { joinSentences } from '#shared/words.ts';
import type { ServiceStatus } from '#shared/status/status.ts';
import {
  desktopInWords,
  rotationInWords,
  wallpaperInWords,
} from '#shared/wallpaper/wallpaper-words.ts';

/** A label and its text. */
export interface LabelledLine {
  readonly name: string;
  readonly words: string;
}

/** Details that only one service has, for each service. `now` in milliseconds since the Unix epoch. */
export function serviceDetails(app: AppState, now: number): Record<ServiceName, LabelledLine[]> {
  const { picture, wallpaper, station, journal } = app;
  const { last } = picture;
  const shownDate = wallpaper.kind === 'untouched' ? last?.record.date : wallpaper.date;
  const pictures = desktopInWords(app);
  const rotationWords = rotationInWords(app, now);
  const desktopSentences = [
    ...(shownDate === undefined ? [] : [wallpaperInWords(wallpaper, shownDate).words]),
    ...(app.selection.allHidden ? [m.wallpaper_all_hidden()] : []),
    ...(rotationWords === null ? [] : [rotationWords]),
  ];
  const { isNow, words } = nextPassInWords(station, now);
  return {
    picture: [
      ...sourceLines(app, now),
      ...(desktopSentences.length === 0
        ? []
        : [{ name: m.status_view_wallpaper(), words: joinSentences(desktopSentences) }]),
      ...(pictures.length === 0
        ? []
        : [{ name: m.status_view_pictures(), words: pictures.join(' · ') }]),
    ],
    position: [
      {
        name: m.status_view_next_pass(),
        words: isNow ? m.status_view_next_pass_now({ words }) : words,
      },
      { name: m.status_view_fixes(), words: numberOf(station.fixesKept) },
      { name: m.status_view_asked(), words: pollingInWords(station.polling.everySeconds) },
    ],
    posts: [
      { name: m.status_view_to_publish(), words: postsInWords(countUnsent(journal.counts)) },
      { name: m.status_view_refused(), words: postsInWords(journal.counts.refused) },
    ],
  };
}

/** The quota of the API key according to the service; null if unknown. */
export function quotaInWords({ quota }: ServiceStatus, now: number): string | null {
  if (quota === null) return null;
  const remainingWords = numberOf(quota.remaining);
  const quotaTime = untilInWords(quota.at, now);
  return quota.limit === null
    ? m.status_view_quota_left({
        count: quota.remaining,
        remaining: remainingWords,
        when: quotaTime,
      })
    : m.status_view_quota_left_of({
        remaining: remainingWords,
        limit: numberOf(quota.limit),
        when: quotaTime,
      });
}

const numberOf = (value: number): string => numberFormat({}).format(value);

const postsInWords = (count: number): string =>
  count === 0 ? m.status_view_no_posts() : m.status_view_posts({ count });

const pollingInWords = (seconds: number | null): string =>
  seconds === null
    ? m.status_view_asked_never()
    : m.status_view_asked_every({ duration: intervalInWords(seconds) });
