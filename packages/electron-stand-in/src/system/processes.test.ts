import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import {
  descendants,
  isRunning,
  processesWithText,
  processTable,
  procEntriesOf,
  readProcess,
  renderersOf,
} from './processes.ts';

describe.skipIf(process.platform !== 'linux')('processesWithText and descendants', () => {
  it('find a running child and grandchild process, by the environment and by the parent', async () => {
    const mark = `mark-${process.pid}-${Date.now()}`;
    // The script sets a name with a space and a parenthesis, which `/proc/<pid>/stat` does not escape.
    const script = 'sleep 1000 & printf "a) b" > /proc/$$/comm; echo $!; wait';
    const child = spawn('sh', ['-c', script], {
      env: { ...process.env, TEST_MARK: mark },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const pids = [child.pid ?? 0, Number(String(line))].sort();
    expect(descendants(process.pid)).toEqual(expect.arrayContaining(pids));
    expect(descendants(child.pid ?? 0)).toEqual([Number(String(line))]);
    // While a process changes its program, it has no environment for a moment.
    await vi.waitFor(() => expect(processesWithText(mark).sort()).toEqual(pids));
    expect(pids.map(isRunning)).toEqual([true, true]);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await once(child, 'exit');
    expect(isRunning(child.pid ?? 0)).toBe(false);
    expect(readProcess(child.pid ?? 0, 'stat')).toBe('');
  });

  it('leave out zombies, and tell renderers by their command line', async () => {
    // The inner shell ends when the outer one has become `sleep`, which does not wait for it.
    const inner = 'until grep -qx sleep /proc/$0/comm; do :; done';
    const script = `sh -c '${inner}' $$ & echo $!; exec sleep 1000`;
    const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const zombie = Number(String(line));
    await vi.waitFor(() => expect(readProcess(zombie, 'status')).toMatch(/^State:\tZ/m));
    await vi.waitFor(() => expect(readProcess(child.pid ?? 0, 'cmdline')).toContain('sleep'));
    expect([isRunning(zombie), isRunning(child.pid ?? 0)]).toEqual([false, true]);
    expect(descendants(child.pid ?? 0)).toEqual([]);
    expect(processTable().has(zombie)).toBe(false);
    expect(processTable().get(child.pid ?? 0)).toBe(process.pid);
    const renderer = spawn('sh', ['-c', 'echo; sleep 1000; true', '--type=renderer'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    await once(renderer.stdout, 'data');
    // The shell has a copy of itself until that runs `sleep`.
    await vi.waitFor(() => expect(renderersOf(process.pid)).toEqual([renderer.pid]));
    process.kill(-(renderer.pid ?? 0), 'SIGKILL');
    child.kill('SIGKILL');
    await Promise.all([once(renderer, 'exit'), once(child, 'exit')]);
    expect(procEntriesOf(process.pid, 'task')).toContain(String(process.pid));
    expect([procEntriesOf(child.pid ?? 0, 'fd'), readProcess(child.pid ?? 0, 'status')]).toEqual([
      [],
      '',
    ]);
  });
});
