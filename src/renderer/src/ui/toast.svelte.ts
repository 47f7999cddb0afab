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

interface Spoken {
  readonly id: number;
  readonly text: string;
}

/** The live region keeps this many texts, so that a text which follows at once does not replace an unread one. */
const maxSpokenTexts = 3;
const shortMs = 6_000;
/** A toast with an action or a failure is shown longer. */
const longMs = 10_000;

let count = 0;
let shown = $state.raw<Toast | null>(null);
/** The newest texts of the live region. The numbers distinguish equal texts. */
let spoken = $state.raw<readonly Spoken[]>([]);

export const toasts = {
  /** The newest toast; null after its time. */
  get shown(): Toast | null {
    return shown;
  },
  get spoken(): readonly Spoken[] {
    return spoken;
  },
  dismiss(id: number): void {
    if (shown?.id === id) shown = null;
  },
  /** Removes all toasts and announcements, for a page that is built again. */
  clear(): void {
    shown = null;
    spoken = [];
  },
};

/** Announces `text` to screen readers only. */
export function announce(text: string): void {
  count += 1;
  const earlier = untrack(() => spoken);
  spoken = [...earlier, { id: count, text }].slice(-maxSpokenTexts);
}

/**
 * Announces the text of an element once, when the element appears. Screen readers mostly ignore a live region that
 * appears together with its text, and repeat one whose text changes with the clock.
 *
 *     <p {@attach announced}>…</p>
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
  const forMs = action !== null || tone === 'error' ? longMs : shortMs;
  shown = { id: count, text, tone, action, forMs };
}
