// `npm run record`: answers of the real services, one JSON line each, as they come. See docs/services.md.
import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { contentOf, withoutKey, type Line } from '#embedded/recording.ts';
import { firstSentence, UsageError, wordsOfIssue } from '../setup/command.ts';
import { Refusal } from '../setup/process.ts';
import { requestsOf, services, type Ask } from './requests.ts';

const usage = `Records answers of a service as they come, one JSON line each, for tests.

  npm run --silent record -- picture|position|posts --out FILE [options]

  --out FILE      where the lines go; FILE must not exist yet
  --base URL      another address of all of a service's sources (default: the public ones)
  --key KEY       API key of the legacy picture service (default: DEMO_KEY); it is not recorded
  --date D        picture: a day, YYYY-MM-DD; up to 5   (default: the newest)
  --count N       position: how many answers, up to 120 (default: 1)
  --interval S    position: seconds from one to the next, 5 or more (default: 5)

Requests go out one after the other, a second apart or more. Keys and cookies are not recorded; of files only the
first bytes are. Exit code: 0 when every request was answered, whatever the answer; 1 when one was not; 2 for a wrong
command line.
`;

/** The position service asks for no more of one client. */
const leastSeconds = 5;
const orderSchema = z.object({
  service: z.enum(services),
  out: z.string().min(1),
  base: z.url({ protocol: /^https?$/ }).optional(),
  key: z.string().default('DEMO_KEY'),
  date: z.array(z.iso.date()).max(5).default([]),
  count: z.coerce.number().int().min(1).max(120).default(1),
  interval: z.coerce.number().int().min(leastSeconds).max(3600).default(leastSeconds),
});
type Recording = z.infer<typeof orderSchema>;

function parse(): Recording | null {
  const string = { type: 'string' } as const;
  const options = {
    out: string,
    base: string,
    key: string,
    count: string,
    interval: string,
    date: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (values.help === true) return null;
    const [service, ...more] = positionals;
    if (more.length > 0) throw new UsageError('name one service only');
    const given = { service, ...values };
    const order = orderSchema.safeParse(given);
    if (order.success) return order.data;
    throw new UsageError(wordsOfIssue(order.error, given, { service: 'the service' }));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(firstSentence((error as Error).message), { cause: error });
  }
}

/** Headers that may say who asked, or are a secret of the connection. */
const secret =
  /^(set-cookie|cookie|authorization|proxy-.*|x-amz-.*|cf-ray|x-api-key|x-forwarded-.*)$/;
const mostBytes = 4 * 2 ** 20;
const firstBytesOfFile = 256;
const limitMs = 30_000;

/**
 * Sends one request.
 *
 * @param isFile record only the first bytes
 * @throws the system's error when no answer came
 */
async function record(ask: Ask, isFile: boolean, signal: AbortSignal): Promise<Line> {
  const { source, url, method = 'GET', body } = ask;
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    // Where it leads is part of the answer.
    redirect: 'manual',
    headers: {
      'User-Agent': 'Overhead-record',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const bytes = await beginningOf(answer, isFile ? firstBytesOfFile : mostBytes);
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
      : contentOf(bytes.toString('utf8'))),
  };
}

async function beginningOf(answer: Response, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop ends the transfer.
  for await (const piece of answer.body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length >= most) break;
  }
  return Buffer.concat(pieces).subarray(0, most);
}

const namedPicture = z.object({ hdurl: z.url() });
/** The picture that an answer of the successor names; null where it names none. */
function pictureOf({ record: answer }: Line): string | null {
  const first: unknown = Array.isArray(answer) ? answer[0] : answer;
  return namedPicture.safeParse(first).data?.hdurl ?? null;
}

async function run(order: Recording): Promise<number> {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
  const { signal } = stopped;
  const pauseMs = order.service === 'position' ? order.interval * 1000 : 1000;
  // An earlier recording cannot be had again: never write over it.
  const out = await open(order.out, 'wx').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EEXIST' ? 'is there already; name a new file' : `cannot be made (${code})`;
    throw new Refusal(`${order.out} ${why}`, { cause: error });
  });
  let requests = 0;
  let failures = 0;
  const take = async (ask: Ask, isFile: boolean): Promise<Line | null> => {
    if (requests++ > 0) await setTimeout(pauseMs, undefined, { signal });
    try {
      const line = await record(ask, isFile, signal);
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
    for (const ask of requestsOf({ ...order, dates, base: base?.replace(/\/$/, '') ?? null })) {
      const line = await take(ask, false);
      const picture = line !== null && ask.hasPicture === true ? pictureOf(line) : null;
      if (picture !== null) await take({ source: 'image', url: picture }, true);
    }
  } finally {
    await out.close();
  }
  return failures === 0 ? 0 : 1;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something unexpected went wrong';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

try {
  const order = parse();
  if (order === null) process.stdout.write(usage);
  else process.exitCode = await run(order);
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(
    isUsage
      ? `${error.message}\n\n${usage}`
      : `record: ${error instanceof Refusal ? error.message : reasonOf(error)}\n`,
  );
  process.exitCode = isUsage ? 2 : 1;
}
