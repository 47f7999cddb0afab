import { expect, it } from 'vitest';
import type { Bridge } from '#shared/contract.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import { journalPost } from '#test/support/journal-posts.ts';
import { Editor } from './editor.svelte.ts';

type Writing = Parameters<Bridge['journal']['write']>[0];

/** An editor whose writes stay unanswered until the test answers them. */
function editing() {
  const written: { writing: Writing; answer: (post: Result<JournalPost>) => void }[] = [];
  const journal = {
    write: (writing: Writing) =>
      new Promise<Result<JournalPost>>((answer) => written.push({ writing, answer })),
  };
  const editor = new Editor({ journal } as unknown as Bridge);
  editor.title = 'A title';
  editor.typed();
  /** Answers a write with success. */
  const take = async (index: number): Promise<void> => {
    const write = written[index];
    const { id = '', title = '', body = '' } = write?.writing ?? {};
    write?.answer(ok({ ...journalPost(1), id, title, body }));
    await settled();
  };
  return { editor, written, take };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it('Editor sends a post to main again when the page closes during publishing', async () => {
  const { editor, written, take } = editing();
  void editor.save();
  await settled();
  await take(0);
  expect(editor.phase).toBe('saved');
  void editor.publish();
  await settled();
  editor.handOver();
  await settled();
  expect(written.map(({ writing }) => writing.publish)).toEqual([false, true, true]);
});

it('Editor does not send to main a text that the journal has already saved', async () => {
  const { editor, written, take } = editing();
  void editor.save();
  await settled();
  await take(0);
  editor.handOver();
  await settled();
  expect(written).toHaveLength(1);
});

it('Editor does not save a new post before its text or title is changed', async () => {
  const { editor, written, take } = editing();
  void editor.save();
  await settled();
  await take(0);
  void editor.start({ title: 'Another', body: '' });
  await settled();
  expect(written).toHaveLength(1);
  editor.title = 'A changed title';
  editor.typed();
  void editor.save();
  await settled();
  expect(written[1]?.writing).toMatchObject({ publish: false, title: 'A changed title' });
});

it('Editor ignores a late answer about a deleted post', async () => {
  const { editor, take } = editing();
  void editor.save();
  await settled();
  editor.drop(editor.id);
  editor.title = 'Another';
  await take(0);
  expect(editor.post).toBeNull();
  expect(editor.title).toBe('Another');
  expect(editor.phase).toBe('untouched');
});

it('Editor ignores a late failure of a deleted post', async () => {
  const { editor, written } = editing();
  void editor.save();
  await settled();
  editor.drop(editor.id);
  written[0]?.answer(fail({ kind: 'not-found' }));
  await settled();
  expect(editor.failure).toBeNull();
  expect(editor.phase).toBe('untouched');
});

it('Editor empties the form when the journal deleted the draft because its text was removed', async () => {
  const { editor, written, take } = editing();
  const { id } = editor;
  void editor.save();
  await settled();
  await take(0);
  editor.title = '';
  editor.typed();
  void editor.save();
  await settled();
  const deleted = { kind: 'deleted', at: 1, status: null } as const;
  written[1]?.answer(ok({ ...journalPost(1, { state: deleted }), id, title: 'A title', body: '' }));
  await settled();
  expect(editor.emptiedDraft).toEqual({ id, title: 'A title' });
  expect(editor.post).toBeNull();
  expect(editor.phase).toBe('untouched');
  expect(editor.id).not.toBe(id);
});
