import type { View } from '../app.ts';
import { isStanding } from './standing.ts';
import type { AppState } from '../state.ts';
import { dueAt } from '../time-words.ts';
import { sentence } from '../words.ts';

export type NeedKind = 'disk' | 'key' | 'refused-posts' | 'wallpaper' | 'settings-reset';

/** A problem that lasts until the person does something about it. */
export interface Need {
  readonly kind: NeedKind;
  /** The problem in a few words, without a capital and without a full stop. */
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
    settingsNeed(state),
  ].filter((need) => need !== null);
}

/** The one of that kind, or null. */
export const needOf = (state: AppState, kind: NeedKind): Need | null =>
  needsOf(state).find((need) => need.kind === kind) ?? null;

/** All of it in whole sentences. */
export const needInWords = ({ text, advice }: Need): string => `${sentence(text)} ${advice}`;

interface DiskTrouble {
  readonly text: string;
  readonly cure: string;
}
const full: DiskTrouble = { text: 'the disk is full', cure: 'Make room on it.' };
const readOnly: DiskTrouble = { text: 'the disk is read-only', cure: 'Make it writable again.' };
const forbidden: DiskTrouble = {
  text: 'the app may not write to its folder',
  cure: 'Give it the right to.',
};

/** The codes of disk errors that last. Others may be gone at the next attempt. */
const lasting: Readonly<Record<string, DiskTrouble>> = {
  ENOSPC: full,
  SQLITE_FULL: full,
  EROFS: readOnly,
  SQLITE_READONLY: readOnly,
  EACCES: forbidden,
  EPERM: forbidden,
};

/** The person's posts come before what the services send, which can be fetched again. */
function diskNeed(state: AppState): Need | null {
  const trouble = lastingTrouble(state);
  if (!state.journal.durable)
    return {
      kind: 'disk',
      text: trouble?.text ?? 'the disk does not take what you write',
      advice: `Posts still go out, but a restart forgets what is not on the disk. The app tries again by itself. ${trouble?.cure ?? 'Look whether the disk is full.'}`,
      opens: 'status',
    };
  if (trouble === null) return null;
  return {
    kind: 'disk',
    text: trouble.text,
    advice: `What is on the screen works on, but nothing new is kept. ${trouble.cure}`,
    opens: 'status',
  };
}

function lastingTrouble({ activities, picture }: AppState): DiskTrouble | null {
  const failures = Object.values(activities)
    .filter(isStanding)
    .map(({ lastFailure }) => lastFailure?.failure);
  if (picture.status === 'failed') failures.push(picture.failure);
  const troubles = failures.map((failure) =>
    failure?.kind === 'storage' ? lasting[failure.code] : undefined,
  );
  return troubles.find((trouble) => trouble !== undefined) ?? null;
}

function keyNeed({ activities: { picture }, apiKey }: AppState): Need | null {
  if (!isStanding(picture) || picture.lastFailure?.failure.kind !== 'key-refused') return null;
  const cure = keyCure(apiKey);
  return {
    kind: 'key',
    text: `the picture service refuses ${apiKey.isSet ? 'your API key' : 'the public key'}`,
    advice: `${cure} The pictures that are here stay; the station and the journal work on.`,
    opens: 'settings',
  };
}

function keyCure({ isSet, kept }: AppState['apiKey']): string {
  if (kept === 'locked') return 'Quit and start the app again to unlock your own.';
  if (!isSet) return 'Set your own in the settings.';
  return kept === 'environment'
    ? 'Check the variable OVERHEAD_API_KEY.'
    : 'Check it in the settings.';
}

function postsNeed({ journal }: AppState): Need | null {
  const { refused } = journal.counts;
  if (refused === 0) return null;
  return {
    kind: 'refused-posts',
    text: `the posts service refused ${refused === 1 ? 'a post' : `${refused} posts`}`,
    advice: 'The journal says why. Change what was refused, or try it again.',
    opens: 'journal',
  };
}

/** A retry within this time, in milliseconds, is awaited: at login the desktop may not be ready yet. */
const soonMs = 60_000;

/** Not if the person switched new wallpapers off. */
function wallpaperNeed({ wallpaper, settings }: AppState): Need | null {
  if (wallpaper.kind !== 'failed' || !settings.wallpaper.enabled) return null;
  const { detail, at, retryAt } = wallpaper;
  if (retryAt !== null && retryAt - at <= soonMs) return null;
  const why = detail === '' ? '' : `${sentence(detail)} `;
  const next = retryAt === null ? '' : ` Next try: ${dueAt(retryAt, at)}.`;
  return {
    kind: 'wallpaper',
    text: 'the wallpaper was not set',
    advice: `${why}The one before stays, and the picture is here all the same.${next} Set it again from the tray, or switch new wallpapers off in the settings.`,
    opens: 'status',
  };
}

/** It ends with the next saved change. */
function settingsNeed({ settingsReset }: AppState): Need | null {
  if (settingsReset === null) return null;
  return {
    kind: 'settings-reset',
    text:
      settingsReset.reason === 'newer'
        ? 'the settings are of a later version of the app'
        : 'the settings could not be read',
    advice: 'The defaults are in use; the settings say where the old file is.',
    opens: 'settings',
  };
}
