import type { Bridge } from '#shared/contract.ts';
import type { Photographer } from './app.ts';

type WithBridge = typeof globalThis & { readonly overhead?: Bridge };

const dayMs = 24 * 3600_000;
/** Days before today: with today's they fill the window. */
const earlierDays = 11;

/** The days that are kept, after a person opened a few of them; two are favourites. */
export const photographArchive: Photographer = async ({ app, show, takeWindow, signal }) => {
  const { page } = app;
  const { picture } = await app.waitForState((state) => state.picture.last !== null, signal);
  const newest = Date.parse(`${picture.last?.record.date ?? ''}T00:00:00Z`);
  const dates = Array.from({ length: earlierDays }, (_, day) =>
    new Date(newest - (day + 1) * dayMs).toISOString().slice(0, 10),
  );
  await page.evaluate(async (wanted) => {
    const { overhead } = globalThis as WithBridge;
    for (const date of wanted) await overhead?.picture.day(date);
    for (const date of [wanted[1], wanted[6]])
      if (date !== undefined)
        await overhead?.picture.decide({ kind: 'favour', date, favourite: true });
  }, dates);
  await show('archive');
  // Every day has its small picture.
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-date] img').length === count,
    earlierDays + 1,
  );
  await show('archive');
  await takeWindow('archive');
};
