/** A tag of a post: a number sign and letters, digits, hyphens or underscores, with a letter among them. */
const tagSource = String.raw`(?<![\p{L}\p{N}\p{M}_\/#&])#(?=[\p{N}_\-]*\p{L})[\p{L}\p{N}\p{M}_\-]{1,60}`;

/** Matches each tag of a text, with its number sign. Creates a new object, because a pattern keeps its position. */
export const tagPattern = (): RegExp => new RegExp(tagSource, 'gu');

/** Two tags are the same if only their case differs. */
export const foldTag = (tag: string): string => tag.normalize('NFC').toLowerCase();

/** The tags of a text with their number signs, folded, each once. */
export const tagsIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(tagPattern()), ([tag]) => foldTag(tag))),
];

/** Whether the text contains each tag of a search. True for a search without a tag. */
export function hasTagsOf(text: string, searched: string): boolean {
  const searchedTags = tagsIn(searched);
  if (searchedTags.length === 0) return true;
  const ownTags = new Set(tagsIn(text));
  return searchedTags.every((tag) => ownTags.has(tag));
}

/** At most `most` tags of these texts: those that occur in the most texts, the most frequent first. */
export function frequentTags(texts: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const tag of texts.flatMap(tagsIn)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const tagsByCount = [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
  return tagsByCount.slice(0, most).map(([tag]) => tag);
}
