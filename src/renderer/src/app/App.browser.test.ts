import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultSettings } from '#shared/settings/settings.ts';
import { fail, type Result } from '#shared/failure.ts';
import type { ViewChoices } from '#shared/view-choices.ts';
import type { PostSummary } from '#shared/journal/journal.ts';
import type { AppState } from '#shared/state.ts';
import { defectAnswer } from '#renderer-test/bridge-double.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { skyBehind } from '#renderer-test/sky-states.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import {
  appState,
  failingActivity,
  journalOf,
  passAt,
  post,
  quietActivity,
  sendingState,
  unreachableFailure,
  waitingState,
} from '#renderer-test/states.ts';
import { announce, toast, toasts } from '../ui/toast.svelte.ts';
import { viewName } from './views.ts';

const heading = () => page.getByRole('heading', { level: 1 });
const status = () => page.getByRole('group', { name: 'Status' });

describe('the window', () => {
  it('opens each view with Ctrl+1 to Ctrl+6, and marks the open view', async () => {
    await openApp('today', appState());
    for (const [key, title, link] of [
      ['2', 'Archive', 'Archive'],
      ['3', 'Station', 'Station'],
      ['4', 'Journal', 'Journal'],
      ['5', 'Settings', 'Settings'],
      ['6', 'Status', 'Status'],
      ['1', 'The Sombrero Galaxy in Infrared', 'Today'],
    ] as const) {
      await userEvent.keyboard(`{Control>}${key}{/Control}`);
      await expect.element(heading()).toMatchTextContent(title);
      const current = page.getByRole('navigation').getByRole('link', { name: link });
      await expect.element(current).toHaveAttribute('aria-current', 'page');
    }
  });

  it('opens a view whose key is pressed before the stored choices are read', async () => {
    const { promise, resolve } = Promise.withResolvers<ViewChoices>();
    await openApp('today', appState(), { views: promise });
    await expect.element(page.getByRole('navigation')).toBeVisible();
    await userEvent.keyboard('{Control>}6{/Control}');
    resolve({});
    await expect.element(heading()).toMatchTextContent('Status');
  });

  it('keeps working when a view throws, and offers to reload the view', async () => {
    const posts = [{ ...post('First light', waitingState), createdAt: 8_640_000_000_000_001 }];
    const main = await openApp('journal', appState({ journal: journalOf(posts) }), { posts });
    const broken = page.getByRole('main');
    await expect.element(broken).toMatchTextContent('This view stopped working');
    await broken.getByRole('button', { name: 'Copy details' }).click();
    await expect.element(page.getByText('Details copied.').first()).toBeVisible();
    const copied = main.calls.find(({ channel }) => channel === 'app.copyText');
    expect(copied?.input).toContain('Overhead, journal: RangeError');
    expect(await findViolations()).toEqual([]);
    posts.splice(0);
    await broken.getByRole('button', { name: 'Reload' }).click();
    await expect.element(heading()).toMatchTextContent('Journal');
    await expect.element(heading()).toHaveFocus();
    await userEvent.keyboard('{Control>}3{/Control}');
    await expect.element(heading()).toMatchTextContent('Station');
  });

  it('moves the focus to the heading of an opened view, and writes the view’s name into the title', async () => {
    await openApp('today', appState());
    await expect.element(heading()).toBeVisible();
    expect(document.title).toBe('Today – Overhead');
    await page.getByRole('link', { name: 'Station' }).click();
    await expect.element(heading()).toMatchTextContent('Station');
    await expect.element(heading()).toHaveFocus();
    expect(document.title).toBe('Station – Overhead');
  });

  it('removes earlier toasts and announcements when another view is opened', async () => {
    await openApp('today', appState());
    await expect.element(heading()).toBeVisible();
    announce('Nothing found.');
    toast('Undone.');
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect.element(messages).toBeVisible();
    // Both are two seconds old.
    const realNow = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + 2_000);
    onTestFinished(() => clock.mockRestore());
    await page.getByRole('link', { name: 'Station' }).click();
    await expect.element(heading()).toHaveFocus();
    await expect.poll(() => toasts.spoken.map(({ text }) => text)).not.toContain('Nothing found.');
    await expect.element(messages).not.toBeInTheDocument();
    clock.mockReturnValue(realNow() + 2_000);
    toast('Saved.');
    await page.getByRole('link', { name: 'Today' }).click();
    await expect.element(heading()).toHaveFocus();
    await expect.element(messages).toBeVisible();
  });

  it('keeps a toast with Undo when another view is opened', async () => {
    await openApp('today', appState());
    await expect.element(heading()).toBeVisible();
    toast('Deleted.', { action: { label: 'Undo', run: () => undefined } });
    const realNow = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + 2_000);
    onTestFinished(() => clock.mockRestore());
    await page.getByRole('link', { name: 'Station' }).click();
    await expect.element(heading()).toHaveFocus();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  it.each([
    [1080, 720],
    [2560, 1440],
  ])('shows the headings of all views at the same left edge, at %i × %i', async (width, height) => {
    await openApp('archive', appState());
    await page.viewport(width, height);
    const edges: number[] = [];
    for (const view of ['archive', 'station', 'journal', 'settings', 'status'] as const) {
      location.hash = view;
      const heading = page.getByRole('heading', { level: 1, name: viewName(view) });
      await expect.element(heading).toBeVisible();
      edges.push(heading.element().getBoundingClientRect().left);
    }
    expect(new Set(edges).size, edges.join(', ')).toBe(1);
  });

  it('has the button “Skip to content” as the first tab stop; the button moves the focus to the content', async () => {
    await openApp('today', appState());
    await expect.element(heading()).toBeVisible();
    await userEvent.tab();
    const skip = page.getByRole('button', { name: 'Skip to content' });
    await expect.element(skip).toHaveFocus();
    await expect.element(skip).toBeInViewport();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  it('lists the shortcuts on ? and from a button, but not while the user types in a field', async () => {
    await openApp('journal', appState());
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const field = page.getByRole('textbox', { name: 'Title' });
    await page.getByRole('button', { name: 'New post' }).click();
    await field.fill('Really');
    await userEvent.keyboard('?');
    await expect.element(field).toHaveValue('Really?');
    await expect.element(sheet).not.toBeInTheDocument();
    const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
    await button.click();
    await expect.element(sheet).toBeVisible();
    for (const line of [
      /Archive Ctrl\+2/,
      /Settings Ctrl\+5\s*Ctrl\+,/,
      /New post Ctrl\+N/,
      /Keyboard shortcuts \?/,
    ])
      await expect.element(sheet).toMatchTextContent(line);
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await userEvent.keyboard('?');
    await expect.element(sheet).toBeVisible();
  });

  it.each([
    [720, 520],
    [540, 360],
    [360, 260],
  ])(
    'shows a side bar of icons with names and the mark of simulated data at %d × %d',
    async (width, height) => {
      await openApp('settings', appState({ services: { source: 'embedded', simulated: true } }));
      await page.viewport(width, height);
      await expect
        .element(page.getByRole('link', { name: /^Demo data/ }))
        .toBeInViewport({ ratio: 1 });
      const links = page.getByRole('navigation').getByRole('link');
      const names = ['Today', 'Archive', 'Station', 'Journal', 'Settings', 'Status'];
      for (const [index, name] of names.entries())
        await expect.element(links.nth(index)).toHaveAccessibleName(name);
      const { right } = page.getByRole('navigation').element().getBoundingClientRect();
      expect(right).toBeLessThan(72);
    },
  );

  it('opens a new post at #journal/new, and saves the post in the form as a draft', async () => {
    const main = await openApp('journal', appState());
    const title = page.getByRole('textbox', { name: 'Title' });
    await page.getByRole('button', { name: 'New post' }).click();
    await title.fill('Half a title');
    location.hash = 'journal/new';
    await expect.element(title).toHaveValue('');
    await expect.element(title).toHaveFocus();
    expect(location.hash).toBe('#journal');
    const writing = main.calls.find(({ channel }) => channel === 'journal.write');
    expect(writing?.input).toMatchObject({ title: 'Half a title', publish: false });
  });

  it('starts a post with Ctrl+N, searches with Ctrl+F and opens the settings with Ctrl+,', async () => {
    const posts = [post('One', waitingState)];
    await openApp('today', appState({ journal: journalOf(posts) }), { posts });
    await expect.element(heading()).toBeVisible();
    await userEvent.keyboard('{Control>}n{/Control}');
    await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveFocus();
    await userEvent.keyboard('{Control>}f{/Control}');
    await expect.element(page.getByRole('searchbox', { name: 'Search in posts' })).toHaveFocus();
    await userEvent.keyboard('{Control>},{/Control}');
    await expect.element(heading()).toMatchTextContent('Settings');
    await userEvent.keyboard('{Control>}6{/Control}');
    await expect.element(heading()).toMatchTextContent('Status');
    await userEvent.keyboard('{Control>}f{/Control}');
    await expect.element(page.getByRole('searchbox', { name: 'Search the archive' })).toHaveFocus();
    expect(location.hash).toBe('#archive');
  });

  it('closes the open day of the archive and focuses the search on Ctrl+F', async () => {
    await openApp('archive', appState());
    await page.getByRole('searchbox', { name: 'Search the archive' }).fill('2019-07-16');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Archive' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}f{/Control}');
    await expect.element(page.getByRole('searchbox', { name: 'Search the archive' })).toHaveFocus();
  });

  it('opens the About section at #settings/about', async () => {
    await openApp('today', appState());
    location.hash = 'settings/about';
    await expect.element(page.getByRole('region', { name: 'About & updates' })).toHaveFocus();
    await expect
      .element(page.getByText(textContaining('Free software under the MIT license.')))
      .toBeInViewport();
  });

  it('opens the Status view at its earlier address #why', async () => {
    await openApp('today', appState());
    location.hash = 'why';
    await expect.element(heading()).toMatchTextContent('Status');
  });

  it.each([
    ['passes', 'Passes'],
    ['transits', 'In front of the Sun or the Moon'],
  ])(
    'scrolls to the %s at their address, and then changes the address to #station',
    async (part, name) => {
      await openApp('today', appState({ station: knownStation() }));
      await page.viewport(1080, 560);
      location.hash = `station/${part}`;
      await expect.element(page.getByRole('region', { name })).toHaveFocus();
      await expect.element(page.getByRole('heading', { name })).toBeInViewport();
      expect(location.hash).toBe('#station');
    },
  );

  it('keeps the moment of “Saw it” as a draft and stays on the sky; “Write…” opens the draft', async () => {
    const posts: PostSummary[] = [];
    const pass = passAt(Date.now() - 120_000, true);
    const station = knownStation({ passes: [pass] });
    const sky = skyBehind(pass);
    const main = await openApp('station', appState({ station }), { posts, sky });
    await page.getByRole('button', { name: 'Saw it' }).first().click();
    const write = page.getByRole('button', { name: 'Write…' });
    await expect.element(write).toBeVisible();
    const writings = main.calls
      .filter(({ channel }) => channel === 'journal.write')
      .map(({ input }) => input as { id: string; publish: boolean; body: string });
    expect(writings).toHaveLength(1);
    expect(writings[0]?.publish).toBe(false);
    expect(writings[0]?.body).toMatch(/Seen at \d/);
    expect(writings[0]?.body).toMatch(
      /\n\nNautical twilight: the Sun is 10° below the horizon\. .* Moon: waxing crescent, 25% lit; south, 40° high\.\n\n$/,
    );
    await expect.element(heading()).toMatchTextContent('Station');
    posts.push({ ...post('Seen', { kind: 'draft' }), id: writings[0]?.id ?? '' });
    await write.click();
    await expect.element(heading()).toMatchTextContent('Journal');
    await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Seen');
  });

  it('opens the post of “Saw it” in the journal if it cannot be saved', async () => {
    const station = knownStation({ passes: [passAt(Date.now() - 120_000, true)] });
    const write = Promise.resolve(fail({ kind: 'storage', code: 'ENOSPC' }));
    await openApp('station', appState({ station }), { write });
    await page.getByRole('button', { name: 'Saw it' }).first().click();
    await expect.element(heading()).toMatchTextContent('Journal');
    const text = page.getByRole('textbox', { name: 'Text' });
    await expect.element(text).toBeVisible();
    expect((text.element() as HTMLTextAreaElement).value).toMatch(/^Seen at \d/);
  });

  it('recognizes the digit keys by their position, whatever the keyboard layout types', async () => {
    await openApp('today', appState());
    await expect.element(heading()).toBeVisible();
    const key = { key: 'é', code: 'Digit3', ctrlKey: true };
    dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true }));
    await expect.element(heading()).toMatchTextContent('Station');
  });

  it('does not move the focus when the requested view is already open', async () => {
    await openApp('journal', appState());
    const field = page.getByRole('textbox', { name: 'Text' });
    await page.getByRole('button', { name: 'New post' }).click();
    await field.click();
    await userEvent.keyboard('{Control>}4{/Control}');
    await expect.element(field).toHaveFocus();
  });

  it('opens a view with Tab and Enter, and shows a focus ring', async () => {
    await openApp('today', appState());
    await expect.element(heading()).toBeVisible();
    for (let stops = 0; stops < 4; stops += 1) await userEvent.tab();
    const link = page.getByRole('link', { name: 'Station' });
    await expect.element(link).toHaveFocus();
    expect(getComputedStyle(link.element()).outlineStyle).toBe('solid');
    await userEvent.keyboard('{Enter}');
    await expect.element(heading()).toMatchTextContent('Station');
  });

  it('shows nothing until the language is known', async () => {
    const never = new Promise<Result<AppState>>(() => undefined);
    await openApp('today', appState(), { snapshot: never });
    expect(document.body.textContent.trim()).toBe('');
  });

  it('rebuilds the view in another language, and keeps the focus in the view', async () => {
    const german = { language: 'de', formats: 'de-AT' } as const;
    const main = await openApp('today', appState({ language: german }));
    await expect.element(heading()).toBeVisible();
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['de', 'ltr']);
    const before = heading().element();
    page.getByRole('main').getByRole('button').first().element().focus();
    main.tell(appState({ language: { language: 'ja', formats: 'ja-JP' }, revision: 2 }));
    await expect.poll(() => document.documentElement.lang).toBe('ja');
    await expect.element(heading()).toBeVisible();
    expect(before.isConnected).toBe(false);
    await expect.element(heading()).toHaveFocus();
    main.tell(appState({ revision: 3 }));
    await expect.poll(() => document.documentElement.lang).toBe('en');
  });

  it('uses red colours while night mode is on', async () => {
    const main = await openApp('today', appState());
    await expect.element(heading()).toBeVisible();
    const night = () => document.documentElement.dataset['night'];
    expect(night()).toBeUndefined();
    const settings = { ...defaultSettings, nightMode: true };
    main.tell(appState({ revision: 2, settings }));
    await expect.poll(night).toBe('red');
    main.tell(appState({ revision: 3 }));
    await expect.poll(night).toBeUndefined();
  });

  it('reports that the state could not be read from main', async () => {
    await openApp('today', appState(), { snapshot: Promise.resolve(fail(unreachableFailure)) });
    const words = 'Overhead does not answer.';
    await expect.element(page.getByRole('main').getByText(textContaining(words))).toBeVisible();
  });

  it('recovers with the next state after main has failed to send the first one', async () => {
    const main = await openApp('today', appState(), { snapshot: defectAnswer() });
    const words = 'Overhead does not answer.';
    await expect.element(page.getByRole('main').getByText(textContaining(words))).toBeVisible();
    main.tell(appState());
    await expect.element(heading()).toMatchTextContent('The Sombrero Galaxy in Infrared');
  });

  it('shows the mark of simulated data only while the services are simulated', async () => {
    const main = await openApp('journal', appState());
    await expect.element(heading()).toBeVisible();
    expect(page.getByText(textContaining('Demo data')).elements()).toHaveLength(0);
    main.tell(appState({ revision: 2, services: { source: 'embedded', simulated: true } }));
    await expect.element(page.getByText(textContaining('Demo data'))).toBeVisible();
  });

  it('shows a failure in the side bar, and nothing when all is well', async () => {
    const main = await openApp('today', appState());
    await expect.element(heading()).toBeVisible();
    expect(status().elements()).toEqual([]);
    const activities = { picture: quietActivity, position: failingActivity, posts: quietActivity };
    main.tell(appState({ revision: 2, activities }));
    await expect.element(status()).toMatchTextContent('Station: The service cannot be reached.');
  });

  it('shows the number of waiting posts beside the journal', async () => {
    const posts = [post('One', waitingState), post('Two', sendingState)];
    await openApp('today', appState({ journal: journalOf(posts) }));
    await expect
      .element(page.getByRole('link', { name: /Journal\s*2 posts waiting/ }))
      .toBeVisible();
  });

  it('removes its listener on main when it is unmounted', async () => {
    const main = await openApp('today', appState());
    expect(main.listeners()).toBe(1);
    await main.unmount();
    expect(main.listeners()).toBe(0);
  });

  it.each(['today', 'station', 'journal'] as const)(
    'fits the view %s into the smallest window',
    async (view) => {
      await openApp(view, appState());
      await page.viewport(760, 520);
      await expect.element(heading()).toBeInViewport();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(760);
      for (const button of page.getByRole('main').getByRole('button').elements()) {
        const { right, bottom } = button.getBoundingClientRect();
        expect(right).toBeLessThanOrEqual(760);
        // The Station view may scroll: the content below the map is higher than the window.
        if (view !== 'station') expect(bottom).toBeLessThanOrEqual(520);
      }
    },
  );

  it.each(['journal', 'settings', 'status'] as const)(
    'shows %s in a large window as wide as the other views of text',
    async (view) => {
      await openApp(view, appState());
      await page.viewport(2560, 1440);
      await expect.element(heading()).toBeVisible();
      const content = document.querySelector('.journal > header, .layout, .column');
      // 75 rem of 21 pixels.
      expect(content?.getBoundingClientRect().width).toBe(1575);
    },
  );

  it.each(['today', 'station', 'journal'] as const)(
    'keeps everything in %s reachable when the text is twice as large',
    async (view) => {
      const posts = [post('One', waitingState)];
      await openApp(view, appState({ journal: journalOf(posts, { durable: false }) }), { posts });
      await page.viewport(540, 360);
      await expect.element(heading()).toBeVisible();
      const main = page.getByRole('main').element();
      expect(main.scrollWidth).toBeLessThanOrEqual(main.clientWidth);
      for (const element of main.querySelectorAll('button, input, dd, h3')) {
        element.scrollIntoView({ block: 'center' });
        const { top, right, bottom } = element.getBoundingClientRect();
        expect(top, element.outerHTML).toBeGreaterThanOrEqual(0);
        expect(right, element.outerHTML).toBeLessThanOrEqual(540);
        expect(bottom, element.outerHTML).toBeLessThanOrEqual(360);
      }
    },
  );
});
