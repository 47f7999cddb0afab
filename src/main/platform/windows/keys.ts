/**
 * Handles the keys for the zoom (Ctrl with +, - or 0), because there is no menu that would handle them. Chromium
 * handles the keys for editing. No key reloads a page.
 *
 * @param devTools whether F12 toggles the developer tools: in a checkout only
 */
export function handlePageKeys(
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

/** The zoom factors, in order. The largest is 2: with it the user can still reach every control. */
export const zoomFactors = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;

/** The part of Electron’s `Input` that is used. */
export type KeyInput = Readonly<Pick<Electron.Input, 'type' | 'key' | 'control' | 'meta' | 'alt'>>;

export type ZoomStep = 'in' | 'out' | 'reset';

/** The step for each character that a zoom key types, with and without Shift. */
const zoomSteps: Readonly<Record<string, ZoomStep>> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  _: 'out',
  '0': 'reset',
};

/** The step for Ctrl (⌘ on macOS) with +, - or 0; null for every other key. */
export function zoomStepOf(key: KeyInput, isMac: boolean): ZoomStep | null {
  const isHeld = isMac ? key.meta && !key.control : key.control && !key.meta;
  // Ignore keys with Alt, because some keyboards type a character with Ctrl and Alt (AltGr).
  if (key.type !== 'keyDown' || !isHeld || key.alt) return null;
  return zoomSteps[key.key] ?? null;
}

/** The zoom factor after a step. The smallest and the largest factor do not change further. */
export function nextZoom(factor: number, step: ZoomStep): number {
  if (step === 'reset') return 1;
  const nextFactor =
    step === 'in'
      ? zoomFactors.find((other) => other > factor + 0.01)
      : zoomFactors.findLast((other) => other < factor - 0.01);
  return nextFactor ?? (step === 'in' ? zoomFactors[zoomFactors.length - 1] : zoomFactors[0]) ?? 1;
}
