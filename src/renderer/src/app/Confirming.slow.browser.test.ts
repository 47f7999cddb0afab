import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail, ok } from '#shared/failure.ts';
import type { PostState, PostSummary } from '#shared/journal/journal.ts';
import { openApp } from '#renderer-test/open.ts';
import { acceptedState, appState, journalOf, post, wholePostOf } from '#renderer-test/states.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('alertdialog');
const changed = (): PostSummary => ({ ...post('A pass', acceptedState), state: { kind: 'draft' } });

/**
 * The buttons that open a confirmation. `view` opens the view with the button, `confirm` is the label of the button
 * that confirms.
 */
const openers = [
  {
    opener: 'Reset…',
    confirm: 'Reset all settings',
    channel: 'settings.reset',
    view: () => openApp('settings/data', appState()),
  },
  {
    opener: 'Forget…',
    confirm: 'Forget the key',
    channel: 'settings.setApiKey',
    view: () => openApp('settings/services', appState()),
  },
  {
    opener: 'Discard changes…',
    confirm: 'Discard changes',
    channel: 'journal.revert',
    async view() {
      const there = changed();
      const posts = [there];
      const main = await openApp('journal', appState({ journal: journalOf(posts) }), { posts });
      const written = { ...wholePostOf(there), title: 'A better pass' };
      Object.assign(main.bridge.journal, { get: () => Promise.resolve(ok(written)) });
      await button('Edit A pass').click();
      return main;
    },
  },
];

describe.each(openers)('the confirmation of “$opener”', ({ opener, confirm, channel, view }) => {
  it('focuses Cancel, and returns the focus on Escape or Cancel', async () => {
    const main = await view();
    for (const cancel of [
      () => userEvent.keyboard('{Escape}'),
      () => button('Cancel').click(),
      () => userEvent.keyboard('{Enter}'),
    ]) {
      await button(opener).click();
      await expect.element(dialog()).toBeVisible();
      await expect.element(button('Cancel')).toHaveFocus();
      await cancel();
      await expect.element(dialog()).not.toBeInTheDocument();
      await expect.element(button(opener)).toHaveFocus();
    }
    expect(main.calls).toEqual([]);
  });

  it('runs no command on a double click, at four window sizes', async () => {
    const main = await view();
    for (const [width, height] of [
      [1080, 720],
      [760, 520],
      [540, 360],
      [380, 260],
    ] as const) {
      await page.viewport(width, height);
      await button(opener).dblClick();
      await expect.element(dialog()).toBeVisible();
      expect(main.calls).toEqual([]);
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog()).not.toBeInTheDocument();
    }
  });

  it('runs no command when Enter is pressed twice', async () => {
    const main = await view();
    (button(opener).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button(opener)).toHaveFocus();
    expect(main.calls).toEqual([]);
  });

  it('runs its command once when it is confirmed', async () => {
    const main = await view();
    await button(opener).click();
    await button(confirm).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(main.calls.map((call) => call.channel)).toEqual([channel]);
  });
});

it('a confirmation shows why the command failed, and can be confirmed again', async () => {
  const command = Promise.resolve(fail({ kind: 'storage', code: 'ENOSPC' }));
  const main = await openApp('settings/data', appState(), { command });
  await button('Reset…').click();
  await button('Reset all settings').click();
  await expect.element(dialog()).toMatchTextContent('That did not work. The disk is full.');
  await button('Reset all settings').click();
  await expect.poll(() => main.calls).toHaveLength(2);
  await button('Cancel').click();
  await expect.element(button('Reset…')).toHaveFocus();
});

it('the removal of all data has no confirmation in the page, because main asks', async () => {
  const main = await openApp('settings/data', appState());
  await button('Remove…').click();
  await expect
    .poll(() => main.calls.map(({ channel }) => channel))
    .toEqual(['settings.removeData']);
  expect(dialog().elements()).toEqual([]);
});

it('a dialog places none of its buttons over the button that opened it', async () => {
  await openApp('settings/data', appState());
  await expect.element(button('Reset…')).toBeVisible();
  const opened = button('Reset…').element() as HTMLElement;
  /** Waits until the next frame is drawn, in which a new size and position take effect. */
  const drawn = (): Promise<unknown> =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (const [width, height] of [
    [1080, 720],
    [760, 520],
    [600, 400],
  ] as const) {
    await page.viewport(width, height);
    await drawn();
    const scroller = document.querySelector('.settings');
    // Scrolls the opener to heights of the window that are 40 pixels apart.
    for (let top = 0; top < height - 60; top += 40) {
      const box = () => opened.getBoundingClientRect();
      scroller?.scrollBy(0, box().top - top);
      if (box().top < 0 || box().bottom > height) continue;
      opened.focus({ preventScroll: true });
      await drawn();
      await userEvent.keyboard('{Enter}');
      await expect.element(button('Cancel')).toHaveFocus();
      const isApart = (name: string): boolean => {
        const opener = opened.getBoundingClientRect();
        const { left, right, top: upper, bottom } = button(name).element().getBoundingClientRect();
        return (
          right <= opener.left ||
          opener.right <= left ||
          bottom <= opener.top ||
          opener.bottom <= upper
        );
      };
      const where = `${width} x ${height}, opener at ${top}`;
      for (const name of ['Cancel', 'Reset all settings'])
        await expect.poll(() => isApart(name), { message: `${name} at ${where}` }).toBe(true);
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog()).not.toBeInTheDocument();
    }
  }
});

describe('Delete of a post', () => {
  const deleted: PostState = { kind: 'deleted', at: Date.now(), status: null };

  /** Opens a journal that deletes and restores posts at once. Returns a function that counts the deleted posts. */
  async function journal(...titles: string[]) {
    const posts = titles.map((title) => post(title, acceptedState));
    const main = await openApp('journal', appState({ journal: journalOf(posts) }), { posts });
    let change = 0;
    const become = (id: string, state: PostState) => {
      const index = posts.findIndex((one) => one.id === id);
      const there = posts[index];
      if (there === undefined) throw new Error(`there is no post ${id}`);
      posts[index] = { ...there, state };
      change += 1;
      main.tell(appState({ revision: 1 + change, journal: journalOf(posts, { change }) }));
      return Promise.resolve(ok(wholePostOf(there)));
    };
    Object.assign(main.bridge.journal, {
      delete: (id: string) => become(id, deleted),
      restore: (id: string) => become(id, acceptedState),
    });
    await expect.element(page.getByRole('article').first()).toBeVisible();
    return () => posts.filter(({ state }) => state.kind === 'deleted').length;
  }
  const article = (name: string) => page.getByRole('article', { name });

  it('deletes only one post on a double click, although the next post moves under the pointer', async () => {
    const gone = await journal('First', 'Second', 'Third');
    await button('Delete First').dblClick();
    await expect.element(article('First')).not.toBeInTheDocument();
    expect(gone()).toBe(1);
    await button('Undo').click();
    await expect.element(article('First')).toBeVisible();
    expect(gone()).toBe(0);
  });

  it('deletes one post when Enter is pressed twice, and moves the focus to the next post', async () => {
    const gone = await journal('First', 'Second');
    (button('Delete First').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(article('Second')).toHaveFocus();
    expect(gone()).toBe(1);
  });
});
