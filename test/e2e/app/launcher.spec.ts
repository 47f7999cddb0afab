import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#tools/setup/paths.ts';
import { descendants, isRunning } from '#stand-in/system/processes.ts';
import { expect, test } from '../support/fixtures.ts';

/** The commands of a new user, mostly on a machine without a screen. */

// The tests run one after another, because all commands write to the checkout's `.run` folder.
test.describe.configure({ mode: 'default' });

interface Command {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exited: Promise<number | null>;
}

// npm sets `npm_lifecycle_event`. A launcher that npm started ends when its parent process ends, so the launcher also
// ends if the tests are killed.
const screenless: NodeJS.ProcessEnv = { ...process.env, npm_lifecycle_event: 'start' };
delete screenless['DISPLAY'];
delete screenless['WAYLAND_DISPLAY'];

/** The time limit of a whole start with a desktop, long enough for a very busy machine. */
const startLimitMs = 8 * 60_000;
const smoke = ['--smoke', '--timeout', String(startLimitMs / 1_000)];

const started = new Set<Command>();

// oxlint-disable-next-line no-empty-pattern
test.afterEach(async ({}, info) => {
  for (const { child, exited, stdout, stderr } of started) {
    child.kill('SIGTERM');
    await exited;
    if (info.status === info.expectedStatus) continue;
    const body = `${stdout()}\n── standard error\n${stderr()}`;
    await info.attach('command.log', { body, contentType: 'text/plain' });
  }
  started.clear();
});

function npmStart(args: readonly string[], env: NodeJS.ProcessEnv = screenless): Command {
  const child = spawn(process.execPath, [join(root, 'tools/launch.mjs'), 'start', ...args], {
    cwd: root,
    env,
    // A separate process group, as for a command in a terminal, so that Ctrl+C can be sent to this group alone.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (printed[name] += chunk.toString()));
  const command: Command = {
    child,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    exited: once(child, 'close').then(([code]) => code as number | null),
  };
  started.add(command);
  return command;
}

test('--smoke runs the main features on a real desktop and prints one JSON line, with the notifications of the app and not those of another program', async ({
  stage: { desktop },
}) => {
  const command = npmStart(smoke, { ...desktop.env, npm_lifecycle_event: 'start' });
  await expect.poll(command.stderr).toMatch(/^ {2}launch /m);
  const message = ['--app-name=Chat', 'A picture of us', 'Private.'];
  await promisify(execFile)('notify-send', message, { env: desktop.env });
  expect(await command.exited, command.stderr()).toBe(0);
  const report: unknown = JSON.parse(command.stdout().trim().split('\n').at(-1) ?? '');
  const text = expect.stringMatching(/./);
  expect(report).toMatchObject({
    runtime: expect.stringMatching(/^(electron|stand-in)/i),
    display: { kind: 'real', name: desktop.display },
    tray: { menu: expect.arrayContaining(['Open Overhead', 'Quit']) },
    picture: { date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), title: text },
    wallpaper: { file: text, verified: true },
    station: { ageSeconds: expect.any(Number) },
    post: { status: 201, id: 101 },
    notifications: expect.arrayContaining([{ title: 'New picture of the day', body: text }]),
    elapsedMs: { total: expect.any(Number) },
    screenshot: text,
  });
  expect(command.stdout()).not.toContain('A picture of us');
});

test('starts on a virtual desktop when the display does not answer, and leaves nothing running after Ctrl+C', async () => {
  const command = npmStart([], { ...screenless, DISPLAY: ':4242' });
  const { pid } = command.child;
  if (pid === undefined) throw new Error('it did not start');
  const printed = (): string => command.stderr() + command.stdout();
  await expect.poll(printed, { timeout: startLimitMs }).toMatch(/screenshot: .+\.png/);
  const running = descendants(pid);
  expect(running.length).toBeGreaterThan(5);
  process.kill(-pid, 'SIGINT');
  await command.exited;
  await expect.poll(() => running.filter(isRunning)).toEqual([]);
});

test('leaves nothing running when the launcher is killed', async () => {
  const command = npmStart([]);
  const { pid } = command.child;
  if (pid === undefined) throw new Error('it did not start');
  await expect.poll(command.stdout).toMatch(/Ctrl\+C ends it/);
  const running = descendants(pid);
  expect(running.length).toBeGreaterThan(5);
  command.child.kill('SIGKILL');
  await expect.poll(() => running.filter(isRunning)).toEqual([]);
});

test('ends with an error if the session bus accepts connections but does not answer', async ({
  stage: { desktop },
}) => {
  // The server accepts every connection and sends nothing.
  const silent = createServer((socket) => socket.unref()).unref();
  try {
    silent.listen(join(desktop.dir, 'silent-bus'));
    await once(silent, 'listening');
    const DBUS_SESSION_BUS_ADDRESS = `unix:path=${join(desktop.dir, 'silent-bus')}`;
    const command = npmStart(smoke, { ...desktop.env, DBUS_SESSION_BUS_ADDRESS });
    expect(await command.exited).toBe(1);
    expect(command.stderr()).toContain('the session bus does not answer');
  } finally {
    silent.close();
  }
});

test('reports a missing display in one line that names the packages to install', async () => {
  const command = npmStart([], { ...screenless, PATH: dirname(process.execPath) });
  expect(await command.exited).toBe(1);
  expect(command.stderr().trim().split('\n').at(-1)).toMatch(/xvfb/);
});
