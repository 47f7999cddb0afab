import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { runInStandIn } from './run.ts';

const child = Object.assign(new EventEmitter(), {
  stdout: new PassThrough(),
  kill: (signal: string) => child.emit('exit', null, signal),
});
const spawn = vi.hoisted(() => vi.fn<(...args: unknown[]) => unknown>());
vi.mock('node:child_process', () => ({ spawn }));

it('runInStandIn finds what the program says, before and after it is asked for', async () => {
  spawn.mockReturnValue(child);
  const program = runInStandIn('/app', '/folder', ['--a'], { NAME: 'n' });
  const main = expect.stringMatching(/electron\/main\.ts$/) as unknown;
  const none = { DISPLAY: '', WAYLAND_DISPLAY: '', DBUS_SESSION_BUS_ADDRESS: '' };
  expect(spawn.mock.calls).toMatchObject([
    [
      process.execPath,
      [main, '/app', '--no-sandbox', '--user-data-dir=/folder/data', '--a'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...none, XDG_RUNTIME_DIR: '/folder', TMPDIR: '/folder', NAME: 'n' },
      },
    ],
  ]);
  const say = (what: string, value: number): boolean =>
    child.stdout.write(`${JSON.stringify({ what, value })}\n`);
  say('a', 1);
  say('a', 2);
  expect([await program.said('a'), await program.said('a')]).toEqual([1, 1]);
  const later = program.said('b');
  say('c', 3);
  await nextTurn();
  say('b', 4);
  expect(await later).toBe(4);
  const missing = program.said('d');
  await program.end();
  child.stdout.end();
  await expect(missing).rejects.toThrow('ended without d; said a, a, c, b');
  expect(await program.exited).toEqual([null, 'SIGKILL']);
  expect([program.output().at(-1), program.data]).toEqual([['b', 4], '/folder/data']);
});
