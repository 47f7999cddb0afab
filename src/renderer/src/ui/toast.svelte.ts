import { untrack } from 'svelte';

interface ToastAction {
  /** A verb: “Undo”. */
  readonly label: string;
  readonly run: () => unknown;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'good' | 'warning' | 'error';
  readonly action: ToastAction | null;
  /** How long it stays, in milliseconds, without pointer or focus on it. */
  readonly forMs: number;
}

interface Spoken {
  readonly id: number;
  readonly text: string;
}

/** At most this many are shown; a further one removes the oldest. */
const most = 3;
const shortMs = 6_000;
/** A toast with an action or a failure is shown longer. */
const longMs = 10_000;

let count = 0;
let shown = $state.raw<readonly Toast[]>([]);
/** What the live region has said last, each once; the numbers tell equal texts apart. */
let spoken = $state.raw<readonly Spoken[]>([]);

export const toasts = {
  get shown(): readonly Toast[] {
    return shown;
  },
  get spoken(): readonly Spoken[] {
    return spoken;
  },
  dismiss(id: number): void {
    shown = shown.filter((each) => each.id !== id);
  },
  /** For tests and for a page made again. */
  clear(): void {
    shown = [];
    spoken = [];
  },
};

/** Says `text` to assistive technology alone, once. */
export function announce(text: string): void {
  count += 1;
  const said = untrack(() => spoken);
  spoken = [...said, { id: count, text }].slice(-most);
}

/**
 * Says what an element holds, once, when the element appears. A live region that appears together with its words is
 * mostly not read, and one whose words change with the clock is read again and again.
 *
 *     <p {@attach announced}>…</p>
 */
export function announced(element: HTMLElement): void {
  announce(element.innerText.replaceAll(/\s+/g, ' ').trim());
}

/** Shows `text` for some seconds, with at most one thing to do about it, and says it to assistive technology. */
export function toast(
  text: string,
  { tone = 'info', action = null }: { tone?: Toast['tone']; action?: ToastAction | null } = {},
): void {
  announce(action === null ? text : `${text} ${action.label}`);
  const forMs = action !== null || tone === 'error' ? longMs : shortMs;
  shown = [...untrack(() => shown), { id: count, text, tone, action, forMs }].slice(-most);
}
