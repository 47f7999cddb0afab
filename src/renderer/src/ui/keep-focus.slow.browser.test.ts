import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { announceElement, toasts } from '#renderer/ui/toast.svelte.ts';
import { openApp } from '#renderer-test/open.ts';
import { acceptedState, appState, dayPicture, journalOf, post } from '#renderer-test/states.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The saved picture of `last`. */
const file = { name: '2019-07-16-5e4bed00.png', format: 'png', bytes: 1 } as const;
const last = { ...dayPicture, file: { ...file, width: 1600, height: 1000 } };
const today = appState({ picture: { status: 'ready', at: 0, last, lastAt: 0 } });

const heading = () => page.getByRole('heading', { level: 1 });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the focus does not move to the body', () => {
  it('when the focused post is the only one and is deleted', async () => {
    const posts = [post('A pass', acceptedState)];
    const main = await openApp('journal', appState({ journal: journalOf(posts) }), { posts });
    await button('Delete A pass').click();
    posts.splice(0);
    main.tell(appState({ revision: 2, journal: journalOf([], { change: 1 }) }));
    await expect.element(button('Delete A pass')).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).not.toBe(document.body);
  });

  it('when the focused element is removed and no other takes the focus', async () => {
    await openApp('status', appState());
    await expect.element(heading()).toBeVisible();
    const gone = document.createElement('button');
    page.getByRole('main').element().append(gone);
    gone.focus();
    gone.remove();
    await expect.element(heading()).toHaveFocus();
  });

  it('when the focused element is hidden and no other takes the focus', async () => {
    await openApp('status', appState());
    await expect.element(heading()).toBeVisible();
    const hidden = document.createElement('button');
    page.getByRole('main').element().append(hidden);
    hidden.focus();
    hidden.hidden = true;
    await expect.element(heading()).toHaveFocus();
  });

  it('when the text beside the picture is hidden', async () => {
    await openApp('today', appState());
    await button('Hide the text').click();
    await expect.element(button('Show the text')).toHaveFocus();
  });
});

it('announceElement announces an inserted element once, without the white space of its layout', () => {
  toasts.clear();
  const element = document.createElement('p');
  element.textContent = '  The disk\n is full. ';
  announceElement(element);
  expect(toasts.spoken.map(({ text }) => text)).toEqual(['The disk is full.']);
});

describe('the toolbar over a picture', () => {
  it('is one tab stop, and moves the focus with the arrow keys', async () => {
    await openApp('today', today);
    const toolbar = page.getByRole('toolbar');
    await expect.element(toolbar).toBeVisible();
    const buttons = toolbar.getByRole('button').elements() as HTMLElement[];
    const stops = () => buttons.filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toEqual([buttons[0]]);
    buttons[0]?.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(buttons[2]);
    expect(stops()).toEqual([buttons[2]]);
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(document.activeElement).toBe(buttons[0]);
  });

  it('opens the full screen with its button and with the key F', async () => {
    const request = vi.spyOn(Element.prototype, 'requestFullscreen').mockResolvedValue();
    await openApp('today', today);
    await page.getByRole('button', { name: 'Full screen' }).click();
    expect(request).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('f');
    expect(request).toHaveBeenCalledTimes(2);
    expect(request.mock.contexts[0]).toBe(request.mock.contexts[1]);
  });
});
