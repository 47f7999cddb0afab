import { jsonBytes } from '#shared/journal/post-text.ts';
import {
  maxFieldLength,
  offsetInText,
  splitIntoParts,
  positionInParts,
  type TextPosition,
} from './long-text.ts';

/** A text of any length. A field shows all of it or, if it is very long, one part. */
export class LongText {
  /** Which part is shown, counted from 0. */
  index = $state(0);
  #parts = $state.raw<readonly string[]>(['']);
  readonly #wholeText = $derived(this.#parts.join(''));
  /**
   * The size of each part, cached: a key press changes only one part, and the other parts need not be counted again.
   */
  #sizes: ReadonlyMap<string, number> = new Map();
  readonly #bytes = $derived.by(() => {
    const previousSizes = this.#sizes;
    this.#sizes = new Map(
      this.#parts.map((part) => [part, previousSizes.get(part) ?? jsonBytes(part)]),
    );
    return this.#parts.reduce((sum, part) => sum + (this.#sizes.get(part) ?? 0), 0);
  });
  /** The text before the last `insert`; null once the user has typed since. */
  #undoState: { readonly parts: readonly string[]; readonly place: TextPosition } | null = null;

  get whole(): string {
    return this.#wholeText;
  }

  set whole(text: string) {
    this.#parts = splitIntoParts(text);
    this.index = 0;
    this.#undoState = null;
  }

  /** In UTF-16 units. */
  get length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0);
  }

  /** See `jsonBytes`. */
  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 1 && this.#parts[0] === '';
  }

  /** How many parts there are. */
  get count(): number {
    return this.#parts.length;
  }

  /** The text of the shown part, which is the value of the field. */
  get shown(): string {
    return this.#parts[this.index] ?? '';
  }

  set shown(text: string) {
    this.#parts = this.#parts.with(this.index, text);
    this.#undoState = null;
  }

  /** Shows the previous or the next part. Returns false if there is none. */
  turn(by: -1 | 1): boolean {
    const index = this.index + by;
    if (index < 0 || index >= this.count) return false;
    this.index = index;
    return true;
  }

  /** Shows the first part or the last. */
  turnTo(end: 'first' | 'last'): void {
    this.index = end === 'first' ? 0 : this.count - 1;
  }

  /**
   * Call this after the field has changed, with the caret at `at`. Splits a part that has become too long, and removes
   * one that has become empty. Returns the new position of the caret, or null if it has not moved.
   */
  settle(at: number): number | null {
    if (this.shown.length > maxFieldLength) return this.#splitAgain(this.#parts, at);
    if (this.shown !== '' || this.count === 1) return null;
    const { index } = this;
    this.#parts = this.#parts.toSpliced(index, 1);
    if (index === 0) return 0;
    this.index = index - 1;
    return this.shown.length;
  }

  /** Replaces a range of the shown part with a text. Returns the new position of the caret. */
  insert(text: string, from: number, to: number): number {
    const undoState = { parts: this.#parts, place: { index: this.index, at: from } };
    const { shown } = this;
    const changedPart = shown.slice(0, from) + text + shown.slice(to);
    const caret = this.#splitAgain(this.#parts.with(this.index, changedPart), from + text.length);
    this.#undoState = undoState;
    return caret;
  }

  /** Undoes the last `insert`. Returns the new position of the caret; null if there is nothing to undo. */
  takeBack(): number | null {
    if (this.#undoState === null) return null;
    const { parts, place } = this.#undoState;
    this.#parts = parts;
    this.index = place.index;
    this.#undoState = null;
    return place.at;
  }

  #splitAgain(parts: readonly string[], at: number): number {
    const offset = offsetInText(parts, { index: this.index, at });
    this.#parts = splitIntoParts(parts.join(''));
    const place = positionInParts(this.#parts, offset);
    this.index = place.index;
    return place.at;
  }
}
