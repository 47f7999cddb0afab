import { EventEmitter } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { killGroup } from './run.ts';

const spawn = vi.hoisted(() => vi.fn<() => EventEmitter>());
vi.mock('node:child_process', () => ({ spawn }));

const { platform } = process;
beforeEach(() => void Object.defineProperty(process, 'platform', { value: 'win32' }));
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  vi.restoreAllMocks();
});

it.each([
  ['cannot be started', 'error', new Error('ENOENT'), 1],
  ['fails', 'exit', 128, 1],
  ['succeeds', 'exit', 0, 0],
] as const)(
  'killGroup on Windows kills the process itself if taskkill %s: %s %s, %i times',
  (_what, event, value, times) => {
    const taskkill = new EventEmitter();
    spawn.mockReturnValue(taskkill);
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    killGroup({ pid: 4321 } as ChildProcess);
    taskkill.emit(event, value);
    expect(kill.mock.calls).toEqual(Array.from({ length: times }, () => [4321, 'SIGKILL']));
  },
);
