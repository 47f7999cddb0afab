import { createContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/** What the user does to look at another part of a view. */
const moves = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const;

/**
 * What a view keeps while another one is open: one object of each class, and how far each pane was scrolled. It lives
 * as long as the window.
 */
export class ViewMemory {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- not drawn
  readonly #kept = new Map<unknown, object>();
  /** Pixels from the top, by the name of the pane. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- not drawn
  readonly #scrolled = new Map<string, number>();

  /** The one object of the class `Kind`, made when it is first asked for. */
  keep<T extends object, A extends unknown[]>(Kind: new (...args: A) => T, ...args: A): T {
    const found = this.#kept.get(Kind);
    if (found instanceof Kind) return found;
    const made: T[] = [];
    // Svelte stops what is derived inside of a component when the component goes; the object outlives it.
    $effect.root(() => void made.push(new Kind(...args)));
    const [one] = made;
    if (one === undefined) throw new Error(`${Kind.name} was not made`);
    this.#kept.set(Kind, one);
    return one;
  }

  /** Begins anew: what was kept may be what broke a view. */
  forget(): void {
    this.#kept.clear();
    this.#scrolled.clear();
  }

  /**
   * Scrolls the pane back to where the pane of that name was, as soon as its content is high enough, and keeps up with
   * it from then on. The user's own move and a jump by the app end the way back.
   */
  scroll(name: string): Attachment<HTMLElement> {
    return (pane) => {
      const wanted = this.#scrolled.get(name) ?? 0;
      let isGoingBack = true;
      /** Where the pane was put; another place is somebody else's. */
      let put = 0;
      const stop = new AbortController();
      const { signal } = stop;
      const arrive = (): void => {
        isGoingBack = false;
        growth.disconnect();
      };
      const goBack = (): void => {
        pane.scrollTop = wanted;
        put = pane.scrollTop;
        if (Math.abs(put - wanted) < 1) arrive();
      };
      const growth = new ResizeObserver(goBack);
      pane.addEventListener(
        'scroll',
        () => {
          if (isGoingBack && Math.abs(pane.scrollTop - put) >= 1) arrive();
          if (!isGoingBack) this.#scrolled.set(name, pane.scrollTop);
        },
        { passive: true, signal },
      );
      for (const move of moves) pane.addEventListener(move, arrive, { passive: true, signal });
      for (const child of pane.children) growth.observe(child);
      goBack();
      return () => {
        stop.abort();
        growth.disconnect();
      };
    };
  }
}

export const [viewMemory, setViewMemory] = createContext<ViewMemory>();
