// For the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import { defect } from '../../test/bridge-double.ts';
import { containing } from '../../test/containing.ts';
import { open } from '../../test/open.ts';
import {
  appState,
  dayPicture,
  journalOf,
  passAt,
  post,
  waiting,
  whole,
} from '../../test/states.ts';
import { fromPass } from './post-start.ts';

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const form = () => page.getByRole('status', { name: 'Form' });
const saved = (title: string, body: string, publish = true) => ({
  channel: 'journal.write',
  input: { id: expect.any(String) as string, publish, title, body },
});

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
    expect(main.calls.at(-1)).toEqual(saved('First light', 'Clear sky.'));
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
    expect(main.calls.at(-1)).toEqual(saved('First light', 'Clear sky.'));
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
    expect(main.calls.filter(({ channel }) => channel === 'journal.publish')).toEqual([]);
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
    const main = await open('journal', appState(), { write: answer.promise });
    await write();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(field('Text')).toHaveAttribute('readonly');
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('link', { name: 'Journal' }).click();
    await expect.element(field('Text')).toHaveAttribute('readonly');
    // The keyboard reaches a button that is switched off.
    (button('Publish').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    answer.resolve(ok(whole(post('First light', waiting))));
    await expect.element(field('Text')).toHaveValue('');
    await field('Text').fill('The next one.');
    await expect.element(field('Text')).toHaveValue('The next one.');
    const published = main.calls.filter(({ input }) => (input as { publish: boolean }).publish);
    expect(published).toHaveLength(1);
  });

  it('saves what is typed as a draft, and says so when it is on the disk', async () => {
    const main = await open('journal', appState());
    await write();
    await expect.element(form()).toMatchTextContent('Draft saved.');
    expect(main.calls.at(-1)).toEqual(saved('First light', 'Clear sky.', false));
    const ids = main.calls.map(({ input }) => (input as { id: string }).id);
    expect(new Set(ids).size).toBe(1);
  });

  it('saves what was typed when another view is opened', async () => {
    const main = await open('journal', appState());
    await field('Title').fill('Half a thought');
    await page.getByRole('link', { name: 'Today' }).click();
    await expect.poll(() => main.calls.at(-1)).toEqual(saved('Half a thought', '', false));
  });

  it('begins a post from today’s picture or from the next pass', async () => {
    const pass = passAt(Date.now() + 3_600_000, true);
    const main = await open(
      'journal',
      appState({ station: { ...appState().station, passes: [pass] } }),
    );
    await page.getByRole('button', { name: /^The pass at / }).click();
    await expect.element(field('Text')).toHaveFocus();
    await expect.element(field('Title')).toHaveValue(fromPass(pass, Date.now(), false).title);
    await expect.element(button('Today’s picture')).not.toBeInTheDocument();
    await button('Clear').click();
    await button('Today’s picture').click();
    await expect.element(field('Title')).toHaveValue(dayPicture.record.title);
    // Nobody has written anything so far.
    expect(main.calls).toEqual([]);
    await userEvent.keyboard('Seen it.');
    await expect.element(form()).toMatchTextContent('Draft saved.');
    const { body } = main.calls.at(-1)?.input as { body: string };
    expect(body).toMatch(/^The picture of .+\n\nSeen it\.$/s);
  });

  it('begins a post about the picture that is on the screen', async () => {
    await open('today', appState());
    await button('More to do with this picture').click();
    await page.getByRole('menuitem', { name: 'Write about it' }).click();
    await expect.element(field('Title')).toHaveValue(dayPicture.record.title);
    await expect.element(field('Text')).toHaveFocus();
  });

  it('tells when the journal had to be restored, and what could not be read', async () => {
    const recovered = { at: 0, aside: '/journal.unusable', backupFrom: null };
    await open('journal', appState({ journal: journalOf([], { recovered, unreadable: 2 }) }));
    await expect
      .element(page.getByText(containing('put aside as /journal.unusable; there was no backup')))
      .toBeVisible();
    await expect.element(page.getByText(containing('2 posts could not be read.'))).toBeVisible();
  });

  it('says when the disk does not take it', async () => {
    await open('journal', appState({ journal: journalOf([], { durable: false }) }));
    await expect
      .element(
        page.getByRole('main').getByText(containing('The disk does not store what you write.')),
      )
      .toBeVisible();
  });
});
