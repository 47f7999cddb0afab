import { untrack } from 'svelte';

export interface ToastAction {
  /** The label of the button, a verb: “Undo”. */
  readonly label: string;
  readonly run: () => unknown;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'good' | 'warning' | 'error';
  readonly action: ToastAction | null;
  /** Milliseconds after which the toast disappears while it has neither pointer nor focus. */
  readonly forMs: number;
}

interface SpokenText {
  readonly id: number;
  readonly text: string;
}

/** The live region keeps this many texts, so that a text which follows at once does not replace an unread one. */
const maxSpokenTexts = 3;
const shortMs = 6_000;
/** A toast with an action or a failure is shown longer. */
const longMs = 10_000;

let textCount = 0;
let shownToast = $state.raw<Toast | null>(null);
/** The newest texts of the live region. The numbers distinguish equal texts. */
let spokenTexts = $state.raw<readonly SpokenText[]>([]);

export const toasts = {
  /** The newest toast; null after its time. */
  get shown(): Toast | null {
    return shownToast;
  },
  get spoken(): readonly SpokenText[] {
    return spokenTexts;
  },
  dismiss(id: number): void {
    if (shownToast?.id === id) shownToast = null;
  },
  /** Removes all toasts and announcements, for a page that is built again. */
  clear(): void {
    shownToast = null;
    spokenTexts = [];
  },
};

/** Announces `text` to screen readers only. */
export function announce(text: string): void {
  textCount += 1;
  const earlierTexts = untrack(() => spokenTexts);
  spokenTexts = [...earlierTexts, { id: textCount, text }].slice(-maxSpokenTexts);
}

/**
 * Announces the text of an element once, when the element appears. Screen readers mostly ignore a live region that
 * appears together with its text, and repeat one whose text changes with the clock.
 *
 *     <p {@attach announceElement}>…</p>
 */
export function announceElement(element: HTMLElement): void {
  announce(element.innerText.replaceAll(/\s+/g, ' ').trim());
}

/** Shows `text` for some seconds, in place of an earlier toast, with at most one button, and announces it. */
export function toast(
  text: string,
  { tone = 'info', action = null }: { tone?: Toast['tone']; action?: ToastAction | null } = {},
): void {
  announce(action === null ? text : `${text} ${action.label}`);
  const durationMs = action !== null || tone === 'error' ? longMs : shortMs;
  shownToast = { id: textCount, text, tone, action, forMs: durationMs };
}
