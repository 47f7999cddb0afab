import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { attemptStorage } from '#platform/files/attempt.ts';
import {
  wallpaperCommandSchema,
  type WallpaperCommandFailure,
} from '#shared/wallpaper/wallpaper-command.ts';
import type { SetWallpaper } from '../wallpaper-setter.ts';
import { environmentOf, startWallpaperCommand } from './wallpaper-command.ts';

const wallpaper = (day: number, more: Partial<SetWallpaper> = {}): SetWallpaper => ({
  kind: 'set',
  date: `2026-11-${day}`,
  path: '/w/a.jpg',
  backend: 'test',
  verified: true,
  at: day,
  ...more,
});

describe('environmentOf', () => {
  it('contains the files of all displays, the day and the title', () => {
    const display = { id: 1, label: '', date: '2026-11-20' };
    const displays = [
      { ...display, path: '/w/a.jpg' },
      { ...display, path: '/w/b.jpg' },
    ];
    expect(environmentOf(wallpaper(20, { displays }), 'Stars; `x`', true, 'linux')).toEqual({
      OVERHEAD_SIMULATED: '1',
      OVERHEAD_WALLPAPER: '/w/a.jpg',
      OVERHEAD_WALLPAPERS: '/w/a.jpg\n/w/b.jpg',
      OVERHEAD_DATE: '2026-11-20',
      OVERHEAD_TITLE: 'Stars; `x`',
    });
    expect(
      environmentOf(wallpaper(20, { displays }), '', false, 'win32')['OVERHEAD_WALLPAPERS'],
    ).toBe('/w/a.jpg;/w/b.jpg');
  });

  const titleFor = (platform: NodeJS.Platform, title: string) =>
    environmentOf(wallpaper(20), title, false, platform)['OVERHEAD_TITLE'];

  it('removes characters that are special to cmd.exe on Windows', () => {
    const evil = 'Moon" & calc & rem %PATH% ^& | x > y) else calc (';
    const line = `if exist x (notify.exe "${titleFor('win32', evil)}")`;
    expect(line).toBe('if exist x (notify.exe "Moon  calc  rem PATH   x  y else calc ")');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        expect(titleFor('win32', title)).not.toMatch(/["&|<>^%!()\r\n\0]/);
      }),
    );
  });

  it('removes NUL, which no environment variable can contain', () => {
    for (const platform of ['linux', 'win32'] as const)
      expect(titleFor(platform, 'a\0b')).toBe('ab');
  });

  it('keeps the whole title on systems other than Windows', () => {
    expect(titleFor('linux', '"M 31" & (Andromeda) 100 %')).toBe('"M 31" & (Andromeda) 100 %');
  });
});

it('wallpaperCommandSchema accepts a line without NUL', () => {
  const isAccepted = (line: string) => wallpaperCommandSchema.safeParse(line).success;
  expect(['true 0', 'true\0', '\0'].map(isAccepted)).toEqual([true, false, false]);
});

// The commands in these tests need a POSIX shell.
describe.skipIf(process.platform === 'win32')('startWallpaperCommand', () => {
  let folder = '';
  let out = '';
  let running: ReturnType<typeof startWallpaperCommand>;
  let state: ReturnType<typeof fakeActivityOptions>['state'];
  /** The failure of each run that has ended, in order. */
  let failures: (WallpaperCommandFailure | null)[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'overhead-command-'));
    out = join(folder, 'out');
    ({ state } = fakeActivityOptions());
    failures = [];
    title = 'A title';
    const update = state.update.bind(state);
    vi.spyOn(state, 'update').mockImplementation((change) => {
      update(change);
      const next = change(state.current);
      if ('wallpaperCommandFailure' in next) failures.push(next.wallpaperCommandFailure ?? null);
    });
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await running.dispose();
    rmSync(folder, { recursive: true });
  });

  /** The title of each picture. */
  let title = 'A title';
  function start(command: string, limitMs = 30_000, last: SetWallpaper | null = null): void {
    running = startWallpaperCommand({ state, command, last, titleOf: () => title, limitMs });
  }
  const set = (day: number): void => state.update(() => ({ wallpaper: wallpaper(day) }));
  const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

  function isAlive(pid: number): boolean {
    // A killed process stays a zombie if its parent does not wait for it: count a zombie as ended.
    const stat = attemptStorage(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return stat.ok && !stat.value.includes(') Z');
  }

  it('runs the command after each wallpaper that the app sets, but not after that of an earlier run', async () => {
    start(`printf '%s|' "$OVERHEAD_DATE" "$OVERHEAD_TITLE" >> ${out}`, 30_000, wallpaper(19));
    // When the app starts, it publishes the wallpaper of the earlier run.
    set(19);
    state.update(() => ({ wallpaper: { kind: 'setting', date: '2026-11-20' } }));
    // A run would start now.
    await setImmediate();
    set(20);
    set(20);
    await vi.waitFor(() => expect(failures).toEqual([null]));
    set(21);
    await vi.waitFor(() => expect(failures).toEqual([null, null]));
    expect(read(out)).toBe('2026-11-20|A title|2026-11-21|A title|');
  });

  it('passes whether the services are simulated at the time of the run', async () => {
    start(`printf '%s|' "$OVERHEAD_SIMULATED" >> ${out}`);
    for (const [day, simulated] of [
      [20, false],
      [21, true],
    ] as const) {
      state.update(({ services }) => ({ services: { ...services, simulated } }));
      set(day);
      await vi.waitFor(() => expect(failures).toHaveLength(day - 19));
    }
    expect(read(out)).toBe('|1|');
  });

  it('does not pass the API key of the environment to the command', async () => {
    vi.stubEnv('OVERHEAD_API_KEY', 'SECRETKEY123');
    start(`env > ${out}`);
    set(20);
    await vi.waitFor(() => expect(failures).toEqual([null]));
    expect(read(out)).toContain('OVERHEAD_DATE=2026-11-20');
    expect(read(out)).not.toContain('SECRETKEY123');
  });

  it.each<[string, WallpaperCommandFailure]>([
    ['exit 3', { kind: 'failed', code: 3 }],
    ['/no/such/program', { kind: 'failed', code: 127 }],
    ['kill -TERM $$', { kind: 'failed', code: 'SIGTERM' }],
  ])('reports that `%s` failed, and that the next run succeeds', async (line, expected) => {
    start(`[ -e ${out} ] || { touch ${out}; ${line}; }`);
    set(20);
    await vi.waitFor(() => expect(failures).toEqual([expected]));
    set(21);
    await vi.waitFor(() => expect(failures).toEqual([expected, null]));
  });

  it('reports a file that is not executable', async () => {
    const file = join(folder, 'script');
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o644);
    start(file);
    set(20);
    await vi.waitFor(() => expect(failures).toEqual([{ kind: 'failed', code: 126 }]));
  });

  it('reports a command that cannot be started because the title is too long, and that the next run succeeds', async () => {
    title = 'x'.repeat(4 << 20);
    start('true');
    set(20);
    await vi.waitFor(() => expect(failures).toEqual([{ kind: 'not-started' }]));
    title = 'A title';
    set(21);
    await vi.waitFor(() => expect(failures).toEqual([{ kind: 'not-started' }, null]));
  });

  it('kills the command and its child processes after the time limit', async () => {
    // The limit gives the shell time to write the id.
    start(`sleep 600 & echo $! > ${out}; wait`, 5_000);
    set(20);
    await vi.waitFor(() => expect(failures).toEqual([{ kind: 'too-long', seconds: 5 }]));
    const child = Number(read(out));
    await vi.waitFor(() => expect(isAlive(child)).toBe(false));
  });

  it('does not kill the processes that a finished run has left in the background', async () => {
    start(`sleep 600 & echo $! > ${out}`);
    set(20);
    await vi.waitFor(() => expect(failures).toEqual([null]));
    await running.dispose();
    const pid = Number(read(out));
    expect(isAlive(pid)).toBe(true);
    process.kill(pid);
  });

  it('runs the command once more after several wallpapers during a run, for the last of them', async () => {
    const go = join(folder, 'go');
    start(`echo "$OVERHEAD_DATE" >> ${out}; until [ -e ${go} ]; do sleep 0.02; done; false`);
    set(18);
    await vi.waitFor(() => expect(read(out)).toBe('2026-11-18\n'));
    set(19);
    set(20);
    writeFileSync(go, '');
    await vi.waitFor(() => expect(read(out)).toBe('2026-11-18\n2026-11-20\n'));
  });

  it('kills a running command and its child processes on dispose, and reports nothing', async () => {
    start(`sleep 600 & echo $! > ${out}; wait`);
    set(20);
    await vi.waitFor(() => expect(read(out)).not.toBe(''));
    await running.dispose();
    const child = Number(read(out));
    await vi.waitFor(() => expect(isAlive(child)).toBe(false));
    expect(failures).toEqual([]);
  });

  it('runs nothing after dispose', async () => {
    start(`touch ${out}`);
    await running.dispose();
    set(20);
    expect(existsSync(out)).toBe(false);
  });
});
