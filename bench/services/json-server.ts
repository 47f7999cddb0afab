import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Bench } from './services.ts';
import type { Target } from './load.ts';

/**
 * The usual mock of the posts service. It keeps every post and writes all of them to its file again and again: from
 * 1,200 creates a second it comes down to 300 within eight seconds. So each round begins with a new and empty store, and
 * with a second of reading to warm up; how long the round is decides the figure, and belongs to it.
 */
export async function jsonServerTarget(
  { processes, scratch, tool }: Pick<Bench, 'processes' | 'scratch' | 'tool'>,
  post: string,
): Promise<Target> {
  const database = join(scratch, 'json-server.json');
  const bin = createRequire(import.meta.url).resolve('json-server/lib/cli/bin.js');
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}/posts`;
  // It tells of every request otherwise.
  const args = [bin, '--host', '127.0.0.1', '--port', port, '--quiet', database];
  let stop = (): Promise<void> => Promise.resolve();
  const begin = async (): Promise<void> => {
    await stop();
    writeFileSync(database, '{"posts":[]}');
    ({ stop } = await processes.startSilent({ args }, url));
    await tool.run({ url }, 1);
  };
  return { url, post, prepare: begin };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  if (bound === null || typeof bound === 'string') throw new Error('there is no port');
  return bound.port;
}
