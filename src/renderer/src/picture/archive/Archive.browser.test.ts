import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ArchiveDay, ArchiveQuery } from '#shared/picture/archive.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { type DayPicture, noPictureChoice, noPictureSupply } from '#shared/picture/picture.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { textContaining } from '#renderer-test/containing.ts';
import type { CommandAnswers } from '#renderer-test/bridge-double.ts';
import { openApp } from '#renderer-test/open.ts';
import { appState, dayPicture, unreachableFailure } from '#renderer-test/states.ts';
import { addDays } from '#renderer/ui/month.ts';
import { newestDate, sameDayOfYears } from './calendar.ts';
import { dateInWords } from '#renderer/ui/format.ts';

const today = newestDate(Date.now());
const button = (name: string) => page.getByRole('button', { name });

/** A saved day, `ago` days before today. */
const kept = (ago: number, changes: Partial<ArchiveDay> = {}): ArchiveDay => ({
  date: addDays(today, -ago),
  title: `Picture ${ago}`,
  credit: null,
  mediaType: 'image',
  hasFile: true,
  thumbnail: '5e4bed.jpg',
  ...changes,
});

/** So many saved days that the archive downloads no others. */
const manyDays = Array.from({ length: 48 }, (_, ago) =>
  kept(ago, { title: ago < 3 ? `Picture ${ago}` : 'An older picture' }),
);

/** The answers of main for these days: paged, and searched in the titles. */
function archiveOf(days: readonly ArchiveDay[], asked: ArchiveQuery[] = []) {
  return (query: ArchiveQuery) => {
    asked.push(query);
    const { words, before, limit, favourites } = query;
    const found = days.filter(
      ({ date, title }) =>
        (before === null || date < before) &&
        title.includes(words) &&
        (!favourites || date === today),
    );
    const shown = found.slice(0, limit);
    const next = found.length > limit ? (shown.at(-1)?.date ?? null) : null;
    return Promise.resolve(ok({ days: shown, next }));
  };
}
const archive = { days: 3, files: 2, bytes: 12_300_000 };
const day = (date: string) =>
  Promise.resolve(ok({ ...dayPicture, record: { ...dayPicture.record, date } }));

describe('the archive', () => {
  it('shows that nothing is saved yet', async () => {
    await openApp('archive', appState());
    await expect.element(page.getByText('No pictures saved yet')).toBeVisible();
  });

  it('shows the saved days, and requests missing thumbnails', async () => {
    const days = [
      kept(0),
      kept(1, { thumbnail: null }),
      kept(2, { hasFile: false, thumbnail: null }),
    ];
    const choice = { ...noPictureChoice, favourites: [today] };
    const main = await openApp('archive', appState({ archive, choice }), {
      archive: archiveOf(days),
    });
    await expect.element(page.getByText('3 pictures saved, 12 MB')).toBeVisible();
    await expect.element(page.getByText('Picture 0')).toBeVisible();
    await expect.element(page.getByTitle('Favorite')).toBeVisible();
    await expect.element(page.getByText(textContaining('only the text is saved'))).toBeVisible();
    await expect
      .poll(() => main.calls)
      .toEqual([{ channel: 'archive.thumbnails', input: [addDays(today, -1)] }]);
  });

  it('searches while the user types, and reports when nothing matches', async () => {
    const asked: ArchiveQuery[] = [];
    const days = [kept(0), kept(1, { title: 'A comet' })];
    await openApp('archive', appState({ archive }), { archive: archiveOf(days, asked) });
    const search = page.getByRole('searchbox', { name: 'Search the archive' });
    await search.fill('comet');
    await expect.element(page.getByText('A comet')).toBeVisible();
    await expect.element(page.getByText('Picture 0')).not.toBeInTheDocument();
    expect(asked.at(-1)).toMatchObject({ words: 'comet', before: null });
    await search.fill('quasar');
    await expect.element(page.getByText('Nothing found')).toBeVisible();
    await search.fill('');
    await page.getByRole('checkbox', { name: 'Favorites' }).click();
    await expect.element(page.getByText('A comet')).not.toBeInTheDocument();
    expect(asked.at(-1)).toMatchObject({ favourites: true });
  });

  it('shows that there are no favorites yet', async () => {
    await openApp('archive', appState({ archive }), { archive: () => archiveOf([])(nothing) });
    await page.getByRole('checkbox', { name: 'Favorites' }).click();
    await expect.element(page.getByText('No favorites yet')).toBeVisible();
  });
  const nothing = { words: '', favourites: true, before: null, limit: 1 };

  it.each([
    ['1995-06-18', 'There was no picture of the day on June 17, 18 and 19, 1995.'],
    ['June 15, 1995', 'The picture of the day began on June 16, 1995'],
    ['1 Jan 1990', 'The picture of the day began on June 16, 1995'],
    ['2999-01-01', 'That day is still to come'],
  ])('explains why %s has no picture, and requests none', async (date, why) => {
    await openApp('archive', appState({ archive }), { archive: archiveOf([kept(0)]) });
    await page.getByRole('searchbox', { name: 'Search the archive' }).fill(date);
    await expect.element(page.getByRole('main').getByText(textContaining(why))).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Archive' })).toBeVisible();
  });

  it('animates the tile into the picture, and shows the thumbnail until the large file is loaded', async () => {
    const start = vi.spyOn(document, 'startViewTransition');
    onTestFinished(() => void vi.restoreAllMocks());
    await openApp('archive', appState({ archive }), {
      archive: archiveOf([kept(0)]),
      day: () => new Promise(() => undefined),
    });
    await page.getByText('Picture 0').click();
    await expect
      .poll(() => document.querySelector('.opened img')?.getAttribute('src'))
      .toBe('/thumbnails/5e4bed.jpg');
    expect(start).toHaveBeenCalledOnce();
    await expect
      .poll(() => document.querySelectorAll('[style*="view-transition-name"]').length)
      .toBe(0);
  });

  it('opens the day that the user types', async () => {
    await openApp('archive', appState({ archive }), { archive: archiveOf([kept(0)]), day });
    await page.getByRole('searchbox', { name: 'Search the archive' }).fill('18 nov 2025');
    await expect
      .poll(() =>
        [...document.querySelectorAll<HTMLElement>('[data-date]')].map(
          (tile) => tile.dataset['date'],
        ),
      )
      .toEqual(['2025-11-18']);
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('region', { name: 'Picture of Tuesday, November 18, 2025' }))
      .toBeVisible();
  });

  it('keeps every tile inside its column, with and without a mark beside the date', async () => {
    const days = Array.from({ length: 8 }, (_, ago) => kept(ago, { hasFile: ago !== 2 }));
    await openApp('archive', appState({ archive }), { archive: archiveOf(days) });
    await page.viewport(720, 520);
    await expect.element(page.getByText('Picture 0')).toBeVisible();
    const widths = () =>
      [...document.querySelectorAll('[data-date]')].map((tile) =>
        Math.round(tile.getBoundingClientRect().width),
      );
    await expect.poll(() => new Set(widths()).size).toBe(1);
    await expect
      .poll(() => document.querySelector('[role=grid]')?.scrollWidth)
      .toBe(document.querySelector('[role=grid]')?.clientWidth);
  });

  it('keeps the rows from overlapping when the text becomes larger', async () => {
    const days = Array.from({ length: 40 }, (_, ago) => kept(ago));
    await openApp('archive', appState({ archive }), { archive: archiveOf(days) });
    const tops = () =>
      [...document.querySelectorAll('[role=grid] [role=row]')].map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return { top, height };
      });
    const areBelow = () => {
      const [first, second] = tops();
      return Math.abs((second?.top ?? 0) - (first?.top ?? 0) - (first?.height ?? 0)) < 1;
    };
    await expect.poll(areBelow).toBe(true);
    const { height } = tops()[0] ?? { height: 0 };
    document.documentElement.style.fontSize = '24px';
    try {
      await expect.poll(() => (tops()[0]?.height ?? 0) > height && areBelow()).toBe(true);
    } finally {
      document.documentElement.style.fontSize = '';
    }
  });

  it('loads more days on scrolling, and renders only the rows on screen', async () => {
    const days = Array.from({ length: 150 }, (_, ago) => kept(ago));
    const asked: ArchiveQuery[] = [];
    await openApp('archive', appState({ archive }), { archive: archiveOf(days, asked) });
    await expect.element(page.getByText('Picture 0', { exact: true })).toBeInTheDocument();
    const pane = document.querySelector('.archive');
    await expect
      .poll(() => {
        pane?.scrollTo(0, pane.scrollHeight);
        return page.getByText('Picture 149', { exact: true }).elements().length;
      })
      .toBe(1);
    expect(document.querySelectorAll('[data-date]').length).toBeLessThan(60);
    expect(asked.map(({ before }) => before)).toEqual([null, addDays(today, -99)]);
  });

  it('reads the list again when a day is added, but not when thumbnails are made', async () => {
    const days = Array.from({ length: 250 }, (_, ago) => kept(ago, { thumbnail: null }));
    const asked: ArchiveQuery[] = [];
    const read: (readonly string[])[] = [];
    const answers: CommandAnswers = {
      archive: archiveOf(days, asked),
      days: (dates) => {
        read.push(dates);
        const made = days.filter(({ date }) => date === today);
        return Promise.resolve(ok(made.map((one) => ({ ...one, thumbnail: '5e4bed.jpg' }))));
      },
    };
    const counts = { days: 250, files: 250, bytes: 1_000_000 };
    const main = await openApp('archive', appState({ archive: counts }), answers);
    const requested = () => main.calls.filter(({ channel }) => channel === 'archive.thumbnails');
    await expect.poll(requested).toHaveLength(1);
    const [request] = requested();
    const requestedDays = (request?.input ?? []) as string[];
    expect(requestedDays).toContain(today);
    expect(requestedDays.length).toBeLessThan(60);

    // Main creates three thumbnails, one after another.
    for (const made of [1, 2, 3])
      main.tell(appState({ revision: 1 + made, archive: { ...counts, bytes: 1_000_000 + made } }));
    await expect.poll(() => document.querySelectorAll('img').length).toBe(1);
    expect(asked).toHaveLength(1);
    expect(read.length).toBeLessThanOrEqual(3);
    expect(new Set(read.flat())).toEqual(new Set(requestedDays));

    // A new day arrives: only the first page, which is all that is listed, is read again.
    main.tell(appState({ revision: 9, archive: { ...counts, days: 251 } }));
    await expect.poll(() => asked.length).toBe(2);
    expect(asked.map(({ before, limit }) => [before, limit])).toEqual([
      [null, 100],
      [null, 100],
    ]);
  });

  it('has a grid that is one tab stop, and in which the arrow keys move the focus', async () => {
    const days = Array.from({ length: 50 }, (_, ago) => kept(ago));
    await openApp('archive', appState({ archive }), { archive: archiveOf(days) });
    const tile = (ago: number) =>
      page.getByRole('button', { name: new RegExp(`^Picture ${ago} \\w`) });
    await expect.element(tile(0)).toBeVisible();
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1);
    tile(0).element().focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(tile(2)).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(tile(1)).toHaveFocus();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect.element(tile(49)).toHaveFocus();
    await expect.element(tile(49)).toBeInViewport();
    await userEvent.keyboard('{Control>}{Home}{/Control}');
    await expect.element(tile(0)).toHaveFocus();
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1);
  });

  it('keeps the focused day when it scrolls out of sight and when the window becomes narrow', async () => {
    const days = Array.from({ length: 90 }, (_, ago) => kept(ago));
    await openApp('archive', appState({ archive }), { archive: archiveOf(days) });
    const tile = (ago: number) =>
      page.getByRole('button', { name: new RegExp(`^Picture ${ago} \\w`) });
    await expect.element(tile(0)).toBeVisible();
    tile(0).element().focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(tile(2)).toHaveFocus();
    const pane = document.querySelector('.archive');
    await expect
      .poll(() => {
        pane?.scrollTo(0, pane.scrollHeight);
        return tile(89).elements().length;
      })
      .toBe(1);
    await expect.element(tile(2)).toHaveFocus();
    await expect.element(tile(2)).not.toBeInViewport();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tile(3)).toHaveFocus();
    await expect.element(tile(3)).toBeInViewport();
    await page.viewport(560, 520);
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-colcount', '2');
    await expect.element(tile(3)).toHaveFocus();
    await expect.element(tile(3)).toBeInViewport();
  });

  it('keeps the focus on a day while other days are saved, and when it moves to the saved days', async () => {
    const savedDays = [kept(0), kept(9)];
    const main = await openApp('archive', appState({ archive }), {
      // The background download does not end.
      day: () => new Promise(() => undefined),
      archive: (query) => archiveOf(savedDays)(query),
    });
    const tile = (ago: number) => document.querySelector(`[data-date="${addDays(today, -ago)}"]`);
    const isFocused = (ago: number) => () => document.activeElement === tile(ago);
    const save = (...agos: number[]): void => {
      savedDays.push(...agos.map((ago) => kept(ago)));
      savedDays.sort((a, b) => b.date.localeCompare(a.date));
      const days = savedDays.length;
      main.tell(appState({ revision: days, archive: { ...archive, days, files: days } }));
    };
    await expect.poll(() => tile(9)?.textContent).toContain('Picture 9');
    await expect.poll(() => tile(6)?.textContent).toContain('Not saved yet');
    (tile(6) as HTMLElement).focus();
    // The days before it in the list of the last weeks move to the saved days.
    save(2, 3);
    await expect.poll(() => tile(3)?.textContent).toContain('Picture 3');
    await expect.poll(isFocused(6)).toBe(true);
    save(6);
    await expect.poll(() => tile(6)?.textContent).toContain('Picture 6');
    await expect.poll(isFocused(6)).toBe(true);
    // A day before it in the list of the saved days.
    save(4);
    await expect.poll(() => tile(4)?.textContent).toContain('Picture 4');
    await expect.poll(isFocused(6)).toBe(true);
    await userEvent.keyboard('{Enter}');
    const date = dateInWords(addDays(today, -6));
    await expect.element(page.getByRole('region', { name: `Picture of ${date}` })).toBeVisible();
  });

  it('states the number of rows and columns, and which of them are on screen', async () => {
    const days = Array.from({ length: 90 }, (_, ago) => kept(ago));
    await openApp('archive', appState({ archive }), { archive: archiveOf(days) });
    const grid = page.getByRole('grid', { name: /^Saved pictures/ });
    await expect.poll(() => grid.getByRole('row').elements().length).toBeGreaterThan(1);
    const [rows, columns] = ['aria-rowcount', 'aria-colcount'].map((name) =>
      Number(grid.element().getAttribute(name)),
    );
    expect((rows ?? 0) * (columns ?? 0)).toBeGreaterThanOrEqual(90);
    const shown = grid.getByRole('row').elements();
    expect(shown.length).toBeLessThan(rows ?? 0);
    expect(shown.map((row) => row.getAttribute('aria-rowindex'))).toEqual(
      shown.map((_, index) => String(index + 1)),
    );
    const cells = [...(shown[1]?.querySelectorAll('[role=gridcell]') ?? [])];
    expect(cells.map((cell) => cell.getAttribute('aria-colindex'))).toEqual(
      Array.from({ length: columns ?? 0 }, (_, index) => String(index + 1)),
    );
  });

  it('finds the saved picture of “today”', async () => {
    const asked: ArchiveQuery[] = [];
    await openApp('archive', appState({ archive }), { archive: archiveOf([kept(0)], asked) });
    await page.getByRole('searchbox', { name: 'Search the archive' }).fill('today');
    await expect.poll(() => asked.at(-1)?.words).toBe(today);
  });

  it('lists the typed day even if it is not saved, and opens it', async () => {
    await openApp('archive', appState({ archive }), { archive: archiveOf([kept(0)]), day });
    await page.getByRole('searchbox', { name: 'Search the archive' }).fill('yesterday');
    await expect.element(page.getByText('Not saved yet')).toBeVisible();
    const yesterday = addDays(today, -1);
    const tile = document.querySelector(`[data-date="${yesterday}"]`);
    // The tile has the date once.
    expect(tile?.textContent.split(yesterday.slice(0, 4))).toHaveLength(2);
    await page.getByText('Not saved yet').click();
    const date = dateInWords(addDays(today, -1));
    await expect.element(page.getByRole('region', { name: `Picture of ${date}` })).toBeVisible();
  });

  it('shows the last weeks and this day in past years while few pictures are saved', async () => {
    await openApp('archive', appState({ archive }), { archive: archiveOf([kept(0)]), day });
    const grid = (name: string | RegExp) => page.getByRole('grid', { name });
    await expect.element(grid(/^Saved pictures/)).toBeVisible();
    await expect.element(grid('The last weeks')).toBeVisible();
    await expect
      .poll(() => document.querySelectorAll(`[data-date="${addDays(today, -1)}"]`).length)
      .toBe(1);
    expect(document.querySelectorAll(`[data-date="${today}"]`)).toHaveLength(1);
    await expect.element(grid(/in past years$/)).toBeInTheDocument();
    expect(await findViolations()).toEqual([]);
    // A search covers only saved pictures.
    await page.getByRole('searchbox', { name: 'Search the archive' }).fill('Picture');
    await expect.element(grid('The last weeks')).not.toBeInTheDocument();
  });

  it('moves from month to month with a slider that begins in June 1995', async () => {
    await openApp('archive', appState({ archive }), { archive: archiveOf([kept(0)]) });
    await page.getByRole('radio', { name: 'By month' }).click();
    const slider = page.getByRole('slider', { name: 'From June 1995 until today' });
    (slider.element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}');
    await expect.element(page.getByLabelText('Year')).toHaveValue('1995');
    await expect.element(page.getByLabelText('Month', { exact: true })).toHaveValue('06');
    await expect.element(slider).toHaveAttribute('aria-valuetext', 'June 1995');
  });

  it('downloads two weeks and this day in ten past years while few pictures are saved, and stops for a search', async () => {
    const asked: string[] = [];
    await openApp('archive', appState({ archive }), {
      archive: archiveOf([kept(0), kept(2)]),
      day(date) {
        asked.push(date);
        return day(date);
      },
    });
    await expect.poll(() => asked.length).toBe(24);
    const last = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((ago) =>
      addDays(today, -ago),
    );
    expect(asked.slice(0, 14)).toEqual(last);
    expect(asked[14]).toBe(sameDayOfYears(today, Date.now())[1]);
    asked.length = 0;
    await page.getByRole('searchbox', { name: 'Search the archive' }).fill('Picture');
    await expect.element(page.getByText('Picture 2')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('offers the months of the year that the user types', async () => {
    await openApp('archive', appState({ archive }), { archive: archiveOf([]) });
    await page.getByRole('searchbox', { name: 'Search the archive' }).fill('2019');
    await button('Go to March 2019').click();
    await expect.element(page.getByLabelText('Year')).toHaveValue('2019');
    await expect.element(page.getByLabelText('Month', { exact: true })).toHaveValue('03');
  });

  it('opens the month that the user types', async () => {
    await openApp('archive', appState({ archive }), { archive: archiveOf([kept(0)]) });
    const search = page.getByRole('searchbox', { name: 'Search the archive' });
    await search.fill('nov 2025');
    await expect.element(button('Go to November 2025')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Year')).toHaveValue('2025');
    await expect.element(page.getByLabelText('Month', { exact: true })).toHaveValue('11');
  });

  it('offers to open a month without saved days', async () => {
    await openApp('archive', appState({ archive }), { archive: archiveOf([]) });
    await page.getByRole('searchbox', { name: 'Search the archive' }).fill('nov 2025');
    await expect.element(page.getByText('Nothing found')).not.toBeInTheDocument();
    await button('Go to November 2025').click();
    await expect.element(page.getByLabelText('Year')).toHaveValue('2025');
  });

  it('explains a typed day that cannot have a picture without also reporting an empty search', async () => {
    await openApp('archive', appState({ archive }), { archive: archiveOf([kept(0)]) });
    const search = page.getByRole('searchbox', { name: 'Search the archive' });
    await search.fill('1990-01-01');
    await expect.element(page.getByRole('main').getByText(/began on June\s16, 1995/)).toBeVisible();
    await expect.element(page.getByText('Picture 0')).not.toBeInTheDocument();
    await expect.element(page.getByText('Nothing found')).not.toBeInTheDocument();
  });

  it('opens a random day', async () => {
    await openApp('archive', appState({ archive }), { archive: archiveOf([kept(0)]), day });
    await button('Random picture').click();
    await expect
      .element(page.getByRole('heading', { name: dayPicture.record.title }))
      .toBeVisible();
  });

  it('reports why the archive cannot be read', async () => {
    const broken = () => Promise.resolve(fail({ kind: 'storage', code: 'SQLITE_FULL' }));
    await openApp('archive', appState(), { archive: broken });
    await expect
      .element(page.getByRole('main').getByText(textContaining('The archive could not be read. ')))
      .toBeVisible();
  });
});

describe('the archive by month', () => {
  /** The only saved day of November 2025. */
  const first: ArchiveDay = { ...kept(0), date: '2025-11-01', title: 'The first' };
  const openMonth = async (answers: CommandAnswers = {}) => {
    const saved: ArchiveDay[] = [first];
    const main = await openApp('archive', appState({ archive }), {
      archive: archiveOf(manyDays),
      month: (wanted) => Promise.resolve(ok(saved.filter(({ date }) => date.startsWith(wanted)))),
      day,
      ...answers,
    });
    await page.getByRole('radio', { name: 'By month' }).click();
    await page.getByLabelText('Year').selectOptions('2025');
    await page.getByLabelText('Month', { exact: true }).selectOptions('November');
    return { ...main, saved };
  };

  it('shows a month of 1995 when the user selects that year, and no month after the current one', async () => {
    const months: string[] = [];
    await openApp('archive', appState({ archive }), {
      archive: archiveOf([kept(0)]),
      month: (wanted) => {
        months.push(wanted);
        return Promise.resolve(ok([]));
      },
    });
    await page.getByRole('radio', { name: 'By month' }).click();
    await expect.element(button('Next month')).toHaveAttribute('aria-disabled', 'true');
    await page.getByLabelText('Year').selectOptions('1995');
    await button('Previous month').click();
    await expect.poll(() => months.at(-1)).toMatch(/^1995-/);
  });

  it('opens a day, and returns the focus to that day when the day is closed', async () => {
    await openMonth();
    const theFirst = button('Saturday, November 1, The first');
    await theFirst.click();
    await expect
      .element(page.getByRole('heading', { name: dayPicture.record.title }))
      .toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(theFirst).toHaveFocus();
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1);
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect.element(button('Sunday, November 9, Not saved yet')).toHaveFocus();
    await userEvent.keyboard('{PageUp}{Enter}');
    await expect
      .element(page.getByRole('heading', { name: dayPicture.record.title }))
      .toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Thursday, October 9, Not saved yet')).toHaveFocus();
  });

  it('shows the app’s usual waiting indicator while a day is loaded', async () => {
    await openMonth({ day: () => new Promise(() => undefined) });
    await button('Sunday, November 2, Not saved yet').click();
    await expect.poll(() => document.querySelector('main svg .station')).not.toBeNull();
  });

  it('downloads the missing pictures one after another', async () => {
    const asked: string[] = [];
    await openMonth({
      day: (date) => {
        asked.push(date);
        return day(date);
      },
    });
    await expect.element(page.getByText('1 of 30 pictures saved')).toBeVisible();
    await button('Download the 29 missing pictures').click();
    await expect.poll(() => asked.length).toBe(29);
    expect(asked[0]).toBe('2025-11-02');
    expect(asked.at(-1)).toBe('2025-11-30');
  });

  it('stops downloading on request, and on a failure that affects every day', async () => {
    const asked: string[] = [];
    const pending: ((answer: Result<DayPicture>) => void)[] = [];
    await openMonth({
      day: (date) => {
        asked.push(date);
        return new Promise((resolve) => pending.push(resolve));
      },
    });
    await button('Download the 29 missing pictures').click();
    await expect.element(page.getByText('Downloading pictures: 0 of 29')).toBeVisible();
    pending[0]?.(fail({ kind: 'not-found' }));
    await expect.element(page.getByText('Downloading pictures: 1 of 29')).toBeVisible();
    pending[1]?.(fail(unreachableFailure));
    await expect
      .element(page.getByRole('main').getByText(textContaining('No picture arrived. ')))
      .toBeVisible();
    const notice = document.querySelector('main .notice');
    const [above, below] = [notice, notice?.nextElementSibling].map((part) =>
      part?.getBoundingClientRect(),
    );
    expect((below?.top ?? NaN) - (above?.bottom ?? NaN)).toBeGreaterThanOrEqual(12);
    expect(asked).toHaveLength(2);

    await button('Download the 29 missing pictures').click();
    await expect.poll(() => pending.length).toBe(3);
    pending[2]?.(await day('2025-11-02'));
    await expect.poll(() => pending.length).toBe(4);
    pending[3]?.(fail(unreachableFailure));
    await expect
      .element(page.getByRole('main').getByText(textContaining('What arrived is saved')))
      .toBeVisible();
    expect(asked).toHaveLength(4);

    await button('Download the 29 missing pictures').click();
    await button('Stop').click();
    pending[4]?.(await day('2025-11-02'));
    await expect.element(button('Download the 29 missing pictures')).toBeVisible();
    expect(asked).toHaveLength(5);
  });
});

it('the archive shows this day in past years, including days that are not saved', async () => {
  const asked: (readonly string[])[] = [];
  await openApp('archive', appState({ archive }), {
    archive: archiveOf([kept(0)]),
    days: (dates) => {
      asked.push(dates);
      return Promise.resolve(ok([kept(0)]));
    },
  });
  await page.getByRole('radio', { name: 'This day in past years' }).click();
  await expect.element(page.getByText('Picture 0')).toBeVisible();
  await expect.element(page.getByText('Not saved yet').first()).toBeVisible();
  expect(new Set(asked[0]?.map((date) => date.slice(5)))).toEqual(new Set([today.slice(5)]));
  await button('Previous day').click();
  await expect
    .poll(() => asked.at(-1)?.every((date) => date.slice(5) === addDays(today, -1).slice(5)))
    .toBe(true);
});

describe('an open day of the archive', () => {
  const answers = { archive: archiveOf([kept(0), kept(1)]), day };

  it('changes to the next and the previous day with the arrow keys', async () => {
    await openApp('archive', appState({ archive }), answers);
    await page.getByText('Picture 1').click();
    const region = (ago: number) =>
      document.querySelector(
        `section[aria-label="Picture of ${dateInWords(addDays(today, -ago))}"]`,
      );
    await expect.poll(() => region(1)).not.toBeNull();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => region(0)).not.toBeNull();
    await expect.element(button('Next day')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.poll(() => region(2)).not.toBeNull();
    await userEvent.keyboard('{ArrowRight}{Escape}');
    await expect.element(page.getByRole('heading', { name: 'Archive' })).toBeVisible();
    // The focus returns to the day that was last open.
    await expect
      .poll(() => document.activeElement?.getAttribute('data-date'))
      .toBe(addDays(today, -1));
  });

  it('shows a new date immediately, and never the picture of another day', async () => {
    const [first, second] = [addDays(today, -1), addDays(today, -2)];
    const pending: ((result: Awaited<ReturnType<typeof day>> | typeof superseded) => void)[] = [];
    const superseded = fail({ kind: 'superseded' } as const);
    const download = { date: today, bytes: 1, total: 2 };
    await openApp('archive', appState({ archive, supply: { ...noPictureSupply, download } }), {
      ...answers,
      archive: archiveOf(manyDays),
      day: (date) =>
        date === first && pending.length === 0
          ? day(date)
          : new Promise((resolve) => pending.push(resolve)),
    });
    await page.getByText('Picture 1').click();
    const picture = page.getByRole('heading', { name: dayPicture.record.title });
    await expect.element(picture).toBeVisible();

    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(page.getByRole('heading', { name: dateInWords(second) })).toBeVisible();
    await expect.element(page.getByText('Loading the picture of this day…')).toBeVisible();
    expect(document.querySelector('main svg .station')).not.toBeNull();
    await expect.element(picture).not.toBeInTheDocument();
    // The download of another day is not shown as progress of this day.
    await expect.element(page.getByText(textContaining('50%'))).not.toBeInTheDocument();

    // To the next day and back: the older request for the same day fails, the newer one is pending.
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
    expect(pending).toHaveLength(3);
    for (const settle of pending.slice(0, 2)) settle(superseded);
    await expect.element(page.getByText('Loading the picture of this day…')).toBeVisible();
    await expect.element(button('Try again')).not.toBeInTheDocument();
    pending.at(-1)?.(await day(second));
    await expect.element(picture).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: `Picture of ${dateInWords(second)}` }))
      .toBeVisible();
  });

  it('is set as the wallpaper by its date', async () => {
    const main = await openApp('archive', appState({ archive }), answers);
    await page.getByText('Picture 1').click();
    await button('Set as wallpaper').click();
    expect(main.calls).toEqual([
      {
        channel: 'wallpaper.set',
        input: { date: addDays(today, -1), fit: null, displays: null },
      },
    ]);
  });

  it('explains why its picture could not be loaded, and offers to try again', async () => {
    await openApp('archive', appState({ archive }), {
      archive: answers.archive,
      day: () => Promise.resolve(fail(unreachableFailure)),
    });
    await page.getByRole('searchbox', { name: 'Search the archive' }).fill('1995-06-16');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(
        page.getByRole('main').getByText(textContaining('This picture could not be loaded. ')),
      )
      .toBeVisible();
    await expect.element(button('Try again')).toBeVisible();
    await expect.element(button('Previous day')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button('Next day')).not.toHaveAttribute('aria-disabled', 'true');
  });
});
