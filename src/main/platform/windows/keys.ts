import { nextZoom, zoomStepOf } from './zoom.ts';

/**
 * The keys that a menu would have: without one, Ctrl with +, - and 0 zoom by no hand but this. Nothing reloads a
 * page; editing keys are Chromium's own.
 *
 * @param devTools whether F12 opens the tools for developers, which only a checkout has
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
