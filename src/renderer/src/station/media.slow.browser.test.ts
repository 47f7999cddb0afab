// Imported for the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { openApp } from '#renderer-test/open.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import { appState } from '#renderer-test/states.ts';

const map = (): HTMLCanvasElement => {
  const found = document.querySelector('canvas');
  if (found === null) throw new Error('no canvas');
  return found;
};
/** Opens the view with the flat map. */
async function openStation(): Promise<void> {
  await openApp('station', appState({ station: knownStation() }));
  await expect.poll(() => map().dataset['land']).toBe('true');
  const globe = map().toDataURL();
  await page.getByRole('radio', { name: 'Map' }).click();
  await expect.poll(() => map().toDataURL()).not.toBe(globe);
}
const media = async (name: string, value: string): Promise<void> => {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] });
};
const density = async (deviceScaleFactor: number): Promise<void> => {
  const size = { width: 0, height: 0, mobile: false };
  await cdp().send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor });
};

afterEach(async () => {
  vi.restoreAllMocks();
  await cdp().send('Emulation.setEmulatedMedia', { features: [] });
  await cdp().send('Emulation.clearDeviceMetricsOverride');
});

/** Imitates changes of the screen's density, because an emulated change does not reach the iframe of the test. */
function screens() {
  let ratio = 1;
  let queries: EventTarget[] = [];
  vi.spyOn(window, 'devicePixelRatio', 'get').mockImplementation(() => ratio);
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    if (!query.includes('resolution')) return real(query);
    expect(query).toBe(`(resolution: ${ratio}dppx)`);
    const list = new EventTarget();
    queries.push(list);
    return list as MediaQueryList;
  });
  return (next: number): void => {
    ratio = next;
    // Each listener makes a new query.
    const earlier = queries;
    queries = [];
    for (const list of earlier) list.dispatchEvent(new Event('change'));
  };
}

describe('the map on another screen', () => {
  it('is redrawn at the resolution of the new screen', async () => {
    const moveTo = screens();
    await openStation();
    await expect.poll(() => map().dataset['land']).toBe('true');
    for (const ratio of [2, 1.5, 1]) {
      moveTo(ratio);
      await expect.poll(() => map().width).toBe(Math.round(map().clientWidth * ratio));
      // The whole map is drawn: sea or land is in the middle and near the far end.
      const { width, height } = map();
      for (const part of [0.5, 0.8])
        await expect.poll(() => pixel(Math.round(part * width), height >> 1)[3]).toBe(255);
    }
  });
});

describe('the station view with reduced motion', () => {
  afterEach(() => void vi.useRealTimers());

  /** How often the map is drawn in 10 s; each drawing copies the slow layer once. */
  function drawings(): number {
    const copied = vi.spyOn(CanvasRenderingContext2D.prototype, 'drawImage');
    vi.advanceTimersByTime(10_000);
    const contexts = copied.mock.contexts as readonly CanvasRenderingContext2D[];
    copied.mockRestore();
    return contexts.filter(({ canvas }) => canvas === map()).length;
  }

  it('moves the station once a second instead of in each frame', async () => {
    // A density at which the station moves visibly in each frame.
    await density(4);
    const frames = ['requestAnimationFrame', 'cancelAnimationFrame'] as const;
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', ...frames] });
    await openStation();
    await expect.poll(() => map().dataset['land']).toBe('true');
    await expect.poll(() => map().width).toBeGreaterThan(300);
    // More than one drawing a second: 19 to 30, because the station moves more slowly on the map near the equator.
    expect(drawings()).toBeGreaterThan(11);
    await media('prefers-reduced-motion', 'reduce');
    await expect.poll(() => matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true);
    // A step that was already scheduled may still be drawn.
    vi.advanceTimersByTime(1_000);
    // One drawing a second. A frame of 16 ms may move the last one out of the ten seconds.
    expect([9, 10]).toContain(drawings());
  });
});

describe('the station view in forced colours', () => {
  it('draws land, place and the times beside the sky in the user’s colours', async () => {
    await media('forced-colors', 'active');
    await openStation();
    await expect.poll(() => map().dataset['land']).toBe('true');
    const [canvas, text] = ['Canvas', 'CanvasText'].map(resolved);
    // Most of the world is sea, at any position of the station.
    await expect.poll(() => share(canvas ?? [])).toBeGreaterThan(0.4);
    expect(share(canvas ?? [])).toBeLessThan(0.9);
    const svg = page.getByRole('img', { name: /^The sky as you look up/ }).element();
    const label = svg.querySelector('text.from');
    expect(label && getComputedStyle(label).fill).toBe(`rgb(${text?.slice(0, 3).join(', ')})`);
  });

  it('draws the map again when the user’s colours change', async () => {
    await openStation();
    await expect.poll(() => map().dataset['land']).toBe('true');
    const before = map().toDataURL();
    await media('forced-colors', 'active');
    await expect.poll(() => share(resolved('Canvas'))).toBeGreaterThan(0.4);
    expect(map().toDataURL()).not.toBe(before);
  });
});

function pixel(x: number, y: number): number[] {
  return [...(map().getContext('2d')?.getImageData(x, y, 1, 1).data ?? [])];
}

/** A system colour as red, green, blue and alpha. */
function resolved(colour: string): number[] {
  const probe = document.createElement('canvas');
  const context = probe.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data];
}

/** The share of the map that has a colour. */
function share(colour: readonly number[]): number {
  const { width, height } = map();
  const data = map().getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
  let found = 0;
  for (let at = 0; at < data.length; at += 4)
    if (colour.every((value, channel) => data[at + channel] === value)) found += 1;
  return found / (width * height);
}
