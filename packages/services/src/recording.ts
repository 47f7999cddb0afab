import { z } from 'zod';
import type { ReadResult } from './scenarios/choice.ts';

/**
 * One recorded answer, in the format of `npm run record`. A line with `bytes` contains only the beginning of a file, in
 * hexadecimal digits, and cannot be replayed.
 */
const lineSchema = z.object({
  kind: z.literal('recorded'),
  source: z.string(),
  method: z.string(),
  /** The address of the request, without the key. */
  url: z.url(),
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
  /** The time of the answer. */
  at: z.string(),
  /** The body as parsed JSON. If the body is not JSON, its text is in `body`. */
  record: z.unknown().optional(),
  body: z.string().optional(),
  /** The length of the whole file, if `body` is only its beginning. */
  bytes: z.string().nullable().optional(),
});
export type RecordingLine = z.output<typeof lineSchema>;

/** Answers recorded requests; null for a request that was not recorded. */
export type Recording = (method: string, url: string) => Response | null;

/**
 * The headers that are not replayed: they describe the transfer of the recorded body and not the content, or they may
 * be secret.
 */
const droppedHeaderPattern =
  /^(content-length|content-encoding|transfer-encoding|connection|keep-alive|set-cookie)$/;

/** Identifies a request by its method, path and query, without its host and its key. */
function keyOf(method: string, address: string): string {
  const url = new URL(address);
  url.searchParams.delete('api_key');
  url.searchParams.sort();
  return `${method} ${url.pathname}${url.search}`;
}

/**
 * Parses a recording. Several answers to one request are replayed in their order, and then the last one is repeated.
 * Leaves out files, because only their beginning is recorded.
 */
export function readRecording(text: string): ReadResult<Recording> {
  const answers = new Map<string, RecordingLine[]>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const parseResult = lineSchema.safeParse(fromJson(line));
    if (!parseResult.success)
      return { ok: false, message: `line ${index + 1} is no answer of \`npm run record\`` };
    if (parseResult.data.bytes !== undefined) continue;
    if (!canBeAnswered(parseResult.data))
      return {
        ok: false,
        message: `line ${index + 1} has headers or a status that HTTP does not allow`,
      };
    const key = keyOf(parseResult.data.method, parseResult.data.url);
    answers.set(key, [...(answers.get(key) ?? []), parseResult.data]);
  }
  if (answers.size === 0) return { ok: false, message: 'there is no answer in it' };
  return {
    ok: true,
    value: (method, url) => {
      const lines = answers.get(keyOf(method, url));
      const line = lines !== undefined && lines.length > 1 ? lines.shift() : lines?.[0];
      return line === undefined ? null : answerOf(line);
    },
  };
}

/** Whether `Response` accepts the status and the headers of a line. */
function canBeAnswered(line: RecordingLine): boolean {
  try {
    answerOf(line);
    return true;
  } catch {
    return false;
  }
}

function answerOf({ status, headers, record, body }: RecordingLine): Response {
  const keptHeaders = Object.entries(headers).filter(
    ([name]) => !droppedHeaderPattern.test(name.toLowerCase()),
  );
  const text = record === undefined ? (body ?? '') : JSON.stringify(record);
  const hasBody = ![204, 205, 304].includes(status);
  // `Headers` validates at once. The `Response` of @hono/node-server does so only when it is read.
  return new Response(hasBody ? text : null, { status, headers: new Headers(keptHeaders) });
}

/** The address or other text without the value of the key, also where the name of the key is percent-encoded. */
export const withoutKey = (text: string): string =>
  text.replace(
    /([?&;](?:a|%61)(?:p|%70)(?:i|%69)(?:_|%5f)(?:k|%6b)(?:e|%65)(?:y|%79)=)[^&;#]*/gi,
    '$1',
  );

/**
 * Converts the body of an answer to the form in which a recording stores it: JSON as the parsed `record`, any other
 * text as `body`.
 */
export function recordedContentOf(text: string): Pick<RecordingLine, 'record' | 'body'> {
  const json = fromJson(text);
  return json === undefined ? { body: text } : { record: json };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
