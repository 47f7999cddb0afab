import { createContext, untrack } from 'svelte';
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
  /** The number of matching rows in each section. */
  readonly #foundCounts = $state(
    Object.fromEntries(sectionIds.map((id) => [id, 0])) as Record<SectionId, number>,
  );
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
    return Object.values(this.#foundCounts).reduce((sum, count) => sum + count, 0);
  }

  shows(section: SectionId): boolean {
    return this.isSearching ? this.#foundCounts[section] > 0 : this.section === section;
  }

  /** Counts a matching row. Returns a function that uncounts it. */
  find(section: SectionId): () => void {
    const addCount = (more: number): void =>
      untrack(() => void (this.#foundCounts[section] += more));
    addCount(1);
    return () => addCount(-1);
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
