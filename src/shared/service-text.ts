/**
 * Characters that are invisible or that change how other characters are drawn: format characters, controls of the
 * writing direction, tags and fillers. The joiners and the selectors of a variant stay, because scripts and emoji need
 * them.
 */
const invisiblePattern =
  /[[\p{Cf}\p{Default_Ignorable_Code_Point}]--\p{Join_Control}--\p{Variation_Selector}]/gv;
/** Matches controls, separators of lines and halves of surrogate pairs. */
const controlPattern = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;

/** The most marks on one character. No script needs more; a tall stack of marks is drawn over the lines around it. */
const maxMarks = 8;
const excessMarks = /(?<kept>[\p{M}\u200c\u200d]{8})[\p{M}\u200c\u200d]+/gu;

/**
 * The text of a service as it may be shown anywhere: in a window, a menu, a notification, a terminal or a file name.
 * Every reader of a service passes its texts through this function once. Takes time in proportion to the length.
 *
 * @param before the text that the result is appended to: its last marks count
 */
export function readServiceText(text: string, before = ''): string {
  // A mark has at most two UTF-16 units.
  const end = before.slice(-2 * maxMarks);
  const visibleText = text.replaceAll(controlPattern, ' ').replaceAll(invisiblePattern, '');
  return (end + visibleText).replaceAll(excessMarks, '$<kept>').slice(end.length);
}

/** The beginning of a text, at most `maxLength` code points long, with an ellipsis if it was cut. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters = Array.from(text.slice(0, 2 * (maxLength + 1)));
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
