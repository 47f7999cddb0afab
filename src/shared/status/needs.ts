import { m } from '#words';
import type { View } from '../app.ts';
import { diskProblemOf, type DiskProblem } from '../words.ts';
import { isStanding } from './standing.ts';
import type { AppState } from '../state.ts';
import type { WallpaperCommandFailure } from '../wallpaper/wallpaper-command.ts';
import { notSetSentence } from '../wallpaper/wallpaper-words.ts';

export type NeedKind =
  | 'disk'
  | 'key'
  | 'refused-posts'
  | 'wallpaper'
  | 'lock-screen'
  | 'wallpaper-command'
  | 'settings-reset';

/** A problem that lasts until the user solves it. */
export interface Need {
  readonly kind: NeedKind;
  /** The problem in a few words, without a full stop. */
  readonly text: string;
  /** What still works and what to do: whole sentences. */
  readonly advice: string;
  /** The view in which the user can solve the problem. */
  readonly opens: View;
}

/**
 * All problems that the user must solve, the most urgent first: a notification names only the first. An unreachable
 * service is not included, because its requests are retried.
 */
export function needsOf(state: AppState): Need[] {
  return [
    diskNeed(state),
    keyNeed(state),
    postsNeed(state),
    wallpaperNeed(state),
    lockScreenNeed(state),
    wallpaperCommandNeed(state),
    settingsNeed(state),
  ].filter((need) => need !== null);
}

/** The problem of that kind, or null. */
export const needOf = (state: AppState, kind: NeedKind): Need | null =>
  needsOf(state).find((need) => need.kind === kind) ?? null;

/** One problem and its advice in whole sentences. */
export const needInWords = ({ text, advice }: Need): string =>
  m.status_need({ need: text, advice });

/** The disk problems that do not go away by themselves. Any other problem may be gone at the next attempt. */
type LastingProblem = Exclude<DiskProblem, 'missing'>;

function diskWords(problem: LastingProblem | null): {
  readonly text: string;
  readonly cure: string;
} {
  switch (problem) {
    case 'full':
      return { text: m.status_need_disk_full(), cure: m.status_need_disk_cure_full() };
    case 'read-only':
      return { text: m.status_need_disk_read_only(), cure: m.status_need_disk_cure_read_only() };
    case 'forbidden':
      return { text: m.status_need_disk_forbidden(), cure: m.status_need_disk_cure_forbidden() };
    case null:
      return { text: m.status_need_disk_refuses(), cure: m.status_need_disk_cure_look() };
  }
}

/**
 * The problem of the disk; null if there is none. If posts could not be saved, the advice is about the posts alone,
 * because other data can be downloaded again.
 */
function diskNeed(state: AppState): Need | null {
  const problem = lastingProblem(state);
  const { text, cure } = diskWords(problem);
  if (!state.journal.durable)
    return { kind: 'disk', text, advice: m.status_need_disk_posts({ cure }), opens: 'status' };
  if (problem === null) return null;
  return { kind: 'disk', text, advice: m.status_need_disk_other({ cure }), opens: 'status' };
}

function lastingProblem({ activities, picture }: AppState): LastingProblem | null {
  const failures = Object.values(activities)
    .filter(isStanding)
    .map(({ lastFailure }) => lastFailure?.failure);
  if (picture.status === 'failed') failures.push(picture.failure);
  const problems = failures.map((failure) =>
    failure?.kind === 'storage' ? diskProblemOf(failure.code) : null,
  );
  return problems.find((problem) => problem !== null && problem !== 'missing') ?? null;
}

function keyNeed({ activities: { picture }, apiKey }: AppState): Need | null {
  if (!isStanding(picture) || picture.lastFailure?.failure.kind !== 'key-refused') return null;
  return {
    kind: 'key',
    text: apiKey.isSet ? m.status_need_own_key() : m.status_need_public_key(),
    advice: m.status_need_key_advice({ cure: keyCure(apiKey) }),
    opens: 'settings',
  };
}

function keyCure({ isSet, storage }: AppState['apiKey']): string {
  if (storage === 'locked') return m.status_need_key_cure_locked();
  if (!isSet) return m.status_need_key_cure_set();
  return storage === 'environment'
    ? m.status_need_key_cure_variable()
    : m.status_need_key_cure_check();
}

function postsNeed({ journal }: AppState): Need | null {
  const { refused } = journal.counts;
  if (refused === 0) return null;
  return {
    kind: 'refused-posts',
    text: m.status_need_posts({ count: refused }),
    advice: m.status_need_posts_advice(),
    opens: 'journal',
  };
}

/**
 * How long a retry is awaited before the problem is shown, in milliseconds: at login the desktop may not be ready yet.
 */
const soonMs = 60_000;

/**
 * The failed wallpaper; null if none failed, if it is tried again soon, or if automatic wallpapers are not switched on.
 */
function wallpaperNeed({ wallpaper, settings }: AppState): Need | null {
  if (wallpaper.kind !== 'failed' || !settings.wallpaper.enabled) return null;
  const { at, retryAt } = wallpaper;
  if (retryAt !== null && retryAt - at <= soonMs) return null;
  return {
    kind: 'wallpaper',
    text: m.status_need_wallpaper(),
    advice: m.status_need_wallpaper_advice({ why: notSetSentence(wallpaper) }),
    opens: 'status',
  };
}

/** This problem lasts until the lock screen shows a new picture, or until the user switches the setting off. */
function lockScreenNeed({ lockScreen: { failure } }: AppState): Need | null {
  switch (failure) {
    case null:
      return null;
    case 'not-set':
      return {
        kind: 'lock-screen',
        text: m.status_need_lock_not_set(),
        advice: m.status_need_lock_not_set_advice(),
        opens: 'settings',
      };
    case 'not-restored':
      return {
        kind: 'lock-screen',
        text: m.status_need_lock_not_restored(),
        advice: m.status_need_lock_not_restored_advice(),
        opens: 'settings',
      };
  }
}

/** The wallpaper command, if its last run failed. */
function wallpaperCommandNeed({ wallpaperCommandFailure: failure }: AppState): Need | null {
  return (
    failure && {
      kind: 'wallpaper-command',
      text: wallpaperCommandWords(failure),
      advice: m.status_need_wallpaper_command_advice(),
      opens: 'status',
    }
  );
}

function wallpaperCommandWords(failure: WallpaperCommandFailure): string {
  switch (failure.kind) {
    case 'not-started':
      return m.status_need_wallpaper_command_not_started();
    case 'too-long':
      return m.status_need_wallpaper_command_too_long({ seconds: failure.seconds });
    case 'failed':
      return m.status_need_wallpaper_command_failed({ code: failure.code });
  }
}

/** This problem lasts until the settings are saved again. */
function settingsNeed({ settingsReset }: AppState): Need | null {
  if (settingsReset === null) return null;
  return {
    kind: 'settings-reset',
    text:
      settingsReset.reason === 'newer'
        ? m.status_need_settings_newer()
        : m.status_need_settings_unreadable(),
    advice: m.status_need_settings_advice(),
    opens: 'settings',
  };
}
