import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadAtlas } from './atlas.ts';
import { keepDrawing } from './keep-drawing.ts';
import { fitWorld, placeAt } from './projection.ts';

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

function hide(hidden: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange'));
}
afterEach(() => void vi.restoreAllMocks());

describe('placeAt', () => {
  const projection = fitWorld(800, 420);

  it.each([
    [0, 0],
    [-179, 10],
    [120, -85],
  ])('finds the place drawn for %d°, %d°', (longitude, latitude) => {
    const [x, y] = projection([longitude, latitude]) ?? [NaN, NaN];
    const place = placeAt(projection, x, y);
    expect(place?.longitude).toBeCloseTo(longitude, 3);
    expect(place?.latitude).toBeCloseTo(latitude, 3);
  });

  it.each([
    [1, 1],
    [799, 419],
    [30, 100],
    [400, 2],
  ])('finds nothing beside the globe, at %d, %d', (x, y) => {
    expect(placeAt(projection, x, y)).toBeNull();
  });
});

describe('keepDrawing', () => {
  it('draws again and again, and stops', async () => {
    const draw = vi.fn(() => 0);
    const drawing = keepDrawing(draw);
    await expect.poll(() => draw.mock.calls.length).toBeGreaterThan(3);
    drawing.stop();
    draw.mockClear();
    for (let k = 0; k < 5; k++) await frame();
    expect(draw).not.toHaveBeenCalled();
  });

  it('draws nothing while the page is hidden, and at once when it is shown', async () => {
    const draw = vi.fn(() => 0);
    const drawing = keepDrawing(draw);
    await expect.poll(() => draw.mock.calls.length).toBeGreaterThan(0);
    hide(true);
    draw.mockClear();
    drawing.redraw();
    for (let k = 0; k < 5; k++) await frame();
    expect(draw).not.toHaveBeenCalled();
    hide(false);
    await expect.poll(() => draw.mock.calls.length).toBeGreaterThan(0);
    drawing.stop();
  });

  it('waits as long as it is told, unless something changes', async () => {
    const draw = vi.fn(() => 3_600_000);
    const drawing = keepDrawing(draw);
    await expect.poll(() => draw.mock.calls.length).toBe(1);
    for (let k = 0; k < 5; k++) await frame();
    expect(draw).toHaveBeenCalledTimes(1);
    drawing.redraw();
    await expect.poll(() => draw.mock.calls.length).toBe(2);
    drawing.stop();
  });
});

describe('loadAtlas', () => {
  it('has the land, and knows what is where', async () => {
    const { land, borders, placeUnder } = await loadAtlas();
    expect(land.type).toBe('FeatureCollection');
    expect(borders.type).toBe('MultiLineString');
    expect(placeUnder(-10, -52)).toBe('over Brazil');
    expect(placeUnder(-40, -120)).toBe('over the South Pacific Ocean');
  });
});
