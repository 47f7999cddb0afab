import { expect, it } from 'vitest';
import type { Bridge } from '#shared/contract.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { PageQuery, PostPage } from '#shared/journal/journal.ts';
import { JournalList } from './journal-list.svelte.ts';

function listed() {
  const asked: { query: PageQuery; answer: (page: Result<PostPage>) => void }[] = [];
  const journal = {
    page: (query: PageQuery) =>
      new Promise<Result<PostPage>>((answer) => asked.push({ query, answer })),
  };
  return { list: new JournalList({ journal } as unknown as Bridge), asked };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const empty: Result<PostPage> = ok({ posts: [], next: null });

it('JournalList reads once more when the journal changes during a read', async () => {
  const { list, asked } = listed();
  list.follow(1);
  list.follow(2);
  list.follow(3);
  expect(asked).toHaveLength(1);
  asked[0]?.answer(empty);
  await settled();
  expect(asked).toHaveLength(2);
  asked[1]?.answer(empty);
  await settled();
  expect(asked).toHaveLength(2);
});

it('JournalList does not read the posts again for a change that the list already contains', async () => {
  const { list, asked } = listed();
  list.follow(1);
  asked[0]?.answer(empty);
  await settled();
  list.follow(1);
  expect(asked).toHaveLength(1);
});

it('JournalList searches for words that were typed during a read', async () => {
  const { list, asked } = listed();
  void list.refresh();
  list.words = 'moon';
  void list.restart();
  asked[0]?.answer(empty);
  await settled();
  asked[1]?.answer(empty);
  await settled();
  expect(asked.map(({ query }) => query.words)).toEqual(['', 'moon']);
  expect(list.searchWords).toBe('moon');
});
