import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ok } from '#shared/failure.ts';
import { readyRemote } from '#shared/remote.ts';
import { openApp } from '#renderer-test/open.ts';
import {
  acceptedState,
  appState,
  dayPicture,
  journalOf,
  passAt,
  post,
} from '#renderer-test/states.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import { isMac } from '#renderer/ui/keys.ts';
import type { ViewId } from './views.ts';

const file = { ...dayPicture.file, name: '2019-07-16-5e4bed00.jpg' } as NonNullable<
  typeof dayPicture.file
>;
const shownPicture = { ...dayPicture, file };
const pressCtrl = (key: string) =>
  userEvent.keyboard(isMac ? `{Meta>}${key}{/Meta}` : `{Control>}${key}{/Control}`);
const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
const menu = () => page.getByRole('menu').first();
const dialog = () => page.getByRole('dialog');

async function open(view: ViewId | `${ViewId}/${string}`): Promise<void> {
  const posts = [post('Clouds', acceptedState)];
  const passes = [passAt(Date.now() + 300_000, true)];
  const state = appState({
    picture: readyRemote(shownPicture, Date.now()),
    journal: journalOf(posts),
    station: knownStation({ passes }),
  });
  await openApp(view, state, {
    posts,
    day: (date) => Promise.resolve(ok({ ...shownPicture, record: { ...dayPicture.record, date } })),
  });
  await expect.element(page.getByRole('main')).toBeInTheDocument();
}

async function openFullScreen(): Promise<void> {
  await button('Full screen').click();
  await expect.poll(() => document.fullscreenElement).not.toBeNull();
  onTestFinished(async () => {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
  });
}

async function openShortcuts(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeInTheDocument();
  await userEvent.keyboard('?');
  await expect.element(dialog()).toBeVisible();
}

/** What is open when the key is pressed. */
const layers: Readonly<Record<string, () => Promise<void>>> = {
  'a day of the archive': async () => {
    await open('archive/2019-07-16');
    await expect.element(button('Full screen')).toBeVisible();
  },
  'the card of a pass that is near': async () => {
    await open('station/passes');
    await expect.poll(() => document.activeElement?.id).toBe('live-pass');
  },
  'the card of a pass in full screen': async () => {
    await open('station');
    await openFullScreen();
  },
  'the dialog of the place': async () => {
    await open('station');
    await button('Change place').click();
    await expect.element(dialog()).toBeVisible();
  },
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
  'the menu of the map': async () => {
    await open('station');
    await expect.poll(() => document.querySelector('[data-land=true]')).not.toBeNull();
    page.getByRole('slider', { name: 'Globe' }).element().focus();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(menu()).toBeVisible();
  },
};

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
    const shownToast = () => (document.fullscreenElement ?? document).querySelector('.toast');
    await expect.poll(() => shownToast()?.textContent).toContain('Look up: ');
    expect(openLayers()).toHaveLength(count);
  });
});

it('the menu of the tray opens a new post over a dialog', async () => {
  await open('today');
  await openShortcuts();
  location.hash = 'journal/new';
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  await expect.element(dialog()).not.toBeInTheDocument();
});
