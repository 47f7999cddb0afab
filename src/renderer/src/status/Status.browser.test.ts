import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { noPosts } from '#shared/journal/journal.ts';
import { containing } from '../../test/containing.ts';
import { open } from '../../test/open.ts';
import { appState, inTrouble, journalOf, quiet } from '../../test/states.ts';

const button = (name: string) => page.getByRole('button', { name });

const headline = () => document.querySelector('.headline')?.textContent;

describe('Status', () => {
  it('says in one line what the app waits for, and what each service does', async () => {
    const activities = { picture: inTrouble, position: quiet, posts: quiet };
    const quota = { limit: 50, remaining: 12, at: Date.now() };
    const failure = inTrouble.lastFailure?.failure ?? null;
    const providers = [
      {
        ...({ name: 'legacy', failure, failedAt: Date.now() - 1000 } as const),
        restsUntil: Date.now() + 60_000,
        answeredAt: null,
      },
    ];
    await open('status', appState({ activities, supply: { providers, quota, download: null } }));
    await expect
      .poll(headline)
      .toMatch(/^Picture: the service cannot be reached\. Next try: .+\.$/);
    const picture = page.getByRole('region', { name: 'Picture' });
    await expect.element(picture.getByText(containing('12 of 50 requests left'))).toBeVisible();
    await expect.element(picture.getByText(containing('not asked until'))).toBeVisible();
    const journal = page.getByRole('region', { name: 'Journal' });
    await expect.element(journal.getByText('none since the app started')).toBeVisible();
  });

  it('pauses, and offers to resume while it is paused', async () => {
    const main = await open('status', appState());
    await button('for 1 hour').click();
    main.tell(appState({ revision: 2, suspension: { paused: 'indefinite', power: 'awake' } }));
    await expect.poll(headline).toMatch(/^Paused until you resume/);
    await expect.element(button('Check now')).not.toBeInTheDocument();
    await button('Resume').click();
    expect(main.calls).toEqual([
      { channel: 'app.pause', input: 'hour' },
      { channel: 'app.pause', input: null },
    ]);
  });

  it('marks the journal that has trouble, in words that fit, and says when it goes on', async () => {
    const counts = { ...noPosts, refused: 1 };
    const posts = { ...quiet, next: { at: null, reason: 'posts-none' as const } };
    const activities = { picture: quiet, position: quiet, posts };
    const main = await open('status', appState({ activities, journal: journalOf([], { counts }) }));
    const journal = page.getByRole('region', { name: 'Journal' });
    await expect.element(journal.getByText('The service refused a post.')).toBeVisible();
    expect(journal.element().querySelector('.waits.troubled svg')).not.toBeNull();
    const suspension = { paused: 'indefinite', power: 'awake' } as const;
    main.tell(appState({ revision: 2, activities, suspension }));
    await expect.element(journal.getByText('when you resume')).toBeVisible();
    expect(document.querySelector('.waits.troubled')).toBeNull();
  });

  it('says all that needs the person, each once', async () => {
    const settingsReset = { reason: 'newer', file: '/aside', aside: true } as const;
    await open('status', appState({ settingsReset, journal: journalOf([], { durable: false }) }));
    await expect.poll(headline).toMatch(/^The disk does not store what you write\. Posts still/);
    const words = containing('The settings are of a later version of the app. The defaults are');
    await expect.element(page.getByRole('main').getByText(words)).toBeVisible();
    const said = page.getByRole('main').getByText(containing('The disk does not store'));
    expect(said.elements()).toHaveLength(1);
  });

  it('says when Chromium runs without its sandbox', async () => {
    const main = await open('status', appState({ sandboxed: false }));
    const line = page.getByText(containing('Chromium runs without its sandbox, because'));
    await expect.element(line).toBeVisible();
    main.tell(appState({ revision: 2 }));
    await expect.element(line).not.toBeInTheDocument();
  });

  it('shows the log, and copies it', async () => {
    const main = await open('status', appState(), { log: ['one', 'two'] });
    await expect
      .element(page.getByLabelText('The last lines of the log'))
      .toHaveTextContent('one two');
    await button('Copy').click();
    await expect.element(page.getByText('The log is on the clipboard.')).toBeVisible();
    expect(main.calls).toEqual([{ channel: 'app.copyText', input: 'one\ntwo' }]);
  });
});
