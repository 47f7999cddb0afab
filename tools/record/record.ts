// `npm run record`: records answers of the real services, one JSON line each. See docs/services.md.
import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { recordedContentOf, withoutKey, type RecordingLine } from '#services/recording.ts';
import { runCommand, UsageError, wordsOfIssue } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { RefusalError } from '../setup/process.ts';
import { requestsToRecord, recordableServices, type RecordRequest } from './requests.ts';

const usage = `Records answers of a service, unchanged, one JSON line each, for tests.

  npm run --silent record -- picture|position|posts --out FILE [options]

  --out FILE      the file to write; it must not exist
  --base URL      one address for all sources of the service (default: the public addresses)
  --key KEY       API key of the legacy picture service (default: DEMO_KEY); it is not recorded
  --date D        picture: a day, YYYY-MM-DD; up to 5 times (default: the newest day)
  --count N       position: the number of answers, up to 120 (default: 1)
  --interval S    position: seconds between requests, 5 or more (default: 5)

Requests are sent one after the other, at least one second apart. Keys and cookies are not recorded; of files, only the
first bytes. Exit code: 0 if each request was answered, with whatever status; 1 if one was not; 2 for a wrong command
line.`;

/** The shortest interval that the position service allows. */
const minSeconds = 5;
const optionsSchema = z.object({
  service: z.enum(recordableServices),
  out: z.string().min(1),
  base: z.url({ protocol: /^https?$/ }).optional(),
  key: z.string().default('DEMO_KEY'),
  date: z.array(z.iso.date()).max(5).default([]),
  count: z.coerce.number().int().min(1).max(120).default(1),
  interval: z.coerce.number().int().min(minSeconds).max(3600).default(minSeconds),
});
type RecordArguments = z.infer<typeof optionsSchema>;

const string = { type: 'string' } as const;
const options = {
  out: string,
  base: string,
  key: string,
  count: string,
  interval: string,
  date: { type: 'string', multiple: true },
} as const;

function parseRecordArguments(
  [service, ...more]: readonly string[],
  values: Readonly<Record<string, unknown>>,
): RecordArguments {
  if (more.length > 0) throw new UsageError('name one service only');
  const input = { service, ...values };
  const order = optionsSchema.safeParse(input);
  if (order.success) return order.data;
  throw new UsageError(wordsOfIssue(order.error, input, { service: 'the service' }));
}

/** Headers that may identify the client, or hold secrets. */
const secret =
  /^(set-cookie|cookie|authorization|proxy-.*|x-amz-.*|cf-ray|x-api-key|x-forwarded-.*)$/;
const maxBytes = 4 * 2 ** 20;
const firstBytesOfFile = 256;
const limitMs = 30_000;

/**
 * Sends one request, and returns the line to record.
 *
 * @param isFile whether only the first bytes are recorded
 * @throws the system's error if no answer comes
 */
async function recordRequest(
  ask: RecordRequest,
  isFile: boolean,
  signal: AbortSignal,
): Promise<RecordingLine> {
  const { source, url, method = 'GET', body } = ask;
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    // Record redirects instead of following them.
    redirect: 'manual',
    headers: {
      'User-Agent': 'Overhead-record',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const bytes = await beginningOf(answer, isFile ? firstBytesOfFile : maxBytes);
  const headers = [...answer.headers].filter(([name]) => !secret.test(name));
  return {
    kind: 'recorded',
    source,
    method,
    url: withoutKey(url),
    status: answer.status,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, withoutKey(value)])),
    at: new Date().toISOString(),
    ...(isFile
      ? { body: bytes.toString('hex'), bytes: answer.headers.get('content-length') }
      : recordedContentOf(bytes.toString('utf8'))),
  };
}

async function beginningOf(answer: Response, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early cancels the transfer.
  for await (const piece of answer.body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length >= most) break;
  }
  return Buffer.concat(pieces).subarray(0, most);
}

const namedPicture = z.object({ hdurl: z.url() });
/** The address of the picture in an answer of the successor; null if the answer has none. */
function pictureOf({ record: answer }: RecordingLine): string | null {
  const first: unknown = Array.isArray(answer) ? answer[0] : answer;
  return namedPicture.safeParse(first).data?.hdurl ?? null;
}

async function runRecording(order: RecordArguments): Promise<number> {
  const signal = interruptionSignal();
  const pauseMs = order.service === 'position' ? order.interval * 1000 : 1000;
  // An earlier recording cannot be repeated, so it must not be overwritten.
  const out = await open(order.out, 'wx').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EEXIST' ? 'exists already; name a new file' : `cannot be created (${code})`;
    throw new RefusalError(`${order.out} ${why}`, { cause: error });
  });
  let requests = 0;
  let failures = 0;
  const recordAnswer = async (
    ask: RecordRequest,
    isFile: boolean,
  ): Promise<RecordingLine | null> => {
    if (requests++ > 0) await setTimeout(pauseMs, undefined, { signal });
    try {
      const line = await recordRequest(ask, isFile, signal);
      await out.write(`${JSON.stringify(line)}\n`);
      process.stdout.write(`${line.status} ${line.url}\n`);
      return line;
    } catch (error) {
      if (signal.aborted) throw error;
      failures += 1;
      process.stderr.write(`no answer from ${withoutKey(ask.url)}: ${reasonOf(error)}\n`);
      return null;
    }
  };
  try {
    const { date: dates, base = null } = order;
    for (const ask of requestsToRecord({
      ...order,
      dates,
      base: base?.replace(/\/$/, '') ?? null,
    })) {
      const line = await recordAnswer(ask, false);
      const picture = line !== null && ask.hasPicture === true ? pictureOf(line) : null;
      if (picture !== null) await recordAnswer({ source: 'image', url: picture }, true);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return 130;
  } finally {
    await out.close();
  }
  return failures === 0 ? 0 : 1;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something unexpected went wrong';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

await runCommand(
  { name: 'record', usage, options, allowPositionals: true },
  ({ positionals, values }) => runRecording(parseRecordArguments(positionals, values)),
);
