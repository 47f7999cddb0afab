/*
 * What people enter, and what it must be: one rule for the window, which says it beside the field, and for the
 * schemas, which main holds to. Without those, for the window's sake: they cost it 60 kB.
 */

const longestAddress = 2048;

/** What an address must be, for people. */
export const addressRule =
  'An address begins with http:// or https://, and has no user name, password, “?” or “#” in it.';

/** Whether it is the base address of a service or a proxy: http or https, without credentials, query or fragment. */
export function isAddress(text: string): boolean {
  // What a URL leaves out without a word, a line of the log would not.
  if (text.length > longestAddress || /\p{Cc}/u.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  );
}

/** An address as people type it, for whom `proxy.example:3128` is one of http. Null: it is none. */
export function readAddress(typed: string): string | null {
  const text = typed.trim();
  // A URL parser takes the host for a scheme.
  const isBare = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d+(?:\/|$)/i.test(text);
  const address = isBare ? `http://${text}` : text;
  return isAddress(address) ? address : null;
}

/** What an API key must be, for people. */
export const apiKeyRule =
  'A key has up to 200 letters, digits, dots, hyphens and underscores, and no spaces.';

/** Between 1 and 200 characters that a query may hold as they are. */
export const isApiKey = (text: string): boolean => /^[\w.-]{1,200}$/.test(text);
