import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { PostSummary } from '#shared/journal/journal.ts';
import { openApp } from '#renderer-test/open.ts';
import {
  acceptedState,
  appState,
  dayPicture,
  journalOf,
  passAt,
  post,
} from '#renderer-test/states.ts';
import { nightYearsAgo } from './nights.ts';
import { postFromPass } from './post-start.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const list = () => page.getByRole('list', { name: 'Posts, newest first' });
const nightNames = (): (string | null)[] =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map((element) => element.textContent);
const openWith = (posts: PostSummary[], answers = {}) =>
  openApp('journal', appState({ journal: journalOf(posts) }), { posts, ...answers });
const day = 24 * 3_600_000;
const withBody = (title: string, bodyStart: string): PostSummary => ({
  ...post(title, acceptedState),
  bodyStart,
});

describe('the journal grouped by days and nights', () => {
  it('shows a heading for each day or night, but none in search results', async () => {
    const now = Date.now();
    const at = (title: string, createdAt: number): PostSummary => ({
      ...post(title, acceptedState),
      createdAt,
    });
    await openWith([
      at('A', now),
      at('B', now - 1),
      at('C', now - 3 * day),
      at('D', now - 900 * day),
    ]);
    await expect.element(page.getByRole('article').nth(3)).toBeInTheDocument();
    expect(nightNames()).toHaveLength(3);
    expect(nightNames()[2]).toMatch(/, \d{4}/);
    await page.getByRole('searchbox').fill('B');
    await expect.poll(nightNames).toHaveLength(0);
  });

  it('shows the title of a post that was written on this night a year ago, and its text on a click', async () => {
    const { from } = nightYearsAgo(1, Date.now());
    const earlier = { ...withBody('Leonids', 'Eleven in **one** hour'), createdAt: from + 1 };
    await openWith([post('Today', acceptedState), earlier]);
    await button('A year ago tonight: Leonids').click();
    await expect.element(page.getByText('one', { exact: true }).first()).toBeVisible();
  });
});

describe('the text of a post', () => {
  it('is rendered as Markdown, and never as HTML', async () => {
    await openWith([withBody('A pass', '**Bright** and *low*\n\n- Venus\n- Mars\n\n<img src=x>')]);
    const article = page.getByRole('article', { name: 'A pass' });
    await expect.element(article.getByText('Bright')).toBeVisible();
    const { nodeName } = article.getByText('Bright').element();
    expect(nodeName).toBe('STRONG');
    expect(
      article
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Venus', 'Mars']);
    expect(article.element().querySelector('img')).toBeNull();
    await expect.element(article.getByText('<img src=x>')).toBeInTheDocument();
  });

  it.each([
    ['opened', []],
    ['copied', ['Overhead does not open shop.example by itself. The link is on the clipboard.']],
  ] as const)('contains links that main opens or copies: %s', async (link, said) => {
    const there = withBody('A pass', 'with [the scope](https://shop.example/x)');
    const main = await openWith([there], { link });
    await page.getByRole('link', { name: 'the scope' }).click();
    const input = { id: there.id, href: 'https://shop.example/x' };
    await expect.poll(() => main.calls).toContainEqual({ channel: 'journal.openLink', input });
    for (const words of said) await expect.element(page.getByText(words).first()).toBeVisible();
    expect(location.hash).not.toContain('shop');
  });

  it('contains tags that filter the list on a click, and show all posts on a second click', async () => {
    await openWith([
      withBody('One', 'green #aurora'),
      withBody('Two', '#moon'),
      withBody('Three', 'x'),
    ]);
    const row = page.getByRole('group', { name: 'Tags' });
    await page
      .getByRole('article', { name: 'One' })
      .getByRole('button', { name: '#aurora' })
      .click();
    await expect.element(page.getByRole('article', { name: 'Two' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('article', { name: 'One' })).toBeVisible();
    const pressed = row.getByRole('button', { name: '#aurora', pressed: true });
    await expect.element(pressed).toBeVisible();
    await expect.element(page.getByRole('searchbox')).toHaveValue('#aurora');
    await pressed.click();
    await expect.element(page.getByRole('article', { name: 'Three' })).toBeVisible();
    expect(list().getByRole('article').elements()).toHaveLength(3);
  });
});

describe('the subject of a post', () => {
  it('is a card with the path of the pass, or with the title of the picture', async () => {
    const about = { now: Date.now(), simulated: false, seen: null };
    const { body } = postFromPass(passAt(Date.now(), true), about);
    const { date, title, credit } = dayPicture.record;
    const kept = { date, title, credit, mediaType: 'image', hasFile: true, thumbnail: null };
    const picture = withBody('The picture', `overhead:picture/${date}\nLovely.`);
    const posts = [withBody('The pass', body), picture];
    await openWith(posts, { days: () => Promise.resolve({ ok: true, value: [kept] }) });
    const card = page.getByRole('article', { name: 'The pass' }).getByRole('link').first();
    await expect.element(card).toMatchTextContent(/^Pass: .*67° high$/);
    expect(card.element().querySelector('svg path')?.getAttribute('d')).toMatch(/^M27\.48/);
    const other = page.getByRole('article', { name: 'The picture' }).getByRole('link');
    await expect.element(other).toMatchTextContent(new RegExp(`${title}$`));
    await expect.element(other).toHaveAttribute('href', `#archive/${date}`);
  });
});
