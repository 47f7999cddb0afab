import type { Page } from '@playwright/test';

/**
 * Returns a function that returns the texts of all messages that the page has shown since this call. A message disappears
 * after some seconds, and a test on a busy machine may look only later.
 */
export async function watchMessages(page: Page): Promise<() => Promise<readonly string[]>> {
  const texts = await page.evaluateHandle(() => {
    const shown: string[] = [];
    const look = (): void => {
      const text = document.querySelector('section[aria-label="Messages"]')?.textContent ?? '';
      if (text !== '' && text !== shown.at(-1)) shown.push(text);
    };
    look();
    new MutationObserver(look).observe(document.body, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    return shown;
  });
  return () => texts.jsonValue();
}

/** Closes the messages that the page shows. A message may also end by itself meanwhile. */
export const dismissMessages = async (page: Page): Promise<void> => {
  while (
    await page.evaluate(() => {
      const buttons = document.querySelectorAll<HTMLElement>('button[aria-label="Dismiss"]');
      for (const button of buttons) button.click();
      return buttons.length > 0;
    })
  );
};
