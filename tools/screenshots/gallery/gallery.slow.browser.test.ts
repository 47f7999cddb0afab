// This import is needed for the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { render } from 'vitest-browser-svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import { findViolations } from '#renderer-test/axe.ts';
import { applyLook, galleryLookOf } from './look.ts';
import Gallery from './Gallery.svelte';

const ordinary = galleryLookOf(new URLSearchParams());
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

describe('the components of the gallery', () => {
  it.each([
    'theme=dark',
    'theme=light',
    'theme=light&contrast=more',
    'night=red',
    'theme=dark&direction=rtl&language=pseudo',
  ])('have no axe violation with the settings %s', async (query) => {
    await page.viewport(1080, 7000);
    await cdp().send('Emulation.setEmulatedMedia', { features: [still] });
    await open(query);
    const violations = await findViolations();
    expect(violations.map(({ rule, element, why }) => `${rule} at ${element}: ${why}`)).toEqual([]);
  });
});

describe('the components of the gallery with forced colors', () => {
  const forced = { name: 'forced-colors', value: 'active' };
  const controls = () =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'section :is(button, a, input, select, textarea, [tabindex="0"])',
      ),
    ].filter((control) => control.checkVisibility());
  const nameOf = (control: HTMLElement): string =>
    [
      control.closest('section')?.dataset['component'],
      control.tagName.toLowerCase(),
      control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 30),
    ].join(' ');

  beforeEach(async () => {
    await page.viewport(1080, 7000);
    await cdp().send('Emulation.setEmulatedMedia', { features: [still, forced] });
    await open('theme=dark');
  });

  it('have no axe violation', async () => {
    expect(await findViolations()).toEqual([]);
  });

  it('show every control by a border, a text, an icon or its native appearance', () => {
    const isDrawn = (control: HTMLElement): boolean => {
      const { appearance, borderTopStyle, borderTopWidth } = getComputedStyle(control);
      const hasBorder = borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0;
      const hasWords = control.textContent.trim() !== '' || control.querySelector('svg') !== null;
      // The circle of a radio button may be hidden next to its label.
      const isHidden = control.getBoundingClientRect().width <= 1;
      return hasBorder || hasWords || isHidden || appearance !== 'none';
    };
    const missing = controls().filter((control) => !isDrawn(control));
    expect(missing.map(nameOf)).toEqual([]);
    expect(controls().length).toBeGreaterThan(50);
  });

  it('show the focus of every control', () => {
    const hasRing = (element: Element | null, part?: string): boolean => {
      if (element === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    const unseen = controls().filter((control) => {
      control.focus({ focusVisible: true });
      if (document.activeElement !== control) return false;
      // The focus ring of a card is around the card. The ring of an option in a choice is around the text of the
      // option.
      return ![
        hasRing(control),
        hasRing(control, '::after'),
        hasRing(control.parentElement),
      ].includes(true);
    });
    expect(unseen.map(nameOf)).toEqual([]);
  });
});

it.each(['direction=ltr', 'direction=rtl'])(
  'the gallery fits into a narrow window: %s',
  async (query) => {
    await page.viewport(400, 700);
    await open(query);
    const main = document.querySelector('main');
    expect(main?.scrollWidth).toBe(main?.clientWidth);
  },
);

it('the gallery translates the texts of the components into the pseudo-language, but not its own heading', async () => {
  await page.viewport(1080, 700);
  await open('language=pseudo');
  const names = [...document.querySelectorAll('[data-component="Calendar"] .months button')].map(
    (button) => button.getAttribute('aria-label'),
  );
  expect(names[0]).toMatch(/^⟦Prévíóús móñth·+⟧$/);
  // The texts of the gallery itself are not from the catalogs.
  expect(document.querySelector('h1')?.textContent).toBe('Gallery');
});
