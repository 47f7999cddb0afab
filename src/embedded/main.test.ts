import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const children: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function run(...args: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [main, ...args]);
  children.push(child);
  return child;
}

async function finish(...args: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const child = run(...args);
  const exit = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exit) as unknown[];
  return { code, out, err };
}

const readySchema = z.strictObject({ posts_url: z.url(), iss_url: z.url(), apod_url: z.url() });

test.each(['SIGINT', 'SIGTERM'] as const)('says where it is, then %s ends it', async (signal) => {
  const child = run('--key', 'mine');
  const [line] = (await once(createInterface(child.stdout), 'line')) as unknown[];
  const urls = readySchema.parse(JSON.parse(String(line)));
  const answer = await fetch(`${urls.apod_url}/planetary/apod?api_key=mine`);
  expect(answer.status).toBe(200);
  await answer.text();
  const exit = once(child, 'exit');
  child.kill(signal);
  expect(await exit).toEqual([0, null]);
});

test('a port in use is one line and exit 1', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const bound = other.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  expect(await finish('--iss-port', String(port))).toEqual({
    code: 1,
    out: '',
    err: `services: port ${port} of 127.0.0.1 is in use\n`,
  });
  other.close();
});

test('nobody listening for the addresses is exit 1, without a word', async () => {
  const child = run();
  child.stdout.destroy();
  const exit = once(child, 'exit');
  expect(await text(child.stderr)).toBe('');
  expect(await exit).toEqual([1, null]);
});

test.each([
  [['--ports', '1'], "Unknown option '--ports'"],
  [['--posts-port', 'x'], '--posts-port must be a port, 0 to 65535, not x'],
  [['--apod-port', '65536'], '--apod-port must be a port'],
  [['extra'], "Unexpected argument 'extra'"],
  [['--key='], '--key must not be empty'],
])('%j prints the usage and exits 2', async (args, message) => {
  const { code, out, err } = await finish(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
  expect(err).toContain('--posts-port PORT');
});

test('--help prints the usage and exits 0', async () => {
  const { code, out, err } = await finish('--help');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('--posts-port PORT');
});
