import { z } from 'zod';
import { type Scenario, withSettings } from './definition.ts';
import { padded, paddedGzip } from './padding.ts';
import { mapJson, mapJsonText, streamJson } from './transform.ts';

const mebibytes = (fallback: number) =>
  z.object({
    mebibytes: z
      .int()
      .min(1)
      .max(16_384)
      .default(fallback)
      .describe('Size of the JSON, unpacked, in MiB.'),
  });
const mebibyte = 1024 * 1024;

/** Of another type than it was, all the way down. */
function mistyped(value: unknown): unknown {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(mistyped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mistyped(inner)]));
}

/** Found in no text of the services. */
const mark = '\u{f8ff}NaN';

/** JavaScript's word where a number was: no JSON any more. */
const withNaN = (json: unknown): string =>
  JSON.stringify(json, (_name, value: unknown) =>
    typeof value === 'number' ? mark : value,
  ).replaceAll(`"${mark}"`, 'NaN');

/** What can be wrong with an answer in JSON. Any other answer is left alone. */
export const jsonFaults = {
  'malformed-json': {
    summary: 'JSON that lacks its end',
    after: (answer) => mapJsonText(answer, (text) => text.slice(0, -1)),
  },
  'wrong-types': {
    summary: 'JSON with numbers for strings, and strings for numbers and booleans',
    after: (answer) => mapJson(answer, (json) => JSON.stringify(mistyped(json))),
  },
  nan: {
    summary: 'NaN in place of each number, which is no JSON',
    after: (answer) => mapJson(answer, withNaN),
  },
  'huge-json': withSettings(mebibytes(64), {
    summary: 'Valid JSON that is far too long',
    after: (answer, { settings }) =>
      streamJson(answer, (text) => padded(text, settings.mebibytes * mebibyte)),
  }),
  'gzip-bomb': withSettings(mebibytes(256), {
    summary: 'Valid JSON that is small on the wire and far too long when it is unpacked',
    after: (answer, { settings }) =>
      streamJson(answer, (text) => paddedGzip(text, settings.mebibytes * mebibyte), {
        'Content-Encoding': 'gzip',
      }),
  }),
} satisfies Readonly<Record<string, Scenario<unknown>>>;
