import { expect, type Page } from '@playwright/test';

/** Waits until the page is hidden, or shown. A page that was destroyed some time after it was hidden counts as hidden. */
export const expectHidden = (page: Page, hidden: boolean): Promise<void> =>
  expect
    .poll(async () => {
      try {
        return await page.evaluate(() => document.hidden);
      } catch (error) {
        if (page.isClosed()) return true;
        throw error;
      }
    })
    .toBe(hidden);
