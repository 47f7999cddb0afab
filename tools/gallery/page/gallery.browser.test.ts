// For the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { render } from 'vitest-browser-svelte';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import { findViolations } from '#renderer-test/axe.ts';
import { applyLook, lookOf } from './look.ts';
import Gallery from './Gallery.svelte';

const ordinary = lookOf(new URLSearchParams());
const still = { name: 'prefers-reduced-motion', value: 'reduce' };

async function open(query: string): Promise<void> {
  history.replaceState(null, '', `?${query}`);
  await render(Gallery);
  await expect.element(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
}

beforeAll(() => {
  document.title = 'Gallery';
});
afterEach(async () => {
  applyLook(ordinary);
  await cdp().send('Emulation.setEmulatedMedia', { features: [] });
});

describe('axe finds nothing in the components', () => {
  it.each([
    'theme=dark',
    'theme=light',
    'theme=light&contrast=more',
    'night=red',
    'theme=dark&direction=rtl&language=pseudo',
  ])('%s', async (query) => {
    await page.viewport(1080, 7000);
    await cdp().send('Emulation.setEmulatedMedia', { features: [still] });
    await open(query);
    const found = await findViolations();
    expect(found.map(({ rule, element, why }) => `${rule} at ${element}: ${why}`)).toEqual([]);
  });
});

it.each(['direction=ltr', 'direction=rtl'])('fits a narrow window: %s', async (query) => {
  await page.viewport(400, 700);
  await open(query);
  const main = document.querySelector('main');
  expect(main?.scrollWidth).toBe(main?.clientWidth);
});

it('shows words of the catalogs, and only those, in the pseudo-language', async () => {
  await page.viewport(1080, 700);
  await open('language=pseudo');
  const names = [...document.querySelectorAll('[data-component="Calendar"] .months button')].map(
    (button) => button.getAttribute('aria-label'),
  );
  expect(names[0]).toMatch(/^⟦Prévíóús móñth·+⟧$/);
  // The switch of the gallery itself is no word of the app.
  expect(document.querySelector('h1')?.textContent).toBe('Gallery');
});
