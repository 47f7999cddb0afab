/** The validators of a file (RFC 9110, 8.8). */
interface FileValidators {
  /** A strong entity tag, with its quotes. */
  readonly etag: string;
  /** The time of the last change, in whole seconds, as milliseconds since the epoch. */
  readonly modified: number;
  /** The length of the file in bytes. */
  readonly length: number;
}

/** The status of the answer. In a range, `from` and `to` are both inclusive. */
type AnswerRange =
  | { readonly status: 200 | 304 | 416 }
  | { readonly status: 206; readonly from: number; readonly to: number };

const wholeFile: AnswerRange = { status: 200 };

/**
 * The answer to a GET with these headers: the whole file, 304, one range of bytes, or 416 for a range that begins after
 * the end of the file (RFC 9110, 13.2.2 and 14). For several ranges or an invalid range, the answer is the whole file.
 */
export function conditionalAnswer(headers: Headers, version: FileValidators): AnswerRange {
  const knownTags = headers.get('If-None-Match');
  if (knownTags !== null ? isTagListed(knownTags, version.etag) : isUnmodified(headers, version))
    return { status: 304 };
  const range = headers.get('Range');
  if (range === null || !hasSameValidator(headers.get('If-Range'), version)) return wholeFile;
  return rangeOf(range, version.length);
}

/** Compares an entity tag with a list by weak comparison (RFC 9110, 8.8.3.2). */
function isTagListed(list: string, etag: string): boolean {
  const tags = list.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

function isUnmodified(headers: Headers, { modified }: FileValidators): boolean {
  const sinceTime = Date.parse(headers.get('If-Modified-Since') ?? '');
  return sinceTime >= modified;
}

/** Uses strong comparison, because bytes of two versions must not be joined. */
function hasSameValidator(condition: string | null, { etag, modified }: FileValidators): boolean {
  if (condition === null || condition === etag) return true;
  return !condition.includes('"') && Date.parse(condition) === modified;
}

function rangeOf(range: string, length: number): AnswerRange {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? [];
  if (first === '' && last === '') return wholeFile;
  // `bytes=-9` requests the last nine bytes.
  const firstByte = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const lastByte = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  if (first !== '' && last !== '' && Number(last) < firstByte) return wholeFile;
  return firstByte >= length ? { status: 416 } : { status: 206, from: firstByte, to: lastByte };
}
