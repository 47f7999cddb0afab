// `npm run record`: answers of the real services, one JSON line each, as they come. See docs/services.md.
import { open, type FileHandle } from 'node:fs/promises';
import process from 'node:process';
import { parseOrder, usage, UsageError } from './arguments.ts';
import { pause, pictureOf, record, recordFile, withoutKey, type Line } from './record.ts';
import { requestsOf } from './requests.ts';

/** Seconds between requests to a service that is asked for different things. */
const politeSeconds = 1;

async function run(args: readonly string[]): Promise<number> {
  const order = parseOrder(args);
  if (order === null) {
    process.stdout.write(usage);
    return 0;
  }
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
  const { signal } = stopped;
  const interval = order.service === 'position' ? order.intervalSeconds : politeSeconds;
  // What was recorded before is not to be had again.
  const out = await open(order.out, 'wx');
  let failures = 0;
  let isFirst = true;
  const take = async (url: string, ask: () => Promise<Line>): Promise<Line | null> => {
    if (!isFirst) await pause(interval, signal);
    isFirst = false;
    try {
      const line = await ask();
      await write(out, line);
      process.stdout.write(`${line.status} ${line.url}\n`);
      return line;
    } catch (error) {
      if (signal.aborted) throw error;
      failures += 1;
      process.stderr.write(`no answer from ${withoutKey(url)}: ${reasonOf(error)}\n`);
      return null;
    }
  };
  try {
    for (const ask of requestsOf(order)) {
      const line = await take(ask.url, () => record(ask, signal));
      const picture = line !== null && ask.hasPicture === true ? pictureOf(line) : null;
      if (picture !== null) await take(picture, () => recordFile('image', picture, signal));
    }
  } finally {
    await out.close();
  }
  return failures === 0 ? 0 : 1;
}

const write = (out: FileHandle, line: Line): Promise<unknown> =>
  out.write(`${JSON.stringify(line)}\n`);

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something unexpected went wrong';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(isUsage ? `${error.message}\n\n${usage}` : `record: ${reasonOf(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
