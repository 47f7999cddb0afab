// For the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { JournalPost, PostState } from '../../../shared/journal.ts';
import { defect } from '../../test/bridge-double.ts';
import { containing } from '../../test/containing.ts';
import { open } from '../../test/open.ts';
import { appState, post, unreachable, waiting } from '../../test/states.ts';

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const form = () => page.getByRole('status', { name: 'Form' });
const withPosts = (...states: PostState[]) =>
  appState({ journal: { posts: states.map((state) => post('A pass', state)), durable: true } });

const write = async (): Promise<void> => {
  await field('Title').fill('First light');
  await field('Text').fill('Clear sky.');
};

describe('Journal', () => {
  it('says plainly what becomes of a post, and that there is none yet', async () => {
    await open('journal', appState());
    await expect
      .element(page.getByText(containing('The service accepts posts and stores nothing.')))
      .toBeVisible();
    await expect.element(page.getByText(containing('Nothing yet.'))).toBeVisible();
    expect(button('Publish now').elements()).toHaveLength(0);
  });

  it('publishes what is written and clears the form', async () => {
    const main = await open('journal', appState());
    await field('Title').fill('First light');
    await field('Text').fill('Clear sky.');
    await button('Publish').click();
    await expect.element(form()).toMatchTextContent('Kept on this computer.');
    expect(main.calls).toEqual([
      { channel: 'journal.create', input: { title: 'First light', body: 'Clear sky.' } },
    ]);
    await expect.element(field('Title')).toHaveValue('');
    await expect.element(field('Title')).toHaveFocus();
  });

  it('keeps the words of its button readable in forced colours', async () => {
    const emulate = async (value: string): Promise<void> => {
      await cdp().send('Emulation.setEmulatedMedia', {
        features: [{ name: 'forced-colors', value }],
      });
    };
    await emulate('active');
    onTestFinished(() => emulate('none'));
    await open('journal', appState());
    const { forcedColorAdjust } = getComputedStyle(button('Publish').element());
    expect(forcedColorAdjust).toBe('none');
  });

  it('publishes by Ctrl+Enter', async () => {
    const main = await open('journal', appState());
    await field('Title').fill('First light');
    await field('Text').fill('Clear sky.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(form()).toMatchTextContent('Kept on this computer.');
    expect(main.calls).toHaveLength(1);
  });

  it('leads to the field that is empty', async () => {
    const main = await open('journal', appState());
    await button('Publish').click();
    await expect.element(form()).toMatchTextContent('A post needs a title.');
    await expect.element(field('Title')).toHaveFocus();
    await field('Title').fill('First light');
    await button('Publish').click();
    await expect.element(form()).toMatchTextContent('A post needs a text.');
    await expect.element(field('Text')).toHaveFocus();
    expect(main.calls).toEqual([]);
  });

  it('keeps the text when it was not taken, and over a change of view', async () => {
    await open('journal', appState(), { command: defect() });
    await write();
    await button('Publish').click();
    await expect
      .element(form())
      .toMatchTextContent('Not kept: something broke inside the app; its log has the details.');
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('link', { name: 'Journal' }).click();
    await expect.element(field('Text')).toHaveValue('Clear sky.');
  });

  it('does not offer a post again that the journal holds in memory', async () => {
    const full = fail({ kind: 'storage', code: 'ENOSPC' });
    await open('journal', appState(), { command: Promise.resolve(full) });
    await write();
    await button('Publish').click();
    await expect
      .element(form())
      .toMatchTextContent('The journal has it, but not on disk: the disk is full.');
    await expect.element(field('Text')).toHaveValue('');
  });

  it('says in words that a post is too long', async () => {
    const tooLong = fail({ kind: 'invalid-input', detail: 'journal.create: body: Too big' });
    await open('journal', appState(), { command: Promise.resolve(tooLong) });
    await write();
    await button('Publish').click();
    await expect.element(form()).toMatchTextContent('Not kept: it is longer than a post may be.');
  });

  it('sends a post once and loses nothing when main answers late', async () => {
    const answer = Promise.withResolvers<Result<JournalPost>>();
    const main = await open('journal', appState(), { create: answer.promise });
    await write();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(field('Text')).toHaveAttribute('readonly');
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('link', { name: 'Journal' }).click();
    await expect.element(field('Text')).toHaveAttribute('readonly');
    // The keyboard reaches a button that is switched off.
    (button('Publish').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    answer.resolve(ok(post('First light', waiting)));
    await expect.element(field('Text')).toHaveValue('');
    await field('Text').fill('The next one.');
    await expect.element(field('Text')).toHaveValue('The next one.');
    expect(main.calls).toHaveLength(1);
  });

  it.each<[PostState, string]>([
    [waiting, 'Waiting'],
    [
      { kind: 'waiting', attempts: 2, lastFailure: unreachable },
      'Waiting, tried 2 times: the service cannot be reached',
    ],
    [{ kind: 'sending', attempts: 1 }, 'Sending…'],
    [{ kind: 'accepted', at: Date.now(), status: 201, serviceId: 101 }, '(201)'],
    [
      { kind: 'refused', at: 0, failure: { kind: 'refused', status: 400, message: 'bad JSON' } },
      'Refused: the service refused it (400: bad JSON)',
    ],
  ])('shows the state of a post: %o', async (state, words) => {
    await open('journal', withPosts(state));
    await expect.element(page.getByRole('article', { name: 'A pass' })).toMatchTextContent(words);
  });

  it('draws every state in a shape of its own', async () => {
    const accepted: PostState = { kind: 'accepted', at: 0, status: 201, serviceId: 101 };
    const refused: PostState = { kind: 'refused', at: 0, failure: unreachable };
    await open('journal', withPosts(waiting, { kind: 'sending', attempts: 1 }, accepted, refused));
    await expect.element(page.getByRole('list', { name: 'Posts, newest first' })).toBeVisible();
    const shapes = [...document.querySelectorAll('article path')].map((path) =>
      path.getAttribute('d'),
    );
    expect(new Set(shapes).size).toBe(4);
  });

  it('offers to publish what waits', async () => {
    const main = await open('journal', withPosts(waiting));
    await button('Publish now').click();
    expect(main.calls).toEqual([{ channel: 'journal.publish', input: null }]);
  });

  it('keeps the focus on "Publish now" when nothing waits any more', async () => {
    const main = await open('journal', withPosts(waiting));
    await button('Publish now').click();
    const accepted: PostState = { kind: 'accepted', at: 0, status: 201, serviceId: 101 };
    main.tell({ ...withPosts(accepted), revision: 2 });
    await expect.element(button('Publish now')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button('Publish now')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(main.calls).toHaveLength(1);
  });

  it('lists ten thousand posts a hundred at a time', async () => {
    await open('journal', withPosts(...Array.from({ length: 10_000 }, () => waiting)));
    await expect.element(page.getByRole('article').first()).toBeVisible();
    expect(document.querySelectorAll('article')).toHaveLength(100);
    await button('Show older posts (9900 more)').click();
    await expect.element(button('Show older posts (9800 more)')).toHaveFocus();
    expect(document.querySelectorAll('article')).toHaveLength(200);
  });

  it('lays out no more of a long post than it shows', async () => {
    const long = { ...post('A book', waiting), body: 'word '.repeat(80_000) };
    await open('journal', appState({ journal: { posts: [long], durable: true } }));
    const article = page.getByRole('article', { name: 'A book' });
    await expect.element(article).toBeVisible();
    expect(article.element().textContent.length).toBeLessThan(5000);
  });

  it('says when the disk does not take it', async () => {
    await open('journal', appState({ journal: { posts: [], durable: false } }));
    await expect
      .element(page.getByText(containing('The disk does not take what you write.')))
      .toBeVisible();
  });
});
