// For the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { cdp, commands, page } from 'vitest/browser';
import { firstSettings } from '#shared/settings/settings.ts';
import { views } from '#renderer/app/views.ts';
import { showNight } from '#renderer/ui/page-night.ts';
import Glance from '../glance/Glance.svelte';
import { findViolations } from './axe.ts';
import { bridgeDouble } from './bridge-double.ts';
import { situations } from './every-state.ts';
import { open } from './open.ts';
import { appState } from './states.ts';

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

async function dress(theme: Theme): Promise<void> {
  showNight(theme === 'night');
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
    await open(view, state, answers);
    // Axe does not measure the contrast of what is scrolled away.
    await page.viewport(1080, 5000);
  }
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
}

const table: string[] = [];
const names = Object.keys(themes) as Theme[];

beforeAll(() => {
  // The page of the tests has none.
  document.title = 'Overhead';
});

afterEach(async () => {
  showNight(false);
  await cdp().send('Emulation.setEmulatedMedia', { features: [] });
});

afterAll(async () => {
  const head = ['view', 'state', ...names];
  const lines = [head.join(' | '), head.map(() => '---').join(' | '), ...table];
  await commands.writeFile('.run/axe.md', lines.map((line) => `| ${line} |\n`).join(''));
});

/** What axe finds in what is shown, by theme; a line of the table. */
async function look(view: string, state: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const theme of names) {
    await dress(theme);
    for (const { rule, element, why } of await findViolations())
      (found[theme] ??= []).push(`${rule} at ${element}: ${why}`);
  }
  table.push([view, state, ...names.map((theme) => found[theme]?.length ?? 0)].join(' | '));
  return found;
}

describe.each(shown)('axe finds nothing in %s', (view) => {
  it.each(Object.keys(situations) as (keyof typeof situations)[])('when %s', async (name) => {
    await show(view, name);
    const scrolled = document.querySelector('main');
    expect(scrolled?.scrollHeight).toBe(scrolled?.clientHeight);
    expect(await look(view, name)).toEqual({});
  });
});

it('axe finds nothing in the page of the first start', async () => {
  await open('today', appState({ settings: firstSettings }));
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
    await show('settings', 'full');
    const planted = document.createElement('div');
    planted.innerHTML = markup;
    const all =
      'display: inline-block; width: 12px; height: 12px; min-width: 0; min-height: 0; margin: 0';
    for (const small of planted.querySelectorAll('.planted')) small.setAttribute('style', all);
    (rule === 'region' ? document.body : document.querySelector('main'))?.prepend(planted);
    expect((await findViolations()).map((found) => found.rule)).toContain(rule);
    planted.remove();
  });
});
