// Imported for the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { cdp, page } from 'vitest/browser';
import { views } from '#renderer/app/views.ts';
import AttachedCard from '#renderer/journal/AttachedCard.svelte';
import { setRedNightMode } from '#renderer/ui/page-night.ts';
import { bridgeDouble } from './bridge-double.ts';
import { situations } from './every-state.ts';
import { openApp } from './open.ts';
import { eveningSoon, skyBehind } from './sky-states.ts';
import { appState, passAt } from './states.ts';
import { knownStation } from './station-states.ts';

afterEach(async () => {
  setRedNightMode(false);
  await cdp().send('Emulation.setEmulatedMedia', { features: [] });
});

const wearScheme = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value }],
  });

const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

/** Red, green and blue of a colour on black, from 0 to 255. */
function onBlack(colour: string): readonly [number, number, number] {
  if (context === null) throw new Error('no canvas');
  context.fillStyle = '#000';
  context.fillRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
const brightness = (colour: string): number =>
  onBlack(colour).reduce((sum, value) => sum + value, 0) / 3;

/** The area of a switch that is on, in square CSS pixels: the largest part that may be filled with bright red. */
const mostFilled = 40 * 24;

/** Visible parts of the page that are bright: with a background larger than a switch, or a border over 2 pixels. */
const brightParts = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('body *')].flatMap((part) => {
    if (!part.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    const { width, height } = part.getBoundingClientRect();
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(part);
    const isFilled = width * height > mostFilled && onBlack(backgroundColor)[0] > 128;
    const isFramed = Number.parseFloat(borderTopWidth) > 2 && onBlack(borderTopColor)[0] > 128;
    return isFilled || isFramed ? [`${part.tagName} ${part.className} ${width}x${height}`] : [];
  });

async function openAtNight(view: (typeof views)[number]): Promise<void> {
  const { state, answers } = situations.full;
  await openApp(view, { ...state, settings: { ...state.settings, nightMode: true } }, answers);
  await expect.poll(() => document.documentElement.dataset['night']).toBe('red');
}

it.each(views)('no large part of %s is bright in red night mode', async (view) => {
  await openAtNight(view);
  await page.viewport(1080, 5000);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
  await expect.poll(brightParts).toEqual([]);
});

it('a disabled button is dim in red night mode', async () => {
  await openAtNight('journal');
  const probe = document.createElement('button');
  probe.disabled = true;
  document.body.append(probe);
  expect(Number(getComputedStyle(probe).opacity)).toBeLessThan(0.7);
  probe.remove();
});

const pass = passAt(Date.now() + 3_600_000, true);

it.each(['light', 'dark'])(
  'the lit part of the Moon is brighter than its dark part in the %s theme',
  async (scheme) => {
    await wearScheme(scheme);
    const fillOf = (selector: string): number => {
      const part = document.querySelector(selector);
      if (part === null) throw new Error(`no ${selector}`);
      return brightness(getComputedStyle(part).fill);
    };
    const state = appState({ station: knownStation({ passes: [pass] }) });
    const answers = { sky: skyBehind(pass), evening: eveningSoon() };
    await openApp('station', state, answers);
    await expect.poll(() => document.querySelector('.sky-layers .lit')).not.toBeNull();
    expect(fillOf('.sky-layers .lit')).toBeGreaterThan(fillOf('.sky-layers .moon') + 100);
    location.hash = 'today';
    await expect.poll(() => document.querySelector('.tonight path')).not.toBeNull();
    await expect.poll(() => document.querySelector('.tonight .disc ~ path')).not.toBeNull();
    expect(fillOf('.tonight .disc ~ path')).toBeGreaterThan(fillOf('.tonight .disc') + 100);
  },
);

it('the path of a pass in the journal stands out from the sky in the light theme', async () => {
  await wearScheme('light');
  const path = { rise: 270, peak: 181, height: 67, set: 90 };
  const attached = { kind: 'pass', at: Date.now(), path } as const;
  await render(AttachedCard, { props: { attached, bridge: bridgeDouble(appState(), {}).bridge } });
  const curve = document.querySelector('a svg path');
  const sky = document.querySelector('a svg circle');
  if (curve === null || sky === null) throw new Error('no path');
  expect(brightness(getComputedStyle(curve).stroke)).toBeGreaterThan(
    brightness(getComputedStyle(sky).fill) + 80,
  );
});
