import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectRecord } from '#test/support/record.ts';
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
});

describe('the changes of a post', () => {
  const quota = { kind: 'quota', retryAt: 9 } as const;
  const refused = { kind: 'refused', status: 400, message: '' } as const;
  const queued = { turn: 7, attempts: 3, lastFailure: quota };
  const states: PostState[] = [
    { kind: 'draft' },
    { kind: 'waiting', ...queued },
    { kind: 'accepted' },
    { kind: 'refused', operation: 'replace', at: 5, failure: refused },
    { kind: 'refused', operation: 'delete', at: 5, failure: refused },
    { kind: 'deleting', ...queued },
    { kind: 'deleted', at: 5, status: null },
    ...(['create', 'delete'] as const).flatMap((operation) =>
      [
        { edit: 'none', remove: false } as const,
        { edit: 'draft', remove: false } as const,
        { edit: 'waiting', remove: false } as const,
        { edit: 'none', remove: true } as const,
      ]
        .filter(({ remove }) => !remove || operation === 'create')
        .map((wish) => ({ kind: 'sending', operation, turn: 7, attempts: 3, ...wish }) as const),
    ),
  ];
  const receipt = { operation: 'create', at: 4, status: 201, serviceId: 101 } as const;
  const text = { title: 'a', body: 'b' };
  const sameTitle = { title: 'a', body: 'c' };
  /** Fields of a post by how much of the post has reached the service. */
  const knowledge: Record<string, Partial<JournalPost>> = {
    nothing: {},
    'perhaps the post': { possiblyAccepted: true },
    'the text': { lastAccepted: { ...receipt, ...text } },
    'another text': { lastAccepted: { ...receipt, ...sameTitle }, published: false },
  };
  const failures: Record<string, Failure> = {
    'no connection': refusedConnection,
    'a timeout': timeout,
    'a refusal': refused,
    'a wrong key': { kind: 'key-refused' },
    'an unknown post': { kind: 'not-found' },
  };

  function changesOf(post: JournalPost): [string, JournalPost][] {
    const changes: [string, JournalPost][] = [
      ['written', write(post, true)],
      ['written as a draft', write(post, false)],
      ['published', write(post, true, post)],
      ['saved as a draft', write(post, false, post)],
      ['emptied', write(post, false, { title: ' ', body: '' })],
      ['emptied and published', write(post, true, { title: '', body: '' })],
      ['written as another text with the same title', write(post, true, sameTitle)],
      ['reverted', postAfterRevert(post, now, turn)],
      ['deleted', postAfterDelete(post, now, turn)],
      ['restored', postAfterRestore(post, turn)],
      ['retried', postAfterRetry(post, now, turn)],
    ];
    if (isInState(post, 'waiting', 'deleting')) changes.push(['sent', postAfterSendStart(post)]);
    if (!isInState(post, 'sending')) return changes;
    return [
      ...changes,
      ['answered', taken(post)],
      ...Object.entries(failures).map(([name, failure]): [string, JournalPost] => [
        `failed after ${name}`,
        failed(post, failure),
      ]),
      ['interrupted', postAfterInterruption(post, now, turn)],
    ];
  }
  /** The values of an object in a row; a failure by its kind, a time of `now` as “now”. */
  const plain = (value: unknown): string =>
    value !== null && typeof value === 'object'
      ? 'status' in value && 'message' in value
        ? 'refusal'
        : Object.values(value).map(plain).join(' ')
      : value === now
        ? 'now'
        : JSON.stringify(value).replaceAll('"', '');
  const difference = (before: JournalPost, after: JournalPost): string =>
    Object.entries(after)
      .filter(([name, value]) => plain(value) !== plain(before[name as keyof JournalPost]))
      .map(([name, value]) => `${name} ${plain(value)}`)
      .join(', ');
  /** The states for which the record has a section for each entry of `knowledge`; other states have one section. */
  const isNotable = (state: PostState): boolean =>
    state.kind === 'sending'
      ? state.edit === 'waiting' || state.remove
      : state.kind !== 'refused' && state.kind !== 'accepted';

  it('are the recorded ones in each state', async () => {
    const lines = Object.entries(knowledge).flatMap(([known, part]) =>
      (known === 'the text' ? states : states.filter(isNotable)).flatMap((state) => {
        const blank = blankPost({ id: 'id', sequence: 1, now: 3 });
        const post = { ...blank, ...text, published: true, ...part, state };
        const names = new Map<string, string[]>();
        for (const [name, after] of changesOf(post)) {
          if (after === post) continue;
          const result = difference(post, after);
          names.set(result, [...(names.get(result) ?? []), name]);
        }
        return [
          `${plain(state)}, the service knows ${known}`,
          ...[...names].map(([result, causes]) => `  ${causes.join(', ')}: ${result}`),
        ];
      }),
    );
    await expectRecord(lines, join(import.meta.dirname, 'post-changes-record.txt'));
  });

  it('begin with a blank draft', () => {
    expect(blankPost({ id: 'id', sequence: 101, now })).toEqual({
      ...{ id: 'id', sequence: 101, slot: 1, title: '', body: '', createdAt: now, changedAt: now },
      ...{ lastAccepted: null, possiblyAccepted: false, published: false, photo: null },
      state: { kind: 'draft' },
    });
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

  it('moves a post to the end of the outbox after the eighth bad answer, but not if the network fails', () => {
    const eighth = { ...waiting, state: { ...waitingStateAt(7), attempts: 7 } } as JournalPost;
    const error500: Failure = { kind: 'unavailable', status: 500, retryAt: null };
    expect(failed(under(eighth), error500).state).toMatchObject({ turn: 50, attempts: 8 });
    expect(failed(under(eighth), refusedConnection).state).toMatchObject({ turn: 7 });
  });
});

describe('deleting a post', () => {
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
