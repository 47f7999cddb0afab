import { limitMarks } from '../fold-text.ts';

/** A color such as #ff8800. */
const color = String.raw`(?=[a-fA-F]*\d)[\da-fA-F]{6}(?![\p{L}\p{N}\p{M}_\-])`;
/**
 * A tag of a post: a number sign and letters, digits, hyphens or underscores, with a letter among them. A soft hyphen and
 * the joiners of Persian and Indian scripts do not end it. Only
 * `tagsOfPost` knows whether a match is in a code or a link, and so not a tag.
 */
const tagSource = String.raw`(?<![\p{L}\p{N}\p{M}_\/#&]|\]\()#(?!${color})(?=[\p{N}_\-]*\p{L})[\p{L}\p{N}\p{M}_\-\xad\u200c\u200d]{1,60}`;

/** Matches each tag of a text, with its number sign. Creates a new object, because a pattern keeps its position. */
export const tagPattern = (): RegExp => new RegExp(tagSource, 'gu');

/** The form in which a tag is listed. Two tags are the same if `foldText` returns the same for both. */
export const foldTag = (tag: string): string => limitMarks(tag).normalize('NFC').toLowerCase();

/** The tags of a typed search with their number signs, folded, each once. */
export const tagsInSearch = (words: string): string[] => [
  ...new Set(Array.from(words.matchAll(tagPattern()), ([tag]) => foldTag(tag))),
];
