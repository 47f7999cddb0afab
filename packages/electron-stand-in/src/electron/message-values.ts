// These functions are also sent to the page as source text, so they may not use variables from outside.

/**
 * Changes a value of plain objects, arrays, texts, numbers, `Uint8Array` and `Date` into one that JSON can hold.
 *
 * @param toBase64 encodes bytes; Node and the page have different functions for this
 * @throws TypeError for a value of another kind, such as a `Map`, which Electron would send
 */
export function packValue(value: unknown, toBase64: (bytes: Uint8Array) => string): unknown {
  if (value === undefined) return { is: 'undefined' };
  if (typeof value === 'number' && !Number.isFinite(value))
    return { is: 'number', text: String(value) };
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one) => packValue(one, toBase64));
  if (value instanceof Uint8Array) return { is: 'bytes', text: toBase64(value) };
  if (value instanceof Date) return { is: 'date', text: String(value.getTime()) };
  if (Object.prototype.toString.call(value) !== '[object Object]')
    throw new TypeError(`the stand-in cannot send ${Object.prototype.toString.call(value)}`);
  const members = Object.entries(value).map(([key, one]) => [key, packValue(one, toBase64)]);
  return { is: 'object', members };
}

/** The value that `packValue` has packed. */
export function unpackValue(packed: unknown, fromBase64: (text: string) => Uint8Array): unknown {
  if (packed === null || typeof packed !== 'object') return packed;
  if (Array.isArray(packed)) return packed.map((one) => unpackValue(one, fromBase64));
  const { is, text, members } = packed as {
    is: string;
    text: string;
    members: [string, unknown][];
  };
  if (is === 'undefined') return undefined;
  if (is === 'number') return Number(text);
  if (is === 'bytes') return fromBase64(text);
  if (is === 'date') return new Date(Number(text));
  return Object.fromEntries(members.map(([key, one]) => [key, unpackValue(one, fromBase64)]));
}
