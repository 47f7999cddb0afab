import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attemptStorage } from '#platform/files/attempt.ts';
import type { HookEvent } from '#shared/hook-events.ts';
import type { HookFailure } from '#shared/hook.ts';
import { createHooks, environmentOf, type HookSource } from './hooks.ts';

let folder = '';
let out = '';
let command: string | null = null;
let hooks: ReturnType<typeof createHooks>;
/** The event and the failure of each run that has ended, in order. */
let ends: (readonly [HookEvent, HookFailure | null])[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-hook-'));
  out = join(folder, 'out');
  ends = [];
});
afterEach(async () => {
  await hooks.dispose();
  rmSync(folder, { recursive: true });
});

function start(line: string | null, limitMs = 30_000): void {
  command = line;
  hooks = createHooks({
    command: () => command,
    onEnd: (event, failure) => ends.push([event, failure]),
    limitMs,
  });
}
const run = (date: string, title = 'A title', event: HookEvent = 'wallpaper'): void =>
  hooks.run(event, { own: { OVERHEAD_DATE: date }, foreign: { OVERHEAD_TITLE: title } });
const failure = (): HookFailure | null | undefined => ends.at(-1)?.[1];
const eventually = (check: () => void) => vi.waitFor(check, 20_000);
const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

function isAlive(pid: number): boolean {
  // A killed process stays a zombie if its parent does not wait for it: count a zombie as ended.
  const stat = attemptStorage(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat.ok && !stat.value.includes(') Z');
}

describe('environmentOf', () => {
  const titleFor = (platform: NodeJS.Platform, title: string) =>
    environmentOf({ own: {}, foreign: { OVERHEAD_TITLE: title } }, platform)['OVERHEAD_TITLE'];

  it('removes characters that are special to cmd.exe on Windows', () => {
    start(null);
    const evil = 'Moon" & calc & rem %PATH% ^& | x > y) else calc (';
    const line = `if exist x (notify.exe "${titleFor('win32', evil)}")`;
    expect(line).toBe('if exist x (notify.exe "Moon  calc  rem PATH   x  y else calc ")');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        expect(titleFor('win32', title)).not.toMatch(/["&|<>^%!()\r\n\0]/);
      }),
    );
  });

  it('keeps the whole title on systems other than Windows', () => {
    start(null);
    expect(titleFor('linux', '"M 31" & (Andromeda) 100 %')).toBe('"M 31" & (Andromeda) 100 %');
  });
});

// The commands in these tests need a POSIX shell.
describe.skipIf(process.platform === 'win32')('createHooks', () => {
  it('passes the data of the event to the command in environment variables', async () => {
    const title = 'Stars; rm -rf $HOME `x`';
    start(`printf '%s|' "$OVERHEAD_EVENT" "$OVERHEAD_DATE" "$OVERHEAD_TITLE" > ${out}`);
    run('2026-11-20', title, 'picture');
    await eventually(() => expect(read(out)).toBe(`picture|2026-11-20|${title}|`));
  });

  it('does not pass the API key of the environment to the command', async () => {
    vi.stubEnv('OVERHEAD_API_KEY', 'SECRETKEY123');
    start(`env > ${out}`);
    run('2026-11-20');
    await eventually(() => expect(read(out)).toContain('OVERHEAD_DATE=2026-11-20'));
    expect(read(out)).not.toContain('SECRETKEY123');
    vi.unstubAllEnvs();
  });

  it('subscribes only to sources with an event for which a command is set', async () => {
    hooks = createHooks({
      command: (event) => (event === 'passBegins' ? `printf 1 > ${out}` : null),
      onEnd: (event, failure) => ends.push([event, failure]),
    });
    const followed: string[] = [];
    const source = (events: readonly HookEvent[]): HookSource => ({
      events,
      follow(runHook) {
        followed.push(events.join(' '));
        for (const event of events) runHook(event, { own: {}, foreign: {} });
        return () => void followed.push('end');
      },
    });
    hooks.follow([source(['picture']), source(['passSoon', 'passBegins'])]);
    await eventually(() => expect(ends).toEqual([['passBegins', null]]));
    expect(read(out)).toBe('1');
    await hooks.dispose();
    expect(followed).toEqual(['passSoon passBegins', 'end']);
  });

  it('runs nothing if no command is set', async () => {
    start(null);
    run('2026-11-20');
    await hooks.dispose();
    expect(ends).toEqual([]);
  });

  it.each<[string, HookFailure]>([
    ['exit 3', { kind: 'failed', code: 3 }],
    ['/no/such/program', { kind: 'failed', code: 127 }],
    ['kill -TERM $$', { kind: 'failed', code: 'SIGTERM' }],
  ])('reports that `%s` failed, and that the next run succeeds', async (line, expected) => {
    start(line);
    run('2026-11-20');
    await eventually(() => expect(failure()).toEqual(expected));
    command = 'true';
    run('2026-11-21');
    await eventually(() => expect(failure()).toBeNull());
  });

  it('reports a file that is not executable', async () => {
    const file = join(folder, 'script');
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o644);
    start(file);
    run('2026-11-20');
    await eventually(() => expect(failure()).toEqual({ kind: 'failed', code: 126 }));
  });

  it('kills a command that hangs, with its child processes', async () => {
    start(`sleep 600 & echo $! > ${out}; wait`, 1_000);
    run('2026-11-20');
    await eventually(() => expect(failure()).toEqual({ kind: 'too-long', seconds: 1 }));
    const child = Number(read(out));
    await eventually(() => expect(isAlive(child)).toBe(false));
  });

  it.skipIf(process.platform !== 'linux')(
    'kills descendants in other sessions, also an orphan and one whose environment was cleared',
    async () => {
      const [orphan, bare] = [join(folder, 'orphan'), join(folder, 'bare')];
      const child = (file: string): string => `sh -c 'echo $$ > ${file}; exec sleep 600'`;
      // The first process has forked twice and lost its parent; the second has its parent and an empty environment.
      start(`(setsid ${child(orphan)} &) ; setsid env -i ${child(bare)} & wait`, 1_500);
      run('2026-11-20');
      await eventually(() => {
        expect(read(orphan)).not.toBe('');
        expect(read(bare)).not.toBe('');
      });
      const pids = [orphan, bare].map((file) => Number(read(file)));
      expect(pids.map(isAlive)).toEqual([true, true]);
      await eventually(() => expect(failure()).toEqual({ kind: 'too-long', seconds: 1.5 }));
      await eventually(() => expect(pids.map(isAlive)).toEqual([false, false]));
    },
  );

  it('does not kill the processes that a finished run has left in the background', async () => {
    start(`sleep 600 & echo $! > ${out}`, 400);
    run('2026-11-20');
    await eventually(() => expect(failure()).toBeNull());
    await hooks.dispose();
    const pid = Number(read(out));
    expect(isAlive(pid)).toBe(true);
    process.kill(pid);
  });

  it('runs the command once more after several events during a run, with the data of the last event', async () => {
    const go = join(folder, 'go');
    start(`echo "$OVERHEAD_DATE" >> ${out}; until [ -e ${go} ]; do sleep 0.02; done; false`);
    run('2026-11-18');
    await eventually(() => expect(read(out)).toBe('2026-11-18\n'));
    run('2026-11-19');
    run('2026-11-20');
    writeFileSync(go, '');
    await eventually(() => expect(read(out)).toBe('2026-11-18\n2026-11-20\n'));
  });

  it('runs the commands of different events at the same time', async () => {
    const go = join(folder, 'go');
    start(`echo "$OVERHEAD_EVENT" >> ${out}; until [ -e ${go} ]; do sleep 0.02; done`);
    run('2026-11-18');
    await eventually(() => expect(read(out)).toBe('wallpaper\n'));
    run('2026-11-18', '', 'passBegins');
    await eventually(() => expect(read(out)).toBe('wallpaper\npassBegins\n'));
    writeFileSync(go, '');
  });

  it('kills a running command on dispose, and reports nothing', async () => {
    start(`echo $$ > ${out}; sleep 600`);
    run('2026-11-20');
    await eventually(() => expect(read(out)).not.toBe(''));
    await hooks.dispose();
    expect(isAlive(Number(read(out)))).toBe(false);
    expect(ends).toEqual([]);
  });
});
