// Imported for the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { render } from 'vitest-browser-svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import type { Transit } from '#shared/station/sky/transit.ts';
import '#renderer/ui/base.css';
import '#renderer/ui/tokens.css';
import TransitChord from './TransitChord.svelte';

/** The station moves by one degree per second to the right, 0.1° above the centre of a disc with a radius of 0.25°. */
const chord = { t: 0, right: 0, up: 0.1, rightRate: 1, upRate: 0 };
const transit = {
  ...{ body: 'sun', t: 0, seconds: 0.5, azimuth: 180, elevation: 40, discRadius: 0.25 },
  ...{ separation: 0.1, chord, rangeKm: 600, silhouette: 36, distanceKm: 1, halfWidthKm: 4 },
  ...{ stand: { latitude: 0, longitude: 0 }, line: [], path: [] },
  ...{ lineSigmaKm: 0.5, timeSigma: 0.1, goodAt: null },
} satisfies Transit;

/** Pixels per degree: the disc has a radius of 84. */
const scale = 84 / 0.25;

async function show(changes: Partial<Transit> = {}) {
  const { container } = await render(TransitChord, {
    props: { transit: { ...transit, ...changes } },
  });
  const station = container.querySelector<SVGGElement>('g.station');
  if (station === null) throw new Error('no station');
  return { container, station };
}
const play = () => page.getByRole('button', { name: 'Play at true speed' });
const reduced = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  });

afterEach(async () => {
  vi.restoreAllMocks();
  await cdp().send('Emulation.setEmulatedMedia', { features: [] });
});

describe('TransitChord', () => {
  it('plays in real time after a click on the button, and stops at the end', async () => {
    const { station } = await show();
    await play().click();
    const [animation, ...others] = station.getAnimations();
    expect(others).toEqual([]);
    const effect = animation?.effect;
    if (!(effect instanceof KeyframeEffect)) throw new Error('no motion');
    const [from, to] = effect.getKeyframes().map(({ transform }) => {
      const [x = NaN, y = NaN] =
        String(transform)
          .match(/-?[\d.]+/g)
          ?.map(Number) ?? [];
      return { x, y };
    });
    // The path is 0.1° above the centre, from left to right.
    expect(from?.y).toBeCloseTo(110 - 0.1 * scale, 3);
    expect(to?.y).toBeCloseTo(110 - 0.1 * scale, 3);
    const degrees = ((to?.x ?? NaN) - (from?.x ?? NaN)) / scale;
    expect(degrees / (Number(effect.getTiming().duration) / 1000)).toBeCloseTo(1, 3);
    animation?.finish();
    expect(station.getAnimations()).toEqual([]);
    expect(document.getAnimations().filter(({ effect: one }) => one === effect)).toEqual([]);
  });

  it('plays automatically when it comes into view', async () => {
    const animate = vi.spyOn(Element.prototype, 'animate');
    const { station } = await show();
    await expect.poll(() => animate.mock.contexts).toEqual([station]);
  });

  it('shows marks instead of motion, and no button, if the user prefers reduced motion', async () => {
    await reduced('reduce');
    const { container, station } = await show();
    expect(container.querySelector('svg')?.dataset['calm']).toBe('true');
    await expect.element(play()).not.toBeInTheDocument();
    expect(station.getAnimations()).toEqual([]);
    // A mark every tenth of a second: every 34 pixels.
    const marks = [...container.querySelectorAll<SVGGElement>('g.mark')];
    const lefts = marks.map((mark) => mark.getBoundingClientRect().left);
    expect(marks).toHaveLength(7);
    expect((lefts[1] ?? NaN) - (lefts[0] ?? NaN)).toBeCloseTo(0.1 * scale, 0);
    await expect.element(page.getByText(/A mark every 0\.1\ss;/)).toBeVisible();
  });

  it('shows bands of one and two standard deviations, and the station at four times its size', async () => {
    const { container, station } = await show();
    const heights = [...container.querySelectorAll('rect.band')].map((band) =>
      Number(band.getAttribute('height')),
    );
    // The radius of the disc is 4 km.
    const sigma = (0.5 / 4) * 84;
    expect(heights).toEqual([4 * sigma, 2 * sigma]);
    const { height } = station.getBoundingClientRect();
    expect(height).toBeCloseTo(4 * (36 / 3600) * scale, 0);
  });

  it('shows the view from the centre line if the user’s place is too far away', async () => {
    const { station } = await show({ separation: 0.9, distanceKm: 14 });
    await expect.element(page.getByRole('img', { name: /from the line/ })).toBeVisible();
    expect(station.style.transform).toBe('translate(110px, 110px)');
    await show();
    await expect.element(page.getByRole('img', { name: /from your place/ })).toBeVisible();
  });
});
