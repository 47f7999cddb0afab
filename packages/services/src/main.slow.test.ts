import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const readySchema = z.strictObject({
  posts_url: z.url(),
  iss_url: z.url(),
  apod_url: z.url(),
  control_url: z.url(),
  control_token: z.string(),
});

// On Windows, every signal ends a process immediately, without calling its handlers.
const signals = process.platform === 'win32' ? [] : (['SIGINT', 'SIGTERM'] as const);
test.each(signals)('the program prints its addresses, and exits with 0 on %s', async (signal) => {
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

test('the program prints one line and exits with 1 if a port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const bound = other.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  expect(await finish('--iss-port', String(port))).toEqual({
    code: 1,
    out: '',
    err: `services: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
  });
  other.close();
});

test('the program uses the clock, the orbital elements and the scenarios of its command line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'overhead-elements-'));
  const file = join(folder, 'elements.txt');
  await writeFile(
    file,
    `ISS
1 25544U 98067A   25194.43411487  .00010152  00000-0  18227-3 0  9995
2 25544  51.6340 176.9702 0002675   6.8375 353.2650 15.50520436519237
`,
  );
  const clock = ['--clock', '2025-07-14T12:13:51Z', '--rate', '0'];
  const child = run(...clock, '--elements', file, '--scenario', 'position=500,requests=1');
  const [line] = (await once(createInterface(child.stdout), 'line')) as unknown[];
  const { iss_url } = readySchema.parse(JSON.parse(String(line)));
  const answers = [await fetch(`${iss_url}/iss-now.json`), await fetch(`${iss_url}/iss-now.json`)];
  expect(answers.map(({ status }) => status)).toEqual([500, 200]);
  // The position is within 0.1° of the position that the public service reported for that second.
  expect(await answers[1]?.json()).toMatchObject({
    timestamp: 1752495231,
    iss_position: {
      latitude: expect.stringMatching(/^-46\.[34]/) as unknown,
      longitude: expect.stringMatching(/^-68\.[12]/) as unknown,
    },
  });
  await rm(folder, { recursive: true });
});

test('the program answers from a recording with --replay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'overhead-recording-'));
  const file = join(folder, 'answers.jsonl');
  const recorded = { message: 'success', timestamp: 1, iss_position: {} };
  const url = 'http://api.open-notify.org/iss-now.json';
  const line = { kind: 'recorded', source: 'position', method: 'GET', url, status: 200 };
  await writeFile(file, `${JSON.stringify({ ...line, headers: {}, at: '', record: recorded })}\n`);
  const child = run('--replay', file);
  const [urls] = (await once(createInterface(child.stdout), 'line')) as unknown[];
  const { iss_url } = readySchema.parse(JSON.parse(String(urls)));
  expect(await (await fetch(`${iss_url}/iss-now.json`)).json()).toEqual(recorded);
  expect(await finish('--replay', join(folder, 'none.jsonl'))).toMatchObject({ code: 2, out: '' });
  await rm(folder, { recursive: true });
});

test('the program prints the reason and exits with 2 for a wrong argument', async () => {
  const { code, out, err } = await finish('--posts-port', 'x');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('--posts-port must be a port, 0 to 65535, not x');
});

test.each([
  ['nothing.txt', null, /^services: ENOENT: no such file or directory, open '.*nothing\.txt'$/m],
  ['bad.txt', 'ISS\n', /bad\.txt: no line begins an element set/],
])(
  'the program prints one line and exits with 2 for an unusable file of elements: %s',
  async (name, content, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'overhead-elements-'));
    const file = join(folder, name);
    if (content !== null) await writeFile(file, content);
    const { code, out, err } = await finish('--elements', file);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    await rm(folder, { recursive: true });
  },
);
