import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail } from '../../../shared/failure.ts';
import type { PostState } from '../../../shared/journal.ts';
import { containing } from '../../test/containing.ts';
import { open } from '../../test/open.ts';
import { appState, post, unreachable } from '../../test/states.ts';

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const form = () => page.getByRole('status', { name: 'Form' });
const withPosts = (...states: PostState[]) =>
  appState({ journal: { posts: states.map((state) => post('A pass', state)), durable: true } });
const waiting: PostState = { kind: 'waiting', attempts: 0, lastFailure: null };

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
    const refusal = fail({ kind: 'storage', code: 'ENOSPC' });
    await open('journal', appState(), { command: Promise.resolve(refusal) });
    await field('Title').fill('First light');
    await field('Text').fill('Clear sky.');
    await button('Publish').click();
    await expect.element(form()).toMatchTextContent('Not kept: the disk is full.');
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('link', { name: 'Journal' }).click();
    await expect.element(field('Text')).toHaveValue('Clear sky.');
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

  it('says when the disk does not take it', async () => {
    await open('journal', appState({ journal: { posts: [], durable: false } }));
    await expect
      .element(page.getByText(containing('The disk does not take what you write.')))
      .toBeVisible();
  });
});
