import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { PassPost, PassPosts } from '#shared/journal/pass-posts.ts';
import type { AppState } from '#shared/state.ts';
import type { CommandAnswers } from '#renderer-test/bridge-double.ts';
import { openApp } from '#renderer-test/open.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import {
  acceptedState,
  appState,
  journalOf,
  passAt,
  passPost,
  post,
} from '#renderer-test/states.ts';

/** A post about a pass at a local time. */
const seenAt = (n: number, time: string, changes: Partial<PassPost> = {}): PassPost =>
  passPost(n, new Date(time).getTime(), changes);
const passes = [
  seenAt(1, '2026-11-20T18:04'),
  seenAt(2, '2026-08-15T00:40', { path: { rise: 225, peak: 135, height: 82, set: 45 } }),
  seenAt(3, '2026-08-14T21:14', { path: { rise: 300, peak: 10, height: 30, set: 60 } }),
  seenAt(4, '2024-05-01T22:00'),
];
const answering = (posts: readonly PassPost[]): CommandAnswers => ({
  posts: [post('A post', acceptedState)],
  passes: () => Promise.resolve(ok({ posts: [...posts], hasMore: false })),
});
const stateWith = (changes: Partial<AppState> = {}): AppState =>
  appState({ journal: journalOf([post('A post', acceptedState)]), ...changes });

const radio = (name: string) => page.getByRole('radio', { name });
const list = () => page.getByRole('list', { name: 'Passes, newest first' });
const rows = () => list().getByRole('listitem');
const map = () => page.getByRole('img', { name: /^The paths of these passes/ });
const year = () => page.getByRole('combobox', { name: 'Year' });
/** The lines of each row. A row has none before Chromium has drawn it: it has `content-visibility: auto`. */
const rowTexts = (): string[][] =>
  rows()
    .elements()
    .map((row) => (row as HTMLElement).innerText.replaceAll('\u202f', ' ').split('\n'));
const highlightedRow = () => list().element().querySelector('.highlighted .title')?.textContent;

async function openPasses(answers: CommandAnswers = answering(passes), state = stateWith()) {
  const main = await openApp('journal', state, answers);
  await radio('Passes seen').click();
  return { ...main, answers };
}

describe('the passes seen, in the journal', () => {
  it('are in a list, a summary, the nights and a map, of the year of the newest pass', async () => {
    await openPasses();
    const words = '3 passes in 2026 · 2 nights · highest: 82° on Aug 15';
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    await expect.poll(rowTexts).toEqual([
      ['Fri, Nov 20 6:04 PM', 'south, 67° high', 'From west to east', 'Pass 1'],
      ['Sat, Aug 15 12:40 AM', 'southeast, 82° high', 'From southwest to northeast', 'Pass 2'],
      ['Fri, Aug 14 9:14 PM', 'north, 30° high', 'From northwest to northeast', 'Pass 3'],
    ]);
    await expect.element(map()).toHaveAccessibleName(new RegExp(`^The paths of .* ${words}$`));
    expect(map().element().querySelectorAll('.way')).toHaveLength(3);
    const nights = page.getByRole('group', { name: 'Nights with a pass' }).getByRole('button');
    expect(nights.elements().map((each) => each.ariaLabel)).toEqual([
      expect.stringMatching(/^Friday, August 14, 9:14.PM, 12:40.AM$/),
      expect.stringMatching(/^Friday, November 20, 6:04.PM$/),
    ]);
  });

  it('of another year are shown when the user chooses it', async () => {
    await openPasses();
    await year().selectOptions('2024');
    await expect
      .element(page.getByText('1 pass in 2024 · 1 night · highest: 67° on May 1'))
      .toBeVisible();
    await expect.poll(() => rowTexts().map(([when]) => when)).toEqual(['Wed, May 1 10:00 PM']);
    expect([...year().element().querySelectorAll('option')].map(({ value }) => value)).toEqual([
      '2026',
      '2024',
    ]);
  });

  it('show the year that the user chose, also after a visit to another view', async () => {
    const main = await openPasses();
    await year().selectOptions('2024');
    location.hash = 'status';
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Status');
    location.hash = 'journal';
    await expect.element(year()).toHaveValue('2024');
    main.show(false);
    await expect
      .poll(() => main.calls.findLast(({ channel }) => channel === 'window.rememberViews')?.input)
      .toMatchObject({ journal: { year: 2024 } });
  });

  it('are replaced by the list of posts, with the focus in its search, on Ctrl+F', async () => {
    await openPasses();
    await expect.element(list()).toBeVisible();
    await userEvent.keyboard('{Control>}f{/Control}');
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Journal');
    await expect.element(radio('Posts')).toBeChecked();
  });

  it('of this year can be chosen while there are none', async () => {
    await openPasses(answering(passes.slice(3)));
    await expect.element(year()).toHaveValue('2024');
    await year().selectOptions('2026');
    await expect.element(page.getByText('No pass seen in 2026.')).toBeVisible();
    await expect.element(map()).not.toBeInTheDocument();
  });

  it('are counted once if several posts are about one, and open its newest post', async () => {
    const again = seenAt(9, '2026-11-20T18:06');
    const main = await openPasses(answering([...passes, again]));
    await expect.element(page.getByText(/^3 passes in 2026/)).toBeVisible();
    await expect.poll(() => rowTexts()[0]?.[3]).toBe('Pass 9');
    const written = { ...post('Pass 9', { kind: 'draft' }), id: again.id };
    main.answers.posts?.push(written);
    await page.getByRole('button', { name: 'Pass 9' }).click();
    await expect.element(page.getByLabelText('Title')).toHaveValue('Pass 9');
    await expect.element(list()).toBeVisible();
  });

  it('highlight the path of the newest pass, else of the row under the pointer or with the focus', async () => {
    await openPasses();
    await expect.poll(() => highlightedRow()).toBe('Pass 1');
    const shown = () => map().element().querySelector('.highlighted')?.getAttribute('d');
    const pathOf = (n: number) => map().element().querySelectorAll('.way')[n]?.getAttribute('d');
    expect(shown()).toBe(pathOf(0));
    await userEvent.hover(rows().nth(1));
    await expect.poll(() => shown()).toBe(pathOf(1));
    await userEvent.hover(page.getByRole('heading', { level: 1 }));
    await expect.poll(() => shown()).toBe(pathOf(0));
    page.getByRole('button', { name: 'Pass 3' }).element().focus();
    await expect.poll(() => shown()).toBe(pathOf(2));
    expect(highlightedRow()).toBe('Pass 3');
  });

  it('highlight the row of the path under the pointer; a click moves the focus there', async () => {
    await openPasses();
    await expect.element(map()).toBeVisible();
    const grip = map().element().querySelectorAll('.grip')[2];
    grip?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    await expect.poll(() => highlightedRow()).toBe('Pass 3');
    grip?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expect.element(rows().nth(2)).toHaveFocus();
  });

  it('can be reached from the nights, between which the arrow keys move', async () => {
    await openPasses();
    const newest = page.getByRole('button', { name: /^Friday, November 20/ });
    await expect.element(newest).toHaveAttribute('tabindex', '0');
    newest.element().focus();
    await userEvent.keyboard('{ArrowLeft}');
    const earlier = page.getByRole('button', { name: /^Friday, August 14/ });
    await expect.element(earlier).toHaveFocus();
    await expect.element(newest).toHaveAttribute('tabindex', '-1');
    await userEvent.keyboard('{Enter}');
    await expect.element(rows().nth(1)).toHaveFocus();
  });

  it('link to the sky of a pass that the Station view still shows', async () => {
    const soon = passAt(Date.now() - 120_000, true);
    const recent = seenAt(7, new Date((soon.visibleFrom ?? 0) * 1000).toISOString());
    const station = knownStation({ passes: [soon] });
    await openPasses(answering([...passes, recent]), stateWith({ station }));
    const link = list().getByRole('link', { name: 'Open the Station view' });
    await expect.element(link).toHaveAttribute('href', '#station/passes');
    expect(link.elements()).toHaveLength(1);
    await expect.element(rows().first().getByRole('link')).toBeVisible();
  });

  it('say how a pass gets here while there are none', async () => {
    await openPasses(answering([]));
    await expect.element(page.getByText('No passes seen yet')).toBeVisible();
    await expect.element(page.getByText(/Press “Saw it” in “Station” during a pass/)).toBeVisible();
    await expect.element(year()).not.toBeInTheDocument();
  });

  it('are read again when posts change, and after a failure on request', async () => {
    let shown: Result<PassPosts> = ok({ posts: passes.slice(1), hasMore: false });
    const main = await openPasses({ ...answering([]), passes: () => Promise.resolve(shown) });
    await expect.element(page.getByText(/^2 passes in 2026/)).toBeVisible();
    shown = ok({ posts: passes, hasMore: true });
    const { journal } = stateWith();
    main.tell(stateWith({ revision: 2, journal: { ...journal, change: journal.change + 1 } }));
    await expect.element(page.getByText(/^3 passes in 2026/)).toBeVisible();
    await expect
      .element(page.getByText('Only the 4 posts about passes that were added last are shown.'))
      .toBeVisible();
    shown = fail({ kind: 'storage', code: 'SQLITE_IOERR' });
    main.tell(stateWith({ revision: 3, journal: { ...journal, change: journal.change + 2 } }));
    await expect.element(page.getByText(/^The posts could not be read/).first()).toBeVisible();
    await expect.poll(() => rowTexts().length).toBe(3);
    shown = ok({ posts: [], hasMore: false });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('No passes seen yet')).toBeVisible();
  });

  it('show hostile values as text', async () => {
    const titleStart = `<img src=x onerror=alert(1)>\u202e${'long'.repeat(49)}`;
    await openPasses(
      answering([
        seenAt(1, '2026-11-20T18:04', { titleStart }),
        seenAt(2, '2026-11-19T18:04', { titleStart: '' }),
        seenAt(3, '2026-11-18T18:04', { path: { rise: 359, peak: 0, height: 90, set: 0 } }),
        seenAt(4, '2026-11-17T18:04', { path: { rise: 0, peak: 0, height: 0, set: 0 } }),
        seenAt(5, '0001-01-01T00:00'),
        seenAt(6, '9999-12-31T00:00'),
      ]),
    );
    await expect.poll(() => rowTexts().length).toBe(4);
    await expect.poll(() => rowTexts()[0]?.[3]).toBe(titleStart);
    await expect.poll(() => rowTexts()[1]?.[3]).toBe('Untitled');
    await expect.poll(() => rowTexts()[3]?.slice(1, 3)).toEqual(['north, 0° high', 'In the north']);
    expect(list().element().querySelector('img')).toBeNull();
    const { scrollWidth, clientWidth } = list().element();
    expect(scrollWidth).toBe(clientWidth);
    for (const path of map().element().querySelectorAll('path'))
      expect(path.getAttribute('d')).not.toMatch(/NaN|undefined/);
  });

  it('stay the chosen layout of the journal', async () => {
    const main = await openPasses();
    main.show(false);
    await expect
      .poll(() => main.calls.findLast(({ channel }) => channel === 'window.rememberViews')?.input)
      .toMatchObject({ journal: { layout: 'passes' } });
    await main.unmount();
    await openApp('journal', stateWith(), {
      ...answering(passes),
      views: { journal: { words: '', kind: null, layout: 'passes', year: null } },
    });
    await expect.element(list()).toBeVisible();
    await radio('Posts').click();
    await expect.element(page.getByRole('list', { name: 'Posts, newest first' })).toBeVisible();
    await expect.element(list()).not.toBeInTheDocument();
  });
});
