import { expect, it } from 'vitest';
import { memoryValue } from '#test/support/memory-value.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { fail, ok } from '#shared/failure.ts';
import type { PostSummary } from '#shared/journal/journal.ts';
import { readyRemote } from '#shared/remote.ts';
import {
  noteAddressInUse,
  restoreSuccesses,
  type AddressInUse,
  type StoredTraces,
} from './earlier-successes.ts';

const fix = { time: 1, latitude: 1, longitude: 2, receivedAt: 5_000 };
const receipt = (at: number) => ({
  operation: 'create' as const,
  at,
  status: 201,
  serviceId: 101,
});
const post = (part: Partial<PostSummary>): PostSummary => ({
  id: crypto.randomUUID(),
  sequence: 1,
  slot: 1,
  createdAt: 1,
  changedAt: 1,
  unsure: false,
  published: true,
  titleStart: 'a',
  bodyStart: 'b',
  lastAccepted: null,
  state: { kind: 'draft' },
  ...part,
});

function restored(part: Partial<StoredTraces>) {
  const { state } = fakeActivityOptions();
  state.update(({ station }) => ({ station: { ...station, fix: readyRemote(fix, 1) } }));
  state.noteOutcome('posts', 1, { kind: 'offline', reason: 'dns' });
  restoreSuccesses({
    state,
    pictureAnsweredAt: null,
    postsUsedSince: 0,
    page: () => ok({ posts: [], next: null }),
    now: () => 10_000,
    ...part,
  });
  const { picture, position, posts } = state.current.activities;
  return [picture, position, posts].map(({ lastSuccessAt }) => lastSuccessAt);
}

it('restoreSuccesses derives the last success of each service from stored data', () => {
  const posts = [
    post({ lastAccepted: receipt(8_000), state: { kind: 'accepted' } }),
    post({ lastAccepted: receipt(9_000) }),
    post({ state: { kind: 'deleted', at: 9_500, status: 200 } }),
    post({ state: { kind: 'deleted', at: 9_900, status: null } }),
  ];
  const page: StoredTraces['page'] = () => ok({ posts, next: null });
  expect(restored({ pictureAnsweredAt: 7_000, page })).toEqual([7_000, 5_000, 9_500]);
});

it.each<[string, Partial<StoredTraces>]>([
  ['nothing is stored', {}],
  [
    'the posts were answered before the first use of the present address',
    {
      page: () => ok({ posts: [post({ lastAccepted: receipt(8_000) })], next: null }),
      postsUsedSince: 8_001,
    },
  ],
  ['the journal cannot be read', { page: () => fail({ kind: 'storage', code: 'EIO' }) }],
])('restoreSuccesses restores no success of the picture and the posts when %s', (_what, part) => {
  expect(restored(part)).toEqual([null, 5_000, null]);
});

it('restoreSuccesses keeps a success of this run', () => {
  const { state } = fakeActivityOptions();
  state.noteOutcome('picture', 8_000, null);
  const page: StoredTraces['page'] = () => ok({ posts: [], next: null });
  restoreSuccesses({
    state,
    pictureAnsweredAt: 7_000,
    postsUsedSince: 0,
    page,
    now: () => 9_000,
  });
  expect(state.current.activities.picture.lastSuccessAt).toBe(8_000);
});

it('restoreSuccesses ignores times in the future that a wrong clock has stored', () => {
  const in2099 = Date.UTC(2099, 0);
  const posts = [post({ lastAccepted: receipt(in2099) }), post({ lastAccepted: receipt(8_000) })];
  const page: StoredTraces['page'] = () => ok({ posts, next: null });
  expect(restored({ pictureAnsweredAt: in2099, page })).toEqual([null, 5_000, 8_000]);
});

it('noteAddressInUse keeps the time of the first use until the address changes or this time is in the future', () => {
  const store = memoryValue<AddressInUse>(null);
  expect(noteAddressInUse(store, 'http://a.example.org', 1_000)).toBe(1_000);
  expect(noteAddressInUse(store, 'http://a.example.org', 2_000)).toBe(1_000);
  expect(noteAddressInUse(store, 'http://b.example.org', 3_000)).toBe(3_000);
  expect(noteAddressInUse(store, 'http://a.example.org', 4_000)).toBe(4_000);
  expect(noteAddressInUse(store, 'http://a.example.org', 500)).toBe(500);
  expect(store.get()).toEqual({ address: 'http://a.example.org', since: 500 });
});
