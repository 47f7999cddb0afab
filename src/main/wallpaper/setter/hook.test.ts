import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attempt } from '#platform/files/attempt.ts';
import { fail, ok } from '#shared/failure.ts';
import type { HookFailure } from '#shared/wallpaper/hook.ts';
import { dayPicture } from '#test/support/pictures.ts';
import type { WallpaperSetter } from '../ports.ts';
import { withHook } from './hook.ts';

let folder = '';
const ends: (HookFailure | null)[] = [];
let hooked: ReturnType<typeof withHook<WallpaperSetter>>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-hook-'));
  ends.length = 0;
});
afterEach(async () => {
  await hooked.dispose();
  rmSync(folder, { recursive: true });
});

const refused = { kind: 'wallpaper', backend: 'test', detail: 'no' } as const;
const { signal } = new AbortController();

/** A desktop that takes every picture but that of `refusedDate`, with the hook `command`. */
function start(command: string | null, { limitMs = 30_000, refusedDate = '' } = {}): void {
  const setter: WallpaperSetter = {
    set: ({ record: { date } }) => {
      const outcome = {
        backend: 'test',
        verified: true,
        path: `/w/${date}.jpg`,
        everywhere: false,
      };
      return Promise.resolve(date === refusedDate ? fail(refused) : ok(outcome));
    },
    check: () => Promise.resolve({ kind: 'shown', order: {} }),
    own: () => Promise.resolve('shown'),
    restore: () => Promise.resolve(ok(null)),
  };
  hooked = withHook(setter, {
    command: () => command,
    onEnd: (failure) => void ends.push(failure),
    limitMs,
  });
}
const set = (date: string, title = 'A title') =>
  hooked.set(dayPicture(date, { title }), '/kept.jpg', signal);
const ended = (count: number) => vi.waitFor(() => expect(ends).toHaveLength(count), 20_000);

function isAlive(pid: number): boolean {
  // A process that nobody waits for stays as a zombie.
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat.ok && !stat.value.includes(') Z');
}

// The lines are for a POSIX shell.
describe.skipIf(process.platform === 'win32')('withHook', () => {
  it('runs the command with file, day and title of the picture in variables', async () => {
    const out = join(folder, 'out');
    start(`printf '%s|%s|%s' "$OVERHEAD_WALLPAPER" "$OVERHEAD_DATE" "$OVERHEAD_TITLE" > ${out}`);
    expect(await set('2026-11-20', 'Stars; rm -rf $HOME `x`')).toMatchObject({ ok: true });
    await ended(1);
    expect(ends).toEqual([null]);
    expect(readFileSync(out, 'utf8')).toBe('/w/2026-11-20.jpg|2026-11-20|Stars; rm -rf $HOME `x`');
  });

  it('runs nothing for a wallpaper that was not set, nor without a command', async () => {
    const out = join(folder, 'out');
    start(`touch ${out}`, { refusedDate: '2026-11-20' });
    expect(await set('2026-11-20')).toMatchObject({ ok: false });
    await hooked.dispose();
    start(null);
    expect(await set('2026-11-21')).toMatchObject({ ok: true });
    await hooked.dispose();
    expect(existsSync(out)).toBe(false);
    expect(ends).toEqual([]);
  });

  it.each<[string, HookFailure]>([
    ['exit 3', { kind: 'failed', code: 3 }],
    ['/no/such/program', { kind: 'failed', code: 127 }],
    ['kill -TERM $$', { kind: 'failed', code: 'SIGTERM' }],
  ])('reports that %s failed', async (command, failure) => {
    start(command);
    await set('2026-11-20');
    await ended(1);
    expect(ends).toEqual([failure]);
  });

  it('kills a command that hangs, with what it started', async () => {
    const pid = join(folder, 'pid');
    start(`sleep 600 & echo $! > ${pid}; wait`, { limitMs: 1_000 });
    await set('2026-11-20');
    await ended(1);
    expect(ends).toEqual([{ kind: 'too-long', seconds: 1 }]);
    const child = Number(readFileSync(pid, 'utf8'));
    await vi.waitFor(() => expect(isAlive(child)).toBe(false), 10_000);
  });

  it('does not hold up the wallpaper, and runs once for the last of those set meanwhile', async () => {
    const [go, out] = [join(folder, 'go'), join(folder, 'out')];
    start(`until [ -e ${go} ]; do sleep 0.02; done; echo "$OVERHEAD_DATE" >> ${out}`);
    await set('2026-11-18');
    // The first run is under way.
    await new Promise((resolve) => setImmediate(resolve));
    await set('2026-11-19');
    await set('2026-11-20');
    writeFileSync(go, '');
    await ended(2);
    expect(readFileSync(out, 'utf8')).toBe('2026-11-18\n2026-11-20\n');
  });

  it('kills the run that is under way at the end', async () => {
    start('sleep 600');
    await set('2026-11-20');
    await hooked.dispose();
    expect(ends).toEqual([]);
  });
});
