import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { type Scenario, scenarioWithSettings } from './definition.ts';
import { mapJson, mapJsonText, streamJson } from './transform.ts';

const mebibytesSchema = (fallback: number) =>
  z.object({
    mebibytes: z
      .int()
      .min(1)
      .max(16_384)
      .default(fallback)
      .describe('Size of the JSON, unpacked, in MiB.'),
  });

/** Returns the same structure, with values of other types. */
function withOtherTypes(value: unknown): unknown {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(withOtherTypes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withOtherTypes(inner)]),
  );
}

/** A text that occurs in no answer of the services. */
const nanMark = '\u{f8ff}NaN';

/** Replaces numbers with `NaN`, which is not valid JSON. */
const jsonWithNaN = (json: unknown): string =>
  JSON.stringify(json, (_name, value: unknown) =>
    typeof value === 'number' ? nanMark : value,
  ).replaceAll(`"${nanMark}"`, 'NaN');

/** The faults of a JSON answer. Other answers are unchanged. */
export const jsonFaults = {
  'malformed-json': {
    summary: 'JSON that lacks its end',
    after: (answer) => mapJsonText(answer, (text) => text.slice(0, -1)),
  },
  'wrong-types': {
    summary: 'JSON with numbers for strings, and strings for numbers and booleans',
    after: (answer) => mapJson(answer, (json) => JSON.stringify(withOtherTypes(json))),
  },
  nan: {
    summary: 'NaN in place of each number, which is no JSON',
    after: (answer) => mapJson(answer, jsonWithNaN),
  },
  'huge-json': scenarioWithSettings(mebibytesSchema(64), {
    summary: 'Valid JSON that is far too long',
    after: (answer, { settings }) =>
      streamJson(answer, (text) => padJson(text, settings.mebibytes)),
  }),
  'gzip-bomb': scenarioWithSettings(mebibytesSchema(256), {
    summary: 'Valid JSON that is small on the wire and far too long when it is unpacked',
    after: (answer, { settings }) =>
      streamJson(answer, (text) => paddedGzip(text, settings.mebibytes), {
        'Content-Encoding': 'gzip',
      }),
  }),
} satisfies Readonly<Record<string, Scenario<unknown>>>;

/** A mebibyte of padding. */
const paddingBlock = () => new Uint8Array(2 ** 20).fill('x'.charCodeAt(0));
/** The gzip header (RFC 1952): ten bytes that do not depend on the content. */
const gzipHeader = new Uint8Array(gzipSync('').subarray(0, 10));

const encoder = new TextEncoder();

/** The two parts of the JSON, between which a padding string of any length is inserted. */
interface JsonGap {
  readonly head: Uint8Array<ArrayBuffer>;
  readonly tail: Uint8Array<ArrayBuffer>;
}

/**
 * Finds the place of the padding. In an object, the padding becomes a new first field. Any other JSON value becomes a
 * field of a new object, after the padding.
 */
function findGap(json: string): JsonGap {
  const isObject = json.startsWith('{');
  const jsonAfterGap = isObject ? json.slice(1) : `"value":${json}}`;
  const tailText = jsonAfterGap.trimStart() === '}' ? `"${jsonAfterGap}` : `",${jsonAfterGap}`;
  return { head: encoder.encode('{"padding":"'), tail: encoder.encode(tailText) };
}

/** The same JSON with this many MiB of padding, in pieces. The whole text is never in memory. */
function* padJson(json: string, mebibytes: number): Generator<Uint8Array<ArrayBuffer>> {
  const { head, tail } = findGap(json);
  const block = paddingBlock();
  yield head;
  for (let n = 0; n < mebibytes; n++) yield block;
  yield tail;
}

/**
 * The padded JSON, compressed by gzip to about a thousandth of its size. One block is compressed, and sent repeatedly.
 */
function* paddedGzip(json: string, mebibytes: number): Generator<Uint8Array<ArrayBuffer>> {
  const { head, tail } = findGap(json);
  const block = paddingBlock();
  const compressedBlock = deflate(block, false);
  let crc = crc32(head);
  yield gzipHeader;
  yield deflate(head, false);
  for (let n = 0; n < mebibytes; n++) {
    crc = crc32(block, crc);
    yield compressedBlock;
  }
  yield deflate(tail, true);
  const size = head.length + mebibytes * block.length + tail.length;
  // The trailer: the checksum and the size (modulo 2³²), little-endian like the processors on which Node runs.
  yield new Uint8Array(Uint32Array.of(crc32(tail, crc), size).buffer);
}

/**
 * Compresses the bytes. After a full flush, a block does not refer to earlier blocks, so that blocks can be repeated.
 */
function deflate(bytes: Uint8Array, isLast: boolean): Uint8Array<ArrayBuffer> {
  const finishFlush = isLast ? constants.Z_FINISH : constants.Z_FULL_FLUSH;
  return new Uint8Array(deflateRawSync(bytes, { finishFlush }));
}
