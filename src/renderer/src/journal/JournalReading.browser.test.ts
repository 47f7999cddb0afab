import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ok } from '#shared/failure.ts';
import type { PostState, PostSummary } from '#shared/journal/journal.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import {
  acceptedState,
  appState,
  journalOf,
  post,
  waitingState,
  wholePostOf,
} from '#renderer-test/states.ts';

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const draft: PostState = { kind: 'draft' };
const openWith = (...posts: PostSummary[]) =>
  openApp('journal', appState({ journal: journalOf(posts) }), { posts });
const heightOf = (element: Element): number => element.getBoundingClientRect().height;
const pausedTo = (paused: number | 'indefinite') => ({ paused, power: 'awake' }) as const;

describe('a post in the list', () => {
  it('is laid out from right to left if its text is, block by block', async () => {
    await openWith({
      ...post('مرحبا بالعالم.', acceptedState),
      bodyStart: 'שלום עולם! (ISS) #תחנה\n\nHello.',
    });
    const article = page.getByRole('article', { name: 'مرحبا بالعالم.' });
    await expect.element(article).toBeVisible();
    const directions = [...article.element().querySelectorAll('h4, p.paragraph')].map(
      (element) => getComputedStyle(element).direction,
    );
    expect(directions).toEqual(['rtl', 'rtl', 'ltr']);
    // The tag above the list.
    const tag = page.getByRole('group', { name: 'Tags' }).getByRole('button', { name: '#תחנה' });
    const innermost = [...tag.element().querySelectorAll('*')].at(-1) ?? tag.element();
    expect(getComputedStyle(innermost).direction).toBe('rtl');
  });

  it('expands a long text in the list, and collapses the text again', async () => {
    const lines = Array.from({ length: 8 }, (_line, index) => `Line ${index + 1}`).join('\n');
    await openWith(
      { ...post('A pass', acceptedState), bodyStart: lines },
      post('Short', acceptedState),
    );
    const article = page.getByRole('article', { name: 'A pass' });
    await expect.element(button('Read all of A pass')).toBeVisible();
    const before = heightOf(article.element());
    await button('Read all of A pass').click();
    await expect.poll(() => heightOf(article.element())).toBeGreaterThan(before + 60);
    await button('Show less of A pass').click();
    await expect.poll(() => heightOf(article.element())).toBe(before);
    expect(button('Read all of Short').elements()).toHaveLength(0);
  });

  it('loads the rest of a text if the list contains only the beginning', async () => {
    const there = { ...post('A pass', acceptedState), bodyStart: 'It rose …' };
    const main = await openWith(there);
    const rest = { ...wholePostOf(there), body: 'It rose in the west.' };
    Object.assign(main.bridge.journal, { get: () => Promise.resolve(ok(rest)) });
    await button('Read all of A pass').click();
    await expect.element(page.getByText('It rose in the west.')).toBeVisible();
  });

  it('shows two lines of a long title, and the whole title after a click', async () => {
    const title = 'W'.repeat(199);
    await openWith(post(title, acceptedState));
    const heading = page.getByRole('heading', { level: 4 }).element();
    const lineHeight = Number.parseFloat(getComputedStyle(heading).lineHeight);
    expect(heightOf(heading)).toBeLessThanOrEqual(2 * lineHeight + 1);
    await button(`Read all of ${title}`).click();
    await expect.poll(() => heightOf(heading)).toBeGreaterThan(3 * lineHeight);
  });

  // The journal decides what becomes of it: an unsent draft is deleted (journal/rules.ts).
  it.each([
    ['an unsent draft', draft],
    ['a published post', acceptedState],
  ])('is written without its text when the user empties %s', async (_what, state) => {
    const main = await openWith(post('A pass', state));
    await button('Edit A pass').click();
    await field('Title').fill('');
    await field('Text').fill('');
    await expect.poll(() => main.calls.at(-1)?.input).toMatchObject({ title: '', body: '' });
    expect(main.calls.map(({ channel }) => channel)).not.toContain('journal.delete');
  });
});

describe('the journal while the whole app is paused', () => {
  it('shows that the app is paused, and resumes it', async () => {
    const posts = [post('A pass', waitingState)];
    const state = { journal: journalOf(posts), suspension: pausedTo('indefinite') };
    const main = await openApp('journal', appState(state), { posts });
    await expect
      .element(page.getByText('1 post waits to be sent. Overhead is paused until you resume it.'))
      .toBeVisible();
    expect(button('Send now').elements()).toHaveLength(0);
    await button('Resume Overhead').click();
    expect(main.calls).toEqual([{ channel: 'app.pause', input: null }]);
    main.tell(appState({ revision: 2, journal: journalOf(posts) }));
    await expect.element(button('Send now')).toHaveFocus();
  });

  it('resumes both the app and publishing when both are paused', async () => {
    const posts = [post('A pass', waitingState)];
    const suspension = pausedTo(Date.now() + 3_600_000);
    const journal = journalOf(posts, { paused: true });
    const main = await openApp('journal', appState({ journal, suspension }), { posts });
    await expect.element(page.getByText(textContaining('Publishing is paused.'))).toBeVisible();
    await button('Resume both').click();
    await expect
      .poll(() => main.calls)
      .toEqual([
        { channel: 'app.pause', input: null },
        { channel: 'journal.pause', input: false },
      ]);
  });
});
