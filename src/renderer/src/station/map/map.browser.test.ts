import { describe, expect, it, vi } from 'vitest';
import { loadAtlas } from './atlas.ts';
import { followColours } from './colours.ts';
import { keepDrawing } from './keep-drawing.ts';
import { drawNight } from './night.ts';
import { fitGlobe, fitWorld, pointOfPlace } from './projection.ts';

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

it('followColours calls back at each change of red night mode, and no longer after its subscription has ended', async () => {
  const root = document.documentElement;
  let calls = 0;
  const stop = followColours(document.body, () => (calls += 1));
  expect(calls).toBe(1);
  root.dataset['night'] = 'red';
  await expect.poll(() => calls).toBe(2);
  delete root.dataset['night'];
  await expect.poll(() => calls).toBe(3);
  stop();
  root.dataset['night'] = 'red';
  await frame();
  delete root.dataset['night'];
  expect(calls).toBe(3);
});

it('drawNight darkens a place by the same amount on the globe (pixels) and on the flat map (circles)', () => {
  // At the March equinox the Sun is above 0° N 0° E at about noon in UTC, and rises at 90° W.
  const noon = Date.UTC(2026, 2, 20, 12, 7) / 1000;
  const night = { colour: 'rgb(0 0 40)', lights: null, city: '#ff0' };
  const paint = (projection: ReturnType<typeof fitWorld>, width: number, height: number) => {
    const context = new OffscreenCanvas(width, height).getContext('2d') ?? expect.fail();
    drawNight(context, projection, noon, night);
    return (longitude: number): number => {
      const [x, y] = pointOfPlace(projection, { longitude, latitude: 0 }) ?? [NaN, NaN];
      return context.getImageData(Math.round(x), Math.round(y), 1, 1).data[3] ?? NaN;
    };
  };
  const onMap = paint(fitWorld(1600, 840), 1600, 840);
  const onGlobe = paint(fitGlobe(900, 900, { longitude: 100, latitude: 0 }), 900, 900);
  const longitudes = Array.from({ length: 34 }, (_, k) => 70 + 2 * k);
  const differences = longitudes.map((one) => Math.abs(onMap(one) - onGlobe(one)));
  // The circles darken in steps of about 20.
  expect(Math.max(...differences)).toBeLessThan(24);
  const depths = longitudes.map(onGlobe);
  expect(depths).toEqual(depths.toSorted((a, b) => a - b));
  expect([depths[0], (depths.at(-1) ?? 0) > 100]).toEqual([0, true]);
});

it('keepDrawing draws nothing while the canvas is scrolled out of view, and at once when it is back', async () => {
  const scroller = document.createElement('div');
  scroller.style.cssText = 'height: 200px; overflow: auto';
  scroller.innerHTML = '<canvas style="display: block"></canvas><p style="height: 2000px"></p>';
  document.body.append(scroller);
  const draw = vi.fn(() => 0);
  const drawing = keepDrawing(scroller.firstElementChild ?? expect.fail(), draw);
  const drawsInFrames = async (): Promise<number> => {
    draw.mockClear();
    for (let k = 0; k < 5; k++) await frame();
    return draw.mock.calls.length;
  };
  await expect.poll(drawsInFrames).toBeGreaterThan(0);
  scroller.scrollTop = 1000;
  await expect.poll(drawsInFrames).toBe(0);
  drawing.redraw();
  expect(await drawsInFrames()).toBe(0);
  scroller.scrollTop = 0;
  await expect.poll(drawsInFrames).toBeGreaterThan(0);
  drawing.stop();
  scroller.remove();
});

describe('loadAtlas', () => {
  it('returns the land, and the country at a place', async () => {
    const { land, borders, placeUnder } = await loadAtlas();
    expect(land.type).toBe('FeatureCollection');
    expect(borders.type).toBe('MultiLineString');
    expect(placeUnder(-10, -52)).toBe('over Brazil');
    expect(placeUnder(-40, -120)).toBe('over the South Pacific Ocean');
  });
});
