import { describe, expect, it } from 'vitest';
import { journalPost, postId } from '#test/support/journal-posts.ts';
import { postKinds } from './post-kinds.ts';
import {
  emptyJournalStatus,
  journalPostSchema,
  journalStatusSchema,
  listOrderOf,
  listPlaceOf,
  maxAttempts,
  pageQuerySchema,
  postDraftSchema,
  postWritingSchema,
  zeroPostCounts,
  type JournalPost,
} from './journal.ts';

describe('journalPostSchema', () => {
  const accepts = (changes: object): boolean =>
    journalPostSchema.safeParse({ ...journalPost(1), ...changes }).success;

  it('requires each field except the photo', () => {
    const post = journalPost(1);
    expect(journalPostSchema.parse(post)).toEqual(post);
    for (const key of Object.keys(post))
      expect(accepts({ [key]: undefined }), key).toBe(key === 'photo');
  });

  it('limits the id of the service, the attempts and the status', () => {
    expect([0, 1, 100, 101, 1.5].map((slot) => accepts({ slot }))).toEqual([
      ...[false, true, true, false, false],
    ]);
    const waiting = { kind: 'waiting', turn: 1, lastFailure: null };
    const attempts = [-1, 0, maxAttempts, maxAttempts + 1, 0.5];
    expect(attempts.map((count) => accepts({ state: { ...waiting, attempts: count } }))).toEqual([
      ...[false, true, true, false, false],
    ]);
    const deleted = (status: number | null) =>
      accepts({ state: { kind: 'deleted', at: 1, status } });
    expect([null, 99, 100, 999, 1000, 200.5].map(deleted)).toEqual([
      ...[true, false, true, true, false, false],
    ]);
  });

  it('accepts each state and each operation', () => {
    const queue = { turn: 1, attempts: 0 };
    const failure = { kind: 'truncated' } as const;
    const states: JournalPost['state'][] = [
      { kind: 'draft' },
      { kind: 'waiting', ...queue, lastFailure: failure },
      ...(['none', 'draft', 'waiting'] as const).flatMap((edit) =>
        (['create', 'replace', 'delete'] as const).map(
          (operation) => ({ kind: 'sending', operation, ...queue, edit, remove: false }) as const,
        ),
      ),
      { kind: 'accepted' },
      { kind: 'refused', operation: 'delete', at: 1, failure },
      { kind: 'deleting', ...queue, lastFailure: null },
      { kind: 'deleted', at: 1, status: null },
    ];
    for (const state of states)
      expect(journalPostSchema.parse({ ...journalPost(1), state }).state).toEqual(state);
    expect(new Set(states.map(({ kind }) => kind))).toEqual(new Set(postKinds));
    expect(accepts({ state: { kind: 'other' } })).toBe(false);
  });
});

describe('postWritingSchema and postDraftSchema', () => {
  const writes = (publish: boolean, title: string, body: string) =>
    postWritingSchema.safeParse({ id: postId(1), publish, title, body }).success;
  const isDraft = (title: string, body: string) =>
    postDraftSchema.safeParse({ title, body }).success;

  it('require both texts only for a post that is published', () => {
    for (const [title, body, isWhole] of [
      ['a', 'b', true],
      ['', 'b', false],
      ['a', '', false],
      [' \n', 'b', false],
      ['a', '\t ', false],
    ] as const) {
      expect(writes(true, title, body)).toBe(isWhole);
      expect(isDraft(title, body)).toBe(isWhole);
      expect(writes(false, title, body)).toBe(true);
    }
  });

  it('allow a longer text for a post that is not published', () => {
    const [long, tooLong] = [2 ** 20, 2 ** 22].map((length) => 'x'.repeat(length));
    expect([writes(true, 'a', long ?? ''), isDraft('a', long ?? '')]).toEqual([false, false]);
    expect([writes(false, 'a', long ?? ''), writes(false, 'a', tooLong ?? '')]).toEqual([
      true,
      false,
    ]);
  });
});

it('pageQuerySchema limits the page and the words, and knows each state', () => {
  const query = { before: null, limit: 1, words: '', state: null };
  const accepts = (changes: object) => pageQuerySchema.safeParse({ ...query, ...changes }).success;
  expect([0, 1, 200, 201, 1.5].map((limit) => accepts({ limit }))).toEqual([
    ...[false, true, true, false, false],
  ]);
  expect([500, 501].map((length) => accepts({ words: 'x'.repeat(length) }))).toEqual([true, false]);
  for (const state of [...postKinds, 'everything', null]) expect(accepts({ state })).toBe(true);
  expect(accepts({ state: 'other' })).toBe(false);
});

it('listOrderOf orders by date, and the results of a search by their place in the journal', () => {
  const places = [
    { createdAt: 1, sequence: 9 },
    { createdAt: 3, sequence: 2 },
    { createdAt: 3, sequence: 4 },
    { createdAt: 2, sequence: 7 },
  ].map((place) => listPlaceOf(place));
  const sequences = (words: string) =>
    places.toSorted(listOrderOf({ words })).map(({ sequence }) => sequence);
  expect([sequences(''), sequences(' '), sequences('a'), sequences('!')]).toEqual([
    [4, 2, 7, 9],
    [4, 2, 7, 9],
    [9, 7, 4, 2],
    [9, 7, 4, 2],
  ]);
});

it('emptyJournalStatus is a journal without posts', () => {
  expect(journalStatusSchema.parse(emptyJournalStatus)).toEqual({
    counts: Object.fromEntries(postKinds.map((kind) => [kind, 0])),
    change: 0,
    changed: null,
    durable: true,
    paused: false,
    unreadable: 0,
    recovered: null,
  });
  for (const kind of postKinds) {
    const counts = { ...zeroPostCounts, [kind]: -1 };
    expect(journalStatusSchema.safeParse({ ...emptyJournalStatus, counts }).success).toBe(false);
  }
});
