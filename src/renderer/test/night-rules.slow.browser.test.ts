// Imported for the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { cdp, page, userEvent } from 'vitest/browser';
import { views } from '#renderer/app/views.ts';
import AttachedCard from '#renderer/journal/AttachedCard.svelte';
import { setRedNightMode } from '#renderer/ui/page-night.ts';
import Glance from '../glance/Glance.svelte';
import { bridgeDouble } from './bridge-double.ts';
import { situations } from './every-state.ts';
import Harness from './Harness.svelte';
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

/**
 * Visible parts of the page that are bright: with a background or a filled shape larger than a switch, or a border over
 * 2 pixels.
 */
const brightParts = (): string[] =>
  [...document.querySelectorAll<HTMLElement | SVGElement>('body *')].flatMap((part) => {
    if (!part.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    const { width, height } = part.getBoundingClientRect();
    const { backgroundColor, borderTopColor, borderTopWidth, fill } = getComputedStyle(part);
    const filling = part instanceof SVGCircleElement ? fill : backgroundColor;
    const isFilled = width * height > mostFilled && onBlack(filling)[0] > 128;
    const isFramed = Number.parseFloat(borderTopWidth) > 2 && onBlack(borderTopColor)[0] > 128;
    return isFilled || isFramed
      ? [`${part.tagName} ${part.getAttribute('class')} ${width}x${height}`]
      : [];
  });

const { state, answers } = situations.full;
const nightState = { ...state, settings: { ...state.settings, nightMode: true } };

async function openAtNight(view: (typeof views)[number] | 'settings/data'): Promise<void> {
  await openApp(view, nightState, answers);
  await expect.poll(() => document.documentElement.dataset['night']).toBe('red');
}

it.each(views)('no large part of %s is bright in red night mode', async (view) => {
  await openAtNight(view);
  await page.viewport(1080, 5000);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
  await expect.poll(brightParts).toEqual([]);
});

it('no large part of a dialog is bright in red night mode', async () => {
  await openAtNight('settings/data');
  await page.getByRole('button', { name: 'Reset…' }).click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  await expect.poll(brightParts).toEqual([]);
});

it('no large part of the first-run page is bright in red night mode', async () => {
  const wallpaper = { ...nightState.settings.wallpaper, enabled: null };
  const settings = { ...nightState.settings, wallpaper };
  await openApp('today', { ...nightState, settings }, answers);
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toMatchTextContent('Welcome to Overhead');
  await expect.poll(() => document.documentElement.dataset['night']).toBe('red');
  await expect.poll(brightParts).toEqual([]);
});

it('no large part of the glance is bright in red night mode', async () => {
  await page.viewport(380, 560);
  setRedNightMode(true);
  await render(Glance, { props: { bridge: bridgeDouble(nightState, answers).bridge } });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
  await expect.poll(brightParts).toEqual([]);
});

/** The number of pixels of the window that emit green or blue light, and of those that emit red light. */
async function lightOfPage(): Promise<{ greenOrBlue: number; red: number }> {
  const image = new Image();
  image.src = `data:image/png;base64,${await page.screenshot({ save: false })}`;
  await image.decode();
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  if (canvas === null) throw new Error('no canvas');
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  const light = { greenOrBlue: 0, red: 0 };
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (green > 3 || blue > 3) light.greenOrBlue += 1;
    else if (red > 100) light.red += 1;
  }
  return light;
}

it.each<[string, string, (element: HTMLElement) => unknown]>([
  ['a part of the page', 'div', () => undefined],
  ['a dialog', 'dialog', (element) => (element as HTMLDialogElement).showModal()],
  ['a popover', 'div', (element) => element.showPopover()],
  ['an element in full screen', 'div', (element) => element.requestFullscreen()],
])('%s emits only red light in red night mode', async (kind, tag, show) => {
  await page.viewport(600, 400);
  setRedNightMode(true);
  const element = document.createElement(tag);
  if (kind === 'a popover') element.popover = 'manual';
  element.style.border = '0';
  element.innerHTML = '<div style="width: 200px; height: 100px; background: #cde"></div>';
  const opener = document.createElement('button');
  opener.textContent = 'Open';
  opener.addEventListener('click', () => show(element));
  document.body.append(opener, element);
  onTestFinished(async () => {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    element.remove();
    opener.remove();
  });
  await userEvent.click(opener);
  if (kind === 'an element in full screen')
    await expect.poll(() => document.fullscreenElement).toBe(element);
  const { greenOrBlue, red } = await lightOfPage();
  expect(greenOrBlue).toBe(0);
  expect(red).toBeGreaterThan(15_000);
});

it('an element that moves in a view transition emits only red light in red night mode', async () => {
  await page.viewport(600, 400);
  setRedNightMode(true);
  const element = document.createElement('div');
  element.style.cssText = 'width: 200px; height: 100px; background: #cde';
  element.style.viewTransitionName = 'moving';
  document.body.append(element);
  onTestFinished(() => element.remove());
  const transition = document.startViewTransition();
  await transition.ready;
  for (const animation of document.getAnimations()) animation.pause();
  const { greenOrBlue, red } = await lightOfPage();
  transition.skipTransition();
  expect(greenOrBlue).toBe(0);
  expect(red).toBeGreaterThan(15_000);
});

it('a blurred picture stays blurred in red night mode, and is dimmed', async () => {
  await openAtNight('today');
  await expect.poll(() => document.querySelector('.backdrop')).not.toBeNull();
  const backdrop = document.querySelector('.backdrop') ?? expect.fail();
  expect(getComputedStyle(backdrop).filter).toMatch(/blur.*grayscale/);
});

it('disabled buttons and menu items are dim in red night mode', async () => {
  setRedNightMode(true);
  const items = [{ label: 'Download', reason: 'It is here.', onselect: () => undefined }];
  await render(Harness, { items, reason: 'Nothing is loaded yet.' });
  await page.getByRole('button', { name: 'Outside' }).click();
  const disabled = [
    page.getByRole('button', { name: 'Open the dialog' }),
    page.getByRole('menuitem', { name: /^Download/ }),
  ];
  for (const one of disabled) {
    await expect.element(one).toHaveAttribute('aria-disabled', 'true');
    expect(Number(getComputedStyle(one.element()).opacity)).toBeLessThan(0.7);
  }
});

const pass = passAt(Date.now() + 3_600_000, true);

it.each([
  ['the light theme', 'light', 'none'],
  ['the dark theme', 'dark', 'none'],
  ['light forced colors', 'light', 'active'],
])(
  'the lit part of the Moon is brighter than its dark part in %s',
  async (_name, scheme, forced) => {
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'forced-colors', value: forced },
      ],
    });
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
    expect(fillOf('.sky-layers .name')).toBeGreaterThan(fillOf('.chart .sky') + 100);
    // The station's ring has to stand out from the dark sky, although the system forces the colours of elements.
    const ring = document.querySelector('.chart .station');
    expect(ring && brightness(getComputedStyle(ring).borderTopColor)).toBeGreaterThan(100);
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
