import type { Failure } from '#shared/failure.ts';
import type { Wallpaper } from '#shared/picture/picture.ts';
import { nextAttempt } from '#shared/wallpaper/wallpaper-words.ts';
import { describeFailure, sentence } from '#shared/words.ts';
import type { Notice } from './notice.ts';

/**
 * What a person is told whose “Set as wallpaper” came to nothing; null where they ended the app meanwhile. It is an
 * answer: it comes each time, whatever the settings say of notices, and takes the place of what was told of a trouble.
 *
 * @param wallpaper how it stands now
 */
export function notSetNotice(failure: Failure, wallpaper: Wallpaper): Notice | null {
  if (failure.kind === 'cancelled') return null;
  const next = wallpaper.kind === 'failed' ? nextAttempt(wallpaper) : '';
  const why = `${sentence(describeFailure(failure) + next)} The one before stays.`;
  return answer('The wallpaper was not set', why);
}

/** What a person is told whose “Restore my wallpaper” did not work; null where they ended the app meanwhile. */
export function notRestoredNotice(failure: Failure): Notice | null {
  if (failure.kind === 'cancelled') return null;
  const why = `${sentence(describeFailure(failure))} The picture stays on your desktop.`;
  return answer('Your wallpaper was not restored', why);
}

const answer = (title: string, why: string): Notice => ({
  key: 'own:wallpaper',
  kind: 'trouble',
  title,
  body: `${why} A click says more.`,
  short: `${title}.`,
  click: { kind: 'open', view: 'why' },
  actions: [],
  until: null,
});
