import { nextPassInWords } from '#shared/station/pass-forecast.ts';
import { sourceLines, type SourceLine } from '#shared/picture/picture-sources.ts';
import type { AppState, ServiceName } from '#shared/state.ts';
import { countUnsent } from '#shared/journal/unsent.ts';
import { wallpaperInWords } from '../wallpaper/wallpaper.ts';

/** What is known of each service beyond what all of them have in common. `now` in milliseconds since the Unix epoch. */
export function moreOf(app: AppState, now: number): Record<ServiceName, SourceLine[]> {
  const { picture, wallpaper, station, journal } = app;
  const { last } = picture;
  const desktop = last === null ? null : wallpaperInWords(wallpaper, last.record.date).words;
  const { everySeconds } = station.polling;
  const { isNow, words } = nextPassInWords(station, now);
  const unsent = countUnsent(journal.counts);
  return {
    picture: [
      ...sourceLines(app, now),
      ...(desktop === null ? [] : [{ name: 'Wallpaper', words: desktop }]),
    ],
    position: [
      { name: 'Next pass', words: isNow ? `now, ${words}` : words },
      { name: 'Fixes kept', words: String(station.fixesKept) },
      {
        name: 'Asked',
        words: everySeconds === null ? 'not at all' : `about every ${everyInWords(everySeconds)}`,
      },
    ],
    posts: [
      { name: 'To publish', words: unsent === 0 ? 'nothing' : postsInWords(unsent) },
      {
        name: 'Refused',
        words: journal.counts.refused === 0 ? 'nothing' : postsInWords(journal.counts.refused),
      },
    ],
  };
}

const postsInWords = (count: number): string => (count === 1 ? 'a post' : `${count} posts`);

const everyInWords = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
