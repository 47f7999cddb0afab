import { jsonBytes } from '#shared/journal/post-text.ts';
import { longestInOne, offsetOf, partsOf, positionOf, type TextPosition } from './long-text.ts';

/** A text of any length, of which one part is in a field: all of it, unless it is very long. */
export class LongText {
  /** Which part is shown, counted from 0. */
  index = $state(0);
  #parts = $state.raw<readonly string[]>(['']);
  readonly #whole = $derived(this.#parts.join(''));
  /** What each part takes, as a memo: with a key one of them changes, and a long text is not counted as a whole. */
  /* eslint-disable svelte/prefer-svelte-reactivity -- nothing is shown from it */
  #sizes: ReadonlyMap<string, number> = new Map();
  readonly #bytes = $derived.by(() => {
    const before = this.#sizes;
    this.#sizes = new Map(this.#parts.map((part) => [part, before.get(part) ?? jsonBytes(part)]));
    return this.#parts.reduce((sum, part) => sum + (this.#sizes.get(part) ?? 0), 0);
  });
  /* eslint-enable svelte/prefer-svelte-reactivity */
  /** The text before the last `insert`, for as long as nothing was typed since. */
  #before: { readonly parts: readonly string[]; readonly place: TextPosition } | null = null;

  get whole(): string {
    return this.#whole;
  }

  set whole(text: string) {
    this.#parts = partsOf(text);
    this.index = 0;
    this.#before = null;
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

  /** The part that is shown, as it is in the field. */
  get shown(): string {
    return this.#parts[this.index] ?? '';
  }

  set shown(text: string) {
    this.#parts = this.#parts.with(this.index, text);
    this.#before = null;
  }

  /** Shows the part before or behind. False when there is none. */
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
   * After the shown part was changed in the field, with the caret at `at`: one that has become too long is cut, one
   * that has become empty goes away. Returns where the caret is now, or null when nothing has moved.
   */
  settle(at: number): number | null {
    if (this.shown.length > longestInOne) return this.#cutAnew(this.#parts, at);
    if (this.shown !== '' || this.count === 1) return null;
    const { index } = this;
    this.#parts = this.#parts.toSpliced(index, 1);
    if (index === 0) return 0;
    this.index = index - 1;
    return this.shown.length;
  }

  /** Puts a text in place of a range of the shown part, and returns where the caret is then. */
  insert(text: string, from: number, to: number): number {
    const before = { parts: this.#parts, place: { index: this.index, at: from } };
    const { shown } = this;
    const changed = shown.slice(0, from) + text + shown.slice(to);
    const at = this.#cutAnew(this.#parts.with(this.index, changed), from + text.length);
    this.#before = before;
    return at;
  }

  /** Takes the last `insert` back, and returns where the caret is then; null when there is none. */
  takeBack(): number | null {
    if (this.#before === null) return null;
    const { parts, place } = this.#before;
    this.#parts = parts;
    this.index = place.index;
    this.#before = null;
    return place.at;
  }

  #cutAnew(parts: readonly string[], at: number): number {
    const offset = offsetOf(parts, { index: this.index, at });
    this.#parts = partsOf(parts.join(''));
    const place = positionOf(this.#parts, offset);
    this.index = place.index;
    return place.at;
  }
}
