import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ok } from '#shared/failure.ts';
import type { ArchiveDay, ArchiveQuery } from '#shared/picture/archive.ts';
import type { PostSummary } from '#shared/journal/journal.ts';
import { readyRemote } from '#shared/remote.ts';
import type { AppState } from '#shared/state.ts';
import { unknownStation } from '#shared/station/station.ts';
import { views } from '#renderer/app/views.ts';
import { isMac } from '#renderer/ui/keys.ts';
import { newestDate } from '#renderer/picture/archive/calendar.ts';
import { addDays } from '#renderer/ui/month.ts';
import type { BridgeDouble } from './bridge-double.ts';
import { openApp } from './open.ts';
import { transitSoon } from './sky-states.ts';
import { recordSpoken } from './spoken.ts';
import { knownStation } from './station-states.ts';
import {
  acceptedState,
  appState,
  dayPicture,
  failingActivity,
  journalOf,
  passAt,
  passPost,
  post,
  quietActivity,
} from './states.ts';

// What screen readers announce by themselves after an action. What they read because the focus moves is not recorded:
// each test names where the focus is if it matters.

/** A picture whose file is served, so that no notice reports a broken file. */
const file = { ...dayPicture.file, name: '2019-07-16-5e4bed00.jpg' } as NonNullable<
  typeof dayPicture.file
>;
const shownPicture = { ...dayPicture, file };
const stateWith = (changes: Partial<AppState> = {}): AppState =>
  appState({ picture: readyRemote(shownPicture, Date.now()), ...changes });

const press = (keys: string) => () => userEvent.keyboard(keys);
const ctrl = (key: string) => press(isMac ? `{Meta>}${key}{/Meta}` : `{Control>}${key}{/Control}`);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const searchbox = () => page.getByRole('searchbox');
const heading = () => page.getByRole('heading', { level: 1 });
const shown = (name: string) => expect.element(heading()).toMatchTextContent(name);
const tomorrow = new Date(Date.now() + 86_400_000);
const eveningPass = passAt(tomorrow.setHours(20, 10, 0, 0), true);

describe('the window announces', () => {
  it('the view that a key opens, because the focus was in the former view', async () => {
    await openApp('today', stateWith());
    const stage = page.getByRole('group', { name: 'Picture, with zoom' });
    await expect.element(stage).toBeInTheDocument();
    const spokenAfter = recordSpoken();
    stage.element().focus();
    expect(await spokenAfter(ctrl('2'))).toEqual(['Archive']);
    await expect.element(heading()).toHaveFocus();
    expect(await spokenAfter(ctrl('3'))).toEqual(['Station']);
    expect(await spokenAfter(ctrl('5'))).toEqual(['Settings']);
    expect(await spokenAfter(ctrl('6'))).toEqual(['Status']);
  });

  it('the view that a key opens while the focus is in the side bar, once', async () => {
    await openApp('today', stateWith());
    await expect.element(heading()).toBeVisible();
    const spokenAfter = recordSpoken();
    page.getByRole('link', { name: 'Today' }).element().focus();
    expect(await spokenAfter(ctrl('3'))).toEqual(['Station']);
    await expect.element(heading()).toHaveFocus();
    expect(await spokenAfter(ctrl('3'))).toEqual([]);
  });

  it('the view before its heading takes the focus: the page is drawn without the former view first', async () => {
    await openApp('today', stateWith());
    const stage = page.getByRole('group', { name: 'Picture, with zoom' });
    await expect.element(stage).toBeInTheDocument();
    stage.element().focus();
    const focused = stage.element();
    const events: ('removed' | 'drawn' | 'focused')[] = [];
    let request = requestAnimationFrame(function note() {
      if (events.length > 0) events.push('drawn');
      request = requestAnimationFrame(note);
    });
    const observer = new MutationObserver(() => {
      if (!focused.isConnected && events.length === 0) events.push('removed');
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const onfocusin = () => events.push('focused');
    document.addEventListener('focusin', onfocusin);
    onTestFinished(() => {
      cancelAnimationFrame(request);
      observer.disconnect();
      document.removeEventListener('focusin', onfocusin);
    });
    await ctrl('2')();
    await expect.element(page.getByRole('heading', { name: 'Archive' })).toHaveFocus();
    expect(events.slice(0, 2)).toEqual(['removed', 'drawn']);
    expect(events.filter((event) => event === 'focused')).toHaveLength(1);
  });

  it.each(views)(
    'no field again because an element around it begins to scroll: %s',
    async (view) => {
      await openApp(view, stateWith());
      await expect.element(heading()).toBeInTheDocument();
      // Such an element is in the accessibility tree only while it scrolls, unless it has a role or takes the focus.
      const scrolling = [...document.querySelectorAll<HTMLElement>('main, main *')].filter(
        (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY),
      );
      expect(scrolling).not.toEqual([]);
      expect(
        scrolling.filter(
          (element) =>
            !element.matches('main, form, ul, [role]') && element.querySelector('input') !== null,
        ),
      ).toEqual([]);
    },
  );

  it('nothing when a link opens a view: its heading takes the focus', async () => {
    await openApp('today', stateWith());
    const spokenAfter = recordSpoken();
    const link = page.getByRole('link', { name: 'Station' });
    expect(await spokenAfter(() => link.click())).toEqual([]);
    await expect.element(heading()).toHaveFocus();
  });

  it('when and where to look up, in at most fifteen words', async () => {
    const station = knownStation({ passes: [eveningPass] });
    await openApp('settings', stateWith({ station }));
    await shown('Settings');
    const spokenAfter = recordSpoken();
    const spoken = await spokenAfter(ctrl('l'));
    expect(spoken).toHaveLength(1);
    expect(spoken[0]).toMatch(/^Look up: tomorrow 8:\d\d.PM\. From \w+ to \w+\.$/);
    expect(spoken[0]?.split(/\s+/).length).toBeLessThanOrEqual(15);
  });

  it('why it is not known when to look up', async () => {
    await openApp('today', stateWith({ station: unknownStation }));
    const spokenAfter = recordSpoken();
    expect(await spokenAfter(ctrl('l'))).toEqual([
      'Next visible pass. Known once you set your place.',
    ]);
  });

  it('nothing when the list of shortcuts opens and closes', async () => {
    await openApp('today', stateWith());
    await expect.element(heading()).toBeVisible();
    const spokenAfter = recordSpoken();
    expect(await spokenAfter(press('?'))).toEqual([]);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(await spokenAfter(press('{Escape}'))).toEqual([]);
  });

  it('a problem once, not its later attempts, and its end', async () => {
    const main = await openApp('today', stateWith());
    await expect.element(heading()).toBeVisible();
    const spokenAfter = recordSpoken();
    const failing = (revision: number, inMs: number) => {
      const position = {
        ...failingActivity,
        next: { at: Date.now() + inMs, reason: 'retrying' as const },
      };
      const activities = { picture: quietActivity, position, posts: quietActivity };
      main.tell(stateWith({ revision, activities }));
    };
    const spoken = await spokenAfter(() => failing(2, 120_000));
    expect(spoken).toHaveLength(1);
    expect(spoken[0]).toMatch(/^Station: The service cannot be reached\./);
    expect(await spokenAfter(() => failing(3, 600_000))).toEqual([]);
    expect(await spokenAfter(() => main.tell(stateWith({ revision: 4 })))).toEqual([
      'Today’s picture is here.',
    ]);
  });

  it('nothing when today’s picture arrives by itself', async () => {
    const main = await openApp(
      'journal',
      stateWith({ picture: { status: 'loading', last: null, lastAt: null, at: null } as never }),
    );
    await shown('Journal');
    const spokenAfter = recordSpoken();
    expect(await spokenAfter(() => main.tell(stateWith({ revision: 2 })))).toEqual([]);
  });
});

describe('the archive announces', () => {
  const today = newestDate(Date.now());
  const saved = (ago: number): ArchiveDay => ({
    date: addDays(today, -ago),
    title: `Picture ${ago}`,
    credit: null,
    mediaType: 'image',
    hasFile: true,
    thumbnail: '5e4bed.jpg',
  });
  const openArchive = async () => {
    const main = await openApp(
      'archive',
      stateWith({ archive: { days: 2, files: 2, bytes: 1e6 } }),
      {
        archive: ({ words, favourites }: ArchiveQuery) => {
          const days = [saved(0), saved(1)].filter(({ title }) => title.includes(words));
          return Promise.resolve(ok({ days: favourites ? [] : days, next: null }));
        },
        day: (date) =>
          Promise.resolve(
            ok({
              ...shownPicture,
              record: { ...dayPicture.record, date, title: `Title of ${date}` },
            }),
          ),
      },
    );
    await expect.element(button(/Picture 1/)).toBeVisible();
    return main;
  };

  it('the result of a search once, when the typing has paused', async () => {
    await openArchive();
    const spokenAfter = recordSpoken();
    const type = (text: string) => async () => {
      await searchbox().clear();
      await searchbox().fill(text);
    };
    expect(await spokenAfter(() => searchbox().fill('violet'))).toEqual(['Nothing found']);
    expect(await spokenAfter(type('Picture'))).toEqual(['2 pictures found']);
    expect(await spokenAfter(type('2020-02-29'))).toEqual([
      'Picture of Saturday, February 29, 2020',
    ]);
    expect(await spokenAfter(() => searchbox().clear())).toEqual([]);
  });

  it('the title of a day that is opened, once', async () => {
    await openArchive();
    const spokenAfter = recordSpoken();
    const open = () => button(/Picture 1/).click();
    expect(await spokenAfter(open)).toEqual([`Title of ${addDays(today, -1)}`]);
  });

  it('that there are no favorites', async () => {
    await openArchive();
    const spokenAfter = recordSpoken();
    const favourites = page.getByRole('checkbox', { name: 'Favorites' });
    expect(await spokenAfter(() => favourites.click())).toEqual(['No favorites yet']);
  });

  it('the month and the day that a button shows', async () => {
    await openArchive();
    const spokenAfter = recordSpoken();
    const layout = (name: string) => () => page.getByRole('radio', { name }).click();
    expect(await spokenAfter(layout('By month'))).toEqual([]);
    const spoken = await spokenAfter(() => button('Previous month').click());
    expect(spoken).toHaveLength(1);
    expect(spoken[0]).toMatch(/^\w+ \d{4}$/);
    expect(await spokenAfter(layout('This day in past years'))).toEqual([]);
    const [day] = await spokenAfter(() => button('Previous day').click());
    expect(day).toMatch(/^\w+ \d+$/);
  });

  it.each(['By month', 'This day in past years'])(
    'nothing after Ctrl+F in “%s”: the search takes the focus and what is typed',
    async (layout) => {
      await openArchive();
      await page.getByRole('radio', { name: layout }).click();
      await expect.element(searchbox()).not.toBeInTheDocument();
      const spokenAfter = recordSpoken();
      expect(await spokenAfter(ctrl('f'))).toEqual([]);
      await expect.element(searchbox()).toHaveFocus();
      await userEvent.keyboard('ring');
      await expect.element(searchbox()).toHaveValue('ring');
    },
  );
});

describe('the journal announces', () => {
  const openJournal = async (...posts: PostSummary[]): Promise<BridgeDouble> => {
    const main = await openApp('journal', stateWith({ journal: journalOf(posts) }), { posts });
    await shown('Journal');
    return main;
  };
  const field = (name: string) => page.getByRole('textbox', { name });

  it('nothing when Ctrl+N opens the form: a field takes the focus', async () => {
    const posts = [post('A pass', acceptedState)];
    await openApp('station', stateWith({ journal: journalOf(posts) }), { posts });
    await shown('Station');
    const spokenAfter = recordSpoken();
    expect(await spokenAfter(ctrl('n'))).toEqual([]);
    await expect.element(field('Title')).toHaveFocus();
  });

  it('the summary of the seen passes when another year is chosen', async () => {
    const at = [2026, 2025].map((year) => new Date(year, 4, 1, 22).getTime());
    const posts = at.map((time, n) => passPost(n, time));
    await openApp('journal', stateWith(), {
      passes: () => Promise.resolve(ok({ posts, hasMore: false })),
    });
    const spokenAfter = recordSpoken();
    expect(
      await spokenAfter(() => page.getByRole('radio', { name: 'Passes seen' }).click()),
    ).toEqual([]);
    const year = page.getByRole('combobox', { name: 'Year' });
    expect(await spokenAfter(() => year.selectOptions('2025'))).toEqual([
      '1 pass in 2025 · 1 night · highest: 67° on May 1',
    ]);
  });

  it('that the draft is saved, the first time only', async () => {
    await openJournal();
    await button('New post').click();
    await expect.element(field('Title')).toHaveFocus();
    const spokenAfter = recordSpoken();
    expect(await spokenAfter(press('Clouds'))).toEqual(['Draft saved.']);
    expect(await spokenAfter(press(' again'))).toEqual([]);
  });

  it('where a post is while the service does not answer', async () => {
    const main = await openJournal();
    Object.assign(main.bridge.journal, { get: () => new Promise(() => undefined) });
    await button('New post').click();
    await field('Title').fill('Down');
    await field('Text').fill('Nobody answers.');
    const spokenAfter = recordSpoken();
    expect(await spokenAfter(() => button('Publish').click())).toEqual([
      '“Down” is saved on this computer. It will be sent when the service is back.',
    ]);
  });

  it('that a post is deleted and which key undoes it, and then that it was undone', async () => {
    const main = await openJournal(post('Clouds', acceptedState), post('Rain', acceptedState));
    const spokenAfter = recordSpoken();
    expect(await spokenAfter(() => button(/^Delete.*Clouds/).click())).toEqual([
      'Deleted: “Clouds”',
      isMac ? '⌘Z undoes it.' : 'Ctrl+Z undoes it.',
    ]);
    expect(await spokenAfter(ctrl('z'))).toEqual(['Undone.']);
    expect(main.calls.map(({ channel }) => channel)).toEqual(['journal.delete', 'journal.restore']);
    // The command was undone, so that the key does nothing now.
    expect(await spokenAfter(ctrl('z'))).toEqual([]);
    expect(main.calls).toHaveLength(2);
  });

  it('nothing by itself when every post is deleted', async () => {
    const only = post('Clouds', acceptedState);
    const main = await openJournal(only);
    const spokenAfter = recordSpoken();
    const deleted = { ...only, state: { kind: 'deleted', at: 1, status: 200 } as const };
    expect(
      await spokenAfter(() =>
        main.tell(stateWith({ revision: 2, journal: journalOf([deleted], { change: 1 }) })),
      ),
    ).toEqual([]);
  });

  it('the result of a search', async () => {
    await openJournal(post('Clouds', acceptedState), post('Rain', acceptedState));
    const spokenAfter = recordSpoken();
    await expect.element(searchbox()).toBeVisible();
    const search = (text: string) => () => searchbox().fill(text);
    expect(await spokenAfter(search('Clouds'))).toEqual(['1 post found']);
    expect(await spokenAfter(search('Cloudsxyz'))).toEqual(['No post contains “Cloudsxyz”.']);
  });
});

describe('the settings announce', () => {
  it('nothing when they are opened, and the number of settings that a search finds', async () => {
    await openApp('today', stateWith());
    await expect.element(heading()).toBeVisible();
    const spokenAfter = recordSpoken();
    const link = page.getByRole('link', { name: 'Settings', exact: true });
    expect(await spokenAfter(() => link.click())).toEqual([]);
    const spoken = await spokenAfter(() => searchbox().fill('autost'));
    expect(spoken).toEqual(['1 setting found']);
  });

  it('that a setting is saved, and how many pictures a rule hides', async () => {
    const main = await openApp('settings', stateWith());
    await shown('Settings');
    const spokenAfter = recordSpoken();
    const rule = page.getByRole('textbox', { name: 'Words to leave out' });
    const spoken = await spokenAfter(async () => {
      await rule.fill('diagram');
      await userEvent.tab();
      const { settings } = stateWith();
      const show = { ...settings.wallpaper.show, without: ['diagram'] };
      const wallpaper = { ...settings.wallpaper, show };
      main.tell(stateWith({ revision: 2, settings: { ...settings, wallpaper } }));
    });
    expect(spoken).toEqual(['Saved', '3 of your 40 pictures.']);
  });
});

describe('the station announces', () => {
  const openStation = async (): Promise<void> => {
    const transits = { list: [transitSoon()], until: Date.now() + 9e8 };
    await openApp(
      'station',
      stateWith({ station: knownStation({ passes: [eveningPass], transits }) }),
    );
    await shown('Station');
  };

  it('nothing while the slider of a pass moves or the pass is played: the slider has the words', async () => {
    await openStation();
    const slider = page.getByRole('slider', { name: 'Along the pass' });
    await expect.element(slider).toBeInTheDocument();
    const spokenAfter = recordSpoken();
    slider.element().focus();
    const first = slider.element().ariaValueText;
    expect(await spokenAfter(press('{ArrowRight}'))).toEqual([]);
    expect(await spokenAfter(() => button('Play the pass').click())).toEqual([]);
    const moved = slider.element().ariaValueText;
    expect(moved).not.toBe(first);
    for (const words of [first, moved])
      expect(words).toMatch(/^\d+:\d\d:\d\d.[AP]M: \w+, \d+° high(?:, .+)?$/);
  });

  it('nothing while the cursor of the map moves, because the slider has the words, and the zoom once', async () => {
    await openStation();
    const map = page.getByRole('slider', { name: 'Globe' });
    const spokenAfter = recordSpoken();
    const value = () => [map.element().ariaValueText, map.element().ariaValueNow];
    const valueBefore = value();
    map.element().focus();
    // Screen readers say the value with the focus, and each change of it again.
    await expect.poll(() => document.querySelector('.cursor')).not.toBeNull();
    expect(value()).toEqual(valueBefore);
    expect(await spokenAfter(press('{ArrowUp}{ArrowLeft}'))).toEqual([]);
    expect(map.element().ariaValueText).toMatch(/^\d+:\d\d.[AP]M over |°|,/);
    expect(await spokenAfter(press('+'))).toEqual(['200%']);
    expect(await spokenAfter(press('0'))).toEqual(['Back to the whole view']);
    expect(await spokenAfter(() => button('Zoom in').first().click())).toEqual(['200%']);
    expect(await spokenAfter(() => button('Whole map').click())).toEqual([
      'Back to the whole view',
    ]);
  });

  it('nothing when a pass is chosen, or the map gets another shape', async () => {
    await openStation();
    const spokenAfter = recordSpoken();
    expect(await spokenAfter(() => button(/° high/).click())).toEqual([]);
    expect(await spokenAfter(() => page.getByRole('radio', { name: 'Map' }).click())).toEqual([]);
  });
});

describe('the view of today announces', () => {
  it('the result of setting the wallpaper once, when it is final', async () => {
    const main = await openApp('today', stateWith());
    await expect.element(heading()).toBeVisible();
    const spokenAfter = recordSpoken();
    const { date } = dayPicture.record;
    const tell = (revision: number, wallpaper: object): void =>
      main.tell(stateWith({ revision, wallpaper: wallpaper as never }));
    const spoken = await spokenAfter(async () => {
      await button('Set as wallpaper').click();
      tell(2, { kind: 'setting', date });
      tell(3, { kind: 'set', date, path: '/p', backend: 'x', verified: true, at: 1 });
    });
    expect(spoken).toEqual(['On your desktop']);
  });

  it('nothing when another program changes the wallpaper', async () => {
    const { date } = dayPicture.record;
    const set = { kind: 'set', date, path: '/p', backend: 'x', verified: true, at: 1 } as const;
    const main = await openApp('today', stateWith({ wallpaper: set }));
    await expect.element(heading()).toBeVisible();
    const spokenAfter = recordSpoken();
    const tell = () => main.tell(stateWith({ revision: 2, wallpaper: { kind: 'untouched' } }));
    expect(await spokenAfter(tell)).toEqual([]);
  });

  it('the zoom of the picture', async () => {
    await openApp('today', stateWith());
    await expect.element(button('Zoom in')).toBeVisible();
    const spokenAfter = recordSpoken();
    page.getByRole('group', { name: 'Picture, with zoom' }).element().focus();
    const [zoomed] = await spokenAfter(press('+'));
    expect(zoomed).toMatch(/^\d+.?%$/);
    expect(await spokenAfter(press('0'))).toEqual(['Back to the whole view']);
  });
});

it('the Status view announces that it is checking all services', async () => {
  await openApp('status', stateWith());
  await shown('Status');
  const spokenAfter = recordSpoken();
  expect(await spokenAfter(() => button('Check now').click())).toEqual([
    'All services are being checked.',
  ]);
});

it('the status view announces a pause, and nothing when main ends it', async () => {
  const main = await openApp('status', stateWith());
  await shown('Status');
  const spokenAfter = recordSpoken();
  const suspension = { paused: 'indefinite', power: 'awake' } as const;
  const paused = await spokenAfter(() => main.tell(stateWith({ revision: 2, suspension })));
  expect(paused).toHaveLength(1);
  expect(await spokenAfter(() => main.tell(stateWith({ revision: 3 })))).toEqual([]);
});
