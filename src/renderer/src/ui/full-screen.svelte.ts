import { m } from '#words';
import { announce } from './toast.svelte.ts';

/** The full screen of one element. Create it in a component, and pass `follow` to `fullscreenchange` of the document. */
export class FullScreen {
  isOn = $state(false);
  readonly #frame: () => HTMLElement | undefined;

  /** @param frame returns the element; undefined until it is in the document */
  constructor(frame: () => HTMLElement | undefined) {
    this.#frame = frame;
  }

  readonly toggle = (): void => {
    const request = this.isOn ? document.exitFullscreen() : this.#frame()?.requestFullscreen();
    // A system may refuse the full screen; the element then stays as it is.
    request?.catch(() => undefined);
  };

  /** Updates and announces the state. */
  readonly follow = (): void => {
    this.isOn = document.fullscreenElement === this.#frame();
    announce(this.isOn ? m.picture_full_screen_entered() : m.picture_full_screen_left());
  };
}
