/** The largest body of a request that the posts service accepts, in bytes. */
export const maxRequestBytes = 1024 * 1024;

/** The bytes reserved for the id and the author's number, which are in the same request as title and text. */
const otherFieldsBytes = 100;

interface PostTextFields {
  readonly title: string;
  readonly body: string;
}

const encoder = new TextEncoder();

/** The size of title and text together as JSON in UTF-8, in bytes. */
const textBytes = ({ title, body }: PostTextFields): number =>
  encoder.encode(JSON.stringify({ title, body })).byteLength;

/** True when the service accepts title and text in one request. */
export function fitsRequest(text: PostTextFields): boolean {
  // A UTF-16 unit is at least one byte: a text with more units than the limit need not be encoded.
  if (text.title.length + text.body.length > maxRequestBytes) return false;
  return textBytes(text) <= maxRequestBytes - otherFieldsBytes;
}

/**
 * The most bytes of a draft as JSON: more than the limit of a post, so that a text that is too long to publish can
 * still be saved.
 */
export const maxDraftBytes = 4 * maxRequestBytes;

/** True when the journal saves title and text as a draft. */
export const fitsDraft = (text: PostTextFields): boolean =>
  text.title.length + text.body.length <= maxDraftBytes && textBytes(text) <= maxDraftBytes;

/** Bytes that a text needs inside a JSON string in UTF-8. */
export const jsonBytes = (text: string): number =>
  encoder.encode(JSON.stringify(text)).byteLength - 2;

/** The remaining room is shown from this fraction of the limit. */
const nearLimitShare = 0.9;
/** Bytes for title and text, without the names of both fields and their quotes. */
const maxTextBytes = maxRequestBytes - otherFieldsBytes - textBytes({ title: '', body: '' });

/**
 * How many more characters, of the same kinds as those of the text, can be added before the text is too long to
 * publish; negative: how many characters are too many. Approximate. Null far below the limit.
 *
 * @param length the number of UTF-16 units of title and body together
 * @param bytes the number of bytes of title and body together, from `jsonBytes`
 */
export function remainingCharacters(length: number, bytes: number): number | null {
  if (bytes < maxTextBytes * nearLimitShare) return null;
  const room = ((maxTextBytes - bytes) * length) / bytes;
  return Math.floor(room);
}

/** Lone surrogates (half characters) are not text: neither UTF-8 nor the database can store them. */
export const toWellFormedText = (text: string): string => text.toWellFormed();

/** The longest beginning of a title and of a text in a list, in UTF-16 units. */
const titleStartLength = 200;
const bodyStartLength = 400;

export const titleStart = ({ title }: PostTextFields): string =>
  startOfText(title, titleStartLength);
export const bodyStart = ({ body }: PostTextFields): string => startOfText(body, bodyStartLength);

// If the cut splits a character, its remaining first half is removed.
const startOfText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;
