/** The most bytes that the posts service takes as the body of a request. */
export const maxRequestBytes = 1024 * 1024;

/** Room for the id and the author's number in the same request. */
const otherFieldsBytes = 100;

interface Text {
  readonly title: string;
  readonly body: string;
}

const encoder = new TextEncoder();

/** Bytes that title and text take together as JSON in UTF-8. */
const textBytes = ({ title, body }: Text): number =>
  encoder.encode(JSON.stringify({ title, body })).byteLength;

/** True when the service takes title and text in one request. */
export function fitsRequest(text: Text): boolean {
  // A UTF-16 unit is at least one byte: what is too long here need not be counted out.
  if (text.title.length + text.body.length > maxRequestBytes) return false;
  return textBytes(text) <= maxRequestBytes - otherFieldsBytes;
}

/** The most bytes of a draft as JSON: more than can be published, so that a text that is too long is kept all the same. */
export const maxDraftBytes = 4 * maxRequestBytes;

/** True when the journal keeps title and text as a draft. */
export const fitsDraft = (text: Text): boolean =>
  text.title.length + text.body.length <= maxDraftBytes && textBytes(text) <= maxDraftBytes;

/** Bytes that a text takes inside of a JSON string in UTF-8. */
export const jsonBytes = (text: string): number =>
  encoder.encode(JSON.stringify(text)).byteLength - 2;

/** From this part of the limit on the room that is left is worth telling. */
const nearLimit = 0.9;
/** Room for the names of both fields, their quotes and all that is not the text. */
const roomLimit = maxRequestBytes - otherFieldsBytes - textBytes({ title: '', body: '' });

/**
 * How many more characters like those of the text can be published with it, about; negative: how many are too many.
 * Null far below the limit.
 *
 * @param length of title and body, in UTF-16 units
 * @param bytes of both, from `jsonBytes`
 */
export function roomFor(length: number, bytes: number): number | null {
  if (bytes < roomLimit * nearLimit) return null;
  const room = ((roomLimit - bytes) * length) / bytes;
  return room < 0 ? Math.floor(room) : Math.trunc(room);
}

/** Halves of characters (lone surrogates) are no text: neither UTF-8 nor the database can hold them. */
export const wellFormed = (text: string): string => text.toWellFormed();

/** How much of a title and of a text a list shows, in UTF-16 units. */
const titleStartLength = 200;
const bodyStartLength = 400;

export const titleStart = ({ title }: Text): string => start(title, titleStartLength);
export const bodyStart = ({ body }: Text): string => start(body, bodyStartLength);

// The cut may halve a character.
const start = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;
