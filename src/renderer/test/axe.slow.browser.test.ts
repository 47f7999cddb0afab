// Imported for the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { cdp, commands, page } from 'vitest/browser';
import { firstStartSettings } from '#shared/settings/settings.ts';
import { ok } from '#shared/failure.ts';
import { views } from '#renderer/app/views.ts';
import { sectionIds } from '#shared/settings/table.ts';
import { setRedNightMode } from '#renderer/ui/page-night.ts';
import Glance from '../glance/Glance.svelte';
import { findViolations } from './axe.ts';
import { type CommandAnswers, bridgeDouble } from './bridge-double.ts';
import { situations } from './every-state.ts';
import { openApp } from './open.ts';
import { skyBehind } from './sky-states.ts';
import { appState, dayPicture, passAt } from './states.ts';

const scheme = (value: 'dark' | 'light') => ({ name: 'prefers-color-scheme', value });
const more = { name: 'prefers-contrast', value: 'more' };
const still = { name: 'prefers-reduced-motion', value: 'reduce' };
const themes = {
  dark: [scheme('dark')],
  light: [scheme('light')],
  'dark, more contrast': [scheme('dark'), more],
  'light, more contrast': [scheme('light'), more],
  'forced colors': [scheme('dark'), { name: 'forced-colors', value: 'active' }],
  night: [scheme('dark')],
} as const;
type Theme = keyof typeof themes;
/** These themes have the elements and the layout of the dark theme, and other colors. */
const recolored: readonly Theme[] = [
  'light',
  'dark, more contrast',
  'light, more contrast',
  'night',
];

async function dress(theme: Theme): Promise<void> {
  setRedNightMode(theme === 'night');
  await cdp().send('Emulation.setEmulatedMedia', { features: [...themes[theme], still] });
}

type Shown = (typeof views)[number] | 'glance';
const shown: readonly Shown[] = [...views, 'glance'];

async function show(view: Shown, name: keyof typeof situations): Promise<void> {
  const { state, answers } = situations[name];
  if (view === 'glance') {
    await page.viewport(380, 560);
    await render(Glance, { props: { bridge: bridgeDouble(state, answers).bridge } });
  } else {
    await openApp(view, state, answers);
    // Axe does not measure the contrast of elements outside the viewport.
    await page.viewport(1080, 5000);
  }
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
}

const controls = 'button, a, input, select, textarea';

/** The visible elements that a selector finds. */
const visible = (selector: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());

/** Whether a border, a text, an icon or the native appearance shows the control. */
function isDrawn(control: HTMLElement): boolean {
  const { appearance, borderTopStyle, borderTopWidth } = getComputedStyle(control);
  const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
  const hasWords = control.textContent.trim() !== '' || control.querySelector('svg') !== null;
  // The circle of a radio button may be hidden next to its label.
  const isHidden = control.getBoundingClientRect().width <= 1;
  return hasBorder || hasWords || isHidden || appearance !== 'none';
}

/**
 * Focuses the control. Returns whether the control, its card or the text of its option then has an outline; true if it
 * cannot have the focus.
 */
function showsFocus(control: HTMLElement): boolean {
  // A dialog that was opened by a click shows no ring at its first control, which has the focus already.
  control.blur();
  control.focus({ focusVisible: true });
  if (document.activeElement !== control) return true;
  return [
    getComputedStyle(control),
    getComputedStyle(control, '::after'),
    ...(control.parentElement === null ? [] : [getComputedStyle(control.parentElement)]),
  ].some(
    ({ outlineStyle, outlineWidth }) =>
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
  );
}

/**
 * Describes the elements that have no edge or no focus ring in forced colors, in which Chromium removes backgrounds and
 * shadows.
 */
async function lostInForcedColors(): Promise<string[]> {
  await dress('forced colors');
  const nameOf = (one: HTMLElement): string =>
    `${one.tagName} ${one.ariaLabel ?? one.textContent.trim().slice(0, 30)}`;
  const notDrawn = visible(controls).filter((control) => !isDrawn(control));
  const withoutRing = visible(`${controls}, [tabindex="0"]`).filter((one) => !showsFocus(one));
  return [
    ...notDrawn.map((one) => `no edge: ${nameOf(one)}`),
    ...withoutRing.map((one) => `no focus ring: ${nameOf(one)}`),
  ];
}

const table: string[] = [];
const names = Object.keys(themes) as Theme[];

beforeAll(() => {
  // The test page has no title.
  document.title = 'Overhead';
});

// `dress` turns animations off before the page opens. Each frame of an animation would draw the whole page, which is
// thousands of pixels high.
beforeEach(() => dress('dark'));

afterEach(async () => {
  setRedNightMode(false);
  await cdp().send('Emulation.setEmulatedMedia', { features: [] });
});

afterAll(async () => {
  const head = ['view', 'state', ...names];
  const lines = [head.join(' | '), head.map(() => '---').join(' | '), ...table];
  await commands.writeFile('.run/axe.md', lines.map((line) => `| ${line} |\n`).join(''));
});

/**
 * The violations that axe finds in the shown page, by theme. Adds a line with their numbers to the table. The default is
 * for a page whose colors another page shows already. The contrast of every pair of colors in every theme is checked in
 * tokens.browser.test.ts.
 */
async function look(
  view: string,
  state: string,
  inThemes: readonly Theme[] = ['dark'],
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const theme of inThemes) {
    await dress(theme);
    const rules = recolored.includes(theme) ? 'colors' : 'all';
    for (const { rule, element, why } of await findViolations(rules))
      (found[theme] ??= []).push(`${rule} at ${element}: ${why}`);
  }
  const numbers = names.map((theme) =>
    inThemes.includes(theme) ? (found[theme]?.length ?? 0) : '',
  );
  table.push([view, state, ...numbers].join(' | '));
  return found;
}

/** The themes of the states that have the most colors: all data, and the cards of failures. */
const themesOf: Partial<Record<keyof typeof situations, readonly Theme[]>> = {
  full: names,
  failed: ['dark', 'light'],
};

describe.each(shown)('axe finds no violation in %s', (view) => {
  it.each(Object.keys(situations) as (keyof typeof situations)[])('when %s', async (name) => {
    await show(view, name);
    const scrolled = document.querySelector('main');
    expect(scrolled?.scrollHeight).toBe(scrolled?.clientHeight);
    expect(await look(view, name, themesOf[name])).toEqual({});
    // In forced colors, each control must have an edge and a focus ring.
    if (name === 'full') expect(await lostInForcedColors()).toEqual([]);
  });
});

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const choose = (name: string) => page.getByRole('radio', { name }).click();
const { state: whole, answers } = situations.full;

/** Main's answers for the unfolded parts of the Station view. */
function stationAnswers(): CommandAnswers {
  const pass = passAt(Date.now() + 3_600_000, true);
  const { t } = pass.peak;
  const ago = (days: number): number => Date.now() - days * 86_400_000;
  const moments = { rise: t - 90_300, peak: t - 90_000, set: t - 89_700, sigma: 2 };
  const prediction = {
    ...{ ...moments, id: 1, predictedAt: ago(3), peakElevation: 60, visible: true, replaces: null },
    observer: { latitude: 52.5, longitude: 13.4, altitude: 30 },
  };
  return {
    sky: skyBehind(pass),
    history: {
      heights: [10, 5, 0].map((days) => ({ at: ago(days), km: 416 - days / 10 })),
      burns: [{ at: ago(4), sigmaSeconds: 300, raisedKm: 2, sigmaKm: 0.02, detectedAt: ago(3) }],
    },
    ledger: {
      last: [{ prediction, score: { scoredAt: Date.now(), outcome: moments } }],
      predictions: 4,
      scored: 1,
      within: 1,
    },
  };
}

/** The elements that a user can open in a view. The text in the last column is visible once the element is open. */
const opened: readonly [
  what: string,
  view: Parameters<typeof openApp>[0],
  open: () => Promise<unknown>,
  words: RegExp,
][] = [
  ['the picture’s menu', 'today', () => press('More'), /Save the picture/],
  [
    'the dialog of the displays',
    'today',
    async () => {
      await press('More');
      await page.getByRole('menuitem', { name: /Choose displays/ }).click();
    },
    /How the picture fits/,
  ],
  ['a month', 'archive', () => choose('By month'), /Sun/],
  ['a day in past years', 'archive', () => choose('This day in past years'), /Not saved yet/],
  ['a day', 'archive', () => press(/for the 5\. time/), /Set as wallpaper/],
  ['the table of a pass', 'station', () => press('The path as a table'), /Highest/],
  ['the sky', 'station', () => press('What is in the sky'), /Saturn/],
  ['the horizon', 'station', () => press('Your horizon'), /A fist at arm’s length/],
  ['the record', 'station', () => press(/^How good were/), /within the stated uncertainty/],
  ['the heights', 'station', () => press('Height of the orbit'), /higher now/],
  ['the map in words', 'station', () => press('The map in words'), /next 90 minutes/],
  ['the dialog of the place', 'station', () => press('Change place'), /Town or coordinates/],
  ['the form', 'journal', () => press('New post'), /Start from/],
  ['the passes seen', 'journal', () => choose('Passes seen'), /2 nights · highest: 67°/],
  ['a question', 'settings/data', () => press('Reset…'), /Reset all settings\?/],
  ['the log', 'status', () => press('Log'), /Copy the log/],
  ['the facts', 'status', () => press('System'), /Data folder/],
  ['the shortcuts', 'status', () => press('Keyboard shortcuts'), /Actual size/],
];

it.each(opened)(
  'axe finds no violation in %s, which forced colors leave usable',
  async (what, view, openIt, words) => {
    const day = () => Promise.resolve(ok(dayPicture));
    await openApp(view, whole, { ...answers, ...stationAnswers(), day });
    await page.viewport(1080, 5000);
    await openIt();
    await expect.element(page.getByText(words).first()).toBeVisible();
    expect(await look(view, what)).toEqual({});
    expect(await lostInForcedColors()).toEqual([]);
  },
);

it.each(sectionIds)('axe finds no violation in the section %s of the settings', async (id) => {
  await openApp(`settings/${id}`, whole, answers);
  await page.viewport(1080, 5000);
  await expect.poll(() => document.activeElement?.id).toBe(id);
  expect(await look('settings', id)).toEqual({});
});

it('axe finds no violation on the first-run page', async () => {
  await openApp('today', appState({ settings: firstStartSettings }));
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
  expect(await look('first start', 'full')).toEqual({});
});

describe('axe', () => {
  it.each([
    ['color-contrast', '<p style="color: #777; background: #666">hard to read</p>'],
    ['target-size', '<input type="checkbox" aria-label="x" class="planted" />'.repeat(2)],
    ['button-name', '<button></button>'],
    ['region', '<p>outside of all landmarks</p>'],
    ['heading-order', '<h2>two</h2><h4>four</h4>'],
  ])('finds %s', async (rule, markup) => {
    await show('status', 'empty');
    const planted = document.createElement('div');
    planted.innerHTML = markup;
    const all =
      'display: inline-block; width: 12px; height: 12px; min-width: 0; min-height: 0; margin: 0';
    for (const small of planted.querySelectorAll('.planted')) small.setAttribute('style', all);
    (rule === 'region' ? document.body : document.querySelector('main'))?.prepend(planted);
    const rulesOf = async (kind: 'all' | 'colors'): Promise<string[]> =>
      (await findViolations(kind)).map((found) => found.rule);
    expect(await rulesOf('all')).toContain(rule);
    expect((await rulesOf('colors')).includes(rule)).toBe(rule === 'color-contrast');
    expect(planted.isConnected).toBe(true);
    planted.remove();
  });
});
