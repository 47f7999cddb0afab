import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attempt } from '#platform/files/attempt.ts';
import type { HookFailure } from '#shared/wallpaper/hook.ts';
import { fakeSurroundings } from '#test/support/surroundings.ts';
import type { SetWallpaper } from '../wallpaper-setter.ts';
import { startHook, variablesOf } from './hook.ts';

let folder = '';
let out = '';
let command: string | null = null;
let surroundings: ReturnType<typeof fakeSurroundings>;
let hook: ReturnType<typeof startHook>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-hook-'));
  out = join(folder, 'out');
});
afterEach(async () => {
  await hook.dispose();
  rmSync(folder, { recursive: true });
  expect(surroundings.defects).toEqual([]);
});

let at = 1;
const wallpaperOf = (date: string, more: Partial<SetWallpaper> = {}): SetWallpaper => ({
  kind: 'set',
  date,
  path: `/w/${date}.jpg`,
  backend: 'test',
  verified: true,
  at: (at += 1),
  ...more,
});

function start(line: string | null, { limitMs = 30_000, title = 'A title' } = {}): void {
  command = line;
  surroundings = fakeSurroundings();
  const { state } = surroundings;
  const last = wallpaperOf('2026-11-01');
  const titleOf = (): string => title;
  hook = startHook({ state, last, limitMs, command: () => command, titleOf });
  // The app does the same when it starts.
  state.update(() => ({ wallpaper: last }));
}
const set = (date: string, more: Partial<SetWallpaper> = {}): void =>
  surroundings.state.update(() => ({ wallpaper: wallpaperOf(date, more) }));
const failure = (): HookFailure | null => surroundings.state.current.hookFailure;
const eventually = (check: () => void) => vi.waitFor(check, 20_000);
const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

function isAlive(pid: number): boolean {
  // A process without a waiting parent remains as a zombie.
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat.ok && !stat.value.includes(') Z');
}

describe('variablesOf', () => {
  const titleFor = (platform: NodeJS.Platform, title: string) =>
    variablesOf(wallpaperOf('2026-11-20'), () => title, platform)['OVERHEAD_TITLE'];

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

  it('keeps the whole title on other systems', () => {
    start(null);
    expect(titleFor('linux', '"M 31" & (Andromeda) 100 %')).toBe('"M 31" & (Andromeda) 100 %');
  });
});

// The lines are for a POSIX shell.
describe.skipIf(process.platform === 'win32')('startHook', () => {
  it('runs the command with the picture’s files, day and title in variables', async () => {
    const names = ['', 'S'].map((end) => `"$OVERHEAD_WALLPAPER${end}"`).join(' ');
    const title = 'Stars; rm -rf $HOME `x`';
    start(`printf '%s|' ${names} "$OVERHEAD_DATE" "$OVERHEAD_TITLE" > ${out}`, { title });
    const display = { id: 1, label: '', date: '2026-11-20' };
    const displays = [
      { ...display, path: '/w/2026-11-20.jpg' },
      { ...display, path: '/w/b.jpg' },
    ];
    set('2026-11-20', { displays });
    const expected = `/w/2026-11-20.jpg|/w/2026-11-20.jpg\n/w/b.jpg|2026-11-20|${title}|`;
    await eventually(() => expect(read(out)).toBe(expected));
  });

  it('does not pass the API key of the environment to the command', async () => {
    vi.stubEnv('OVERHEAD_API_KEY', 'SECRETKEY123');
    start(`env > ${out}`);
    set('2026-11-20');
    await eventually(() => expect(read(out)).toContain('OVERHEAD_DATE=2026-11-20'));
    expect(read(out)).not.toContain('SECRETKEY123');
    vi.unstubAllEnvs();
  });

  it('runs nothing for the wallpaper of an earlier run, during a set, or without a command', async () => {
    start(`touch ${out}`);
    surroundings.state.update(() => ({ wallpaper: { kind: 'setting', date: '2026-11-20' } }));
    command = null;
    set('2026-11-20');
    await hook.dispose();
    expect(existsSync(out)).toBe(false);
  });

  it.each<[string, HookFailure]>([
    ['exit 3', { kind: 'failed', code: 3 }],
    ['/no/such/program', { kind: 'failed', code: 127 }],
    ['kill -TERM $$', { kind: 'failed', code: 'SIGTERM' }],
  ])('reports that `%s` failed, until a run succeeds', async (line, expected) => {
    start(line);
    set('2026-11-20');
    await eventually(() => expect(failure()).toEqual(expected));
    command = 'true';
    set('2026-11-21');
    await eventually(() => expect(failure()).toBeNull());
  });

  it('kills a command that hangs, with its child processes', async () => {
    start(`sleep 600 & echo $! > ${out}; wait`, { limitMs: 1_000 });
    set('2026-11-20');
    await eventually(() => expect(failure()).toEqual({ kind: 'too-long', seconds: 1 }));
    const child = Number(read(out));
    await eventually(() => expect(isAlive(child)).toBe(false));
  });

  it('runs once for several wallpapers that were set during a run, for the last of them', async () => {
    const go = join(folder, 'go');
    start(`echo "$OVERHEAD_DATE" >> ${out}; until [ -e ${go} ]; do sleep 0.02; done; false`);
    set('2026-11-18');
    await eventually(() => expect(read(out)).toBe('2026-11-18\n'));
    set('2026-11-19');
    set('2026-11-20');
    writeFileSync(go, '');
    await eventually(() => expect(read(out)).toBe('2026-11-18\n2026-11-20\n'));
  });

  it('kills a running command on dispose, and reports nothing', async () => {
    start(`echo $$ > ${out}; sleep 600`);
    set('2026-11-20');
    await eventually(() => expect(read(out)).not.toBe(''));
    await hook.dispose();
    expect(isAlive(Number(read(out)))).toBe(false);
    expect(failure()).toBeNull();
  });
});
