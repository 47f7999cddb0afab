import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Bench } from './services.ts';
import type { Target } from './load.ts';

/**
 * The usual mock of the posts service. It keeps every post and writes all of them to its file again and again: from
 * 1,200 creates a second it comes down to 300 within eight seconds. A figure without the size of its store says little.
 * `empty`: new for each round, at its best, and warm from a second of reading. `filling`: what the rounds leave it with.
 */
export async function jsonServerTarget(
  { processes, scratch, tool }: Pick<Bench, 'processes' | 'scratch' | 'tool'>,
  post: string,
  store: 'empty' | 'filling',
): Promise<Target> {
  const database = join(scratch, `${store}.json`);
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
  if (store === 'empty') return { url, post, prepare: begin };
  await begin();
  return { url, post };
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
