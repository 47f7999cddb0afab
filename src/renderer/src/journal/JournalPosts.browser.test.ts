import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail } from '#shared/failure.ts';
import type { PageQuery, PostState, PostSummary } from '#shared/journal/journal.ts';
import { untilInWords } from '#shared/time-words.ts';
import { fullTimeInWords, relativeTimeInWords } from './dates.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import {
  acceptedState,
  appState,
  failingActivity,
  journalOf,
  post,
  sendingState,
  unreachableFailure,
  waitingState,
} from '#renderer-test/states.ts';

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const messages = () => page.getByRole('region', { name: 'Messages' });
const filter = () => page.getByRole('combobox', { name: 'Show' });
const refused: PostState = {
  kind: 'refused',
  operation: 'create',
  at: 0,
  failure: unreachableFailure,
};
const deleting: PostState = { kind: 'deleting', turn: 1, attempts: 0, lastFailure: null };
const draft: PostState = { kind: 'draft' };
const deleted: PostState = { kind: 'deleted', at: Date.now(), status: 200 };
/** Opens the journal with these posts in it. */
const openWith = (...posts: PostSummary[]) =>
  openApp('journal', appState({ journal: journalOf(posts) }), { posts });
const openIn = (...states: PostState[]) =>
  openWith(...states.map((state) => post('A pass', state)));

afterEach(() => void vi.useRealTimers());

describe('the list of posts', () => {
  it('shows whether a post waits or was published, and when it was published', async () => {
    await openIn(waitingState, acceptedState);
    await expect
      .element(page.getByRole('article').first())
      .toMatchTextContent('Waiting to be sent');
    await expect.element(page.getByRole('article').last()).toMatchTextContent('Published');
    await userEvent.hover(page.getByText('Published', { exact: true }));
    await expect.element(page.getByText(/^Published: \w+day, /, { exact: false })).toBeVisible();
  });

  it('shows when a post was written and changed, briefly and with the full date in the tooltip', async () => {
    // At noon, five minutes ago is the same day.
    const now = new Date().setHours(12, 0, 0, 0);
    vi.useFakeTimers({ toFake: ['Date'], now });
    const [changedAt, createdAt] = [now - 300_000, now - 700 * 24 * 3_600_000];
    await openWith({ ...post('A pass', acceptedState), createdAt, changedAt });
    const article = page.getByRole('article', { name: 'A pass' });
    await expect.element(article).toMatchTextContent(/Changed: 5 minutes ago/);
    const written = relativeTimeInWords(createdAt, now);
    expect(written).toMatch(/, \d{4}$/);
    await userEvent.hover(article.getByText(written, { exact: true }));
    await expect.element(page.getByText(`Written: ${fullTimeInWords(createdAt)}`)).toBeVisible();
  });

  it('draws drafts, waiting, sending, accepted and refused posts with different symbols', async () => {
    await openIn(draft, waitingState, sendingState, acceptedState, refused);
    await expect.element(page.getByRole('article').first()).toBeVisible();
    const shapes = [...document.querySelectorAll('article path')].map((path) =>
      path.getAttribute('d'),
    );
    expect(new Set(shapes).size).toBe(5);
  });

  it('opens a post in the form, and saves the edited post', async () => {
    const there = post('A pass', acceptedState);
    const main = await openWith(there);
    await button('Edit A pass').click();
    await expect.element(field('Title')).toHaveValue('A pass');
    await field('Title').fill('A better pass');
    await button('Publish').click();
    await expect.element(field('Title')).not.toBeInTheDocument();
    const { id } = there;
    expect(main.calls.at(-1)?.input).toMatchObject({ id, publish: true, title: 'A better pass' });
  });

  it('reports the deletion of a post, and undoes the deletion', async () => {
    const there = post('A pass', acceptedState);
    const main = await openWith(there);
    await button('Delete A pass').click();
    await expect.element(messages()).toMatchTextContent('Deleted: “A pass”');
    await button('Undo').click();
    await expect
      .poll(() => main.calls)
      .toEqual([
        { channel: 'journal.delete', input: there.id },
        { channel: 'journal.restore', input: there.id },
      ]);
    await expect
      .element(page.getByRole('status').filter({ hasText: 'Undone.' }))
      .toBeInTheDocument();
    await expect.element(messages()).not.toBeInTheDocument();
  });

  it.each([
    ['the next post', 1, 'C'],
    ['the previous post if the last one is deleted', 2, 'B'],
  ])('moves the focus after a deletion to %s', async (_which, index, heir) => {
    const posts = [post('A', acceptedState), post('B', acceptedState), post('C', acceptedState)];
    const main = await openApp('journal', appState({ journal: journalOf(posts) }), { posts });
    const there = posts[index] ?? post('', draft);
    await button(`Delete ${there.titleStart}`).click();
    await expect.element(messages()).toBeVisible();
    posts[index] = { ...there, state: deleting };
    main.tell(appState({ revision: 2, journal: journalOf(posts, { change: 1 }) }));
    // The list omits a deleted post while its delete request is waiting.
    await expect
      .element(page.getByRole('article', { name: there.titleStart }))
      .not.toBeInTheDocument();
    await expect.element(page.getByRole('article', { name: heir })).toHaveFocus();
  });

  it('moves the focus to the button for a new post when the last post is deleted', async () => {
    const posts = [post('A', draft)];
    const main = await openApp('journal', appState({ journal: journalOf(posts) }), { posts });
    await button('Delete A').click();
    posts.pop();
    main.tell(appState({ revision: 2, journal: journalOf(posts, { change: 1 }) }));
    await expect.element(page.getByText('No posts yet')).toBeVisible();
    await expect.element(button('New post')).toHaveFocus();
  });

  it('lists the deleted posts on request, and restores them', async () => {
    const there = post('Gone', deleted);
    const main = await openWith(post('Here', acceptedState), there);
    await expect.element(page.getByRole('article', { name: 'Here' })).toBeVisible();
    expect(page.getByRole('article').elements()).toHaveLength(1);
    await filter().selectOptions('Deleted (1)');
    await expect.element(page.getByRole('article', { name: 'Gone' })).toBeVisible();
    await button('Restore Gone').click();
    expect(main.calls).toEqual([{ channel: 'journal.restore', input: there.id }]);
    await expect.element(messages()).toMatchTextContent('Restored: “Gone”');
  });

  it('lists the deleted posts among the others on request', async () => {
    await openWith(post('Here', acceptedState), post('Gone', deleted), post('There', draft));
    await filter().selectOptions('All, with deleted');
    await expect
      .poll(() => page.getByRole('heading', { level: 4 }).elements())
      .toMatchObject([{ textContent: 'Here' }, { textContent: 'Gone' }, { textContent: 'There' }]);
  });

  it('shows when the next attempt to send is due', async () => {
    const next = { at: Date.now() + 3 * 3600_000, reason: 'retrying' as const };
    const activities = { ...appState().activities, posts: { ...failingActivity, next } };
    const posts = [post('A pass', waitingState)];
    await openApp('journal', appState({ journal: journalOf(posts), activities }), { posts });
    await expect
      .element(
        page.getByText(`1 post waits to be sent. Next try: ${untilInWords(next.at, Date.now())}.`),
      )
      .toBeVisible();
  });

  it('says only that a post is being sent, while others wait', async () => {
    const posts = [post('First', sendingState), post('Second', waitingState)];
    const main = await openApp('journal', appState({ journal: journalOf(posts) }), { posts });
    const outbox = page.getByText('Sending…', { exact: true }).first();
    await expect.element(outbox).toBeVisible();
    expect(page.getByText(/wait to be sent|waits to be sent/).elements()).toHaveLength(0);
    expect(button('Send now').elements()).toHaveLength(0);
    const left = [post('First', acceptedState), post('Second', waitingState)];
    main.tell(appState({ revision: 2, journal: journalOf(left) }));
    await expect.element(button('Send now')).toBeVisible();
    // The button keeps the focus while the post is being sent.
    await button('Send now').click();
    main.tell(appState({ revision: 3, journal: journalOf(posts) }));
    await expect.element(button('Send now')).toHaveAttribute('aria-description', 'Sending…');
    await expect.element(button('Send now')).toHaveFocus();
  });

  it('reports that no post matches a search, and can show all posts again', async () => {
    await openWith(post('Moon', acceptedState));
    await page.getByRole('searchbox', { name: 'Search in posts' }).fill('zebra');
    await expect.element(page.getByText('No post contains “zebra”.')).toBeVisible();
    await button('Show all posts').click();
    await expect.element(page.getByRole('article', { name: 'Moon' })).toBeVisible();
    await expect.element(page.getByRole('searchbox', { name: 'Search in posts' })).toHaveValue('');
  });

  it('wraps a long message of the service and a long title inside the column', async () => {
    const message = `${'a-rule-without-a-blank/'.repeat(20)} ${'and more words '.repeat(20)}`;
    const state: PostState = { ...refused, failure: { kind: 'refused', status: 422, message } };
    await openWith(post('t'.repeat(200), state));
    const article = page.getByRole('article').first();
    await expect.element(article).toMatchTextContent(message.trim());
    for (const [width, height] of [
      [1080, 720],
      [760, 520],
    ] as const) {
      await page.viewport(width, height);
      const { right } = article.element().getBoundingClientRect();
      expect(right).toBeLessThanOrEqual(width);
      for (const element of article.element().querySelectorAll('*')) {
        expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(right);
      }
    }
  });

  it('sends a refused post again on request', async () => {
    const there = post('A pass', refused);
    const main = await openWith(there);
    await button('Try again: A pass').click();
    expect(main.calls).toEqual([{ channel: 'journal.retry', input: there.id }]);
  });

  it('searches posts, and marks the matching words', async () => {
    await openWith(post('Moon', acceptedState), post('Meteor', acceptedState));
    await expect.element(page.getByRole('article', { name: 'Moon' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search in posts' }).fill('met');
    await expect.element(page.getByRole('article', { name: 'Meteor' })).toBeVisible();
    await expect.poll(() => page.getByRole('article').elements().length).toBe(1);
    const marked = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
    expect(marked).toEqual(['Met']);
    await page.getByRole('searchbox', { name: 'Search in posts' }).fill('');
    await expect.poll(() => document.querySelectorAll('mark').length).toBe(0);
  });

  it('keeps the width of the filter with every choice', async () => {
    await openWith(post('Moon', acceptedState), post('Gone', deleted));
    const width = () => filter().element().getBoundingClientRect().width;
    await expect.element(filter()).toBeVisible();
    const before = width();
    await filter().selectOptions('All, with deleted');
    expect(width()).toBe(before);
    await filter().selectOptions('Deleted (1)');
    expect(width()).toBe(before);
  });

  it('can send the waiting posts now, and can pause publishing', async () => {
    const main = await openIn(waitingState);
    await button('Send now').click();
    await button('More actions for the journal').click();
    await page.getByRole('menuitem', { name: 'Pause publishing' }).click();
    expect(main.calls).toEqual([
      { channel: 'journal.publish', input: null },
      { channel: 'journal.pause', input: true },
    ]);
    main.tell(
      appState({ revision: 2, journal: journalOf([post('A', waitingState)], { paused: true }) }),
    );
    await expect
      .element(page.getByText('1 post waits to be sent. Publishing is paused.'))
      .toBeVisible();
    await button('Resume publishing').click();
    expect(main.calls.at(-1)).toEqual({ channel: 'journal.pause', input: false });
  });

  it('does not report that every post is deleted before the list contains the first post', async () => {
    const main = await openApp('journal', appState({ journal: journalOf([]) }), { posts: [] });
    const said: string[] = [];
    const observer = new MutationObserver(() => said.push(document.body.textContent));
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    // The count is updated before the list contains the post.
    main.tell(
      appState({ revision: 2, journal: journalOf([post('First light', { kind: 'draft' })]) }),
    );
    await expect.poll(() => said.length).toBeGreaterThan(0);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    observer.disconnect();
    expect(said.filter((text) => text.includes('Every post is deleted'))).toEqual([]);
  });

  it('shows no button “Send now” while only a deletion waits that can still be undone', async () => {
    const posts = [post('First light', acceptedState), post('Gone', deleting)];
    const { activities } = appState();
    const next = {
      ...activities.posts.next,
      at: Date.now() + 9_000,
      reason: 'posts-undo',
    } as const;
    await openApp(
      'journal',
      appState({
        journal: journalOf(posts),
        activities: { ...activities, posts: { ...activities.posts, next } },
      }),
      { posts },
    );
    await expect.element(page.getByRole('article', { name: 'First light' })).toBeVisible();
    expect(button('Send now').elements()).toHaveLength(0);
  });

  it('reports once, not for each post, that the service asked to wait', async () => {
    const at = Date.now() + 3_600_000;
    const lastFailure = { kind: 'unavailable', status: 503, retryAt: at } as const;
    const posts = [post('First light', { kind: 'waiting', turn: 1, attempts: 1, lastFailure })];
    const next = { ...failingActivity.next, at, held: true };
    const activities = { ...appState().activities, posts: { ...failingActivity, next } };
    await openApp('journal', appState({ journal: journalOf(posts), activities }), { posts });
    await expect
      .element(page.getByText(textContaining('Not sent yet: the service asked to wait until')))
      .toBeVisible();
    expect(page.getByRole('article').getByText('asked to wait').elements()).toHaveLength(0);
    await expect.element(button('Send now')).toHaveAttribute('aria-disabled', 'true');
    await expect
      .element(button('Send now'))
      .toHaveAttribute('aria-description', expect.stringMatching(/^Not sent yet/));
  });

  it('keeps the focus on “Send now” when no post waits any more, and explains why the button is disabled', async () => {
    const main = await openIn(waitingState);
    await button('Send now').click();
    main.tell(appState({ revision: 2, journal: journalOf([post('A pass', acceptedState)]) }));
    await expect.element(button('Send now')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button('Send now')).toHaveFocus();
    await expect
      .element(button('Send now'))
      .toHaveAttribute('aria-description', 'Nothing waits to be sent.');
    await userEvent.keyboard('{Enter}');
    expect(main.calls).toHaveLength(1);
    await userEvent.tab();
    await expect.element(button('Send now')).not.toBeInTheDocument();
  });

  it('lists ten thousand posts a hundred at a time', async () => {
    const main = await openIn(...Array.from({ length: 10_000 }, () => waitingState));
    await expect.element(page.getByRole('article').first()).toBeVisible();
    expect(document.querySelectorAll('article')).toHaveLength(100);
    const asked: unknown[] = [];
    const { page: read } = main.bridge.journal;
    Object.assign(main.bridge.journal, {
      page: (query: PageQuery) => {
        asked.push(query.before);
        return read(query);
      },
    });
    const newest = (): string | undefined => document.querySelector('article')?.dataset['post'];
    const first = newest();
    await button('Show older posts').click();
    await expect.poll(() => document.querySelectorAll('article').length).toBe(200);
    expect(newest()).toBe(first);
    // The first page is not read again.
    expect(asked).toHaveLength(1);
    expect(asked[0]).toHaveProperty('sequence');
  });

  it('exports and imports posts, and reports the result', async () => {
    const main = await openIn(acceptedState);
    const choose = async (name: string): Promise<void> => {
      await button('More actions for the journal').click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Export as Markdown…');
    await expect.element(messages()).toMatchTextContent('3 posts exported to /journal.');
    await choose('Import…');
    await expect.element(messages()).toMatchTextContent('2 posts imported. 1 was there already.');
    expect(main.calls).toEqual([
      { channel: 'journal.export', input: 'markdown' },
      { channel: 'journal.import', input: null },
    ]);
  });

  it('reports that no file dialog is available, and that there is no post to export', async () => {
    const none = fail({ kind: 'no-file-dialog', detail: 'spawn zenity ENOENT' });
    await openApp('journal', appState(), { command: Promise.resolve(none) });
    await button('More actions for the journal').click();
    const exports = page.getByRole('menuitem', { name: /^Export as Markdown/ });
    await expect.element(exports).toMatchTextContent('There is no post to export.');
    await page.getByRole('menuitem', { name: 'Import…' }).click();
    await expect
      .element(messages())
      .toMatchTextContent(
        'Nothing was imported. No file dialog is available on this desktop. On Linux, install zenity.',
      );
    await expect.element(messages()).not.toMatchTextContent(/ENOENT/);
  });
});
