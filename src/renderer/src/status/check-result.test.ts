import { describe, expect, it } from 'vitest';
import type { Activity } from '#shared/state.ts';
import { clockTime } from '#shared/time-words.ts';
import { checkResultOf } from './check-result.ts';

const now = Date.parse('2026-11-21T16:20:00Z');
const minute = 60_000;
const start: Activity = {
  lastSuccessAt: now - 30 * minute,
  lastFailure: null,
  next: { at: now + 60 * minute, reason: 'picture-here' },
  since: now - 30 * minute,
};
const failure = (at: number): Partial<Activity> => ({
  lastFailure: { at, firstAt: at, failure: { kind: 'offline', reason: 'refused' } },
});
const idlePosts: Activity = { ...start, next: { at: null, reason: 'posts-none' } };

function result(
  name: 'picture' | 'posts',
  changes: Partial<Activity>,
  beginning: Activity = start,
): ReturnType<typeof checkResultOf> {
  const activities = {
    picture: beginning,
    position: beginning,
    posts: beginning,
    [name]: { ...beginning, ...changes },
  };
  return checkResultOf({ activities }, name, beginning, now);
}

describe('the result of a check', () => {
  it.each([
    [
      'is “Being asked…” while nothing has happened',
      result('picture', {}),
      'calm',
      'Being asked…',
      false,
    ],
    [
      'is the time of an answer',
      result('picture', { lastSuccessAt: now }),
      'good',
      `Answered: ${clockTime(now)}.`,
      true,
    ],
    [
      'is the time of a failure',
      result('picture', failure(now)),
      'bad',
      `Failed: ${clockTime(now)}.`,
      true,
    ],
    [
      'is the time of an answer that follows a failure',
      result('picture', { ...failure(now - 1), lastSuccessAt: now }),
      'good',
      `Answered: ${clockTime(now)}.`,
      true,
    ],
    [
      'is “Being asked…” if the only failure is an earlier one',
      result('picture', {}, { ...start, ...failure(now - minute) }),
      'calm',
      'Being asked…',
      false,
    ],
    [
      'is the time until which the service asked to wait',
      result('picture', { next: { at: now + minute, reason: 'retrying', held: true } }),
      'calm',
      `Not asked yet: the service asked to wait until ${clockTime(now + minute)}.`,
      true,
    ],
    [
      'is that there is nothing to do if no post waits',
      result('posts', {}, idlePosts),
      'calm',
      'Not checked: nothing to do.',
      true,
    ],
    [
      'is that publishing is paused if the user holds posts back',
      result('posts', { next: { at: null, reason: 'posts-held' } }, idlePosts),
      'calm',
      'Publishing is paused.',
      true,
    ],
  ] as const)('%s', (_case, actual, tone, words, isFinal) => {
    expect(actual).toEqual({ tone, words, isFinal });
  });
});
