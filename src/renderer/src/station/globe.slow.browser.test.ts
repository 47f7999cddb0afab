import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { idleRemote } from '#shared/remote.ts';
import type { SettingsChange } from '#shared/settings/settings.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { openApp } from '#renderer-test/open.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import { appState } from '#renderer-test/states.ts';
import { hasGraphicsCard } from './map/painter.ts';

const canvas = (): HTMLCanvasElement =>
  document.querySelector<HTMLCanvasElement>('.world canvas') ?? expect.fail('no canvas');
const follow = () => page.getByRole('button', { name: 'Follow the station' });
const said = (): string | undefined =>
  document.querySelector('.pointed')?.textContent.trim().replaceAll(/\s+/g, ' ');
const picture = (): string => canvas().toDataURL();
/** The width of the drawing at full resolution, in pixels. It follows a change of the layout with a delay. */
const allPixels = (): number => Math.round(canvas().clientWidth * devicePixelRatio);

/** Waits until the map is drawn, with land, at full resolution. */
async function drawn(): Promise<void> {
  await expect.poll(() => canvas().dataset['land']).toBe('true');
  await expect.poll(() => canvas().width - allPixels()).toBe(0);
}

/**
 * Opens the station's view and waits until the map of this shape is drawn. The place of the observer is in the middle of
 * the flat map, and of a globe that has not followed a station yet.
 */
async function openMap(shape = 'Map') {
  const observer = { latitude: 0, longitude: 0, altitude: null, source: 'settings' } as const;
  const station = { ...knownStation({ observer }), orbit: null, fix: idleRemote };
  const main = await openApp('station', appState({ station }));
  await drawn();
  const globe = picture();
  await page.getByRole('radio', { name: shape }).click();
  // The globe is drawn first.
  if (shape === 'Map') await expect.poll(picture).not.toBe(globe);
  await drawn();
  return main;
}

/** Drags from the centre of the map by some pixels. @param then called before the release */
async function drag(dx: number, dy: number, then?: () => Promise<void>): Promise<void> {
  const { x, y, width, height } = canvas().getBoundingClientRect();
  const [fromX, fromY] = [x + width / 2, y + height / 2];
  const at = (clientX: number, clientY: number) => ({
    ...{ clientX, clientY, button: 0, pointerId: 1, bubbles: true },
  });
  // A synthetic pointer cannot be captured.
  canvas().setPointerCapture = () => undefined;
  canvas().dispatchEvent(new PointerEvent('pointerdown', at(fromX, fromY)));
  for (let k = 1; k <= 5; k += 1)
    canvas().dispatchEvent(
      new PointerEvent('pointermove', at(fromX + (dx * k) / 5, fromY + (dy * k) / 5)),
    );
  // The pointer rests before its release.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await then?.();
  canvas().dispatchEvent(new PointerEvent('pointerup', at(fromX + dx, fromY + dy)));
  canvas().dispatchEvent(new PointerEvent('click', at(fromX + dx, fromY + dy)));
}

describe('the globe', () => {
  it('is the default map, turns when dragged, and follows the station again on request', async () => {
    await openApp('station', appState({ station: knownStation() }));
    await drawn();
    await expect.element(page.getByRole('radio', { name: 'Globe' })).toBeChecked();
    expect(follow().elements()).toEqual([]);
    await drag(120, 30);
    await expect.element(follow()).toBeVisible();
    expect(page.getByRole('alertdialog').elements()).toEqual([]);
    expect(await findViolations()).toEqual([]);
    await follow().click();
    await expect.poll(() => follow().elements()).toEqual([]);
  });

  it('is drawn with fewer pixels during a drag without a graphics card, and with all pixels at rest', async () => {
    await openApp(
      'station',
      appState({ station: { ...knownStation(), orbit: null, fix: idleRemote } }),
    );
    await drawn();
    const pixels = (): number => canvas().width;
    const full = pixels();
    const { x, y, width, height } = canvas().getBoundingClientRect();
    let side = 1;
    const move = (): number => {
      side = -side;
      const at = { clientX: x + width / 2 + 40 * side, clientY: y + height / 2 };
      canvas().dispatchEvent(new PointerEvent('pointermove', { ...at, pointerId: 1 }));
      return pixels();
    };
    await drag(120, 30, async () => {
      const least = hasGraphicsCard() ? full + 1 : full;
      await expect.poll(move, { interval: 30 }).toBeLessThan(least);
      // The pointer rests, and its button is still pressed.
      await expect.poll(pixels).toBe(full);
    });
  });

  it('has a context menu, and neither the globe nor the flat map opens a dialog on a drag', async () => {
    await openApp('station', appState({ station: knownStation() }));
    await drawn();
    await page.getByRole('radio', { name: 'Map' }).click();
    await drag(120, 30);
    expect(follow().elements()).toEqual([]);
    expect(page.getByRole('alertdialog').elements()).toEqual([]);
    const flat = picture();
    await page.getByRole('radio', { name: 'Globe' }).click();
    await expect.poll(picture).not.toBe(flat);
    await drag(1, 0);
    expect(page.getByRole('alertdialog').elements()).toEqual([]);
    const { x, y, width, height } = canvas().getBoundingClientRect();
    const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true };
    canvas().dispatchEvent(new MouseEvent('contextmenu', at));
    await expect.element(page.getByRole('menuitem')).toBeVisible();
  });

  it.each(['Map', 'Globe'])('moves the marker of the place by dragging it: %s', async (shape) => {
    const main = await openMap(shape);
    const places = () =>
      main.calls
        .filter(({ channel }) => channel === 'settings.change')
        .map(({ input }) => (input as SettingsChange).station?.observer);
    await drag(60, -40, async () => {
      await expect.poll(said).toMatch(/[NS] \d|near|,/);
    });
    await expect.poll(places).toHaveLength(1);
    expect(places()[0]?.latitude).toBeGreaterThan(5);
    expect(places()[0]?.longitude).toBeGreaterThan(5);
    expect(follow().elements()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => places().at(-1)).toBeNull();

    // Escape returns the marker to its place during a drag. A click alone does not move the marker.
    await drag(60, -40, () => userEvent.keyboard('{Escape}'));
    await drag(1, 0);
    expect(places()).toHaveLength(2);
  });

  it('shows when the station passes the part of its track under the pointer', async () => {
    await openApp('station', appState({ station: knownStation() }));
    await drawn();
    const globe = picture();
    await page.getByRole('radio', { name: 'Map' }).click();
    await expect.poll(picture).not.toBe(globe);
    const { x, y, width, height } = canvas().getBoundingClientRect();
    // The track crosses each meridian of the flat map three times.
    for (let down = 0.05; down < 1 && said() === undefined; down += 0.02) {
      const spot = { clientX: x + width / 2, clientY: y + height * down, bubbles: true };
      canvas().dispatchEvent(new PointerEvent('pointermove', spot));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    expect(said()).toMatch(/^\d{1,2}:\d{2} [AP]M over /);
    canvas().dispatchEvent(new PointerEvent('pointerleave'));
    await expect.poll(said).toBeUndefined();
  });
});

describe('the map by keyboard', () => {
  const stage = (name: string) => page.getByRole('slider', { name });
  /** The latitude and the longitude that the slider reports, in degrees; south and west are negative. */
  const degrees = (): readonly number[] =>
    [...(said() ?? '').matchAll(/([NSEW]) ?([\d.]+)°|([\d.]+)° ?([NSEW])/gu)].map(
      ([, before, first, second, after]) =>
        Number(first ?? second) * ('SW'.includes(before ?? after ?? '') ? -1 : 1),
    );
  const open = async (shape: string) => {
    // The place is in the middle of the South Pacific, so that no town is near the cursor.
    const observer = {
      latitude: -40,
      longitude: -130,
      altitude: null,
      source: 'settings',
    } as const;
    const station = { ...knownStation({ observer }), orbit: null, fix: idleRemote };
    const main = await openApp('station', appState({ station }));
    await page.getByRole('radio', { name: shape }).click();
    await drawn();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(stage(shape)).toHaveFocus();
    return main;
  };

  it.each(['Map', 'Globe'])(
    'moves a cursor with the arrow keys, which says where it is: %s',
    async (shape) => {
      await open(shape);
      await expect.element(stage(shape)).toHaveAccessibleDescription(/^Arrow keys move/);
      await expect.poll(degrees).toEqual([-40, -130]);
      await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
      await expect.poll(degrees).toEqual([-30, -140]);
      await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
      await expect.poll(degrees).toEqual([-31, -139]);
      // The steps are smaller on an enlarged map.
      await userEvent.keyboard('+{ArrowRight}');
      await expect.poll(degrees).toEqual([-31, -134]);
      expect(await findViolations()).toEqual([]);
      await expect.poll(() => follow().elements().length).toBe(shape === 'Globe' ? 1 : 0);
      expect(stage(shape).element().ariaValueText?.replaceAll(/\s+/g, ' ')).toBe(said());
    },
  );

  it('sets the place at the cursor with Enter, and the map has the focus again', async () => {
    const main = await open('Map');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(page.getByRole('menuitem')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    const change = main.calls.find(({ channel }) => channel === 'settings.change');
    const { station } = (change?.input ?? {}) as SettingsChange;
    expect(station?.observer).toMatchObject({ latitude: -30, longitude: -130 });
    await expect.element(stage('Map')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(degrees).toEqual([-20, -130]);
    await userEvent.keyboard('{Tab}');
    await expect.poll(said).toBeUndefined();
  });

  it('says when the station passes the cursor', async () => {
    await openApp('station', appState({ station: knownStation() }));
    await drawn();
    // The cursor starts at the station.
    (stage('Globe').element() as HTMLElement).focus();
    await expect.poll(said).toMatch(/^\d{1,2}:\d{2} [AP]M over /);
  });

  it('puts the cursor at the station if it gets the focus before the first drawing', async () => {
    vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    await openApp('station', appState({ station: knownStation() }));
    (stage('Globe').element() as HTMLElement).focus();
    const cursorX = (): number =>
      Number.parseFloat(document.querySelector<HTMLElement>('.cursor')?.style.left ?? '');
    await expect.poll(() => Math.abs(cursorX() - canvas().clientWidth / 2)).toBeLessThan(20);
  });
});

describe('the zoom of the map', () => {
  const wholeMapButton = () => page.getByRole('button', { name: 'Whole map' });
  const zoomIn = () => page.getByRole('button', { name: 'Zoom in' }).first();
  const zoomOut = () => page.getByRole('button', { name: 'Zoom out' }).first();
  const isZoomed = (): boolean => wholeMapButton().elements().length > 0;
  /** Turns the wheel over the map. Returns whether the map handled the event, so that the page does not scroll. */
  const wheel = (deltaY: number, init: WheelEventInit = {}): boolean =>
    !canvas().dispatchEvent(
      new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true, ...init }),
    );

  it.each(['Map', 'Globe'])(
    'has buttons from 1 to 8 times, and back to the whole: %s',
    async (shape) => {
      await openMap(shape);
      await expect.element(zoomOut()).toHaveAttribute('aria-disabled', 'true');
      for (let k = 0; k < 3; k += 1) {
        await expect.element(zoomIn()).not.toHaveAttribute('aria-disabled');
        const before = picture();
        await zoomIn().click();
        await expect.poll(() => picture() !== before).toBe(true);
      }
      await expect.element(zoomIn()).toHaveAttribute('aria-disabled', 'true');
      expect(await findViolations()).toEqual([]);
      const closest = picture();
      await wholeMapButton().click();
      await expect.poll(() => picture() !== closest).toBe(true);
      await expect.element(zoomOut()).toHaveAttribute('aria-disabled', 'true');
      expect(isZoomed()).toBe(false);
    },
  );

  it('zooms with the keys +, - and 0 while the map has the focus', async () => {
    await openMap();
    canvas().parentElement?.focus();
    await userEvent.keyboard('{Control>}+{/Control}');
    expect(isZoomed()).toBe(false);
    await userEvent.keyboard('++');
    await expect.poll(isZoomed).toBe(true);
    await userEvent.keyboard('--');
    await expect.poll(isZoomed).toBe(false);
    await userEvent.keyboard('+0');
    await expect.poll(isZoomed).toBe(false);
  });

  it('zooms to the place of a double click, which replaces a drag', async () => {
    await openMap('Globe');
    const before = picture();
    const { width, height } = canvas().getBoundingClientRect();
    await userEvent.dblClick(canvas(), { position: { x: width / 2 + 60, y: height / 2 } });
    await expect.poll(isZoomed).toBe(true);
    await expect.element(follow()).toBeVisible();
    await wholeMapButton().click();
    // The globe stays turned.
    await expect.element(follow()).toBeVisible();
    expect(picture()).not.toBe(before);
  });

  it('zooms by the wheel with Ctrl, or between a click on the map and the exit of the pointer', async () => {
    await openMap();
    expect(wheel(-200)).toBe(false);
    expect(isZoomed()).toBe(false);
    expect(wheel(-50, { ctrlKey: true })).toBe(true);
    await expect.poll(isZoomed).toBe(true);
    expect(wheel(500, { ctrlKey: true })).toBe(true);
    await expect.poll(isZoomed).toBe(false);

    await drag(0, 0);
    // The whole map cannot be zoomed out: the page scrolls.
    expect(wheel(200)).toBe(false);
    expect(wheel(-200)).toBe(true);
    await expect.poll(isZoomed).toBe(true);
    expect(wheel(200)).toBe(true);
    canvas().dispatchEvent(new PointerEvent('pointerleave'));
    expect(wheel(-200)).toBe(false);
  });

  it('zooms with the wheel around the place under the pointer, and pans with a drag', async () => {
    const main = await openMap();
    const places = () =>
      main.calls
        .filter(({ channel }) => channel === 'settings.change')
        .map(({ input }) => (input as SettingsChange).station?.observer);
    const placeAt = async (dx: number): Promise<string> => {
      const { x, y, width, height } = canvas().getBoundingClientRect();
      const at = { clientX: x + width / 2 + dx, clientY: y + height / 2, bubbles: true };
      canvas().dispatchEvent(new MouseEvent('contextmenu', at));
      const item = page.getByRole('menuitem');
      await expect.element(item).toBeVisible();
      const text = item.element().querySelector('.place')?.textContent ?? '';
      await userEvent.keyboard('{Escape}');
      await expect.poll(() => item.elements()).toEqual([]);
      return text;
    };
    const { x, y, width, height } = canvas().getBoundingClientRect();
    const before = await placeAt(150);
    wheel(-100, {
      ctrlKey: true,
      clientX: x + width / 2 + 150,
      clientY: y + height / 2,
    });
    await expect.poll(isZoomed).toBe(true);
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    expect(await placeAt(150)).toBe(before);
    await drag(-30, 0);
    await nextFrame();
    expect(await placeAt(120)).toBe(before);
    expect(places()).toEqual([]);
  });
});
