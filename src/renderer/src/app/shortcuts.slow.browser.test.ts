import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '#renderer-test/open.ts';
import { acceptedState, appState, journalOf, passAt, post } from '#renderer-test/states.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import { isMac } from '#renderer/ui/keys.ts';
import { type ViewId, views } from './views.ts';

const pressCtrl = (key: string) =>
  userEvent.keyboard(isMac ? `{Meta>}${key}{/Meta}` : `{Control>}${key}{/Control}`);
const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
const menu = () => page.getByRole('menu').first();
const dialog = () => page.getByRole('dialog');

async function open(view: ViewId): Promise<void> {
  const posts = [post('Clouds', acceptedState)];
  const station = knownStation({ passes: [passAt(Date.now() + 300_000, true)] });
  await openApp(view, appState({ journal: journalOf(posts), station }), { posts });
  await expect.element(page.getByRole('main')).toBeInTheDocument();
}

async function openShortcuts(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeInTheDocument();
  await userEvent.keyboard('?');
  await expect.element(dialog()).toBeVisible();
}

/** What stays open when another view is shown, unless it is closed. */
const layers: Readonly<Record<string, () => Promise<void>>> = {
  'the list of shortcuts over the picture': async () => {
    await open('today');
    await openShortcuts();
  },
  'the list of shortcuts over the journal': async () => {
    await open('journal');
    await openShortcuts();
  },
  'the menu of the journal': async () => {
    await open('journal');
    await button('More actions for the journal').click();
    await expect.element(menu()).toBeVisible();
  },
};

/** The text of the toast, which is inside the element in full screen. */
const shownToast = () =>
  (document.fullscreenElement ?? document).querySelector('.toast')?.textContent ?? '';
const openLayers = () => document.querySelectorAll('dialog[open], [role=menu]:popover-open');

describe.each(Object.entries(layers))('over %s', (_layer, openLayer) => {
  it('Ctrl+N focuses the title of a new post', async () => {
    await openLayer();
    await pressCtrl('n');
    const title = page.getByRole('textbox', { name: 'Title' });
    await expect.element(title).toHaveFocus();
    await userEvent.keyboard('Clouds');
    await expect.element(title).toHaveValue('Clouds');
    await expect.poll(openLayers).toHaveLength(0);
  });

  it('Ctrl+F focuses a search', async () => {
    await openLayer();
    await pressCtrl('f');
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
    await expect.poll(openLayers).toHaveLength(0);
  });

  it('Ctrl+L shows when to look up, and the layer stays open', async () => {
    await openLayer();
    const count = openLayers().length;
    await pressCtrl('l');
    await expect.poll(shownToast).toContain('Look up: ');
    expect(openLayers()).toHaveLength(count);
  });
});

describe('Ctrl+L shows when to look up', () => {
  it.each(views)('in the view %s', async (view) => {
    await open(view);
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeInTheDocument();
    await pressCtrl('l');
    await expect.poll(shownToast).toContain('Look up: ');
  });

  it('in full screen', async () => {
    await open('station');
    await button('Full screen').click();
    await expect.poll(() => document.fullscreenElement).not.toBeNull();
    onTestFinished(async () => {
      if (document.fullscreenElement !== null) await document.exitFullscreen();
    });
    await pressCtrl('l');
    await expect.poll(shownToast).toContain('Look up: ');
  });

  it('while a post is typed, which continues', async () => {
    await open('journal');
    await button('New post').click();
    const title = page.getByRole('textbox', { name: 'Title' });
    await expect.element(title).toHaveFocus();
    await userEvent.keyboard('Clo');
    await pressCtrl('l');
    await expect.poll(shownToast).toContain('Look up: ');
    await userEvent.keyboard('uds');
    await expect.element(title).toHaveValue('Clouds');
  });
});

it('the menu of the tray opens a new post over a dialog', async () => {
  await open('today');
  await openShortcuts();
  location.hash = 'journal/new';
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  await expect.element(dialog()).not.toBeInTheDocument();
});
