// Imported for the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { JournalPost, PostState, PostSummary } from '#shared/journal/journal.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';
import { defectAnswer } from '#renderer-test/bridge-double.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import {
  acceptedState,
  appState,
  dayPicture,
  failingActivity,
  journalOf,
  passAt,
  post,
  unreachableFailure,
  waitingState,
  wholePostOf,
} from '#renderer-test/states.ts';
import { postFromPass } from './post-start.ts';

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const form = () => page.getByRole('group', { name: 'Post' });
const messages = () => page.getByRole('region', { name: 'Messages' });
const saved = (title: string, body: string, publish = true) => ({
  channel: 'journal.write',
  input: { id: expect.any(String) as string, publish, title, body },
});

/** The journal with the form open. */
async function compose(...[state = appState(), answers = {}]: Partial<ComposeArguments>) {
  const main = await openApp('journal', state, answers);
  await button('New post').click();
  return main;
}
type ComposeArguments = [Parameters<typeof openApp>[1], Parameters<typeof openApp>[2]];

const write = async (): Promise<void> => {
  await field('Title').fill('First light');
  await field('Text').fill('Clear sky.');
};

describe('the journal', () => {
  it('explains once what the service does with posts, and shows that there is no post yet', async () => {
    await openApp('journal', appState());
    const said = page.getByText(textContaining('accepts them but stores nothing.'));
    await expect.element(said).toBeVisible();
    expect(said.elements()).toHaveLength(1);
    await expect.element(page.getByText('No posts yet')).toBeVisible();
    expect(button('Send now').elements()).toHaveLength(0);
  });

  it.each<[string, Partial<AppState>]>([
    ['“Publish” sends the post to jsonplaceholder.typicode.com, which stores nothing.', {}],
    [
      'Demo data: “Publish” leaves the post on this computer.',
      { services: { source: 'embedded', simulated: true } },
    ],
    [
      '“Publish” sends the post to posts.example:8080.',
      {
        services: { source: 'own', simulated: false },
        settings: {
          ...defaultSettings,
          services: {
            ...defaultSettings.services,
            own: { ...defaultSettings.services.own, posts: 'http://posts.example:8080/a' },
          },
        },
      },
    ],
  ])('names where a post goes: %s', async (words, state) => {
    await compose(appState(state));
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('reports that the journal had to be restored, and how many posts could not be read', async () => {
    const recovered = { at: 0, aside: '/journal.unusable', backupFrom: null, isNewer: false };
    await openApp('journal', appState({ journal: journalOf([], { recovered, unreadable: 2 }) }));
    await expect
      .element(
        page
          .getByRole('main')
          .getByText(textContaining('there was no backup. It was renamed to /journal.')),
      )
      .toBeVisible();
    await expect
      .element(page.getByRole('main').getByText(textContaining('2 posts could not be read.')))
      .toBeVisible();
  });

  it('reports that the disk does not store posts', async () => {
    await openApp('journal', appState({ journal: journalOf([], { durable: false }) }));
    await expect.element(page.getByRole('main').getByText(/disk/)).toBeVisible();
    await expect.element(page.getByRole('status').first()).toMatchTextContent(/disk/);
  });

  it('reports that the list could not be read, and reads the list again on request', async () => {
    const posts = [post('A pass', acceptedState)];
    const main = await openApp('journal', appState(), { posts });
    const { page: read } = main.bridge.journal;
    const failed = fail({ kind: 'storage', code: 'EIO' });
    Object.assign(main.bridge.journal, { page: () => Promise.resolve(failed) });
    main.tell(appState({ revision: 2, journal: journalOf(posts, { change: 1 }) }));
    await expect
      .element(page.getByRole('main').getByText(textContaining('The posts could not be read.')))
      .toBeVisible();
    Object.assign(main.bridge.journal, { page: read });
    await button('Try again').click();
    await expect.element(page.getByRole('article', { name: 'A pass' })).toBeVisible();
    await expect.element(button('Try again')).not.toBeInTheDocument();
  });
});

describe('the form for posts', () => {
  it('opens from “New post”, takes the focus, and returns the focus when it closes', async () => {
    await openApp('journal', appState());
    expect(field('Title').elements()).toHaveLength(0);
    await button('New post').click();
    await expect.element(field('Title')).toHaveFocus();
    await button('Close').click();
    await expect.element(field('Title')).not.toBeInTheDocument();
    await expect.element(button('New post')).toHaveFocus();
  });

  it('shows its buttons and words without scrolling for a first post', async () => {
    await openApp('journal', appState());
    await button('New post').click();
    await expect.element(button('Publish')).toBeVisible();
    const element = document.querySelector('form') ?? expect.fail();
    expect(element.scrollHeight).toBeLessThanOrEqual(element.clientHeight);
  });

  it('opens with Ctrl+N and closes with Escape', async () => {
    await openApp('journal', appState());
    await expect.element(button('New post')).toBeVisible();
    await userEvent.keyboard('{Control>}n{/Control}');
    await expect.element(field('Title')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(field('Title')).not.toBeInTheDocument();
    await expect.element(button('New post')).toHaveFocus();
  });

  it('saves the text as a draft when the form closes, and reports the saved draft', async () => {
    const main = await compose();
    await field('Title').fill('Half a thought');
    await button('Close').click();
    await expect.element(messages()).toMatchTextContent('Draft saved.');
    expect(main.calls.at(-1)).toEqual(saved('Half a thought', '', false));
    await button('New post').click();
    await expect.element(field('Title')).toHaveValue('');
  });

  it('keeps the heading “New post” after its draft is saved', async () => {
    const main = await compose();
    await field('Title').fill('Half a thought');
    await expect.poll(() => main.calls.length).toBeGreaterThan(0);
    await expect.element(page.getByText('Draft saved.').first()).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'New post' })).toBeVisible();
  });

  it('takes the focus on Edit, and returns the focus to that button when it closes', async () => {
    const posts = [post('A pass', acceptedState), post('A draft', { kind: 'draft' })];
    await openApp('journal', appState({ journal: journalOf(posts) }), { posts });
    await button('Edit A pass').click();
    await expect.element(page.getByRole('heading', { name: 'Edit post' })).toBeVisible();
    await expect.element(field('Text')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Edit A pass')).toHaveFocus();
    await button('Edit A draft').click();
    await expect.element(page.getByRole('heading', { name: 'Edit draft' })).toBeVisible();
  });

  it('shows one primary button at a time', async () => {
    await openApp('journal', appState());
    const primary = (): string[] =>
      [...document.querySelectorAll('main [data-variant=primary]')].map(({ textContent }) =>
        textContent.trim(),
      );
    await expect.element(button('New post')).toBeVisible();
    expect(primary()).toEqual(['New post']);
    await button('New post').click();
    await expect.element(button('Publish')).toBeVisible();
    expect(primary()).toEqual(['Publish']);
  });

  it('publishes the post and closes the form', async () => {
    const main = await compose();
    await write();
    await button('Publish').click();
    await expect.element(field('Title')).not.toBeInTheDocument();
    expect(main.calls.at(-1)).toEqual(saved('First light', 'Clear sky.'));
    await expect.element(button('New post')).toHaveFocus();
  });

  it('keeps the label of its primary button readable in forced colours', async () => {
    const emulate = (features: { readonly name: string; readonly value: string }[]) =>
      cdp().send('Emulation.setEmulatedMedia', { features });
    onTestFinished(async () => void (await emulate([])));
    await emulate([{ name: 'forced-colors', value: 'active' }]);
    await compose();
    const { forcedColorAdjust } = getComputedStyle(button('Publish').element());
    expect(forcedColorAdjust).toBe('none');
  });

  it('publishes on Ctrl+Enter', async () => {
    const main = await compose();
    await write();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(field('Title')).not.toBeInTheDocument();
    expect(main.calls.at(-1)).toEqual(saved('First light', 'Clear sky.'));
  });

  it('moves the focus to the first empty field, and explains what is missing', async () => {
    const main = await compose();
    await button('Publish').click();
    await expect.element(field('Title')).toHaveFocus();
    await expect.element(field('Title')).toHaveAccessibleDescription('Give the post a title.');
    await field('Title').fill('First light');
    await button('Publish').click();
    await expect.element(field('Text')).toHaveFocus();
    await expect.element(field('Text')).toHaveAccessibleDescription('Write a text first.');
    expect(main.calls.filter(({ channel }) => channel === 'journal.publish')).toEqual([]);
  });

  it('clears the error of an empty title when the post starts from the picture', async () => {
    await compose();
    await button('Publish').click();
    const title = field('Title');
    await expect.element(title).toHaveAccessibleDescription('Give the post a title.');
    await button('Today’s picture').click();
    await expect.element(title).not.toHaveAccessibleDescription('Give the post a title.');
  });

  it('keeps the text when it could not be saved, and when another view is opened', async () => {
    await compose(appState(), { command: defectAnswer() });
    await write();
    await button('Publish').click();
    await expect
      .element(form())
      .toMatchTextContent(/^Not saved\. Something went wrong .+ Your text is still here\.$/);
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('link', { name: 'Journal' }).click();
    await expect.element(field('Text')).toHaveValue('Clear sky.');
  });

  it('closes after publishing, even if the journal could store the post only in memory', async () => {
    const full = fail({ kind: 'storage', code: 'ENOSPC' });
    await compose(appState(), { command: Promise.resolve(full) });
    await write();
    await button('Publish').click();
    await expect
      .element(messages())
      .toMatchTextContent('“First light” is only in memory so far. The disk is full.');
    await expect.element(field('Text')).not.toBeInTheDocument();
  });

  it('explains in plain words that a post is too long', async () => {
    const tooLong = fail({ kind: 'invalid-input', detail: 'journal.create: body: Too big' });
    await compose(appState(), { command: Promise.resolve(tooLong) });
    await write();
    await button('Publish').click();
    await expect
      .element(form())
      .toMatchTextContent('Not saved: the text is longer than a post may be.');
  });

  it('publishes a post once when main answers late, and then accepts the next post', async () => {
    const answer = Promise.withResolvers<Result<JournalPost>>();
    const main = await compose(appState(), { write: answer.promise });
    await write();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(field('Text')).toHaveAttribute('readonly');
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('link', { name: 'Journal' }).click();
    await expect.element(field('Text')).toHaveAttribute('readonly');
    // A disabled button can still be focused and activated by keyboard.
    (button('Publish').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    answer.resolve(ok(wholePostOf(post('First light', waitingState))));
    await expect.element(field('Text')).not.toBeInTheDocument();
    await button('New post').click();
    await field('Text').fill('The next one.');
    await expect.element(field('Text')).toHaveValue('The next one.');
    const published = main.calls.filter(({ input }) => (input as { publish: boolean }).publish);
    expect(published).toHaveLength(1);
  });

  it('saves typed text as a draft, and reports when the draft is on the disk', async () => {
    const main = await compose();
    await write();
    await expect.element(form()).toMatchTextContent('Draft saved.');
    expect(main.calls.at(-1)).toEqual(saved('First light', 'Clear sky.', false));
    const ids = main.calls.map(({ input }) => (input as { id: string }).id);
    expect(new Set(ids).size).toBe(1);
  });

  it('saves typed text when another view is opened', async () => {
    const main = await compose();
    await field('Title').fill('Half a thought');
    await page.getByRole('link', { name: 'Today' }).click();
    await expect.poll(() => main.calls.at(-1)).toEqual(saved('Half a thought', '', false));
  });
});

describe('the subject of a post', () => {
  it('can be today’s picture or the next pass, and is not saved until the user writes something', async () => {
    const pass = passAt(Date.now() + 3_600_000, true);
    const main = await compose(appState({ station: { ...appState().station, passes: [pass] } }));
    await page.getByRole('button', { name: /^Next pass: / }).click();
    await expect.element(field('Text')).toHaveFocus();
    await expect
      .element(field('Title'))
      .toHaveValue(postFromPass(pass, { now: Date.now(), simulated: false, seen: null }).title);
    await expect
      .element(page.getByRole('link', { name: /^Pass: / }))
      .toHaveAttribute('href', '#station/passes');
    await expect.element(button('Today’s picture')).not.toBeInTheDocument();
    await button('New post').click();
    await button('Today’s picture').click();
    await expect.element(field('Title')).toHaveValue(dayPicture.record.title);
    await expect
      .element(page.getByRole('link', { name: 'Picture of July 16, 2019' }))
      .toHaveAttribute('href', '#archive/2019-07-16');
    expect(main.calls).toEqual([]);
    await userEvent.keyboard('Seen it.');
    await expect.element(form()).toMatchTextContent('Draft saved.');
    expect(main.calls.at(-1)?.input).toMatchObject({
      body: expect.stringMatching(
        /^overhead:picture\/2019-07-16\nThe picture of .+\n\nSeen it\.$/s,
      ) as string,
    });
  });

  it('can be added to a new post after typing, and keeps the typed text', async () => {
    const main = await compose();
    await field('Title').fill('Half a thought');
    await expect.element(form()).toMatchTextContent('Draft saved.');
    await expect.element(page.getByRole('heading', { name: 'New post' })).toBeVisible();
    await button('Today’s picture').click();
    await expect.element(field('Title')).toHaveValue('Half a thought');
    await expect.element(page.getByRole('link', { name: /^Picture of/ })).toBeVisible();
    await expect.poll(() => main.calls.length).toBe(2);
    const [first, second] = main.calls.map(({ input }) => input as { id: string; body: string });
    expect(second?.id).toBe(first?.id);
    expect(second?.body).toMatch(/^overhead:picture\/2019-07-16\nThe picture of /);
  });

  it('can be removed', async () => {
    const main = await compose();
    await button('Today’s picture').click();
    await button('Remove “Picture of July 16, 2019” from the post').click();
    await expect.element(page.getByRole('link', { name: /^Picture of/ })).not.toBeInTheDocument();
    await expect.element(field('Text')).toHaveFocus();
    await expect.element(form()).toMatchTextContent('Draft saved.');
    expect(main.calls.at(-1)?.input).toMatchObject({
      body: expect.stringMatching(/^The picture of /) as string,
    });
  });

  it('is the shown picture when the post is started from the Today view', async () => {
    await openApp('today', appState());
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Write about it' }).click();
    await expect.element(field('Title')).toHaveValue(dayPicture.record.title);
    await expect.element(field('Text')).toHaveFocus();
  });

  it('is shown in the list as a link with the thumbnail of its day', async () => {
    const there = post('The Sombrero', acceptedState);
    const posts = [{ ...there, bodyStart: `overhead:picture/2019-07-16\n${there.bodyStart}` }];
    const day = { date: '2019-07-16', thumbnail: '2019-07-16-5e4bed00.webp' };
    await openApp('journal', appState({ journal: journalOf(posts) }), {
      posts,
      days: (dates) => Promise.resolve(ok(dates[0] === day.date ? [day as never] : [])),
    });
    const article = page.getByRole('article', { name: 'The Sombrero' });
    const link = article.getByRole('link', { name: 'Picture of July 16, 2019' });
    await expect.element(link).toHaveAttribute('href', '#archive/2019-07-16');
    await expect.poll(() => link.element().querySelector('img')).not.toBeNull();
    await expect.element(article).not.toMatchTextContent(/overhead:/);
  });

  it('opens its day in the archive', async () => {
    const there = post('The Sombrero', acceptedState);
    const posts = [{ ...there, bodyStart: 'overhead:picture/2019-07-16\nSeen it.' }];
    const asked: string[] = [];
    await openApp('journal', appState({ journal: journalOf(posts) }), {
      posts,
      day: (date) => {
        asked.push(date);
        return Promise.resolve(ok(dayPicture));
      },
    });
    await page.getByRole('link', { name: 'Picture of July 16, 2019' }).click();
    await expect
      .element(page.getByRole('heading', { name: dayPicture.record.title }))
      .toBeVisible();
    expect(asked).toEqual(['2019-07-16']);
    expect(location.hash).toBe('#archive');
  });
});

describe('publishing', () => {
  const draft: PostState = { kind: 'draft' };
  const tried = (failure: (PostState & { kind: 'waiting' })['lastFailure']): PostState => ({
    kind: 'waiting',
    turn: 1,
    attempts: 1,
    lastFailure: failure,
  });
  const refused: PostState = {
    kind: 'refused',
    operation: 'create',
    at: 0,
    failure: { kind: 'refused', status: 400, message: '' },
  };
  const ahead = { at: Date.now() + 3_600_000, reason: 'retrying' as const };
  const posts = (held: boolean) => ({ ...failingActivity, next: { ...ahead, held } });

  it.each<[string, PostState, Parameters<typeof appState>[0], string]>([
    ['accepted', acceptedState, {}, 'Published: “A pass”'],
    ['refused', refused, {}, 'The service refused “A pass”. The post is still here;'],
    [
      'the service cannot be reached',
      tried(unreachableFailure),
      {},
      '“A pass” is saved on this computer. It will be sent when the service is back.',
    ],
    [
      'the service asked to wait',
      waitingState,
      { activities: { ...appState().activities, posts: posts(true) } },
      '“A pass” is saved on this computer. It will be sent later.',
    ],
    [
      'it waits behind other posts',
      waitingState,
      { activities: { ...appState().activities, posts: posts(false) } },
      'It will be sent when the service is back.',
    ],
    [
      'the app is paused',
      waitingState,
      { suspension: { paused: 'indefinite', power: 'awake' } },
      'It will be sent when you resume publishing.',
    ],
  ])('reports what happened to a post: %s', async (_what, state, changes, words) => {
    const there = post('A pass', draft);
    const posts: PostSummary[] = [there];
    const main = await openApp('journal', appState({ journal: journalOf(posts) }), { posts });
    await button('Edit A pass').click();
    await expect.element(field('Title')).toHaveValue('A pass');
    posts[0] = { ...there, state: waitingState };
    await button('Publish').click();
    await expect.element(field('Title')).not.toBeInTheDocument();
    expect(messages().elements()).toHaveLength(0);
    posts[0] = { ...there, state };
    // A pause of the app changes no post.
    const changed = changes?.suspension === undefined ? [there.id] : [];
    const journal = journalOf(posts, { change: 1, changed });
    main.tell(appState({ revision: 2, journal, ...changes }));
    await expect.element(messages()).toMatchTextContent(textContaining(words));
    // The listener that waits for the outcome is removed.
    await expect.poll(() => main.listeners()).toBe(1);
  });

  it('reports immediately, in any view, that a post waits while publishing is paused', async () => {
    const there = post('A pass', draft);
    const posts: PostSummary[] = [there];
    const journal = journalOf(posts, { paused: true });
    await openApp('journal', appState({ journal }), { posts });
    await button('Edit A pass').click();
    await expect.element(field('Title')).toHaveValue('A pass');
    posts[0] = { ...there, state: waitingState };
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await page.getByRole('link', { name: 'Today' }).click();
    await expect
      .element(messages())
      .toMatchTextContent(textContaining('It will be sent when you resume publishing.'));
  });
});
