import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { JournalPost, PostSummary } from '#shared/journal/journal.ts';
import { defectAnswer } from '#renderer-test/bridge-double.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { acceptedState, appState, journalOf, post, wholePostOf } from '#renderer-test/states.ts';

// The text that the user types stays in the form until the journal has saved it, wherever the user navigates.

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const form = () => page.getByRole('group', { name: 'Post' });
const tooLong = fail({ kind: 'invalid-input', detail: 'journal.write: body: Too big' });

/** The journal with a post that can be opened. A test may change the answer to a write. */
async function openJournal() {
  const posts: PostSummary[] = [post('A pass', acceptedState)];
  const answers: { posts: PostSummary[]; write?: Promise<Result<JournalPost>> } = { posts };
  const main = await openApp('journal', appState({ journal: journalOf(posts) }), answers);
  const writes = () => main.calls.filter(({ channel }) => channel === 'journal.write');
  return { ...main, answers, writes };
}
const write = async (): Promise<void> => {
  if (field('Title').elements().length === 0) await button('New post').click();
  await field('Title').fill('First light');
  await field('Text').fill('Clear sky.');
};
const expectText = async (title: string, body: string): Promise<void> => {
  await expect.element(field('Title')).toHaveValue(title);
  await expect.element(field('Text')).toHaveValue(body);
};

describe('a text that the journal could not save or that is too long to publish', () => {
  it('stays in the form when another post is opened, and is saved at a later try', async () => {
    const { answers, writes } = await openJournal();
    answers.write = Promise.resolve(tooLong);
    await write();
    await expect.element(form()).toMatchTextContent(textContaining('Your text is still here'));
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const before = writes().length;
      await button('Edit A pass').click();
      await expect.poll(() => writes().length).toBeGreaterThan(before);
      await expect.element(form()).toMatchTextContent(textContaining('Your text is still here'));
      await expectText('First light', 'Clear sky.');
    }
    delete answers.write;
    await button('Edit A pass').click();
    await expectText('A pass', wholePostOf(post('A pass', acceptedState)).body);
    expect(writes().at(-1)?.input).toMatchObject({ title: 'First light', body: 'Clear sky.' });
  });

  it('appears again when the post is deleted, restored and opened', async () => {
    const { answers } = await openJournal();
    await button('Edit A pass').click();
    await expect.element(field('Title')).toHaveValue('A pass');
    answers.write = Promise.resolve(tooLong);
    await write();
    await expect.element(form()).toMatchTextContent(textContaining('Your text is still here'));
    await button('Delete A pass').click();
    await expect.element(field('Title')).not.toBeInTheDocument();
    delete answers.write;
    await button('Undo').click();
    await button('Edit A pass').click();
    await expectText('First light', 'Clear sky.');
    await expect.element(form()).toMatchTextContent('Draft saved.');
  });

  it('stays in the form when “Discard changes” fails', async () => {
    const { answers, bridge, writes } = await openJournal();
    await button('Edit A pass').click();
    await expect.element(field('Title')).toHaveValue('A pass');
    answers.write = Promise.resolve(tooLong);
    await write();
    await expect.element(form()).toMatchTextContent(textContaining('Your text is still here'));
    const failed = fail({ kind: 'storage', code: 'ENOSPC' });
    Object.assign(bridge.journal, { revert: () => Promise.resolve(failed) });
    await button('Discard changes…').click();
    await button('Discard changes').click();
    await expect
      .element(page.getByRole('alertdialog'))
      .toMatchTextContent(textContaining('The disk is full.'));
    await button('Cancel').click();
    delete answers.write;
    const before = writes().length;
    await button('Edit A pass').click();
    await expect.poll(() => writes().length).toBeGreaterThan(before);
    expect(writes().at(-1)?.input).toMatchObject({ title: 'First light' });
  });

  it('stays in the form when a new post is started in any view, or the form is closed', async () => {
    const { answers } = await openJournal();
    await button('Edit A pass').click();
    await expect.element(field('Title')).toHaveValue('A pass');
    answers.write = defectAnswer();
    await write();
    await expect.element(form()).toMatchTextContent(textContaining('Your text is still here'));
    await button('New post').click();
    await expectText('First light', 'Clear sky.');
    await button('Close').click();
    await expectText('First light', 'Clear sky.');
    await page.getByRole('link', { name: 'Today' }).click();
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Write about it' }).click();
    await expectText('First light', 'Clear sky.');
    await expect.element(form()).toMatchTextContent(textContaining('Your text is still here'));
    delete answers.write;
    location.hash = '#journal/new';
    await expectText('', '');
  });

  it.each([
    ['a draft that is being saved', false],
    ['a post that is being published', true],
  ])('stays in the form when the post was %s', async (_, publishes) => {
    const { answers, writes } = await openJournal();
    const answer = Promise.withResolvers<Result<JournalPost>>();
    answers.write = answer.promise;
    await write();
    if (publishes) await button('Publish').click();
    else await expect.element(form()).toMatchTextContent('Saving…');
    await button('Edit A pass').click();
    await expect.poll(() => writes().length).toBeGreaterThan(0);
    answer.resolve(tooLong);
    await expect.element(form()).toMatchTextContent(textContaining('Your text is still here'));
    await expectText('First light', 'Clear sky.');
  });
});

describe('a page that is closing', () => {
  it.each(['beforeunload', 'pagehide'])('saves the text typed just before %s', async (end) => {
    const { writes } = await openJournal();
    window.dispatchEvent(new Event(end));
    expect(writes()).toEqual([]);
    await button('New post').click();
    await field('Title').fill('Half a thou');
    window.dispatchEvent(new Event(end));
    expect(writes().at(-1)?.input).toMatchObject({ publish: false, title: 'Half a thou' });
  });

  it('saves the newest text immediately, even while another write is running', async () => {
    const { answers, writes } = await openJournal();
    const answer = Promise.withResolvers<Result<JournalPost>>();
    answers.write = answer.promise;
    await button('New post').click();
    await field('Title').fill('Half');
    await expect.element(form()).toMatchTextContent('Saving…');
    await field('Title').fill('Half a thought');
    window.dispatchEvent(new Event('pagehide'));
    const titles = writes().map(({ input }) => (input as { title: string }).title);
    expect(titles.at(-1)).toBe('Half a thought');
    // If the page does not end, it saves the text as usual.
    delete answers.write;
    answer.resolve(ok({ ...wholePostOf(post('Half', acceptedState)), body: '' }));
    await expect.element(form()).toMatchTextContent('Draft saved.');
    expect(writes().at(-1)?.input).toMatchObject({ title: 'Half a thought' });
  });

  it('writes nothing when everything is saved', async () => {
    const { writes } = await openJournal();
    await write();
    await expect.element(form()).toMatchTextContent('Draft saved.');
    const before = writes().length;
    window.dispatchEvent(new Event('pagehide'));
    expect(writes()).toHaveLength(before);
  });
});
