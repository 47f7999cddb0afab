const rightToLeftPattern =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Isolates a text of the user or of a service inside a sentence, if it is written from right to left: its punctuation
 * then stays on its side (U+2068 and U+2069, Unicode Bidirectional Algorithm, UAX 9).
 */
export const isolateText = (text: string): string =>
  rightToLeftPattern.test(text) ? `\u2068${text}\u2069` : text;
