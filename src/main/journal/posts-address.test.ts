import { expect, it } from 'vitest';
import { memoryValue } from '#test/support/memory-value.ts';
import { fail, ok } from '#shared/failure.ts';
import type { PostSummary } from '#shared/journal/journal.ts';
import { lastAnswerAt, noteAddressInUse, type AddressInUse } from './posts-address.ts';

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
  possiblyAccepted: false,
  photo: null,
  published: true,
  titleStart: 'a',
  bodyStart: 'b',
  lastAccepted: null,
  state: { kind: 'draft' },
  ...part,
});

const acceptedPosts = [
  post({ lastAccepted: receipt(8_000), state: { kind: 'accepted' } }),
  post({ lastAccepted: receipt(9_000) }),
];
const in2099 = Date.UTC(2099, 0);

it.each<[string, PostSummary[], number, number | null]>([
  ['the last accepted post', acceptedPosts, 0, 9_000],
  [
    'the last accepted deletion',
    [...acceptedPosts, post({ state: { kind: 'deleted', at: 9_500, status: 200 } })],
    0,
    9_500,
  ],
  [
    'no deletion that was never sent',
    [...acceptedPosts, post({ state: { kind: 'deleted', at: 9_900, status: null } })],
    0,
    9_000,
  ],
  [
    'no answer with a time in the future',
    [post({ lastAccepted: receipt(in2099) }), post({ lastAccepted: receipt(8_000) })],
    0,
    8_000,
  ],
  ['an answer at the first use of the address', acceptedPosts, 9_000, 9_000],
  ['no answer before the first use of the address', acceptedPosts, 9_001, null],
  ['null without posts', [], 0, null],
])('lastAnswerAt returns the time of: %s', (_what, posts, since, expected) => {
  expect(lastAnswerAt(() => ok({ posts, next: null }), since, 10_000)).toBe(expected);
});

it('lastAnswerAt returns null if the journal cannot be read', () => {
  expect(lastAnswerAt(() => fail({ kind: 'storage', code: 'EIO' }), 0, 10_000)).toBeNull();
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
