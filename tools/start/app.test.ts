import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launchApp, type RunningApp } from './app.ts';

/** Launches a script in place of the runtime. Resolves with the script's first line of output. */
async function launch(script: string): Promise<{ app: RunningApp; line: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-app-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'runtime.mjs');
  writeFileSync(file, script);
  const heard = Promise.withResolvers<string>();
  const app = await launchApp({
    runtime: { kind: 'stand-in', command: process.execPath, args: [file], reason: 'a test' },
    env: process.env,
    args: ['--services=embedded'],
    userDataDir: '/data',
    debugPort: 4711,
    appDir: folder,
    onOutput: (text) => heard.resolve(text),
  });
  onTestFinished(() => app.stop());
  return { app, line: await heard.promise };
}

test('launchApp passes arguments and switches to the app, and stop() lets the app exit on SIGTERM', async () => {
  const { app, line } = await launch(`
    process.on('SIGTERM', () => process.exit(0));
    console.log(JSON.stringify(process.argv.slice(3)));
    setInterval(() => {}, 1000);`);
  expect(JSON.parse(line)).toEqual([
    '--services=embedded',
    '--no-first-run',
    '--user-data-dir=/data',
    '--remote-debugging-port=4711',
  ]);
  await app.stop();
  expect(await app.exited).toBe(0);
  await app.stop();
});

test('stop() leaves no process of the app’s group running', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connected = once(server, 'connection');
  // A child process of the app that ignores SIGTERM.
  const helper = `process.on('SIGTERM', () => {}); net.connect(${port}, '127.0.0.1')`;
  const { app } = await launch(`
    import { spawn } from 'node:child_process';
    spawn(process.execPath, ['-e', ${JSON.stringify(helper)}], { stdio: 'ignore' });
    console.log('up');`);
  const [socket] = (await connected) as [Socket];
  // A broken connection also shows that the helper has ended.
  socket.on('error', () => undefined).resume();
  const gone = once(socket, 'close');
  await app.stop();
  await gone;
});

test('launchApp adds only one exit listener to this process for any number of apps', async () => {
  const count = process.listenerCount('exit');
  const { app } = await launch(`console.log('up')`);
  const other = await launch(`console.log('up')`);
  expect(process.listenerCount('exit')).toBe(count + 1);
  await app.stop();
  await other.app.stop();
  expect(process.listenerCount('exit')).toBe(count);
});

test('launchApp reports the exit code and the output of an app that ends', async () => {
  const { app } = await launch(`console.error('no luck'); process.exitCode = 3;`);
  expect(await app.exited).toBe(3);
  expect((app.gone.reason as Error).message).toBe('the app ended by itself (exit code 3): no luck');
});

test('launchApp rejects for a runtime that does not exist', async () => {
  const runtime = {
    kind: 'stand-in',
    command: '/nonexistent',
    args: [],
    reason: 'a test',
  } as const;
  await expect(launchApp({ runtime, env: {}, args: [], appDir: tmpdir() })).rejects.toThrow(
    'ENOENT',
  );
});
