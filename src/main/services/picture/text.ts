const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * A text on one line. Tags and the commonest entities, which some days hold, become what they mean. The
 * result is text, never markup: whoever shows it must not interpret it.
 */
export function plainText(text: string): string {
  // Behind the last '>' nothing is a tag: looking for the end of each '<' there would take minutes.
  const tagsEnd = text.lastIndexOf('>') + 1;
  return (text.slice(0, tagsEnd).replaceAll(/<\/?[a-z][^>]*>/gi, '') + text.slice(tagsEnd))
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
