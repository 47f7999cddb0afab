import type { View } from '../../../shared/app.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { AppState } from '../../../shared/state.ts';
import { describeFailure } from '../../../shared/words.ts';

export const needKinds = ['disk', 'key', 'refused-posts', 'wallpaper'] as const;
export type NeedKind = (typeof needKinds)[number];

/** Something that stays as it is until the person does something about it. */
export interface Need {
  readonly kind: NeedKind;
  /** What is the matter, without a capital and without a full stop. */
  readonly text: string;
  /** What works all the same, and what to do: whole sentences. */
  readonly advice: string;
  /** Where it can be seen to. */
  readonly opens: View;
}

/** All that needs the person, the worst first. A service that cannot be reached is none: it is tried again. */
export function needsOf(state: AppState): Need[] {
  return [diskNeed(state), keyNeed(state), postsNeed(state), wallpaperNeed(state)].filter(
    (need) => need !== null,
  );
}

/** Codes of a disk that somebody has to see to. Another one may be gone at the next attempt. */
const lasting = new Set(['ENOSPC', 'SQLITE_FULL', 'EROFS', 'SQLITE_READONLY', 'EACCES', 'EPERM']);

function diskNeed(state: AppState): Need | null {
  const failures = [standing(state, 'picture'), standing(state, 'position'), pictureFailure(state)];
  const storage = failures.find((failure) => failure?.kind === 'storage');
  const isLasting = storage?.kind === 'storage' && lasting.has(storage.code);
  if (!isLasting && state.journal.durable) return null;
  return {
    kind: 'disk',
    text: isLasting ? describeFailure(storage) : 'the disk does not take what you write',
    advice: 'What is on the screen works on, but nothing new is kept. Make room on the disk.',
    opens: 'why',
  };
}

function keyNeed(state: AppState): Need | null {
  if (standing(state, 'picture')?.kind !== 'key-refused') return null;
  return {
    kind: 'key',
    text: 'the service refused the API key',
    advice: 'The station and the journal work on. Give the app another key in the settings.',
    opens: 'settings',
  };
}

function postsNeed({ journal }: AppState): Need | null {
  const { refused } = journal.counts;
  if (refused === 0) return null;
  return {
    kind: 'refused-posts',
    text: refused === 1 ? 'a post was refused' : `${refused} posts were refused`,
    advice: 'The journal says why. Change what was refused, or try it again.',
    opens: 'journal',
  };
}

function wallpaperNeed({ wallpaper, settings }: AppState): Need | null {
  if (wallpaper.kind !== 'failed' || !settings.wallpaper.enabled) return null;
  return {
    kind: 'wallpaper',
    text: 'the wallpaper cannot be set',
    advice: 'The picture is here all the same. The app shows what was tried.',
    opens: 'why',
  };
}

/** How the last request to a service failed, unless one has worked since. */
function standing({ activities }: AppState, service: 'picture' | 'position'): Failure | null {
  const { lastFailure, lastSuccessAt } = activities[service];
  if (lastFailure === null || (lastSuccessAt ?? -Infinity) >= lastFailure.at) return null;
  return lastFailure.failure;
}

const pictureFailure = ({ picture }: AppState): Failure | null =>
  picture.status === 'failed' ? picture.failure : null;
