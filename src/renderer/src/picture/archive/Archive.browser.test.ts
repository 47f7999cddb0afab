import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ArchiveDay, ArchiveQuery } from '#shared/picture/archive.ts';
import { fail, ok } from '#shared/failure.ts';
import { noChoice, noSupply } from '#shared/picture/picture.ts';
import { containing } from '../../../test/containing.ts';
import { open } from '../../../test/open.ts';
import { appState, dayPicture, unreachable } from '../../../test/states.ts';
import { addDays, newestDate } from './calendar.ts';
import { dateInWords, dayInWords } from '#renderer/ui/format.ts';

const today = newestDate(Date.now());
const button = (name: string) => page.getByRole('button', { name });

/** A kept day, `ago` days before today. */
const kept = (ago: number, changes: Partial<ArchiveDay> = {}): ArchiveDay => ({
  date: addDays(today, -ago),
  title: `Picture ${ago}`,
  credit: null,
  mediaType: 'image',
  hasFile: true,
  thumbnail: '5e4bed.jpg',
  ...changes,
});

/** An archive as main serves it: paged, and searched in titles. */
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
  it('says that nothing is kept yet', async () => {
    await open('archive', appState());
    await expect.element(page.getByText('Nothing kept yet')).toBeVisible();
  });

  it('shows what is kept, and asks for small pictures where there are none', async () => {
    const days = [
      kept(0),
      kept(1, { thumbnail: null }),
      kept(2, { hasFile: false, thumbnail: null }),
    ];
    const choice = { ...noChoice, favourites: [today] };
    const main = await open('archive', appState({ archive, choice }), { archive: archiveOf(days) });
    await expect.element(page.getByText('3 days kept, 12 MB')).toBeVisible();
    await expect.element(page.getByText('Picture 0')).toBeVisible();
    await expect.element(page.getByTitle('Favorite')).toBeVisible();
    await expect.element(page.getByText(containing('not on this disk'))).toBeVisible();
    expect(main.calls).toEqual([{ channel: 'archive.thumbnails', input: [addDays(today, -1)] }]);
  });

  it('searches as one types, and says when there is nothing', async () => {
    const asked: ArchiveQuery[] = [];
    const days = [kept(0), kept(1, { title: 'A comet' })];
    await open('archive', appState({ archive }), { archive: archiveOf(days, asked) });
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

  it('says that there are no favorites yet, whatever is searched', async () => {
    await open('archive', appState({ archive }), { archive: () => archiveOf([])(nothing) });
    await page.getByRole('checkbox', { name: 'Favorites' }).click();
    await expect.element(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  });
  const nothing = { words: '', favourites: true, before: null, limit: 1 };

  it.each([
    ['1995-06-18', 'There was no picture of the day on June 17, 18 and 19, 1995.'],
    ['1990-01-01', 'The picture of the day began on June 16, 1995'],
    ['2999-01-01', 'That day is still to come'],
  ])('says why %s has no picture, and asks for none', async (date, why) => {
    await open('archive', appState({ archive }), { archive: archiveOf([kept(0)]) });
    await page.getByLabelText('Any day since June 16, 1995').fill(date);
    await expect.element(page.getByText(containing(why))).toBeVisible();
    await expect.element(button('Open this day')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Archive' })).toBeVisible();
  });

  it('goes on as one scrolls', async () => {
    const days = Array.from({ length: 150 }, (_, ago) => kept(ago));
    await open('archive', appState({ archive }), { archive: archiveOf(days) });
    await expect.element(page.getByText('Picture 59', { exact: true })).toBeInTheDocument();
    const pane = document.querySelector('.archive');
    pane?.scrollTo(0, pane.scrollHeight);
    await expect.element(page.getByText('Picture 110', { exact: true })).toBeInTheDocument();
  });

  it('says what is wrong when it cannot be read', async () => {
    const broken = () => Promise.resolve(fail({ kind: 'storage', code: 'SQLITE_FULL' }));
    await open('archive', appState(), { archive: broken });
    await expect
      .element(page.getByText('The archive could not be read: the disk is full.'))
      .toBeVisible();
  });
});

describe('the calendar', () => {
  it('shows a month, and goes no further than today and the first day', async () => {
    const months: string[] = [];
    const month = (wanted: string) => {
      months.push(wanted);
      return Promise.resolve(ok(wanted === today.slice(0, 7) ? [kept(0)] : []));
    };
    const main = await open('archive', appState({ archive }), {
      archive: archiveOf([kept(0)]),
      month,
      day,
    });
    await button('Calendar').click();
    await expect.element(button('The month after')).toHaveAttribute('aria-disabled', 'true');
    await page.getByTitle('Picture 0').click();
    await expect
      .element(page.getByRole('heading', { name: dayPicture.record.title }))
      .toBeVisible();
    await userEvent.keyboard('{Escape}');
    await button('The month before').click();
    await expect.poll(() => months.at(-1)).not.toBe(today.slice(0, 7));
    expect(main.calls).toEqual([]);
  });
});

it('shows what is found as a list; the calendar ends the search', async () => {
  const month = () => Promise.resolve(ok([kept(0)]));
  await open('archive', appState({ archive }), { archive: archiveOf([kept(0)]), month });
  await button('Calendar').click();
  const search = page.getByRole('searchbox', { name: 'Search the archive' });
  await search.fill('Picture');
  await expect.element(button('Grid')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button('Calendar')).toHaveAttribute('aria-pressed', 'false');
  await button('Calendar').click();
  await expect.element(search).toHaveValue('');
  await expect.element(button('Calendar')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button('The month before')).toBeVisible();
});

describe('a day of the archive', () => {
  const answers = { archive: archiveOf([kept(0), kept(1)]), day };

  it('opens, and the arrows go from day to day', async () => {
    await open('archive', appState({ archive }), answers);
    await page.getByText('Picture 1').click();
    const region = (ago: number) =>
      document.querySelector(
        `section[aria-label="The picture of ${dateInWords(addDays(today, -ago))}"]`,
      );
    await expect.poll(() => region(1)).not.toBeNull();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => region(0)).not.toBeNull();
    await expect.element(button('The day after')).toBeDisabled();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.poll(() => region(2)).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('heading', { name: 'Archive' })).toBeVisible();
  });

  it('shows the date at once and never the picture of another day while one flips through days', async () => {
    const [first, second] = [addDays(today, -1), addDays(today, -2)];
    const pending: ((result: Awaited<ReturnType<typeof day>> | typeof superseded) => void)[] = [];
    const superseded = fail({ kind: 'superseded' } as const);
    const download = { date: today, bytes: 1, total: 2 };
    await open('archive', appState({ archive, supply: { ...noSupply, download } }), {
      ...answers,
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
    await expect.element(page.getByText(`Loading ${dayInWords(second)}…`)).toBeVisible();
    await expect.element(picture).not.toBeInTheDocument();
    // The download of another day is no progress of this one.
    await expect.element(page.getByText(containing('50 %'))).not.toBeInTheDocument();

    // Forth and back: the older request for the same day fails, the newer one is under way.
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
    expect(pending).toHaveLength(3);
    for (const settle of pending.slice(0, 2)) settle(superseded);
    await expect.element(page.getByText(`Loading ${dayInWords(second)}…`)).toBeVisible();
    await expect.element(button('Try again')).not.toBeInTheDocument();
    pending.at(-1)?.(await day(second));
    await expect.element(picture).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: `The picture of ${dateInWords(second)}` }))
      .toBeVisible();
  });

  it('is set as the wallpaper by its date', async () => {
    const main = await open('archive', appState({ archive }), answers);
    await page.getByText('Picture 1').click();
    await button('Set as wallpaper').click();
    expect(main.calls).toEqual([
      {
        channel: 'picture.setWallpaper',
        input: { date: addDays(today, -1), fit: null, displays: null },
      },
    ]);
  });

  it('that cannot be had says so, and lets one try again or go on', async () => {
    await open('archive', appState({ archive }), {
      archive: answers.archive,
      day: () => Promise.resolve(fail(unreachable)),
    });
    await page.getByLabelText('Any day since June 16, 1995').fill('1995-06-16');
    await button('Open this day').click();
    await expect
      .element(page.getByText('There is no picture to show: the service cannot be reached.'))
      .toBeVisible();
    await expect.element(button('Try again')).toBeVisible();
    await expect.element(button('The day before')).toBeDisabled();
    await expect.element(button('The day after')).toBeEnabled();
  });
});
