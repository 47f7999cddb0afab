import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { folded } from '#shared/search-words.ts';
import { sectionIds, type SectionId } from './sections.ts';

/** How long "Saved" stays, in milliseconds. */
const savedMs = 2_500;

/** Whether the text contains every typed word. Ignores case and diacritics. */
export function matches(text: string, typed: string): boolean {
  const hay = folded(text);
  return folded(typed)
    .split(/\s+/u)
    .every((word) => hay.includes(word));
}

/** What is shown of the settings: one section, or the rows that a search finds. */
export class SettingsView {
  typed = $state('');
  section = $state<SectionId>(sectionIds[0]);
  /** A change was saved just now. */
  saved = $state(false);
  /** The rows that the search finds, each with its section. */
  readonly #found = new SvelteMap<symbol, SectionId>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isSearching(): boolean {
    return this.typed.trim() !== '';
  }

  get foundCount(): number {
    return this.#found.size;
  }

  shows(section: SectionId): boolean {
    return this.isSearching
      ? [...this.#found.values()].includes(section)
      : this.section === section;
  }

  /** Counts a row; returns a function that takes it back. */
  find(section: SectionId): () => void {
    const row = Symbol(section);
    this.#found.set(row, section);
    return () => void this.#found.delete(row);
  }

  showSaved(): void {
    clearTimeout(this.#timer);
    this.saved = true;
    this.#timer = setTimeout(() => (this.saved = false), savedMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}

export const [getSettingsView, setSettingsView] = createContext<SettingsView>();
export const [getSection, setSection] = createContext<{
  readonly id: SectionId;
  readonly name: string;
}>();
