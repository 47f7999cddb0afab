import { afterEach, expect, it, vi } from 'vitest';
import { readDisplays } from './displays.ts';

const screenDouble = vi.hoisted(() => ({
  getPrimaryDisplay: () => ({ id: 2 }),
  getAllDisplays: () =>
    [1, 2, 3].map((id) => ({
      id,
      label: `display ${id}`,
      bounds: { x: (id - 2) * 1280, y: 0, width: 1280, height: 720 },
      workArea: { x: (id - 2) * 1280, y: 0, width: 1280, height: 680 },
      scaleFactor: 1.5,
      rotation: 0,
    })),
  dipToScreenRect: (_window: null, { x, y, width, height }: Electron.Rectangle) => ({
    x: x * 1.5,
    y: y * 1.5,
    width: width * 1.5,
    height: height * 1.5,
  }),
}));
vi.mock('electron', () => ({ screen: screenDouble }));

const { platform } = process;
const setPlatform = (value: string) => Object.defineProperty(process, 'platform', { value });
afterEach(() => setPlatform(platform));

it('readDisplays returns the primary display first, and the others in their order', () => {
  setPlatform('linux');
  expect(readDisplays().map(({ id, isPrimary }) => [id, isPrimary])).toEqual([
    [2, true],
    [1, false],
    [3, false],
  ]);
  expect(readDisplays()[0]).toEqual({
    id: 2,
    label: 'display 2',
    isPrimary: true,
    bounds: { x: 0, y: 0, width: 1280, height: 720 },
    workArea: { x: 0, y: 0, width: 1280, height: 680 },
    scaleFactor: 1.5,
  });
});

it('readDisplays adds the area in pixels on Windows', () => {
  setPlatform('win32');
  expect(readDisplays()[2]).toMatchObject({
    pixels: { x: 1920, y: 0, width: 1920, height: 1080 },
  });
});
