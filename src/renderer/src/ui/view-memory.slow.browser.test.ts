import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ArchiveDay, ArchiveQuery } from '#shared/picture/archive.ts';
import { ok } from '#shared/failure.ts';
import type { ViewChoices } from '#shared/view-choices.ts';
import { newestDate } from '#renderer/picture/archive/calendar.ts';
import { addDays } from '#renderer/ui/month.ts';
import { openApp } from '#renderer-test/open.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import {
  acceptedState,
  appState,
  dayPicture,
  journalOf,
  passAt,
  post,
} from '#renderer-test/states.ts';

const heading = () => page.getByRole('heading', { level: 1 });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const tab = (name: string) => page.getByRole('radio', { name, exact: true });

/** Opens another view, and then the given view again. */
async function leaveAndReturn(key: string): Promise<void> {
  await userEvent.keyboard('{Control>}6{/Control}');
  await expect.element(heading()).toMatchTextContent('Status');
  await userEvent.keyboard(`{Control>}${key}{/Control}`);
  await expect.element(heading()).not.toMatchTextContent('Status');
}

const scroller = (selector: string): Element => {
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`Nothing matches ${selector}`);
  return found;
};
/** Scrolls the element that matches the selector, leaves the view, and expects the same offset on return. */
async function expectScrollKept(selector: string, key: string, top = 900): Promise<void> {
  await expect.poll(() => scroller(selector).scrollHeight).toBeGreaterThan(top + 800);
  scroller(selector).scrollTop = top;
  await expect.poll(() => scroller(selector).scrollTop).toBe(top);
  // The browser emits `scroll` in the next frame.
  await new Promise((done) => requestAnimationFrame(done));
  await leaveAndReturn(key);
  await expect.poll(() => Math.abs(scroller(selector).scrollTop - top)).toBeLessThan(2);
}

describe('a view that is opened again', () => {
  const today = newestDate(Date.now());
  const days = Array.from({ length: 90 }, (_, ago): ArchiveDay => {
    const date = addDays(today, -ago);
    const facts = { credit: null, mediaType: 'image', hasFile: true } as const;
    return { ...facts, date, title: `Picture ${ago}`, thumbnail: '5e4bed.jpg' };
  });
  const openArchive = () =>
    openApp('archive', appState({ archive: { days: 90, files: 90, bytes: 9e7 } }), {
      archive: ({ words }: ArchiveQuery) =>
        Promise.resolve(
          ok({ days: days.filter(({ title }) => title.includes(words)), next: null }),
        ),
      month: () => Promise.resolve(ok([])),
      day: (date) => Promise.resolve(ok({ ...dayPicture, record: { ...dayPicture.record, date } })),
    });

  it('restores the tab, month, search words and scroll offset of the archive', async () => {
    await openArchive();
    await expect.element(page.getByText('Picture 3', { exact: true })).toBeVisible();
    await expectScrollKept('.archive', '2');
    const search = page.getByRole('searchbox');
    await search.fill('Picture 7');
    await leaveAndReturn('2');
    await expect.element(search).toHaveValue('Picture 7');
    await tab('By month').click();
    await button('Previous month').click();
    const month = page.getByRole('combobox', { name: 'Month' });
    const before = (month.element() as HTMLSelectElement).value;
    await leaveAndReturn('2');
    await expect.element(tab('By month')).toBeChecked();
    await expect.element(month).toHaveValue(before);
  });

  it('restores the open day of the archive; Ctrl+F closes it', async () => {
    await openArchive();
    await page.getByText('Picture 3', { exact: true }).click();
    await expect.element(heading()).toMatchTextContent(dayPicture.record.title);
    await leaveAndReturn('2');
    await expect.element(heading()).toMatchTextContent(dayPicture.record.title);
    await userEvent.keyboard('{Control>}f{/Control}');
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
  });

  it('restores the map shape, filter, open parts and scroll offset of the station', async () => {
    await openApp('station', appState({ station: knownStation() }));
    await tab('Map').click();
    const filter = page.getByRole('button', { name: /passes? that cannot be seen$/ });
    await filter.click();
    await button('The map in words').click();
    await leaveAndReturn('3');
    await expect.element(tab('Map')).toBeChecked();
    await expect.element(filter).toHaveAttribute('aria-expanded', 'true');
    await expect.element(button('The map in words')).toHaveAttribute('aria-expanded', 'true');
    await expectScrollKept('main', '3', 500);
  });

  it('restores the chosen moment of a pass, and forgets it for another pass', async () => {
    const passes = [1, 3].map((hours) => passAt(Date.now() + hours * 3_600_000, true));
    await openApp('station', appState({ station: knownStation({ passes }) }));
    const slider = page.getByRole('slider', { name: 'Along the pass' });
    const moment = () => slider.element().getAttribute('aria-valuetext');
    await expect.element(slider).toBeVisible();
    const peak = moment();
    slider.element().focus();
    await userEvent.keyboard('{Home}');
    await expect.poll(moment).not.toBe(peak);
    const chosen = moment();
    await leaveAndReturn('3');
    await expect.element(slider).toHaveAttribute('aria-valuetext', chosen ?? '');
    await page.getByRole('group', { name: 'Passes' }).getByRole('button').nth(1).click();
    await expect.poll(moment).toContain('67° high');
  });

  it('restores the section and the search words of the settings', async () => {
    await openApp('settings', appState());
    await page.getByRole('link', { name: 'General' }).click();
    await leaveAndReturn('5');
    await expect
      .element(page.getByRole('link', { name: 'General' }))
      .toHaveAttribute('aria-current', 'page');
    await page.getByRole('searchbox').fill('night');
    await leaveAndReturn('5');
    await expect.element(page.getByRole('searchbox')).toHaveValue('night');
  });

  it('restores the search words and the scroll offset of the journal', async () => {
    const posts = Array.from({ length: 60 }, (_, at) => post(`Post ${at}`, acceptedState));
    await openApp('journal', appState({ journal: journalOf(posts) }), { posts });
    await expectScrollKept('section ul', '4');
    const search = page.getByRole('searchbox');
    await search.fill('Post 5');
    await leaveAndReturn('4');
    await expect.element(search).toHaveValue('Post 5');
  });
});

describe('after a restart', () => {
  const stored: ViewChoices = {
    archive: {
      layout: 'month',
      words: 'nebula',
      onlyFavourites: true,
      month: '2019-07',
      sameDay: null,
    },
    openedDay: null,
    station: {
      shape: 'flat',
      optics: { sensor: null, focalLength: 1000 },
      pass: null,
      onlyVisible: false,
      unfolded: ['mapInWords'],
    },
    journal: { words: 'comet', kind: 'draft', layout: 'passes', year: 2024 },
    settings: { section: 'general' },
    scrolled: {},
  };

  it('restores the state of the archive, the station and the settings', async () => {
    await openApp('archive', appState(), { views: stored });
    await expect.element(tab('By month')).toBeChecked();
    await expect.element(page.getByRole('combobox', { name: 'Year' })).toHaveValue('2019');
    await tab('Saved').click();
    await expect.element(page.getByRole('searchbox')).toHaveValue('nebula');
    await userEvent.keyboard('{Control>}3{/Control}');
    await expect.element(tab('Map')).toBeChecked();
    await expect.element(button('The map in words')).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Control>}5{/Control}');
    await expect
      .element(page.getByRole('link', { name: 'General' }))
      .toHaveAttribute('aria-current', 'page');
  });

  it('restores the open day of the archive', async () => {
    await openApp('archive', appState(), {
      views: { openedDay: '2019-07-16' },
      day: (date) => Promise.resolve(ok({ ...dayPicture, record: { ...dayPicture.record, date } })),
    });
    await expect.element(heading()).toMatchTextContent(dayPicture.record.title);
  });

  it('restores the scroll offset of the station', async () => {
    const scrolled = { station: 500 };
    await openApp('station', appState({ station: knownStation() }), { views: { scrolled } });
    await expect.poll(() => Math.abs(scroller('main').scrollTop - 500)).toBeLessThan(2);
  });

  it('sends a changed state of the views to main only when the window is hidden', async () => {
    const main = await openApp('station', appState({ station: knownStation() }), { views: stored });
    await expect.element(tab('Map')).toBeChecked();
    const sent = () => main.calls.filter(({ channel }) => channel === 'window.rememberViews');
    main.show(false);
    main.show(true);
    expect(sent()).toHaveLength(0);
    await tab('Globe').click();
    expect(sent()).toHaveLength(0);
    main.show(false);
    const station = { ...stored.station, shape: 'globe' };
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.input).toMatchObject({ ...stored, station, scrolled: {} });
  });
});
