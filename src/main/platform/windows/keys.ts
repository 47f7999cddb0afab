/**
 * Handles the keys that a menu would handle: zoom with Ctrl and +, - or 0. No key reloads a page; editing keys are
 * Chromium's own.
 *
 * @param devTools whether F12 toggles the developer tools: in a checkout only
 */
export function serveKeys(
  contents: Pick<Electron.WebContents, 'on' | 'getZoomFactor' | 'setZoomFactor' | 'toggleDevTools'>,
  devTools: boolean,
): void {
  contents.on('before-input-event', (event, input) => {
    const step = zoomStepOf(input, process.platform === 'darwin');
    if (step !== null) {
      event.preventDefault();
      contents.setZoomFactor(nextZoom(contents.getZoomFactor(), step));
    } else if (devTools && input.type === 'keyDown' && input.key === 'F12') {
      contents.toggleDevTools();
    }
  });
}

/** The zoom factors. At factor 2 every control can still be reached. */
export const zoomFactors = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;

/** The part of Electron’s `Input` that is used. */
export type Key = Readonly<Pick<Electron.Input, 'type' | 'key' | 'control' | 'meta' | 'alt'>>;

export type ZoomStep = 'in' | 'out' | 'reset';

/** Keys with and without Shift. */
const steps: Readonly<Record<string, ZoomStep>> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  _: 'out',
  '0': 'reset',
};

/** The step for Ctrl (⌘ on macOS) with +, - or 0; null for every other key. */
export function zoomStepOf(key: Key, isMac: boolean): ZoomStep | null {
  const isHeld = isMac ? key.meta && !key.control : key.control && !key.meta;
  // With Alt the key types a character on some keyboards.
  if (key.type !== 'keyDown' || !isHeld || key.alt) return null;
  return steps[key.key] ?? null;
}

/** The factor after a step; unchanged at either end. */
export function nextZoom(factor: number, step: ZoomStep): number {
  if (step === 'reset') return 1;
  const next =
    step === 'in'
      ? zoomFactors.find((other) => other > factor + 0.01)
      : zoomFactors.findLast((other) => other < factor - 0.01);
  return next ?? (step === 'in' ? zoomFactors[zoomFactors.length - 1] : zoomFactors[0]) ?? 1;
}
