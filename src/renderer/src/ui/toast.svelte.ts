import { untrack } from 'svelte';
import { m } from '#words';
import { keyChordLabel } from './keys.ts';

export interface ToastAction {
  /** The label of the button, a verb: “Undo”. */
  readonly label: string;
  readonly run: () => unknown;
  /** True if the action undoes the command that the toast reports. Ctrl+Z then runs the action, as its button does. */
  readonly isUndo?: boolean;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'good' | 'warning' | 'error';
  readonly action: ToastAction | null;
  /** The time limit, in milliseconds: the toast then disappears. `Toaster` suspends the limit while the toast may be in use. */
  readonly forMs: number;
}

interface SpokenText {
  readonly id: number;
  readonly text: string;
  /** When it was announced, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** Screen readers receive an announcement within this time, in milliseconds. */
const receivedMs = 1_000;
/** The live region keeps this many texts, so that a text which follows at once does not replace an unread one. */
const maxSpokenTexts = 4;
/** A result is final when it has not changed for this long, in milliseconds. */
const settleMs = 700;
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
  /** Runs the action of the shown toast if the action undoes a command. Returns false if there is no such toast. */
  undo(): boolean {
    const action = shownToast?.action ?? null;
    if (action?.isUndo !== true) return false;
    shownToast = null;
    void action.run();
    return true;
  },
  /** Removes the announcements that are older than `receivedMs`, because screen readers have received them. */
  forgetSpoken(): void {
    const limit = performance.now() - receivedMs;
    spokenTexts = untrack(() => spokenTexts).filter(({ at }) => at > limit);
  },
  /**
   * Removes the announcements and the toast of the previous view. Those of the last second stay, because they belong to
   * the new view, and so does a toast with an action, because the user may still want to undo a command.
   */
  leaveView(): void {
    toasts.forgetSpoken();
    const isNew = spokenTexts.some(({ id }) => id === shownToast?.id);
    if (!isNew && shownToast?.action === null) shownToast = null;
  },
  /** Removes all toasts and announcements, for a page that is built again. */
  clear(): void {
    shownToast = null;
    spokenTexts = [];
  },
};

/** Announces `text` to screen readers only. No other code may create a live region. */
export function announce(text: string): void {
  textCount += 1;
  const earlierTexts = untrack(() => spokenTexts);
  spokenTexts = [...earlierTexts, { id: textCount, text, at: performance.now() }].slice(
    -maxSpokenTexts,
  );
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

/**
 * Announces the result of a search, a filter or another question of the user once, when it is final: when neither the
 * question nor the result has changed for a while. Call it while a component is created.
 *
 * @param question changes when the user asks for another result; the first question is that of an earlier page
 * @param result null while the result is unknown; `''` if there is nothing to announce
 */
export function announceResult(question: () => string, result: () => string | null): void {
  let answeredQuestion = untrack(question);
  $effect(() => {
    const currentQuestion = question();
    const words = result();
    if (currentQuestion === answeredQuestion || words === null) return;
    const timer = setTimeout(() => {
      answeredQuestion = currentQuestion;
      if (words !== '') announce(words);
    }, settleMs);
    return () => clearTimeout(timer);
  });
}

/** Shows `text` for some seconds, in place of an earlier toast, with at most one button, and announces it. */
export function toast(
  text: string,
  { tone = 'info', action = null }: { tone?: Toast['tone']; action?: ToastAction | null } = {},
): void {
  announce(text);
  if (action !== null)
    announce(
      action.isUndo === true
        ? m.ui_undo_key({ keys: keyChordLabel('Z') })
        : m.ui_toast_button({ label: action.label }),
    );
  const durationMs = action !== null || tone === 'error' ? longMs : shortMs;
  shownToast = { id: textCount, text, tone, action, forMs: durationMs };
}
