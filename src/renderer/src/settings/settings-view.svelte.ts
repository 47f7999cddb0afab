import { createContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { m } from '#words';
import { foldText } from '#shared/fold-text.ts';
import { sectionIds, type SectionId } from '#shared/settings/table.ts';

/** How long "Saved" is shown, in milliseconds. */
const savedNoteMs = 2_500;

/** Whether the text contains every typed word, apart from words such as “at”. Ignores case and diacritics. */
export function matchesTypedWords(text: string, typed: string): boolean {
  const foldedText = foldText(text);
  const fillers = foldText(m.settings_search_fillers()).split(' ');
  const words = foldText(typed).split(/\s+/u);
  const tellingWords = words.filter((word) => !fillers.includes(word));
  return (tellingWords.length === 0 ? words : tellingWords).every((word) =>
    foldedText.includes(word),
  );
}

/** The section in an address; null if there is none: `#settings`. The updates are at the top of the section “about”. */
export function sectionOf(hash: string): SectionId | null {
  const [, name] = hash.slice(1).split('/');
  if (name === 'updates') return 'about';
  return sectionIds.find((id) => id === name) ?? null;
}

/** The visible part of the settings: one section, or the rows that match a search. */
export class SettingsView {
  typed = $state('');
  section = $state<SectionId>('wallpaper');
  /** True shortly after a change was saved. */
  saved = $state(false);
  /** The section of each matching row. */
  readonly #found = new SvelteSet<{ readonly section: SectionId }>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  get choices(): { readonly section: string } {
    return { section: this.section };
  }

  set choices({ section }: { readonly section: string }) {
    this.section = sectionIds.find((id) => id === section) ?? this.section;
  }

  get isSearching(): boolean {
    return this.typed.trim() !== '';
  }

  get foundCount(): number {
    return this.#found.size;
  }

  shows(section: SectionId): boolean {
    return this.isSearching
      ? [...this.#found].some((row) => row.section === section)
      : this.section === section;
  }

  /**
   * Adds a matching row. Returns a function that removes it, for the end of an effect: there, a count in the state would
   * have the value from before the changes of other rows.
   */
  find(section: SectionId): () => void {
    const row = { section };
    this.#found.add(row);
    return () => void this.#found.delete(row);
  }

  showSaved(): void {
    clearTimeout(this.#timer);
    this.saved = true;
    this.#timer = setTimeout(() => (this.saved = false), savedNoteMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.saved = false;
  }
}

export const [getSettingsView, setSettingsView] = createContext<SettingsView>();
export const [getSection, setSection] = createContext<{
  readonly id: SectionId;
  readonly name: string;
}>();
