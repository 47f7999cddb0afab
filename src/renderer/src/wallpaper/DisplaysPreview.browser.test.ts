import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { ok } from '#shared/failure.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { WallpaperPreviewOrder } from '#shared/wallpaper/composition.ts';
import { makeCanvas } from '#composer/canvas.ts';
import { bridgeDouble } from '#renderer-test/bridge-double.ts';
import { previewOf } from '#renderer-test/preview.ts';
import { appState } from '#renderer-test/states.ts';
import DisplaysPreview from './DisplaysPreview.svelte';

afterEach(() => vi.restoreAllMocks());

/** Renders the preview of a picture of 320 × 200, whose file has 1600 × 1000. */
async function open() {
  const { canvas } = makeCanvas(320, 200);
  const blob = await canvas.convertToBlob();
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(new Response(blob)));
  const asked: WallpaperPreviewOrder[] = [];
  const { bridge } = bridgeDouble(appState());
  const preview = (order: WallpaperPreviewOrder) => {
    asked.push(order);
    return Promise.resolve(ok(previewOf(order)));
  };
  const props = {
    app: appState(),
    bridge: { ...bridge, wallpaper: { ...bridge.wallpaper, preview } },
  };
  const rendered = await render(DisplaysPreview, { props });
  const displays = () => page.getByRole('figure').elements();
  await expect.poll(displays).toHaveLength(2);
  return { asked, displays, rerender: rendered.rerender, props };
}

it('DisplaysPreview shows the app’s usual waiting indicator until the picture is loaded', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const { bridge } = bridgeDouble(appState());
  const { container } = await render(DisplaysPreview, { props: { app: appState(), bridge } });
  await expect.element(page.getByText('Downloading today’s picture…')).toBeVisible();
  expect(container.querySelector('svg .station')).not.toBeNull();
  expect(container.querySelector('progress')).toBeNull();
});

it('DisplaysPreview draws the displays to scale', async () => {
  const { displays } = await open();
  const [first = 0, second = 0] = displays().map(
    (display) => display.querySelector('canvas')?.clientWidth ?? 0,
  );
  // The displays are 1920 and 1280 wide.
  expect(first / second).toBeCloseTo(1.5, 1);
});

it('DisplaysPreview requests a new preview only when appearance, dimming or portrait crop change', async () => {
  const { asked, rerender, props } = await open();
  const { wallpaper } = defaultSettings;
  expect(asked).toMatchObject([
    { measure: { width: 1600, height: 1000 }, appearance: wallpaper.appearance, dimmed: false },
  ]);
  await rerender({ ...props, app: appState({ revision: 2 }) });
  const appearance = { ...wallpaper.appearance, corner: 'top-left' as const };
  const settings = { ...defaultSettings, wallpaper: { ...wallpaper, appearance } };
  await rerender({ ...props, app: appState({ revision: 3, settings }) });
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked[1]?.appearance).toEqual(appearance);
  await rerender({ ...props, app: appState({ revision: 3, settings }), dimmed: true });
  await expect.poll(() => asked).toHaveLength(3);
  expect(asked[2]?.dimmed).toBe(true);
  await rerender({ ...props, app: appState({ revision: 3, settings }), dimmed: true, tall: true });
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(4);
  const { width, height } = asked.at(-1)?.measure ?? {};
  expect(height).toBe(1000);
  expect(Math.abs((width ?? 0) - 667)).toBeLessThan(5);
});
