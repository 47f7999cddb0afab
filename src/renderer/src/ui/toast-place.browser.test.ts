import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '#renderer-test/open.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import { appState } from '#renderer-test/states.ts';
import { toast } from './toast.svelte.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Shows a toast. Returns how much of the height of the element it covers, CSS pixels. */
async function covered(element: Element): Promise<number> {
  toast('A message that is so long that it takes two lines of the toast, in every language.');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect.element(messages).toBeVisible();
  const [over, under] = [
    messages.element().getBoundingClientRect(),
    element.getBoundingClientRect(),
  ];
  const isBeside = over.right <= under.left || under.right <= over.left;
  return isBeside
    ? 0
    : Math.max(0, Math.min(over.bottom, under.bottom) - Math.max(over.top, under.top));
}

describe('a toast does not cover', () => {
  it('the buttons of the form for posts', async () => {
    await openApp('journal', appState());
    await button('New post').click();
    const publish = button('Publish');
    await expect.element(publish).toBeVisible();
    expect(await covered(publish.element())).toBe(0);
  });

  it('the words about photos and about the destination in the form for posts', async () => {
    await openApp('journal', appState());
    await button('New post').click();
    await expect.element(button('Publish')).toBeVisible();
    for (const selector of ['.photo .words', '.destination'])
      expect(await covered(document.querySelector(selector) ?? expect.fail())).toBe(0);
  });

  it('the focused row of a setting at the lower edge of the window', async () => {
    await openApp('settings/notifications', appState());
    await page.viewport(720, 520);
    const control = page.getByRole('switch').last();
    await expect.element(control).toBeVisible();
    const row = control.element().closest('.setting') ?? expect.fail();
    row.scrollIntoView({ block: 'end' });
    (control.element() as HTMLElement).focus();
    expect(await covered(row)).toBe(0);
  });

  it('a focused button at the lower edge of the window', async () => {
    await openApp('station', appState({ station: knownStation() }));
    const add = button('Add to calendar').first();
    await expect.element(add).toBeVisible();
    add.element().scrollIntoView({ block: 'end' });
    (add.element() as HTMLElement).focus();
    expect(await covered(add.element())).toBe(0);
  });

  it('the buttons of a dialog in a low window', async () => {
    await openApp('settings/data', appState());
    await page.viewport(720, 300);
    await button('Reset…').click();
    const confirm = button('Reset all settings');
    await expect.element(confirm).toBeVisible();
    expect(await covered(confirm.element())).toBe(0);
  });
});

it('a toast is at the lower edge of the window if the form for posts ends far above that edge', async () => {
  await openApp('journal', appState());
  await page.viewport(720, 1200);
  await button('New post').click();
  await expect.element(button('Publish')).toBeVisible();
  await covered(button('Publish').element());
  const messages = page.getByRole('region', { name: 'Messages' }).element();
  expect(messages.getBoundingClientRect().bottom).toBeGreaterThan(1200 - 32);
});
