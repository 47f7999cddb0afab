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
    ['nothing has happened yet', result('picture', {}), 'calm', 'Being asked…', false],
    [
      'an answer',
      result('picture', { lastSuccessAt: now }),
      'good',
      `Answered: ${clockTime(now)}.`,
      true,
    ],
    ['a failure', result('picture', failure(now)), 'bad', `Failed: ${clockTime(now)}.`, true],
    [
      'a failure, and then an answer',
      result('picture', { ...failure(now - 1), lastSuccessAt: now }),
      'good',
      `Answered: ${clockTime(now)}.`,
      true,
    ],
    [
      'an earlier failure only',
      result('picture', {}, { ...start, ...failure(now - minute) }),
      'calm',
      'Being asked…',
      false,
    ],
    [
      'a service that asked to wait',
      result('picture', { next: { at: now + minute, reason: 'retrying', held: true } }),
      'calm',
      `Not asked yet: the service asked to wait until ${clockTime(now + minute)}.`,
      true,
    ],
    [
      'no post that waits',
      result('posts', {}, idlePosts),
      'calm',
      'Not asked: nothing is due.',
      true,
    ],
    [
      'posts that the user holds back',
      result('posts', { next: { at: null, reason: 'posts-held' } }, idlePosts),
      'calm',
      'Publishing is paused.',
      true,
    ],
  ] as const)('after %s', (_case, actual, tone, words, isFinal) => {
    expect(actual).toEqual({ tone, words, isFinal });
  });
});
