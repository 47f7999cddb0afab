import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail, type Failure } from '#shared/failure.ts';
import { maxPhotoBytes } from '#shared/journal/photo.ts';
import type { PostState, PostSummary } from '#shared/journal/journal.ts';
import { addedPhoto } from '#renderer-test/bridge-double.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { acceptedState, appState, journalOf, post } from '#renderer-test/states.ts';

/** The test server has the photos of posts whose id contains `5e4bed`. */
const savedId = '5e4bed00-0000-4000-8000-000000000001';
const withPhoto: Partial<PostSummary> = { id: savedId, photo: 7 };

async function openWith(changes: Partial<PostSummary>, failure: Failure | null = null) {
  const posts = [{ ...post('A pass', acceptedState), ...changes }];
  const state = appState({ journal: journalOf(posts) });
  const command = failure === null ? {} : { command: Promise.resolve(fail(failure)) };
  const main = await openApp('journal', state, { posts, ...command });
  const calls = () =>
    main.calls.filter(({ channel }) => channel.endsWith('Photo')).map(({ input }) => input);
  const writes = () =>
    main.calls.filter(({ channel }) => channel === 'journal.write').map(({ input }) => input);
  return { ...main, calls, writes };
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const messages = () => page.getByRole('region', { name: 'Messages' });
const article = () => page.getByRole('article', { name: 'A pass' });
const group = () => page.getByRole('group', { name: 'Photo' });
const fileOf = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name);

/** Dispatches a drop or a paste of files; returns whether the page prevented the default action. */
function give(kind: 'drop' | 'paste', target: Element, files: File[], text?: string): boolean {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  if (text !== undefined) data.setData('text/plain', text);
  const options = { bubbles: true, cancelable: true };
  const event =
    kind === 'drop'
      ? new DragEvent('drop', { ...options, dataTransfer: data })
      : new ClipboardEvent('paste', { ...options, clipboardData: data });
  return !target.dispatchEvent(event);
}
const choose = async (file: File): Promise<void> => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('there is no input for files');
  await userEvent.upload(input, file);
};

describe('the photo in the form', () => {
  it('is added to the post by the button, and removed again by Undo', async () => {
    const { calls } = await openWith({ id: savedId });
    await button('Edit A pass').click();
    await expect.element(group()).toMatchTextContent(textContaining('Stays on this computer'));
    await choose(fileOf('a.jpg', 5));
    await expect.element(group().getByRole('img', { name: 'A pass' })).toBeVisible();
    expect(calls()).toEqual([{ id: savedId, bytes: 5 }]);
    await messages().getByRole('button', { name: 'Undo' }).click();
    await expect.poll(calls).toHaveLength(2);
    expect(calls()[1]).toEqual({ id: savedId, at: null });
    await expect.element(button('Add photo…')).toBeVisible();
  });

  it('is added to a new post without text, which then stays a draft', async () => {
    const { calls } = await openWith({});
    await button('New post').click();
    await choose(fileOf('a.jpg'));
    await expect.element(button('Replace photo…')).toBeVisible();
    expect(calls()).toMatchObject([{ bytes: 3 }]);
  });

  it.each(['before', 'after'])(
    'is added to the new post whose subject is chosen %s',
    async (when) => {
      const { calls, writes } = await openWith({});
      await button('New post').click();
      const subject = () => button('Today’s picture').click();
      if (when === 'before') await subject();
      const file = fileOf('a.jpg');
      const bytes = Promise.withResolvers<ArrayBuffer>();
      file.arrayBuffer = () => bytes.promise;
      await expect.element(group()).toBeVisible();
      give('drop', group().element(), [file]);
      if (when === 'after') await subject();
      await expect.element(button(/Remove “Picture of/)).toBeVisible();
      bytes.resolve(new ArrayBuffer(3));
      await expect.element(button('Replace photo…')).toBeVisible();
      await choose(fileOf('b.jpg', 4));
      await expect.poll(calls).toHaveLength(2);
      const [id] = calls().map((input) => (input as { id: string }).id);
      expect(calls()).toMatchObject([{ id }, { id }]);
      // The text with which the form was filled is part of the draft.
      const body: unknown = expect.stringContaining('overhead:picture/');
      await expect.poll(writes).toMatchObject([{ id, body }]);
    },
  );

  it('is removed by a button, which then gives the focus to “Add photo…”, and shown again by Undo', async () => {
    const { calls } = await openWith(withPhoto);
    await button('Edit A pass').click();
    await button('Remove photo').click();
    await expect.element(button('Add photo…')).toHaveFocus();
    await messages().getByRole('button', { name: 'Undo' }).click();
    await expect.element(button('Replace photo…')).toBeVisible();
    expect(calls()).toEqual([
      { id: savedId, at: null },
      { id: savedId, at: 7 },
    ]);
  });

  it('is pasted, unless the clipboard also has text', async () => {
    const { calls } = await openWith({});
    await button('Edit A pass').click();
    const field = page.getByRole('textbox', { name: 'Text' });
    await expect.element(field).toBeVisible();
    expect(give('paste', field.element(), [fileOf('a.png')], 'words')).toBe(false);
    expect(give('paste', field.element(), [fileOf('a.png', 4)])).toBe(true);
    await expect.poll(calls).toMatchObject([{ bytes: 4 }]);
  });

  it.each([
    [1080, 720],
    [720, 520],
  ])('overlaps nothing at %i × %i, below the subject of the post', async (width, height) => {
    await openWith({ ...withPhoto, bodyStart: 'overhead:picture/2019-07-16\n\nText' });
    await page.viewport(width, height);
    await button('Edit A pass').click();
    await expect.element(button('Remove photo')).toBeVisible();
    const parts = [...document.querySelectorAll('form > *')].filter(
      (part) => getComputedStyle(part).position !== 'absolute',
    );
    const boxes = parts.map((part) => {
      // A child may be higher than its part.
      const inner = [part, ...part.querySelectorAll('*')].map((one) => one.getBoundingClientRect());
      return { top: inner[0]?.top ?? 0, end: Math.max(...inner.map(({ bottom }) => bottom)) };
    });
    expect(boxes.length).toBeGreaterThan(4);
    const overlaps = boxes.filter(({ end }, k) => end > (boxes[k + 1]?.top ?? Infinity) + 1);
    expect(overlaps).toEqual([]);
  });
});

describe('the photo of a post in the list', () => {
  it('is shown with the title as its text, and large after a click', async () => {
    await openWith(withPhoto);
    const photo = article().getByRole('button', { name: 'A pass', exact: true });
    await expect.element(photo.getByRole('img', { name: 'A pass' })).toBeVisible();
    await photo.click();
    const dialog = page.getByRole('dialog', { name: 'A pass' });
    await expect.element(dialog.getByRole('img', { name: 'A pass' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(photo).toHaveFocus();
  });

  it('shows a line of text in its place if its file is missing, and the text of the post stays', async () => {
    await openWith({ photo: 7 });
    await expect
      .element(article())
      .toMatchTextContent(textContaining('The file of the photo is missing or damaged.'));
    await expect.element(article()).toMatchTextContent(textContaining('Clear sky from dusk on.'));
  });

  it('is added by a drop, of several files the first', async () => {
    const { calls } = await openWith({ id: savedId });
    await expect.element(article()).toBeVisible();
    expect(give('drop', article().element(), [fileOf('a.jpg', 1), fileOf('b.jpg', 2)])).toBe(true);
    await expect
      .element(messages())
      .toMatchTextContent(textContaining('The first of the files is added'));
    expect(calls()).toEqual([{ id: savedId, bytes: 1 }]);
  });

  it('is the last of two that are dropped in quick succession', async () => {
    const { calls } = await openWith({ id: savedId });
    await button('Edit A pass').click();
    await expect.element(group()).toBeVisible();
    for (const bytes of [1, 2]) give('drop', group().element(), [fileOf('a.jpg', bytes)]);
    await expect.poll(calls).toHaveLength(2);
    expect(calls()).toMatchObject([{ bytes: 1 }, { bytes: 2 }]);
    await expect
      .element(group().getByRole('img'))
      .toHaveAttribute('src', `/photos/${savedId}.${addedPhoto}.jpg`);
  });

  it('is accepted neither by a deleted post nor beside a post', async () => {
    const deleted: PostState = { kind: 'deleted', at: Date.now(), status: 200 };
    const { calls } = await openWith({ state: deleted });
    await page.getByRole('combobox', { name: 'Show' }).selectOptions('deleted');
    await expect.element(article()).toBeVisible();
    for (const target of [article().element(), document.body])
      expect(give('drop', target, [fileOf('a.jpg')])).toBe(true);
    expect(calls()).toEqual([]);
  });
});

describe('a photo that cannot be added', () => {
  const tooLarge = fileOf('a.jpg');
  Object.defineProperty(tooLarge, 'size', { value: maxPhotoBytes + 1 });

  it('is not sent to main if it is larger than 50 MB', async () => {
    const { calls } = await openWith({});
    await expect.element(article()).toBeVisible();
    give('drop', article().element(), [tooLarge]);
    await expect.element(messages()).toMatchTextContent(textContaining('at most 50'));
    expect(calls()).toEqual([]);
  });

  it.each<[string, Failure]>([
    ['save a HEIC photo as JPEG first', { kind: 'not-an-image', found: 'unknown' }],
    ['200 megapixels', { kind: 'too-large', limit: 2e8, unit: 'pixels' }],
    ['This file was not added', { kind: 'damaged' }],
    ['That did not work. The disk is full.', { kind: 'storage', code: 'ENOSPC' }],
    ['Only in memory so far.', { kind: 'storage', code: 'SQLITE_FULL' }],
  ])('is reported with “%s”', async (words, failure) => {
    await openWith({}, failure);
    await expect.element(article()).toBeVisible();
    give('drop', article().element(), [fileOf('a.jpg')]);
    await expect.element(messages()).toMatchTextContent(textContaining(words));
  });
});
