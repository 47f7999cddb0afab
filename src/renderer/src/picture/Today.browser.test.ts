import { tick } from 'svelte';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail } from '#shared/failure.ts';
import { noPictureChoice, noPictureSupply, type Wallpaper } from '#shared/picture/picture.ts';
import { type CommandAnswers, defectAnswer } from '#renderer-test/bridge-double.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import {
  appState,
  dayPicture,
  failingActivity,
  passAt,
  quietActivity,
  unreachableFailure,
  videoDay,
} from '#renderer-test/states.ts';
import { eveningSoon } from '#renderer-test/sky-states.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import { dateInWords } from '../ui/format.ts';
import { newestDate } from './archive/calendar.ts';

/** The visible toast, without its copy in the live region. */
const toasted = (words: string | RegExp) => page.getByText(words).first();
const button = (name: string) => page.getByRole('button', { name });
const pictureFails = { picture: failingActivity, position: quietActivity, posts: quietActivity };
const { date } = dayPicture.record;

describe('Today', () => {
  it('shows the picture from the app’s own address, with its title and text', async () => {
    await openApp('today', appState());
    await expect
      .element(page.getByRole('heading', { name: dayPicture.record.title }))
      .toBeVisible();
    await expect.element(page.getByText(dateInWords(date), { exact: true })).toBeVisible();
    await expect.element(page.getByText(/R\. Kennicutt/)).toBeVisible();
    const image = page.getByRole('img', { name: dayPicture.record.title });
    await expect.element(image).toHaveAttribute('src', '/picture/2019-07-16-0123abcd.jpg');
  });

  it('names the next visible pass, and links to the passes', async () => {
    const passes = [passAt(Date.now() + 3_600_000, false), passAt(Date.now() + 86_400_000, true)];
    await openApp('today', appState({ station: knownStation({ passes }) }));
    const link = page.getByRole('link', { name: /^Look up: .+ · 67° · 4\smin, like / });
    await expect.element(link).toHaveAttribute('href', '#station/passes');
  });

  it('asks for the place while none is known, and links to the Station view', async () => {
    await openApp('today', appState({ station: knownStation({ observer: null }) }));
    const link = page.getByRole('link', { name: /^Set your place to see when the station passes/ });
    await expect.element(link).toHaveAttribute('href', '#station');
  });

  it('shows Sun, twilight, Moon and planets of the coming night beside the pass', async () => {
    const passes = [passAt(Date.now() + 3_600_000, true)];
    const record = { ...dayPicture.record, date: newestDate(Date.now()) };
    const last = { ...dayPicture, record };
    const picture = { status: 'ready', at: Date.now(), last, lastAt: Date.now() } as const;
    await openApp('today', appState({ picture, station: knownStation({ passes }) }), {
      evening: eveningSoon(),
    });
    const tonight = page.getByRole('region', { name: /^Tonight/ });
    await expect.element(tonight.getByText(/^Sunset .+ · Dusk until .+ · Dark from/)).toBeVisible();
    await expect.element(tonight.getByText('Moon: waxing crescent, 25% lit')).toBeVisible();
    await expect
      .element(tonight.getByText('At nightfall: Venus (southwest), Saturn (southeast)'))
      .toBeVisible();
    await expect.element(tonight.getByRole('link', { name: /^Look up: / })).toBeVisible();
    await page.viewport(720, 520);
    await expect.element(tonight.getByText(/^Sunset/)).not.toBeVisible();
    await expect.element(tonight.getByRole('link', { name: /^Look up: / })).toBeVisible();
  });

  it('centres every line of the page without a picture', async () => {
    const now = Date.now();
    await openApp(
      'today',
      appState({
        activities: { picture: failingActivity, position: quietActivity, posts: quietActivity },
        picture: {
          status: 'failed',
          at: now,
          failure: unreachableFailure,
          last: null,
          lastAt: null,
        },
      }),
    );
    await expect.element(button('Check for today’s picture')).toBeVisible();
    const { left, right } = page.getByRole('main').element().getBoundingClientRect();
    const lines = [...document.querySelectorAll('main h1, main p, main button')];
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      const box = line.getBoundingClientRect();
      expect(Math.abs(box.left + box.right - left - right)).toBeLessThan(4);
    }
  });

  it('opens and closes the explanation', async () => {
    await openApp('today', appState());
    const region = page.getByRole('region', { name: 'Explanation' });
    await expect.element(region).toBeVisible();
    const closed = region.element().clientHeight;
    await button('Read more').click();
    await expect.element(button('Show less')).toHaveAttribute('aria-expanded', 'true');
    expect(region.element().clientHeight).toBeGreaterThan(closed);
    await button('Show less').click();
    await expect.element(button('Read more')).toHaveAttribute('aria-expanded', 'false');
  });

  it('sends the right command for each button', async () => {
    const main = await openApp('today', appState());
    await button('Set as wallpaper').click();
    await button('Check for today’s picture').click();
    await button('Open on the web').click();
    expect(main.calls.map(({ channel }) => channel)).toEqual([
      'wallpaper.set',
      'picture.check',
      'picture.openPage',
    ]);
  });

  it('shows why a command failed', async () => {
    const failure = { kind: 'storage', code: 'ENOSPC' } as const;
    await openApp('today', appState(), { command: Promise.resolve(fail(failure)) });
    await button('Set as wallpaper').click();
    await expect.element(toasted(textContaining('That did not work'))).toBeVisible();
  });

  it('shows why the desktop refused the wallpaper until the next attempt succeeds', async () => {
    const refused = { backend: 'sway', detail: 'sway does not answer' };
    const main = await openApp('today', appState(), {
      command: Promise.resolve(fail({ kind: 'wallpaper', ...refused })),
    });
    await button('Set as wallpaper').click();
    const words = page.getByRole('group', { name: 'Wallpaper' });
    main.tell(
      appState({
        revision: 2,
        wallpaper: { kind: 'failed', date, ...refused, at: 0, retryAt: 60_000 },
      }),
    );
    await expect
      .element(words)
      .toMatchTextContent(
        /^Not on your desktop\. The desktop did not accept the wallpaper\. Next try: /,
      );
    const set = { kind: 'set', date, path: '/p', backend: 'sway', verified: true, at: 0 } as const;
    main.tell(appState({ revision: 3, wallpaper: set }));
    await expect.element(words).toMatchTextContent(/^On your desktop$/);
  });

  const at = 0;
  it('makes its main button less prominent while the picture is the wallpaper, and moves no other button', async () => {
    const wallpaper: Wallpaper = {
      kind: 'set',
      date,
      path: '/p',
      backend: 'x',
      verified: true,
      at,
    };
    const main = await openApp('today', appState());
    await expect.element(button('Set as wallpaper')).toHaveAttribute('data-variant', 'primary');
    const places = () =>
      ['Open on the web', 'More', 'Read more', 'Hide the text'].map((name) => {
        const { x, y } = page
          .getByRole('button', { name, exact: true })
          .element()
          .getBoundingClientRect();
        return [name, x, y];
      });
    await expect.element(button('Read more')).toBeVisible();
    const before = places();
    main.tell(appState({ revision: 2, wallpaper: { kind: 'setting', date } }));
    await expect.element(page.getByText('Setting it as wallpaper…')).toBeVisible();
    expect(places()).toEqual(before);
    main.tell(appState({ revision: 3, wallpaper }));
    await expect.element(button('On your desktop')).toHaveAttribute('data-variant', 'secondary');
    expect(places()).toEqual(before);
  });

  it('offers fit, “Set it again” and restore while the picture is the wallpaper, and keeps the focus', async () => {
    const set = { kind: 'set', date, path: '/p', backend: 'x', verified: true, at } as const;
    const main = await openApp('today', appState());
    await button('Set as wallpaper').click();
    await expect.element(button('Set as wallpaper')).toHaveFocus();
    main.tell(appState({ revision: 2, wallpaper: set, ownWallpaper: 'kept' }));
    await expect.element(button('On your desktop')).toHaveFocus();
    await button('On your desktop').click();
    await expect
      .poll(() =>
        page
          .getByRole('menuitem')
          .elements()
          .map(({ textContent }) => textContent.trim()),
      )
      .toEqual(['Choose displays and fit…', 'Set it again', 'Restore my wallpaper']);
    await page.getByRole('menuitem', { name: 'Restore my wallpaper' }).click();
    await expect
      .poll(() => main.calls.map(({ channel }) => channel))
      .toEqual(['wallpaper.set', 'wallpaper.restore']);
  });

  it('reports that a wallpaper was unpinned, and pins the wallpaper again on Undo', async () => {
    const main = await openApp(
      'today',
      appState({ choice: { ...noPictureChoice, pinned: '2019-07-01' } }),
    );
    await button('Set as wallpaper').click();
    await expect
      .element(toasted(textContaining('The picture of Monday, July 1, 2019 is no longer kept')))
      .toBeVisible();
    await button('Undo').click();
    await expect
      .poll(() => main.calls.map(({ input }) => input))
      .toEqual([
        { date, fit: null, displays: null },
        { date: '2019-07-01', fit: null, displays: null, pinned: true },
      ]);
  });

  it('hides the text, and stores the setting', async () => {
    const main = await openApp('today', appState());
    await button('Hide the text').click();
    await expect.element(page.getByRole('region', { name: 'Explanation' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(button('Show the text')).toHaveFocus();
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { today: { ...defaultSettings.today, panel: false } } },
    ]);
    await button('Show the text').click();
    await expect.element(page.getByRole('region', { name: 'Explanation' })).toBeVisible();
  });

  it('reports that “Set it again” failed even if the picture is the wallpaper', async () => {
    const verified = { path: '/p', backend: 'xfce', verified: true } as const;
    const wallpaper: Wallpaper = { kind: 'set', date, ...verified, at: 0 };
    await openApp('today', appState({ wallpaper }), { command: defectAnswer() });
    await button('On your desktop').click();
    await page.getByRole('menuitem', { name: 'Set it again' }).click();
    await expect.element(toasted(textContaining('That did not work'))).toBeVisible();
    await expect
      .element(page.getByRole('group', { name: 'Wallpaper' }))
      .toMatchTextContent('On your desktop');
  });

  it('reports that the browser did not open the page, and still shows the state of the wallpaper', async () => {
    await openApp('today', appState(), { command: Promise.resolve(fail({ kind: 'not-found' })) });
    await button('Open on the web').click();
    await expect.element(toasted('The browser did not open the page.')).toBeVisible();
    await expect
      .element(page.getByRole('group', { name: 'Wallpaper' }))
      .toMatchTextContent('Not on your desktop');
  });

  it('offers “Read more” only when the text is shortened', async () => {
    const record = { ...dayPicture.record, explanation: 'A galaxy.' };
    const picture = { status: 'ready', at, last: { ...dayPicture, record }, lastAt: 0 } as const;
    const main = await openApp('today', appState({ picture }));
    await expect.element(page.getByText('A galaxy.')).toBeVisible();
    expect(button('Read more').elements()).toHaveLength(0);
    main.tell(appState({ revision: 2 }));
    await expect.element(button('Read more')).toBeVisible();
  });

  it('shows the whole of a shortened title on request', async () => {
    const title = 'Interminable '.repeat(30);
    const last = { ...dayPicture, record: { ...dayPicture.record, title, explanation: '' } };
    await openApp('today', appState({ picture: { status: 'ready', at, last, lastAt: 0 } }));
    const heading = page.getByRole('heading', { level: 1 });
    const cut = heading.element().clientHeight;
    await button('Read more').click();
    expect(heading.element().clientHeight).toBeGreaterThan(cut);
    await button('Show less').click();
    expect(heading.element().clientHeight).toBe(cut);
  });

  it('separates the date from the credit by a dot and a blank', async () => {
    const record = { ...dayPicture.record, credit: 'A. Astronomer' };
    const last = { ...dayPicture, record };
    await openApp('today', appState({ picture: { status: 'ready', at, last, lastAt: 0 } }));
    const credit = page.getByRole('main').getByText(/A\. Astronomer/);
    await expect.element(credit).toBeVisible();
    expect(credit.element().parentElement?.innerText).toMatch(/\d · Credit: /);
  });

  it('keeps its buttons on screen below a very long text', async () => {
    const title = 'Interminable '.repeat(200);
    const record = { ...dayPicture.record, title, credit: title };
    const picture = { status: 'failed', at, failure: unreachableFailure, lastAt: 0 } as const;
    const last = { ...dayPicture, record };
    await openApp('today', appState({ picture: { ...picture, last }, activities: pictureFails }));
    await page.viewport(760, 520);
    await expect.element(button('Check for today’s picture')).toBeInViewport({ ratio: 1 });
  });

  it.each<[Wallpaper, string | RegExp]>([
    [{ kind: 'untouched' }, 'Not on your desktop'],
    [{ kind: 'setting', date }, 'Setting it as wallpaper…'],
    [{ kind: 'set', date, path: '/p', backend: 'xfce', verified: true, at }, 'On your desktop'],
    [
      { kind: 'set', date, path: '/p', backend: 'xfce', verified: false, at },
      'Sent to your desktop',
    ],
    [
      { kind: 'failed', date, backend: null, detail: 'it refused', at, retryAt: null },
      /^Not on your desktop\. The desktop did not accept the wallpaper\.$/,
    ],
    [
      { kind: 'failed', date, backend: 'sway', detail: 'no answer', at, retryAt: at + 60_000 },
      /desktop did not accept the wallpaper\. Next try: \d/,
    ],
    [{ kind: 'setting', date: '2000-01-01' }, 'Not on your desktop'],
  ])('describes the state of the wallpaper: %o', async (wallpaper, words) => {
    await openApp('today', appState({ wallpaper }));
    await expect.element(page.getByRole('group', { name: 'Wallpaper' })).toMatchTextContent(words);
  });

  it('shows that the first picture is being downloaded', async () => {
    await openApp(
      'today',
      appState({ picture: { status: 'loading', at, last: null, lastAt: null } }),
    );
    await expect
      .element(page.getByRole('main').getByText(textContaining('Downloading today’s picture…')))
      .toBeVisible();
    expect(document.querySelector('main svg .station')).not.toBeNull();
  });

  it('draws different symbols for a video and for a day without a picture', async () => {
    const signOf = async (mediaType: 'video' | 'other') => {
      const last = { record: { ...dayPicture.record, mediaType }, file: null };
      const picture = { status: 'ready', at, last, lastAt: at } as const;
      const view = await openApp('today', appState({ picture }));
      const sign = document.querySelector('.video path')?.getAttribute('d');
      await view.unmount();
      return sign;
    };
    const [video, other] = [await signOf('video'), await signOf('other')];
    expect(video).toMatch(/^M/);
    expect(other).toMatch(/^M/);
    expect(other).not.toBe(video);
  });

  it('shows the progress of today’s download, but not of a day of the archive', async () => {
    const picture = { status: 'loading', at, last: dayPicture, lastAt: at } as const;
    const download = { date: '2001-01-01', bytes: 1, total: 2 };
    const main = await openApp(
      'today',
      appState({ picture, supply: { ...noPictureSupply, download } }),
    );
    await expect
      .element(page.getByRole('main').getByText('Looking for today’s picture…'))
      .toBeVisible();
    const supply = { ...noPictureSupply, download: { ...download, date: '2026-11-20' } };
    main.tell(appState({ revision: 2, picture, supply }));
    await expect
      .element(page.getByRole('main').getByText(textContaining('Downloading today’s picture: 50%')))
      .toBeVisible();
  });

  it('offers to check for a picture before the first check', async () => {
    const main = await openApp(
      'today',
      appState({ picture: { status: 'idle', last: null, lastAt: null } }),
    );
    await button('Check for today’s picture').click();
    expect(main.calls).toEqual([{ channel: 'picture.check', input: null }]);
  });

  it('explains why there is no picture, and when the next attempt is due', async () => {
    const picture = {
      status: 'failed',
      at,
      failure: unreachableFailure,
      last: null,
      lastAt: null,
    } as const;
    await openApp('today', appState({ picture, activities: pictureFails }));
    await expect.element(page.getByRole('heading', { name: 'No picture yet' })).toBeVisible();
    await expect
      .element(page.getByRole('main').getByText(/The service cannot be reached\. Next try: /))
      .toBeVisible();
  });

  it.each([
    [
      { position: quietActivity, posts: quietActivity },
      'The Station view and the journal still work.',
    ],
    [{ position: quietActivity, posts: failingActivity }, 'The Station view still works.'],
    [{ position: failingActivity, posts: quietActivity }, 'The journal still works.'],
    [{ position: failingActivity, posts: failingActivity }, null],
  ])('names exactly the services that still work without the picture', async (others, words) => {
    const failed = {
      status: 'failed',
      at,
      failure: unreachableFailure,
      last: null,
      lastAt: null,
    } as const;
    const activities = { picture: failingActivity, ...others };
    await openApp('today', appState({ picture: failed, activities }));
    await expect.element(page.getByRole('heading', { name: 'No picture yet' })).toBeVisible();
    const found = page.getByText(/still works?\./).elements();
    expect(found.map(({ textContent }) => textContent)).toEqual(words === null ? [] : [words]);
  });

  it('keeps showing the last picture after a failure, with the date of the picture', async () => {
    const lastAt = Date.now() - 3 * 3_600_000;
    const picture = {
      status: 'failed',
      at,
      failure: unreachableFailure,
      last: dayPicture,
      lastAt,
    } as const;
    await openApp('today', appState({ picture, activities: pictureFails }));
    await expect
      .element(
        page
          .getByRole('main')
          .getByText(textContaining(`Showing the picture of ${dateInWords(date)}`)),
      )
      .toBeVisible();
    await expect
      .element(page.getByRole('heading', { name: dayPicture.record.title }))
      .toBeVisible();
  });

  it('keeps the position of its buttons on a day without a file', async () => {
    const bottom = (): number =>
      document.querySelector('.actions')?.getBoundingClientRect().bottom ?? NaN;
    const view = await openApp('today', appState());
    await expect.element(button('Set as wallpaper')).toBeVisible();
    const usual = bottom();
    await view.unmount();
    const picture = { status: 'ready', at: 0, last: videoDay, lastAt: 0 } as const;
    await openApp('today', appState({ picture }));
    await expect.element(button('Set as wallpaper')).not.toBeInTheDocument();
    expect(bottom()).toBeCloseTo(usual, 0);
  });

  it('hides the explanation in a low window until the user opens the explanation', async () => {
    await openApp('today', appState());
    await page.viewport(720, 520);
    const explanation = page.getByRole('region', { name: 'Explanation' });
    await expect.element(button('Set as wallpaper')).toBeVisible();
    await expect.poll(() => explanation.elements()).toEqual([]);
    await button('Read more').click();
    await expect.element(explanation).toBeVisible();
  });

  it('opens a video in the browser', async () => {
    const picture = { status: 'ready', at, last: videoDay, lastAt: 0 } as const;
    const main = await openApp('today', appState({ picture }));
    await expect
      .element(page.getByText(textContaining('This day has a video instead of a picture.')))
      .toBeVisible();
    expect(button('Set as wallpaper').elements()).toHaveLength(0);
    await button('Play on the web').click();
    expect(main.calls).toEqual([{ channel: 'picture.openPage', input: dayPicture.record.date }]);
  });

  it('offers the picture of the day before as wallpaper until the desktop shows it', async () => {
    const picture = { status: 'ready', at, last: videoDay, lastAt: 0 } as const;
    const main = await openApp('today', appState({ picture }));
    const offer = page.getByRole('button', { name: /^Set the picture of .* as wallpaper$/ });
    await offer.click();
    const before = Date.parse(videoDay.record.date) - 86_400_000;
    const date = new Date(before).toISOString().slice(0, 10);
    expect(main.calls).toEqual([
      { channel: 'wallpaper.set', input: { date, fit: null, displays: null } },
    ]);
    const wallpaper = { kind: 'set', date, path: '/a.jpg', backend: '', verified: true } as const;
    main.tell(appState({ revision: 2, picture, wallpaper: { ...wallpaper, at } }));
    await expect.poll(() => offer.elements()).toEqual([]);
  });

  it('reports that the file of the picture cannot be shown', async () => {
    await openApp('today', appState());
    await expect
      .element(
        page
          .getByRole('main')
          .getByText(textContaining('The file of this picture cannot be shown.')),
      )
      .toBeVisible();
  });
});

describe('the menu of the picture', () => {
  const entry = (name: string) => page.getByRole('menuitem', { name });
  const more = () => page.getByRole('button', { name: 'More', exact: true }).click();
  const said = () => page.getByRole('group', { name: 'Wallpaper' });

  it('skips the picture, makes it a favorite and saves it, and can be operated by keyboard', async () => {
    const main = await openApp('today', appState());
    await more();
    await entry('Don’t use this picture').click();
    await more();
    await entry('Add to favorites').click();
    await more();
    await entry('Save the picture…').click();
    await expect.element(toasted('Saved as /pictures/2019-07-16.jpg.')).toBeVisible();
    const menu = page.getByRole('button', { name: 'More', exact: true });
    menu.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(entry('Choose displays and fit…')).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(entry('Check for today’s picture')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).toHaveFocus();
    expect(main.calls).toEqual([
      { channel: 'wallpaper.decide', input: { kind: 'skip', date } },
      { channel: 'wallpaper.decide', input: { kind: 'favour', date, favourite: true } },
      { channel: 'picture.save', input: date },
    ]);
  });

  it('has no icons in its rows, as in the menu of the wallpaper, and no empty column for icons', async () => {
    const set = { kind: 'set', date, path: '/p', backend: 'x', verified: true, at: 1 } as const;
    await openApp('today', appState({ wallpaper: set }));
    for (const [name, first] of [
      ['More', 'Choose displays and fit…'],
      ['On your desktop', 'Set it again'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect.element(entry(first)).toBeVisible();
      const rows = page.getByRole('menuitem').elements();
      expect(rows.filter((row) => row.querySelector('svg') !== null)).toEqual([]);
      const lefts = rows.map(
        (row) =>
          (row.querySelector('.words')?.getBoundingClientRect().left ?? NaN) -
          row.getBoundingClientRect().left,
      );
      expect(new Set(lefts)).toEqual(new Set([8]));
      await userEvent.keyboard('{Escape}');
    }
  });

  it('offers to choose the fit, and explains why a picture without a file cannot be set', async () => {
    await openApp('today', appState());
    await more();
    await entry('Choose displays and fit…').click();
    const fits = page.getByRole('group', { name: 'How the picture fits' });
    await expect.element(fits.getByRole('radio', { name: 'Automatic' })).toBeChecked();
    await fits.getByRole('radio', { name: 'Fill the display' }).click();
    await expect.element(fits.getByRole('radio', { name: 'Fill the display' })).toBeChecked();
    // The test page has no file of the picture.
    const set = page.getByRole('dialog').getByRole('button', { name: 'Set as wallpaper' });
    await expect
      .element(set)
      .toHaveAccessibleDescription(/^The file of this picture cannot be shown/);
  });

  it('keeps the picture of the dialog through other changes of the state', async () => {
    const file = dayPicture.file && { ...dayPicture.file, name: '2019-07-16-5e4bed00.jpg' };
    /** As main sends it: each state has its own objects. */
    const state = (revision: number) => {
      const last = structuredClone({ ...dayPicture, file });
      const picture = { status: 'ready', at: revision, last, lastAt: 0 } as const;
      return appState({ revision, picture });
    };
    const main = await openApp('today', state(1));
    const fetchSpy = vi.spyOn(window, 'fetch');
    onTestFinished(() => fetchSpy.mockRestore());
    await more();
    await entry('Choose displays and fit…').click();
    const displays = () => page.getByRole('dialog').getByRole('figure').elements();
    await expect.poll(displays).toHaveLength(2);
    const [shown] = displays();
    for (const revision of [2, 3, 4]) {
      main.tell(state(revision));
      await tick();
    }
    expect(displays()[0]).toBe(shown);
    expect(fetchSpy.mock.calls.map(([path]) => path)).toEqual([`/picture/${file?.name}`]);
  });

  it('undoes a skip, and removes a pin', async () => {
    const choice = { ...noPictureChoice, skipped: [date], pinned: date };
    const main = await openApp('today', appState({ choice }));
    await expect.element(page.getByText(textContaining('You skipped this picture'))).toBeVisible();
    await more();
    await entry('Use this picture again').click();
    await more();
    await entry('Let new pictures replace it').click();
    expect(main.calls.map(({ input }) => input)).toEqual([
      { kind: 'undo-skip' },
      { kind: 'pin', pinned: false },
    ]);
  });

  it('restores the original wallpaper, and shows until when it stays', async () => {
    const main = await openApp('today', appState({ ownWallpaper: 'kept' }));
    await more();
    await entry('Restore my wallpaper').click();
    expect(main.calls).toEqual([{ channel: 'wallpaper.restore', input: null }]);
    const choice = { ...noPictureChoice, back: { to: null, since: date } };
    // The restore is decided, but the desktop still shows the picture.
    const set = { kind: 'set', date, path: '/p', backend: 'x', verified: true, at: 0 } as const;
    main.tell(appState({ revision: 2, choice, ownWallpaper: 'kept', wallpaper: set }));
    await expect.element(said()).toMatchTextContent('On your desktop');
    main.tell(appState({ revision: 3, choice }));
    await expect
      .element(said())
      .toMatchTextContent(
        'Your own wallpaper is back. The next picture of the day will be set as usual.',
      );
    const wallpaper = { ...defaultSettings.wallpaper, enabled: false };
    main.tell(appState({ revision: 4, choice, settings: { ...defaultSettings, wallpaper } }));
    await expect.element(said()).toMatchTextContent('back. New pictures are not set');
    // A newer picture has been published.
    main.tell(
      appState({ revision: 5, choice: { ...choice, back: { to: null, since: '2019-07-15' } } }),
    );
    await expect.element(said()).toMatchTextContent('Not on your desktop');
  });

  it.each([
    ['shown', 'Your own wallpaper is on your desktop.'],
    ['unknown', 'Your previous wallpaper is not known.'],
  ] as const)(
    'does not restore an original wallpaper that is %s, and explains why',
    async (own, why) => {
      const main = await openApp('today', appState({ ownWallpaper: own }));
      await more();
      const restore = page.getByRole('menuitem', { name: /^Restore my wallpaper/ });
      await expect.element(restore).toHaveAttribute('aria-disabled', 'true');
      await expect.element(restore).toMatchTextContent(why);
      await restore.click({ force: true });
      expect(main.calls).toEqual([]);
    },
  );

  it('reports that the original wallpaper was not restored, or that the desktop does not confirm it', async () => {
    const answers: CommandAnswers = { restored: false };
    await openApp('today', appState({ ownWallpaper: 'kept' }), answers);
    await more();
    await entry('Restore my wallpaper').click();
    await expect.element(toasted(textContaining('whether it is shown is not known'))).toBeVisible();
    const failure = { kind: 'wallpaper', backend: 'feh', detail: 'feh is missing' } as const;
    Object.assign(answers, { command: Promise.resolve(fail(failure)) });
    await more();
    await entry('Restore my wallpaper').click();
    await expect.element(toasted(textContaining('That did not work'))).toBeVisible();
  });

  it('shows whether a skipped picture is still on the desktop', async () => {
    const choice = { ...noPictureChoice, skipped: [date] };
    const main = await openApp('today', appState({ choice, ownWallpaper: 'shown' }));
    await expect.element(said()).toMatchTextContent('Your own wallpaper is on your desktop');
    main.tell(appState({ revision: 2, choice, ownWallpaper: 'kept' }));
    await expect.element(said()).toMatchTextContent('it is not used as wallpaper');
    const set = { kind: 'set', date, path: '/p', backend: 'feh', verified: false, at: 0 } as const;
    main.tell(appState({ revision: 3, choice, ownWallpaper: 'unknown', wallpaper: set }));
    await expect.element(said()).toMatchTextContent('It stays until the next one');
    const other = { ...set, date: '2026-11-12' };
    main.tell(appState({ revision: 4, choice, ownWallpaper: 'unknown', wallpaper: other }));
    await expect.element(said()).toMatchTextContent('now: the one of Nov 12, 2026');
  });

  it('opens links of the explanation through main, which may copy a link instead', async () => {
    const href = 'https://example.org/ring';
    const links = [{ from: 5, to: 18, href }];
    const last = { ...dayPicture, record: { ...dayPicture.record, links } };
    const main = await openApp(
      'today',
      appState({ picture: { status: 'ready', at: 0, last, lastAt: 0 } }),
      { link: 'copied' },
    );
    await page.getByRole('link', { name: 'floating ring' }).click();
    expect(main.calls).toEqual([{ channel: 'picture.openLink', input: { date, href } }]);
    await expect.element(toasted(textContaining('The link is on the clipboard'))).toBeVisible();
    expect(location.hash).toBe('#today');
  });

  it('links to the translated page of the day in German, and to no translated page in English', async () => {
    const menu = (name: string) => page.getByRole('button', { name, exact: true });
    const main = await openApp('today', appState({}));
    await menu('More').click();
    await expect.element(page.getByRole('menuitem', { name: 'Copy the picture' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Explanation' }).elements()).toEqual([]);
    main.tell(appState({ revision: 2, language: { language: 'de', formats: 'de-DE' } }));
    await menu('Mehr').click();
    await page.getByRole('menuitem', { name: 'Erklärung auf Deutsch (starobserver.org)' }).click();
    expect(main.calls).toEqual([
      {
        channel: 'picture.openLink',
        input: { date, href: `https://starobserver.org/ap${date.slice(2).replaceAll('-', '')}` },
      },
    ]);
  });
});

describe('the picture with its controls', () => {
  const file = { name: '2019-07-16-5e4bed00.png', format: 'png', bytes: 1 } as const;
  const last = { ...dayPicture, file: { ...file, width: 1600, height: 1000 } };
  const there = appState({ picture: { status: 'ready', at: 0, last, lastAt: 0 } });
  const stage = () => page.getByRole('group', { name: 'Picture, with zoom' });

  it('shows a play button over the still image of a video', async () => {
    const video = { ...videoDay, file: last.file };
    const picture = { status: 'ready', at: 0, last: video, lastAt: 0 } as const;
    const main = await openApp('today', appState({ picture }));
    await page.getByRole('button', { name: 'Play on the web' }).click();
    expect(main.calls.map(({ channel }) => channel)).toEqual(['picture.openPage']);
  });

  it('shows a picture undistorted if its shape differs from that of its file', async () => {
    const main = await openApp('today', there);
    const square = { ...last, file: { ...last.file, width: 700, height: 700 } };
    main.tell(
      appState({ revision: 2, picture: { status: 'ready', at: 0, last: square, lastAt: 0 } }),
    );
    // The server of the tests sends pictures of 1600 × 1000 pixels.
    const shape = (): number => {
      const box = document.querySelector('.stage .picture:not(.preview)')?.getBoundingClientRect();
      return Math.round((10 * (box?.width ?? 0)) / (box?.height ?? 1));
    };
    await expect.poll(shape).toBe(16);
  });

  it('names an animation, and opens its page', async () => {
    const words =
      'This picture is an animation; this is a frame from it. The animation plays on the web.';
    const main = await openApp('today', there);
    const open = page.getByRole('button', { name: 'Open on the web' });
    await expect.element(open).toBeVisible();
    expect(page.getByText(words).elements()).toEqual([]);
    const animation = { ...last, file: { ...last.file, animated: true } } as const;
    main.tell(
      appState({ revision: 2, picture: { status: 'ready', at: 0, last: animation, lastAt: 0 } }),
    );
    await expect.element(page.getByText(words)).toBeVisible();
    await open.click();
    expect(main.calls.map(({ channel }) => channel)).toEqual(['picture.openPage']);
  });

  it('hides the controls in full screen two seconds after the last move of the pointer', async () => {
    await openApp('today', there);
    const bar = page.getByRole('toolbar');
    await expect.element(bar).toBeVisible();
    const place = bar.element().parentElement;
    // A test page cannot go into full screen: the document only reports it.
    const frame = document.querySelector('.night');
    vi.spyOn(document, 'fullscreenElement', 'get').mockReturnValue(frame);
    onTestFinished(() => void vi.restoreAllMocks());
    document.dispatchEvent(new Event('fullscreenchange'));
    await expect.poll(() => place?.classList.contains('idle')).toBe(true);
    window.dispatchEvent(new PointerEvent('pointermove'));
    await expect.poll(() => place?.classList.contains('idle')).toBe(false);
  });

  it('zooms and moves by keyboard, hides the text, and returns to the whole picture', async () => {
    await openApp('today', there);
    const title = page.getByRole('heading', { name: dayPicture.record.title });
    stage().element().focus();
    await userEvent.keyboard('++');
    await expect.element(title).not.toBeInTheDocument();
    const { transform } = document.querySelector<HTMLElement>('.picture')?.style ?? {};
    await userEvent.keyboard('{ArrowRight}');
    const moved = document.querySelector<HTMLElement>('.picture')?.style.transform;
    expect(moved).not.toBe(transform);
    await userEvent.keyboard('{Escape}');
    await expect.element(title).toBeVisible();
  });

  it('shows the full resolution on request', async () => {
    await openApp('today', there);
    await page.getByRole('button', { name: /^Full resolution/ }).click();
    await expect.element(button('Full resolution, now 100%')).toBeVisible();
    await button('Done').click();
    await expect.element(button('Done')).not.toBeInTheDocument();
  });

  it('zooms to the point under the pointer on a double click, and back on the next one', async () => {
    await openApp('today', there);
    await expect.element(page.getByRole('toolbar')).toBeVisible();
    const picture = () => document.querySelector('.picture')?.getBoundingClientRect();
    const { left = 0, top = 0, width = 1, height = 1 } = picture() ?? {};
    const point = { clientX: left + width * 0.3, clientY: top + height * 0.4 };
    stage()
      .element()
      .dispatchEvent(new MouseEvent('dblclick', { bubbles: true, ...point }));
    await expect.element(button('Full resolution, now 100%')).toBeVisible();
    const now = picture() ?? expect.fail();
    expect((point.clientX - now.left) / now.width).toBeCloseTo(0.3, 2);
    expect((point.clientY - now.top) / now.height).toBeCloseTo(0.4, 2);
    stage()
      .element()
      .dispatchEvent(new MouseEvent('dblclick', { bubbles: true, ...point }));
    await expect.element(button('Done')).not.toBeInTheDocument();
  });

  it('ends the zoom on Escape, whichever element has the focus', async () => {
    await openApp('today', there);
    for (const name of [/^Zoom in/, /^Full resolution/]) {
      await page.getByRole('button', { name }).click();
      await expect.element(button('Done')).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await expect.element(button('Done')).not.toBeInTheDocument();
    }
    await expect.element(stage()).toHaveFocus();
  });

  it('shows a panorama above the text before it is zoomed', async () => {
    const wide = { ...last, file: { ...file, width: 3200, height: 1000 } };
    await openApp(
      'today',
      appState({ picture: { status: 'ready', at: 0, last: wide, lastAt: 0 } }),
    );
    const edges = () => ({
      picture: document.querySelector('.picture')?.getBoundingClientRect(),
      title: page.getByRole('heading', { level: 1 }).element().getBoundingClientRect(),
    });
    await expect.poll(() => edges().picture?.height).toBeGreaterThan(100);
    const { picture, title } = edges();
    expect(picture?.bottom).toBeLessThan(title.top);
    expect(picture?.top).toBeGreaterThan(0);
  });
});

it('Today shows how much of the picture has been downloaded', async () => {
  const supply = { ...noPictureSupply, download: { date, bytes: 3_066_000, total: 7_300_000 } };
  await openApp(
    'today',
    appState({ picture: { status: 'loading', at: 0, last: null, lastAt: null }, supply }),
  );
  await expect.element(page.getByText(`42% of ${(7.3).toLocaleString()} MB`)).toBeVisible();
});
