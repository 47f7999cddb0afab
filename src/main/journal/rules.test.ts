import { describe, expect, it } from 'vitest';
import { acceptedPost, journalPost, waitingStateAt } from '#test/support/journal-posts.ts';
import type { Failure } from '#shared/failure.ts';
import { journalPostSchema, type JournalPost, type PostState } from '#shared/journal/journal.ts';
import { failedRoundsAfter, noFailedRounds, waitBeforeRequestMs } from './publisher.ts';
import {
  postAfterFailure,
  postAfterInterruption,
  postAfterReceipt,
  postAfterSendStart,
  blankPost,
  postAfterDelete,
  isInState,
  passPostOf,
  postAfterRestore,
  postAfterRetry,
  postAfterRevert,
  slotOfSequence,
  postAfterEdit,
  type PostInState,
} from './rules.ts';

const now = 1_795_000_009_000;
const turn = () => 50;
const changed = { title: 'changed', body: 'b' };
const write = (post: JournalPost, publish: boolean, text = changed): JournalPost =>
  postAfterEdit(post, text, publish, now, turn);

const draft = journalPost(1, { published: false, state: { kind: 'draft' } });
const waiting = journalPost(1, { state: waitingStateAt(7) });
const accepted = acceptedPost(1);
const deleting = acceptedPost(1, {});
const deletingState: PostState = { kind: 'deleting', turn: 7, attempts: 0, lastFailure: null };

/** Returns the post in the state `sending`. */
function under(post: JournalPost): PostInState<'sending'> {
  if (!isInState(post, 'waiting', 'deleting')) throw new Error('it is not to be sent');
  return postAfterSendStart(post);
}
const sentOf = (post: PostInState<'sending'>) => ({ ...post, operation: post.state.operation });
const taken = (before: PostInState<'sending'>, now_: JournalPost = before): JournalPost => {
  if (!isInState(now_, 'sending')) throw new Error('it is not under way');
  return postAfterReceipt(now_, sentOf(before), { status: 200, id: 101 }, now, turn);
};
const failed = (post: PostInState<'sending'>, failure: Failure): JournalPost =>
  postAfterFailure(post, sentOf(post), failure, now, turn);
const timeout: Failure = { kind: 'timeout', stage: 'total', afterMs: 1 };
const refusedConnection: Failure = { kind: 'offline', reason: 'refused' };

describe('writing a post', () => {
  it.each<[string, JournalPost, boolean, object]>([
    ['a draft', draft, false, { state: { kind: 'draft' }, published: false }],
    [
      'a draft that is to be published',
      draft,
      true,
      { state: waitingStateAt(50), published: true },
    ],
    ['a waiting post, which keeps its place', waiting, true, { state: waitingStateAt(7) }],
    ['a waiting post that becomes a draft', waiting, false, { state: { kind: 'draft' } }],
    ['an accepted post', accepted, false, { state: { kind: 'draft' }, published: false }],
    ['an accepted post that is to be replaced', accepted, true, { state: waitingStateAt(50) }],
  ])('saves the text of %s', (_what, post, publish, after) => {
    expect(write(post, publish)).toMatchObject({ ...changed, changedAt: now, ...after });
  });

  it('returns the same post for the same text', () => {
    for (const post of [draft, waiting, accepted]) expect(write(post, false, post)).toBe(post);
    expect(write(waiting, true, waiting)).toBe(waiting);
    expect(write(accepted, true, accepted).state).toEqual({ kind: 'accepted' });
    expect(postAfterRevert(draft, now, turn)).toBe(draft);
  });

  it('marks the post as accepted again when its text equals the accepted text', () => {
    expect(write(write(accepted, false), true, accepted).state).toEqual({ kind: 'accepted' });
    expect(postAfterRevert(write(accepted, false), now, turn)).toMatchObject({
      title: accepted.title,
      state: { kind: 'accepted' },
    });
    const possiblyAccepted = { ...write(accepted, false), possiblyAccepted: true };
    expect(postAfterRevert(possiblyAccepted, now, turn).state).toMatchObject({ kind: 'waiting' });
  });

  it.each<[string, JournalPost]>([
    ['a draft', draft],
    ['a waiting post that was never sent', waiting],
  ])('deletes %s whose text was removed, and undo restores the text as a draft', (_what, post) => {
    const emptied = write(post, false, { title: ' ', body: '\n' });
    expect(emptied).toMatchObject({
      title: post.title,
      body: post.body,
      state: { kind: 'deleted', at: now, status: null },
    });
    expect(write(emptied, false, { title: '', body: '' })).toBe(emptied);
    expect(postAfterRestore(emptied, turn)).toMatchObject({
      title: post.title,
      state: { kind: 'draft' },
    });
    expect(write(emptied, false)).toMatchObject({ ...changed, state: { kind: 'draft' } });
  });

  it.each<[string, JournalPost]>([
    ['accepted', accepted],
    ['possibly accepted', { ...waiting, possiblyAccepted: true }],
  ])('saves a post without text as a draft if it was %s', (_what, post) => {
    expect(write(post, false, { title: '', body: '' })).toMatchObject({
      title: '',
      state: { kind: 'draft' },
    });
  });

  it('keeps the wait that the service asked for', () => {
    const lastFailure = { kind: 'quota', retryAt: now + 9000 } as const;
    const held = { ...waiting, state: { ...waitingStateAt(7), attempts: 3, lastFailure } };
    expect(write(held as JournalPost, true).state).toMatchObject({ attempts: 0, lastFailure });
  });
});

describe('passPostOf', () => {
  const at = Date.parse('2026-11-18T11:00Z');
  const post = { id: accepted.id, createdAt: 1, changedAt: at, titleStart: 'Seen' };
  const line = 'overhead:pass/2026-11-18T11:00Z/270,181,67,90';

  it('returns the pass of a post that was changed after the pass began', () => {
    const path = { rise: 270, peak: 181, height: 67, set: 90 };
    const seen = { id: post.id, createdAt: 1, titleStart: 'Seen', at, path };
    expect(passPostOf({ ...post, bodyStart: line })).toEqual(seen);
    expect(passPostOf({ ...post, bodyStart: `${line}\ntext` })).toEqual(seen);
  });

  it.each([
    ['the text is older than the pass', { changedAt: at - 1, bodyStart: line }],
    ['it is about a picture', { bodyStart: 'overhead:picture/2026-11-18' }],
    ['the line names no such path', { bodyStart: 'overhead:pass/2026-11-18T11:00Z/270,181,91,90' }],
    ['the line names no time', { bodyStart: 'overhead:pass/2026-13-18T11:00Z/270,181,67,90' }],
    ['the line is not the first one', { bodyStart: `text\n${line}` }],
    ['the text is empty', { bodyStart: '' }],
  ])('returns null when %s', (_, fields) => {
    expect(passPostOf({ ...post, ...fields })).toBeNull();
  });
});

describe('sending a post', () => {
  it('creates new posts, replaces accepted posts and deletes deleted posts', () => {
    expect(under(waiting).state.operation).toBe('create');
    expect(under(write(accepted, true)).state.operation).toBe('replace');
    expect(under({ ...deleting, state: deletingState }).state.operation).toBe('delete');
  });

  it('stores the accepted text, and queues the post again if the post was changed during the request', () => {
    const before = under(waiting);
    expect(taken(before)).toMatchObject({
      state: { kind: 'accepted' },
      lastAccepted: { operation: 'create', at: now, status: 200, title: 'post 1' },
    });
    const edited = taken(before, write(before, true));
    expect(edited).toMatchObject({ ...changed, lastAccepted: { title: 'post 1' } });
    expect(under(edited).state).toMatchObject({ operation: 'replace', turn: 7 });
    expect(taken(before, write(before, false)).state).toEqual({ kind: 'draft' });
    const back = write(write(before, true), true, waiting);
    expect(taken(before, back).state).toEqual({ kind: 'accepted' });
  });

  it('deletes a post at the service after the answer if the user deleted the post during the request', () => {
    const before = under(waiting);
    const gone = postAfterDelete(before, now, turn);
    expect(taken(before, gone).state).toMatchObject({ kind: 'deleting', turn: 7 });
    if (!isInState(gone, 'sending')) throw new Error('it is not under way');
    expect(failed(gone, refusedConnection).state).toEqual({
      kind: 'deleted',
      at: now,
      status: null,
    });
    expect(failed(gone, timeout).state).toMatchObject({ kind: 'deleting' });
    expect(taken(before, postAfterRestore(gone, turn)).state).toEqual({ kind: 'accepted' });
  });

  it.each<[string, Failure, boolean]>([
    ['a timeout', timeout, true],
    ['a connection that was never made', { kind: 'timeout', stage: 'connect', afterMs: 1 }, false],
    ['a connection that broke', { kind: 'offline', reason: 'reset' }, true],
    ['no network', refusedConnection, false],
    ['503', { kind: 'unavailable', status: 503, retryAt: null }, false],
    ['504', { kind: 'unavailable', status: 504, retryAt: null }, true],
    ['a malformed answer', { kind: 'malformed', detail: '' }, true],
    ['the end of the app', { kind: 'cancelled' }, true],
    ['a quota', { kind: 'quota', retryAt: null }, false],
  ])('lets the post wait again after %s', (_what, failure, possiblyAccepted) => {
    const after = failed(under(waiting), failure);
    expect(after).toMatchObject({
      possiblyAccepted,
      state: { kind: 'waiting', turn: 7, attempts: 1, lastFailure: failure },
    });
    expect(postAfterInterruption(under(waiting), now, turn)).toMatchObject({
      possiblyAccepted: true,
      state: { kind: 'waiting', attempts: 1, lastFailure: null },
    });
  });

  it('does not send a refused post again until it is edited or retried', () => {
    const no: Failure = { kind: 'refused', status: 400, message: 'no' };
    const parked = failed(under(waiting), no);
    expect(parked.state).toEqual({ kind: 'refused', operation: 'create', at: now, failure: no });
    expect(write(parked, true).state).toMatchObject({ kind: 'waiting' });
    expect(postAfterRetry(parked, now, turn).state).toMatchObject({ kind: 'waiting', turn: 50 });
    const kept = failed(under({ ...deleting, state: deletingState }), no);
    expect(kept.state).toMatchObject({ kind: 'refused', operation: 'delete' });
    expect(postAfterRetry(kept, now, turn).state).toMatchObject({ kind: 'deleting' });
  });

  it('moves a post to the end of the outbox after the eighth bad answer, but not if the network fails', () => {
    const eighth = { ...waiting, state: { ...waitingStateAt(7), attempts: 7 } } as JournalPost;
    const error500: Failure = { kind: 'unavailable', status: 500, retryAt: null };
    expect(failed(under(eighth), error500).state).toMatchObject({ turn: 50, attempts: 8 });
    expect(failed(under(eighth), refusedConnection).state).toMatchObject({ turn: 7 });
  });
});

describe('deleting a post', () => {
  it('sends no request if the service never received the post', () => {
    for (const post of [draft, waiting, blankPost({ id: waiting.id, sequence: 1, now })]) {
      expect(postAfterDelete(post, now, turn).state).toEqual({
        kind: 'deleted',
        at: now,
        status: null,
      });
    }
    expect(postAfterDelete({ ...waiting, possiblyAccepted: true }, now, turn).state).toMatchObject({
      kind: 'deleting',
    });
  });

  it('marks an accepted post as deleted after the answer of the service, also after 404', () => {
    const before = under(postAfterDelete(accepted, now, turn));
    expect(taken(before)).toMatchObject({
      lastAccepted: null,
      state: { kind: 'deleted', at: now, status: 200 },
    });
    expect(failed(before, { kind: 'not-found' }).state).toMatchObject({
      kind: 'deleted',
      status: 404,
    });
  });

  it('deletes a post at the service when its creation was interrupted', () => {
    const gone = postAfterDelete(under(waiting), now, turn);
    if (!isInState(gone, 'sending')) throw new Error('it is not under way');
    expect(postAfterInterruption(gone, now, turn)).toMatchObject({
      possiblyAccepted: true,
      state: { kind: 'deleting', turn: 7 },
    });
  });

  it('can be undone at every stage', () => {
    const asked = postAfterDelete(accepted, now, turn);
    expect(postAfterRestore(asked, turn).state).toEqual({ kind: 'accepted' });
    const before = under(asked);
    expect(taken(before, postAfterRestore(before, turn)).state).toMatchObject({ kind: 'waiting' });
    expect(under(postAfterRestore(taken(before), turn)).state.operation).toBe('create');
    // The user saves the post unchanged during the delete request.
    expect(taken(before, write(before, true, before)).state).toMatchObject({ kind: 'waiting' });
    const maybe = failed(before, timeout);
    expect(under(postAfterRestore(maybe, turn)).state.operation).toBe('create');
    // The user deletes the post again during the delete request.
    expect(
      taken(before, postAfterDelete(postAfterRestore(before, turn), now, turn)).state.kind,
    ).toBe('deleted');
    expect(postAfterRestore(postAfterDelete(draft, now, turn), turn).state).toEqual({
      kind: 'draft',
    });
    expect(
      postAfterRestore(postAfterDelete(write(accepted, false), now, turn), turn).state,
    ).toEqual({
      kind: 'draft',
    });
  });
});

it('postAfterSendStart counts no attempt beyond the largest number that the journal can store', () => {
  const state = { kind: 'waiting', turn: 1, attempts: 1_000_000_000, lastFailure: null } as const;
  const sending = postAfterSendStart({ ...journalPost(1), published: true, state });
  expect(journalPostSchema.safeParse(sending).success).toBe(true);
});

it('slotOfSequence uses the ids 1 to 100 of the service in sequence', () => {
  expect([1, 100, 101, 250].map(slotOfSequence)).toEqual([1, 100, 1, 50]);
});

describe('the circuit breaker of the posts service', () => {
  const error500: Failure = { kind: 'unavailable', status: 500, retryAt: null };
  const after = (...failures: Failure[]) => failures.reduce(failedRoundsAfter, noFailedRounds);
  it('opens after eight 5xx answers in a row, whatever failed before, and then waits longer between requests', () => {
    const times = [1, 2, 7, 8, 9, 20].map((n) =>
      waitBeforeRequestMs(after(refusedConnection, ...Array<Failure>(n).fill(error500)), 0),
    );
    expect(times).toEqual([5_000, 10_000, 30_000, 150_000, 300_000, 900_000]);
  });
  it.each<Failure>([
    { kind: 'malformed', detail: 'it is not JSON' },
    { kind: 'too-large', limit: 1, unit: 'bytes' },
    { kind: 'truncated' },
  ])('opens after many answers in a row that cannot be read: %j', (failure) => {
    expect(waitBeforeRequestMs(after(...Array<Failure>(20).fill(failure)), 0)).toBe(900_000);
  });
  it('stays closed while the network is down', () => {
    const run = Array<Failure>(30).fill(refusedConnection);
    expect(waitBeforeRequestMs(after(...run), 0.999)).toBeLessThanOrEqual(60_000);
    expect(
      waitBeforeRequestMs(after(...Array<Failure>(20).fill(error500), refusedConnection), 0),
    ).toBe(30_000);
  });
});
