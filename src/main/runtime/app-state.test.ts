import { expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { isStanding } from '#shared/status/standing.ts';
import { createStateHolder } from './app-state.ts';

it('createStateHolder counts revisions and calls listeners until they unsubscribe', () => {
  const state = createStateHolder(emptyContent);
  const heard: number[] = [];
  const leave = state.subscribe(({ revision }) => heard.push(revision));
  state.update(() => ({ version: '1' }));
  state.notePlan('posts', { at: 5, reason: 'picture-here' }, 3);
  leave();
  state.update(() => ({ version: '2' }));
  expect(heard).toEqual([1, 2]);
  expect(state.current).toMatchObject({ revision: 3, version: '2' });
});

it('createStateHolder keeps the time since which a plan has had the same reason', () => {
  const state = createStateHolder(emptyContent);
  const next = { at: 5, reason: 'picture-here' } as const;
  state.notePlan('posts', next, 3);
  expect(state.current.activities.posts).toMatchObject({ next, since: 3 });
  expect(state.current.activities.picture).toBe(emptyContent.activities.picture);
  state.notePlan('posts', { at: 9, reason: 'picture-here' }, 7);
  expect(state.current.activities.posts).toMatchObject({ next: { at: 9 }, since: 3 });
  state.notePlan('posts', { at: 9, reason: 'picture-none' }, 8);
  expect(state.current.activities.posts.since).toBe(8);
  state.notePlan('position', { at: 9, reason: 'starting' }, 8);
  expect(state.current.activities.position.since).toBe(8);
});

it('createStateHolder applies a change and calls the other listeners if one throws', () => {
  const state = createStateHolder(emptyContent);
  const heard: string[] = [];
  const defect = new Error('bug');
  state.subscribe(() => {
    throw defect;
  });
  state.subscribe(({ version }) => heard.push(version));
  state.update(() => ({ version: '1' }));
  expect(heard).toEqual(['1']);
  expect(reportedDefects.splice(0)).toEqual([defect]);
});

it('createStateHolder keeps the order of events if the clock is set back between them', () => {
  const state = createStateHolder(emptyContent);
  const in2099 = Date.UTC(2099, 0);
  const failure = { kind: 'offline', reason: 'dns' } as const;
  state.noteOutcome('posts', in2099, null);
  state.noteOutcome('posts', 5_000, failure);
  expect(isStanding(state.current.activities.posts)).toBe(true);
  expect(state.current.activities.posts.lastSuccessAt).toBe(4_999);
  state.noteOutcome('picture', in2099, failure);
  state.noteOutcome('picture', 5_000, null);
  expect(isStanding(state.current.activities.picture)).toBe(false);
});

it('createStateHolder keeps the last success and the last failure until it forgets both', () => {
  const state = createStateHolder(emptyContent);
  const failure = { kind: 'offline', reason: 'dns' } as const;
  const outcomes = () => {
    const { lastSuccessAt, lastFailure } = state.current.activities.posts;
    return { lastSuccessAt, lastFailure };
  };
  const lastFailure = { at: 1_000, firstAt: 1_000, failure };
  state.noteOutcome('posts', 1_000, failure);
  expect(outcomes()).toEqual({ lastSuccessAt: null, lastFailure });
  state.noteOutcome('posts', 2_000, null);
  expect(outcomes()).toEqual({ lastSuccessAt: 2_000, lastFailure });
  state.noteOutcome('posts', 3_000, failure);
  expect(outcomes()).toMatchObject({ lastSuccessAt: 2_000, lastFailure: { at: 3_000 } });
  state.forgetOutcomes('posts');
  expect(outcomes()).toEqual({ lastSuccessAt: null, lastFailure: null });
});

it('createStateHolder restores a success of an earlier run, but none that is unknown or in the future', () => {
  const state = createStateHolder(emptyContent);
  state.restoreSuccess('picture', 9_000, 9_000);
  state.restoreSuccess('position', null, 9_000);
  state.restoreSuccess('posts', 9_001, 9_000);
  const { picture, position, posts } = state.current.activities;
  expect([picture, position, posts].map(({ lastSuccessAt }) => lastSuccessAt)).toEqual([
    9_000,
    null,
    null,
  ]);
});

it('createStateHolder drops a failure dated in the future when the next request is planned', () => {
  const state = createStateHolder(emptyContent);
  // With the clock a day ahead, no picture of tomorrow was found; today's is stored.
  state.noteOutcome('picture', 86_400_000, { kind: 'unavailable', status: 502, retryAt: null });
  state.notePlan('picture', { at: 86_500_000, reason: 'retrying' }, 86_400_000);
  expect(isStanding(state.current.activities.picture)).toBe(true);
  state.notePlan('picture', { at: 9_000, reason: 'picture-here' }, 1_000);
  expect(isStanding(state.current.activities.picture)).toBe(false);
});

it('createStateHolder stores the time of the first of several failures in a row', () => {
  const state = createStateHolder(emptyContent);
  const failure = { kind: 'offline', reason: 'dns' } as const;
  const first = () => state.current.activities.picture.lastFailure?.firstAt;
  state.noteOutcome('picture', 1_000, failure);
  state.noteOutcome('picture', 2_000, failure);
  expect(first()).toBe(1_000);
  state.noteOutcome('picture', 3_000, null);
  state.noteOutcome('picture', 4_000, failure);
  expect(first()).toBe(4_000);
});
