import { expect, it } from 'vitest';
import type { Failure } from '#shared/failure.ts';
import type { JournalPost, PostState } from '#shared/journal/journal.ts';
import type { Activity } from '#shared/state.ts';
import { acceptedPost } from '#test/support/journal-posts.ts';
import { appState } from '#renderer-test/states.ts';
import { publishOutcomeOf } from './publish-outcome.ts';

const now = 1_790_000_000_000;
const unreachable: Failure = { kind: 'unavailable', status: 503, retryAt: null };
const busy: Failure = { ...unreachable, retryAt: now + 60_000 };
const { lastAccepted: once } = acceptedPost(1);
const waiting = (attempts: number, lastFailure: Failure | null): PostState => ({
  kind: 'waiting',
  turn: 1,
  attempts,
  lastFailure,
});
const sending: PostState = {
  kind: 'sending',
  operation: 'create',
  turn: 1,
  attempts: 1,
  edit: 'none',
  remove: false,
};
const refused: PostState = { kind: 'refused', operation: 'create', at: now, failure: unreachable };

const { next: plan } = appState({}).activities.posts;
const soon = { ...plan, at: now + 1 };
const due = { ...plan, at: now };
const unplanned = { ...plan, at: null };

it.each<
  [PostState, JournalPost['lastAccepted'], Activity['next'], ReturnType<typeof publishOutcomeOf>]
>([
  [{ kind: 'accepted' }, once, due, 'published'],
  [refused, null, due, 'refused'],
  [sending, null, soon, null],
  // The post was edited after it was sent.
  [{ kind: 'draft' }, once, due, 'published'],
  [{ kind: 'draft' }, null, due, 'gone'],
  [{ kind: 'deleted', at: now, status: null }, once, due, 'gone'],
  [waiting(0, null), null, due, null],
  [waiting(0, null), null, unplanned, null],
  [waiting(0, null), null, soon, 'service'],
  [waiting(0, null), null, { ...soon, held: true }, 'wait'],
  [waiting(0, unreachable), null, due, null],
  [waiting(1, unreachable), null, due, 'service'],
  [waiting(1, busy), null, due, 'wait'],
])('the outcome of %j, accepted before: %j, with the next request at %j, is %s', (...row) => {
  const [state, lastAccepted, next, outcome] = row;
  const app = appState({});
  const activities = { ...app.activities, posts: { ...app.activities.posts, next } };
  expect(publishOutcomeOf({ state, lastAccepted }, { ...app, activities }, now)).toBe(outcome);
});

it('a post waits while its service or the app is paused', () => {
  const app = appState({});
  const post = { state: waiting(1, unreachable), lastAccepted: null };
  const journal = { ...app.journal, paused: true };
  expect(publishOutcomeOf(post, { ...app, journal }, now)).toBe('paused');
  const suspension = { paused: 'indefinite', power: 'awake' } as const;
  expect(publishOutcomeOf(post, { ...app, suspension }, now)).toBe('paused');
});
