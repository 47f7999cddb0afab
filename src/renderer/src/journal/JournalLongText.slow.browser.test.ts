import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ok, type Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import { maxRequestBytes } from '#shared/journal/post-text.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { appState, post, wholePostOf } from '#renderer-test/states.ts';

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const form = () => page.getByRole('group', { name: 'Post' });
const area = () => field('Text').element() as HTMLTextAreaElement;
const megabyte = 'word '.repeat(Math.floor(maxRequestBytes / 5) - 100);

/** Emits the event that the browser emits when the user pastes. */
function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  area().focus();
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  // The page inserts a text of this length itself, and prevents the default action of the field.
  expect(area().dispatchEvent(event)).toBe(false);
}

/** The journal with the form open. */
async function compose(
  state: Parameters<typeof openApp>[1],
  answers?: Parameters<typeof openApp>[2],
) {
  const main = await openApp('journal', state, answers);
  await button('New post').click();
  return main;
}

const bodies = (main: { calls: readonly { input: unknown }[] }): string[] =>
  main.calls.map(({ input }) => (input as { body: string }).body);

describe('the field for a long text', () => {
  it('accepts a pasted megabyte, shows a part of it, and saves it once', async () => {
    const main = await compose(appState());
    await field('Title').fill('A book');
    paste(megabyte);
    await expect.element(form()).toMatchTextContent('Draft saved.');
    expect(bodies(main).filter((body) => body === megabyte)).toHaveLength(1);
    await expect.element(page.getByText(textContaining('Part 32 of 32.'))).toBeVisible();
    expect(area().value.length).toBeLessThan(40_000);
    expect(area().selectionStart).toBe(area().value.length);
  });

  it('accepts a long text that fills the field at once', async () => {
    const main = await compose(appState());
    // The text is shorter than a megabyte, because Chromium needs half a minute to lay out a megabyte.
    const long = megabyte.slice(0, 200_000);
    await field('Text').fill(long);
    await expect.element(page.getByText(/Part (?<last>[2-9]) of \k<last>\./)).toBeVisible();
    await expect.element(form()).toMatchTextContent('Draft saved.');
    expect(area().value.length).toBeLessThan(40_000);
    expect(bodies(main).at(-1) === long).toBe(true);
  });

  it('shows the limit of a post, and saves a text beyond the limit as a draft', async () => {
    const main = await compose(appState());
    await field('Title').fill('Long');
    const length = page.getByRole('group', { name: 'Length' });
    paste('word '.repeat(210_000));
    await expect.element(length).toMatchTextContent('About 2,000 characters too long to publish.');
    await expect.element(button('Publish')).toHaveAttribute('aria-disabled', 'true');
    await button('Publish').click({ force: true });
    await expect.element(form()).toMatchTextContent('Draft saved.');
    const writes = main.calls.filter(({ channel }) => channel === 'journal.write');
    expect(writes.map(({ input }) => (input as { publish: boolean }).publish)).not.toContain(true);
    await button('New post').click();
    await expect.poll(() => length.element().textContent.trim()).toBe('');
    paste('word '.repeat(200_000));
    await expect
      .element(length)
      .toMatchTextContent('The service takes 1 MB. About 49,000 characters are left.');
  });

  it('accepts typed text while a slow disk is still saving', async () => {
    const slow = Promise.withResolvers<Result<JournalPost>>();
    const main = await compose(appState(), { write: slow.promise });
    paste(megabyte);
    await expect.element(form()).toMatchTextContent('Saving…');
    expect(main.calls).toHaveLength(1);

    for (const typed of ['One', ', two', ', three.']) {
      area().focus();
      await userEvent.keyboard(typed);
      // Leaving the field saves the text, as a pause in typing does, but only after the running save has ended.
      (field('Title').element() as HTMLElement).focus();
    }
    expect(main.calls).toHaveLength(1);

    slow.resolve(ok(wholePostOf(post('Untitled', { kind: 'draft' }))));
    await expect.poll(() => main.calls.length).toBe(2);
    await expect.element(form()).not.toMatchTextContent('Saving…');
    expect(main.calls).toHaveLength(2);
    expect(bodies(main).at(-1) === `${megabyte}One, two, three.`).toBe(true);
  });

  it('moves from part to part with the keys that move the caret', async () => {
    const main = await compose(appState());
    paste(megabyte);
    await button('Previous part').click();
    await expect.element(page.getByText(textContaining('Part 31 of 32.'))).toBeVisible();
    await expect.element(field('Text')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(page.getByText(textContaining('Part 30 of 32.'))).toBeVisible();
    // The same key press has also moved the caret before the last character of that part, as it does inside a part.
    expect(area().selectionStart).toBe(area().value.length - 1);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    await expect.element(page.getByText(textContaining('Part 31 of 32.'))).toBeVisible();
    expect(area().selectionStart).toBe(2);
    await userEvent.keyboard('{Control>}{Home}{/Control}One ');
    await expect.element(page.getByText(textContaining('Part 1 of 32.'))).toBeVisible();
    await userEvent.keyboard('{Control>}{End}{/Control}End');
    await expect.poll(() => bodies(main).at(-1) === `One ${megabyte}End`).toBe(true);
  });

  it('deletes characters on both sides of the end of a part', async () => {
    const main = await compose(appState());
    paste(megabyte);
    await button('Previous part').click();
    const at = megabyte.length - (await lastPartLength()) - area().value.length;
    await userEvent.keyboard('{Backspace}{Backspace}{Delete}x');
    // The two characters before the end of the part and one character after it are deleted.
    const expected = `${megabyte.slice(0, at - 2)}x${megabyte.slice(at + 1)}`;
    await expect.poll(() => bodies(main).at(-1) === expected).toBe(true);
  });

  it('removes a part that has become empty', async () => {
    const main = await compose(appState());
    paste(megabyte);
    await button('Previous part').click();
    const { length } = area().value;
    await userEvent.keyboard('{Control>}a{/Control}{Delete}');
    await expect.element(page.getByText(textContaining('Part 30 of 31.'))).toBeVisible();
    expect(area().selectionStart).toBe(area().value.length);
    await expect.poll(() => bodies(main).at(-1)?.length).toBe(megabyte.length - length);
  });

  it('undoes only the paste of a long text', async () => {
    const main = await compose(appState());
    await field('Text').fill('Before. After.');
    area().setSelectionRange(7, 7);
    paste(megabyte);
    await expect.element(page.getByText(textContaining('of 32.'))).toBeVisible();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(field('Text')).toHaveValue('Before. After.');
    expect(area().selectionStart).toBe(7);
    await expect.poll(() => bodies(main).at(-1)).toBe('Before. After.');
  });

  it('keeps the other parts unchanged when the user undoes in one part', async () => {
    const main = await compose(appState());
    paste(megabyte);
    await userEvent.keyboard('typed here');
    await button('Previous part').click();
    await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
    await userEvent.keyboard('!');
    await expect.poll(() => bodies(main).at(-1)?.length).toBe(megabyte.length + 11);
    expect(bodies(main).at(-1)?.replace('!', '') === `${megabyte}typed here`).toBe(true);
  });
});

/** The length of the last part. Afterwards the part before it is shown again. */
async function lastPartLength(): Promise<number> {
  await button('Next part').click();
  const { length } = area().value;
  await button('Previous part').click();
  return length;
}
