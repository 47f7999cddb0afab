import { m } from '#words';
import type { View } from '../app.ts';
import { diskProblemOf, type DiskProblem } from '../words.ts';
import { isStanding } from './standing.ts';
import type { AppState } from '../state.ts';
import type { HookFailure } from '../wallpaper/hook.ts';
import { notSetSentence } from '../wallpaper/wallpaper-words.ts';

export type NeedKind =
  'disk' | 'key' | 'refused-posts' | 'wallpaper' | 'lock-screen' | 'hook' | 'settings-reset';

/** A problem that lasts until the person does something about it. */
export interface Need {
  readonly kind: NeedKind;
  /** The problem in a few words, without a full stop. */
  readonly text: string;
  /** What works all the same, and what to do: whole sentences. */
  readonly advice: string;
  /** The view in which it can be solved. */
  readonly opens: View;
}

/**
 * Everything that needs the person, the most urgent first: a notice names only the first. An unreachable service is not
 * one, because it is retried.
 */
export function needsOf(state: AppState): Need[] {
  return [
    diskNeed(state),
    keyNeed(state),
    postsNeed(state),
    wallpaperNeed(state),
    lockScreenNeed(state),
    hookNeed(state),
    settingsNeed(state),
  ].filter((need) => need !== null);
}

/** The one of that kind, or null. */
export const needOf = (state: AppState, kind: NeedKind): Need | null =>
  needsOf(state).find((need) => need.kind === kind) ?? null;

/** All of it in whole sentences. */
export const needInWords = ({ text, advice }: Need): string =>
  m.status_need({ need: text, advice });

/** The problems that last. Others may be gone at the next attempt. */
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

/** The person's posts come before what the services send, which can be fetched again. */
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

function keyCure({ isSet, kept }: AppState['apiKey']): string {
  if (kept === 'locked') return m.status_need_key_cure_locked();
  if (!isSet) return m.status_need_key_cure_set();
  return kept === 'environment'
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

/** A retry within this time, in milliseconds, is awaited: at login the desktop may not be ready yet. */
const soonMs = 60_000;

/** Not if the person switched new wallpapers off. */
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

/** It ends with the next picture that the lock screen takes, and when the person switches it off. */
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

/** It ends with the next run that succeeds. */
function hookNeed({ hookFailure }: AppState): Need | null {
  if (hookFailure === null) return null;
  return {
    kind: 'hook',
    text: hookFailureWords(hookFailure),
    advice: m.status_need_hook_advice(),
    opens: 'status',
  };
}

function hookFailureWords(failure: HookFailure): string {
  switch (failure.kind) {
    case 'not-started':
      return m.status_need_hook_not_started();
    case 'too-long':
      return m.status_need_hook_too_long({ seconds: failure.seconds });
    case 'failed':
      return m.status_need_hook_failed({ code: failure.code });
  }
}

/** It ends with the next saved change. */
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
