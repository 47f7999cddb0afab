import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PostState, PostSummary } from '#shared/journal/journal.ts';
import { timeInWords } from '../ui/format.ts';
import { containing } from '../../test/containing.ts';
import { open } from '../../test/open.ts';
import {
  accepted,
  appState,
  inTrouble,
  journalOf,
  post,
  sending,
  unreachable,
  waiting,
} from '../../test/states.ts';

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const form = () => page.getByRole('status', { name: 'Form' });
const refused: PostState = { kind: 'refused', operation: 'create', at: 0, failure: unreachable };
const deleting: PostState = { kind: 'deleting', turn: 1, attempts: 0, lastFailure: null };
const unavailable = { kind: 'unavailable', status: 503, retryAt: null } as const;
const draft: PostState = { kind: 'draft' };
const deleted: PostState = { kind: 'deleted', at: Date.now(), status: 200 };
/** Opens the journal with these posts in it. */
const openWith = (...posts: PostSummary[]) =>
  open('journal', appState({ journal: journalOf(posts) }), { posts });
const openIn = (...states: PostState[]) =>
  openWith(...states.map((state) => post('A pass', state)));

describe('the posts of the journal', () => {
  it.each<[PostState, string]>([
    [draft, 'Draft'],
    [waiting, 'Waiting'],
    [
      { ...waiting, attempts: 2, lastFailure: unreachable } as PostState,
      'Waiting, tried 2 times: the service cannot be reached',
    ],
    [sending, 'Sending…'],
    [
      { ...refused, failure: { kind: 'refused', status: 400, message: 'bad JSON' } },
      'Refused: the service says “bad JSON”',
    ],
    [
      { ...refused, failure: { kind: 'refused', status: 422, message: 'Unprocessable Entity' } },
      'Refused: the service can read it, and does not take what it says',
    ],
    [
      { kind: 'waiting', turn: 1, attempts: 1, lastFailure: unavailable },
      'Waiting, tried once: the service has trouble of its own',
    ],
    [deleting, 'To be deleted'],
  ])('shows the state of a post: %o', async (state, words) => {
    await openIn(state);
    await expect.element(page.getByRole('article', { name: 'A pass' })).toMatchTextContent(words);
  });

  it('shows when the service accepted a post', async () => {
    const there = post('A pass', accepted);
    const at = timeInWords(there.lastAccepted?.at ?? NaN, Date.now());
    await openWith(there);
    await expect
      .element(page.getByRole('article', { name: 'A pass' }))
      .toMatchTextContent(containing(`Accepted ${at}, not stored`));
  });

  it('draws every state in a shape of its own', async () => {
    await openIn(draft, waiting, sending, accepted, refused, deleting);
    await expect.element(page.getByRole('article').first()).toBeVisible();
    const shapes = [...document.querySelectorAll('article path')].map((path) =>
      path.getAttribute('d'),
    );
    expect(new Set(shapes).size).toBe(6);
  });

  it('opens a post in the form, and replaces it', async () => {
    const there = post('A pass', accepted);
    const main = await openWith(there);
    await button('Edit A pass').click();
    await expect.element(field('Title')).toHaveValue('A pass');
    await expect.element(page.getByText(containing('under the number 7'))).toBeVisible();
    await field('Title').fill('A better pass');
    await button('Publish').click();
    await expect.element(form()).toMatchTextContent('Kept on this computer.');
    const { id } = there;
    expect(main.calls.at(-1)?.input).toMatchObject({ id, publish: true, title: 'A better pass' });
    await expect.element(field('Title')).toHaveValue('');
  });

  it('deletes, and takes it back', async () => {
    const there = post('A pass', accepted);
    const main = await openWith(there);
    await button('Delete A pass').click();
    await button('Undo').click();
    await expect.poll(() => button('Undo').elements().length).toBe(0);
    expect(main.calls).toEqual([
      { channel: 'journal.delete', input: there.id },
      { channel: 'journal.restore', input: there.id },
    ]);
  });

  it('lists the deleted when asked, and takes them back', async () => {
    const there = post('Gone', deleted);
    const main = await openWith(post('Here', accepted), there);
    await expect.element(page.getByRole('article', { name: 'Here' })).toBeVisible();
    expect(page.getByRole('article').elements()).toHaveLength(1);
    await page.getByRole('combobox', { name: 'State' }).selectOptions('Deleted (1)');
    await expect.element(page.getByRole('article', { name: 'Gone' })).toBeVisible();
    await button('Undo delete').click();
    expect(main.calls).toEqual([{ channel: 'journal.restore', input: there.id }]);
  });

  it('lists the deleted among the others when asked', async () => {
    await openWith(post('Here', accepted), post('Gone', deleted), post('There', draft));
    await page.getByRole('combobox', { name: 'State' }).selectOptions('With deleted');
    await expect
      .poll(() => page.getByRole('heading', { level: 3 }).elements())
      .toMatchObject([{ textContent: 'Here' }, { textContent: 'Gone' }, { textContent: 'There' }]);
  });

  it('says once what becomes of every post, whatever there is in the list', async () => {
    await openIn(draft, waiting, sending, accepted, refused, deleting);
    await expect.element(page.getByRole('article').first()).toBeVisible();
    const said = page.getByText(containing('accepts posts and stores nothing'));
    await expect.element(said).toBeVisible();
    expect(said.elements()).toHaveLength(1);
  });

  it('says when the next attempt is', async () => {
    const next = { at: Date.now() + 3 * 3600_000, reason: 'retrying' as const };
    const activities = { ...appState().activities, posts: { ...inTrouble, next } };
    const posts = [post('A pass', waiting)];
    await open('journal', appState({ journal: journalOf(posts), activities }), { posts });
    await expect
      .element(page.getByText(`1 waiting, next try ${timeInWords(next.at, Date.now())}`))
      .toBeVisible();
  });

  it('says that nothing was found, and leads back', async () => {
    await openWith(post('Moon', accepted));
    await page.getByRole('searchbox', { name: 'Search in posts' }).fill('zebra');
    await expect.element(page.getByText(containing('No post has these words.'))).toBeVisible();
    await button('Show all posts').click();
    await expect.element(page.getByRole('article', { name: 'Moon' })).toBeVisible();
    await expect.element(page.getByRole('searchbox', { name: 'Search in posts' })).toHaveValue('');
  });

  it('keeps long words of the service, and a long title, inside of its column', async () => {
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
      // Only the list scrolls.
      const main = document.querySelector('main');
      expect(main?.scrollHeight).toBe(main?.clientHeight);
      const { right } = article.element().getBoundingClientRect();
      expect(right).toBeLessThanOrEqual(width);
      for (const element of article.element().querySelectorAll('*')) {
        expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(right);
      }
    }
  });

  it('sends again what was refused, when asked', async () => {
    const there = post('A pass', refused);
    const main = await openWith(there);
    await button('Try again').click();
    expect(main.calls).toEqual([{ channel: 'journal.retry', input: there.id }]);
  });

  it('finds posts', async () => {
    await openWith(post('Moon', accepted), post('Meteor', accepted));
    await expect.element(page.getByRole('article', { name: 'Moon' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search in posts' }).fill('met');
    await expect.element(page.getByRole('article', { name: 'Meteor' })).toBeVisible();
    await expect.poll(() => page.getByRole('article').elements().length).toBe(1);
  });

  it('offers to publish what waits, and to hold it back', async () => {
    const main = await openIn(waiting);
    await button('Publish now').click();
    await button('Pause publishing').click();
    expect(main.calls).toEqual([
      { channel: 'journal.publish', input: null },
      { channel: 'journal.pause', input: true },
    ]);
    main.tell(
      appState({ revision: 2, journal: journalOf([post('A', waiting)], { paused: true }) }),
    );
    await expect.element(button('Resume publishing')).toBeVisible();
    await expect.element(page.getByText('1 waiting. Publishing is paused.')).toBeVisible();
  });

  it('says that the service asked to wait when somebody wants to publish now', async () => {
    const posts = [post('First light', waiting)];
    const next = { at: Date.now() + 3_600_000, reason: 'retrying' as const };
    const activity = (held: boolean) => ({
      ...inTrouble,
      next: { ...next, ...(held && { held }) },
    });
    const state = (held: boolean) => {
      const { activities, ...rest } = appState({ journal: journalOf(posts) });
      return { ...rest, activities: { ...activities, posts: activity(held) } };
    };
    const main = await open('journal', state(false), { posts });
    const words = page.getByText(containing('Not sent yet: the service asked to wait until'));
    await button('Publish now').click();
    expect(main.calls.map(({ channel }) => channel)).toContain('journal.publish');
    await expect.element(words).not.toBeInTheDocument();
    main.tell({ ...state(true), revision: 2 });
    await expect.element(words).toBeVisible();
  });

  it('keeps the focus on "Publish now" when nothing waits any more', async () => {
    const main = await openIn(waiting);
    await button('Publish now').click();
    main.tell(appState({ revision: 2, journal: journalOf([post('A pass', accepted)]) }));
    await expect.element(button('Publish now')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button('Publish now')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(main.calls).toHaveLength(1);
  });

  it('lists ten thousand posts a hundred at a time', async () => {
    await openIn(...Array.from({ length: 10_000 }, () => waiting));
    await expect.element(page.getByRole('article').first()).toBeVisible();
    expect(document.querySelectorAll('article')).toHaveLength(100);
    await button('Show older posts').click();
    await expect.poll(() => document.querySelectorAll('article').length).toBe(200);
  });

  it('exports and imports, and says what became of it', async () => {
    const main = await openIn(accepted);
    const files = page.getByRole('status', { name: 'Files' });
    await page.getByText('Export and import').click();
    await button('Export as Markdown…').click();
    await expect.element(files).toMatchTextContent('3 posts exported to /journal.');
    await button('Import…').click();
    await expect.element(files).toMatchTextContent('2 posts imported. 1 was there already.');
    expect(main.calls).toEqual([
      { channel: 'journal.export', input: 'markdown' },
      { channel: 'journal.import', input: null },
    ]);
  });
});
