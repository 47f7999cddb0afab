import { expect, it } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import type { WindowPlace } from './bounds.ts';
import { keepWindowPlace } from './kept-place.ts';

const size = { width: 1080, height: 720 };
/** The height of the title bar that the window manager adds, in pixels. */
const titleBar = 37;

/** Windows under a window manager that reports the place of the contents, and takes it for that of the frame. */
function desktop(stored: WindowPlace | null) {
  const clock = new FakeClock();
  const place = memoryValue<WindowPlace | null>(stored);
  function open(made = place.get() ?? { x: 100, y: 100, ...size }) {
    const bounds = { x: made.x, y: made.y + titleBar, width: made.width, height: made.height };
    const window = { getNormalBounds: () => ({ ...bounds }), isDestroyed: () => false };
    return { bounds, keeper: keepWindowPlace({ window, clock, place, made }) };
  }
  return { clock, place, open };
}

it('keepWindowPlace keeps the place of a window that the user does not move, however often it is opened', async () => {
  const { clock, place, open } = desktop({ x: 200, y: 150, ...size, maximised: false });
  for (let round = 0; round < 3; round += 1) {
    const { keeper } = open();
    keeper.shown();
    await clock.advance(20_000);
    keeper.keep(false);
  }
  expect(place.get()).toEqual({ x: 200, y: 150, ...size, maximised: false });
});

it('keepWindowPlace stores the place to which the user moved the window, also after it was brought to the front', async () => {
  const { clock, place, open } = desktop(null);
  const { bounds, keeper } = open();
  keeper.shown();
  await clock.advance(500);
  Object.assign(bounds, { x: 400, width: 900 });
  keeper.shown();
  await clock.advance(500);
  keeper.keep(true);
  expect(place.get()).toEqual({ x: 400, y: 137, width: 900, height: 720, maximised: true });
});

it('keepWindowPlace stores the place of a window that the user moved only up or down', async () => {
  const { clock, place, open } = desktop(null);
  const { bounds, keeper } = open();
  keeper.shown();
  await clock.advance(500);
  Object.assign(bounds, { y: 300 });
  keeper.keep(false);
  expect(place.get()).toEqual({ x: 100, y: 300, ...size, maximised: false });
});

it('keepWindowPlace keeps the place of a window that was made elsewhere, because its display is not connected', async () => {
  const stored = { x: 3000, y: 150, ...size, maximised: false };
  const { clock, place, open } = desktop(stored);
  const { keeper } = open({ x: 100, y: 100, ...size, maximised: false });
  keeper.shown();
  await clock.advance(500);
  keeper.keep(false);
  expect(place.get()).toEqual(stored);
});

it('keepWindowPlace stores the size, and not the position, of a window that is closed before it is placed', async () => {
  const { clock, place, open } = desktop(null);
  const { bounds, keeper } = open();
  keeper.shown();
  await clock.advance(100);
  Object.assign(bounds, { width: 900, height: 600 });
  keeper.keep(false);
  await clock.advance(10_000);
  expect(place.get()).toEqual({ x: 100, y: 100, width: 900, height: 600, maximised: false });
});

it('keepWindowPlace waits for the window manager each time that the window is shown', async () => {
  const { clock, place, open } = desktop(null);
  const { bounds, keeper } = open();
  const keptX = (): number | undefined => {
    keeper.keep(false);
    return place.get()?.x;
  };
  keeper.shown();
  await clock.advance(500);
  expect(keptX()).toBe(100);
  // From now on, the window manager moves the window whenever it is shown.
  Object.assign(bounds, { x: 300 });
  keeper.shown();
  await clock.advance(100);
  expect(keptX()).toBe(100);
  Object.assign(bounds, { x: 350 });
  // A hidden window is not moved.
  expect(keptX()).toBe(100);
  keeper.shown();
  // The wait that the call of `shown` before the last one began would have ended by now.
  await clock.advance(450);
  Object.assign(bounds, { x: 400 });
  expect(keptX()).toBe(100);
  keeper.shown();
  await clock.advance(500);
  expect(keptX()).toBe(100);
});
