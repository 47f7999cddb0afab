/** Addresses lose their query: a key may be in it. */
export const redact = (text: string): string =>
  text.replaceAll(/(https?:\/\/[^\s?]+)\?\S*/g, '$1?…');
