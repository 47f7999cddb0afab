/** The text as content of an element of HTML, XML or the markup of notifications. It is not escaped for attributes. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
