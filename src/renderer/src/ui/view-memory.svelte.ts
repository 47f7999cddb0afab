import { createContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import type { ViewChoices } from '#shared/view-choices.ts';

/** The name under which the choices of one object are stored. */
type RememberedPart = Exclude<keyof ViewChoices, 'scrolled'>;

/** Events that start a scroll by the user. */
const scrollEvents = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const;

/**
 * The state of views that survives a change of view: one object for each class, and the scroll offset of each pane. The
 * scroll offsets and the `choices` of the objects given to `keepChoices` also survive a restart: main stores them.
 */
export class ViewMemory {
  readonly #objects = new Map<unknown, object>();
  /** The choices of the last run. They are kept for the views that have not been opened since the start. */
  #storedChoices: Omit<ViewChoices, 'scrolled'> = {};
  readonly #choosers = new Map<RememberedPart, { readonly choices: unknown }>();
  /** The scroll offset of each pane in CSS pixels, by the name given to `scroll`. */
  readonly #scrollOffsets = new Map<string, number>();
  /** Scrolls each pane that is shown to its beginning, by the name given to `scroll`. */
  readonly #rewinds = new Map<string, () => void>();

  /** Returns the object of the class `Kind`. The first call makes it with `args`. */
  keep<T extends object, A extends unknown[]>(Kind: new (...args: A) => T, ...args: A): T {
    const keptObject = this.#objects.get(Kind);
    if (keptObject instanceof Kind) return keptObject;
    const newObjects: T[] = [];
    // Svelte ends deriveds and effects with the component that created them, but this object lives longer.
    $effect.root(() => void newObjects.push(new Kind(...args)));
    const [newObject] = newObjects;
    if (newObject === undefined) throw new Error(`${Kind.name} was not made`);
    this.#objects.set(Kind, newObject);
    return newObject;
  }

  /** Like `keep`, for an object whose choices survive a restart under the name `part`. */
  keepChoices<
    P extends RememberedPart,
    T extends { choices: Exclude<ViewChoices[P], undefined> },
    A extends unknown[],
  >(part: P, Kind: new (...args: A) => T, ...args: A): T {
    const keptObject = this.keep(Kind, ...args);
    if (this.#choosers.has(part)) return keptObject;
    this.#choosers.set(part, keptObject);
    const storedChoices = this.#storedChoices[part];
    // `P` may stand for several parts, so TypeScript cannot infer that the type of the stored part fits `T`.
    if (storedChoices !== undefined) keptObject.choices = storedChoices as T['choices'];
    return keptObject;
  }

  /** Applies the choices of the last run. Call it before a view is created. */
  restore({ scrolled, ...parts }: ViewChoices): void {
    this.#storedChoices = parts;
    for (const [name, top] of Object.entries(scrolled ?? {})) this.#scrollOffsets.set(name, top);
  }

  /** The choices to store. */
  choices(): ViewChoices {
    const choiceEntries = [...this.#choosers].map(
      ([part, { choices }]) => [part, choices] as const,
    );
    return {
      ...this.#storedChoices,
      ...(Object.fromEntries(choiceEntries) as ViewChoices),
      scrolled: Object.fromEntries(this.#scrollOffsets),
    };
  }

  /** Discards all state, because it may have caused a view to throw. */
  forget(): void {
    this.#storedChoices = {};
    this.#choosers.clear();
    this.#objects.clear();
    this.#scrollOffsets.clear();
  }

  /** Scrolls the pane `name` to its beginning, also while its offset is being restored. */
  rewind(name: string): void {
    this.#rewinds.get(name)?.();
  }

  /**
   * An attachment that restores the scroll offset of the pane `name` as soon as the content is high enough, and then
   * records each change of the offset. It stops restoring when the user scrolls or the app scrolls elsewhere.
   */
  scroll(name: string): Attachment<HTMLElement> {
    return (pane) => {
      const storedOffset = this.#scrollOffsets.get(name) ?? 0;
      let isRestoring = true;
      /** The offset that this attachment set last. Any other offset comes from the user or the app. */
      let lastSetOffset = 0;
      const controller = new AbortController();
      const { signal } = controller;
      const finish = (): void => {
        isRestoring = false;
        observer.disconnect();
      };
      const restore = (): void => {
        pane.scrollTop = storedOffset;
        lastSetOffset = pane.scrollTop;
        if (Math.abs(lastSetOffset - storedOffset) < 1) finish();
      };
      const observer = new ResizeObserver(restore);
      pane.addEventListener(
        'scroll',
        () => {
          if (isRestoring && Math.abs(pane.scrollTop - lastSetOffset) >= 1) finish();
          if (!isRestoring) this.#scrollOffsets.set(name, pane.scrollTop);
        },
        { passive: true, signal },
      );
      for (const eventName of scrollEvents)
        pane.addEventListener(eventName, finish, { passive: true, signal });
      for (const child of pane.children) observer.observe(child);
      restore();
      this.#rewinds.set(name, () => {
        finish();
        pane.scrollTop = 0;
      });
      return () => {
        this.#rewinds.delete(name);
        controller.abort();
        observer.disconnect();
      };
    };
  }
}

export const [viewMemory, setViewMemory] = createContext<ViewMemory>();
