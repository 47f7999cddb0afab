import { expect, it } from 'vitest';
import type { Bridge } from '#shared/contract.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { ArchivePage, ArchiveQuery } from '#shared/picture/archive.ts';
import { addDays } from '#renderer/ui/month.ts';
import { ArchiveList } from './archive-list.svelte.ts';

/** A list whose requests stay unanswered until the test answers them. */
function listed() {
  const asked: { query: ArchiveQuery; answer: (page: Result<ArchivePage>) => void }[] = [];
  const archive = {
    page: (query: ArchiveQuery) =>
      new Promise<Result<ArchivePage>>((answer) => asked.push({ query, answer })),
  };
  const list = new ArchiveList({ archive } as unknown as Bridge);
  const follow = (words: string, days = 1): void =>
    list.follow({ words, favourites: null, days, files: 1 });
  const page = (dates: readonly string[], next: string | null = null): Result<ArchivePage> =>
    ok({
      days: dates.map((date) => ({
        date,
        title: date,
        credit: null,
        mediaType: 'image',
        hasFile: true,
        thumbnail: null,
      })),
      next,
    });
  const dates = () => list.days?.map(({ date }) => date) ?? null;
  return { list, asked, follow, page, dates };
}
/** A full page: after a shorter page the list requests the next one. */
const whole = Array.from({ length: 100 }, (_, ago) => addDays('2026-11-20', -ago));
const oldest = whole.at(-1) ?? '';
/** Waits until the promises after an answer have settled. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it('ArchiveList appends the next page', async () => {
  const { list, asked, follow, page, dates } = listed();
  follow('');
  asked[0]?.answer(page(whole, oldest));
  await settled();
  void list.more();
  void list.more();
  expect(asked.map(({ query }) => query.before)).toEqual([null, oldest]);
  asked[1]?.answer(page(['2026-08-01']));
  await settled();
  expect(dates()).toEqual([...whole, '2026-08-01']);
  expect(list.hasMore).toBe(false);
});

it.each([
  ['a page', (page: Result<ArchivePage>) => page],
  ['a failure', () => fail({ kind: 'storage', code: 'EIO' } as const)],
])('ArchiveList discards %s that arrives after a newer search has started', async (_what, late) => {
  const { list, asked, follow, page, dates } = listed();
  follow('');
  asked[0]?.answer(page(whole, oldest));
  await settled();
  void list.more();
  follow('moon');
  asked[2]?.answer(page(['2026-10-01']));
  await settled();
  asked[1]?.answer(late(page(['2026-08-01'])));
  await settled();
  expect(dates()).toEqual(['2026-10-01']);
  expect(list.failure).toBeNull();
  expect(list.hasMore).toBe(false);
});

it('ArchiveList shows the answer to the last search when answers arrive out of order', async () => {
  const { asked, follow, page, dates } = listed();
  follow('moon');
  follow('mars');
  asked[1]?.answer(page(['2026-09-01']));
  asked[0]?.answer(page(['2026-10-01']));
  await settled();
  expect(dates()).toEqual(['2026-09-01']);
});
