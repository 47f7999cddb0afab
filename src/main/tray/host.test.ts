import { describe, expect, it } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import type { ProgramResult } from '#platform/process/run.ts';
import { findTrayHost, findTrayItem, awaitAnswer, type TrayHost, type TrayItem } from './host.ts';

const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/a' };
const absent: ProgramResult = { code: null, stdout: '', stderr: 'it is not installed' };
const refused: ProgramResult = {
  code: 1,
  stdout: '',
  stderr: 'Error: org.freedesktop.DBus.Error.ServiceUnknown',
};
const says = (stdout: string): ProgramResult => ({ code: 0, stdout, stderr: '' });

describe('findTrayHost', () => {
  it.each<[string, Partial<Record<string, ProgramResult>>, TrayHost, string[]]>([
    ['a host, by gdbus', { gdbus: says('(<true>,)\n') }, 'there', ['gdbus']],
    ['a watcher without a host, by gdbus', { gdbus: says('(<false>,)\n') }, 'missing', ['gdbus']],
    ['no watcher, by gdbus', { gdbus: refused }, 'missing', ['gdbus']],
    [
      'a host, by dbus-send',
      { 'dbus-send': says('method return …\n   variant       boolean true\n') },
      'there',
      ['gdbus', 'dbus-send'],
    ],
    ['a host, by busctl', { busctl: says('b true\n') }, 'there', ['gdbus', 'dbus-send', 'busctl']],
    ['none of these programs', {}, 'unknown', ['gdbus', 'dbus-send', 'busctl']],
  ])('returns the answer for %s', async (_what, here, host, asked) => {
    const programs: string[] = [];
    const run = (program: string): Promise<ProgramResult> => {
      programs.push(program);
      return Promise.resolve(here[program] ?? absent);
    };
    expect(await findTrayHost(env, run)).toBe(host);
    expect(programs).toEqual(asked);
  });

  it('does not start a session bus if none runs', async () => {
    const run = () => Promise.reject(new Error('asked'));
    expect(await findTrayHost({ XDG_RUNTIME_DIR: '/nonexistent' }, run)).toBe('no-bus');
  });
});

describe('findTrayItem', () => {
  const items: Record<string, (names: readonly string[]) => string> = {
    gdbus: (names) => `(<[${names.map((name) => `'${name}'`).join(', ')}]>,)\n`,
    'dbus-send': (names) =>
      `method return time=1.5 sender=:1.2 -> destination=:1.9 serial=7 reply_serial=2\n   variant       array [\n${names.map((name) => `         string "${name}"\n`).join('')}      ]\n`,
    busctl: (names) => `v as ${names.length}${names.map((name) => ` "${name}"`).join('')}\n`,
  };
  const owners: Record<string, (pid: number) => string> = {
    gdbus: (pid) => `(uint32 ${pid},)\n`,
    'dbus-send': (pid) =>
      `method return time=1.5 sender=org.freedesktop.DBus -> destination=:1.9 serial=4 reply_serial=2\n   uint32 ${pid}\n`,
    busctl: (pid) => `u ${pid}\n`,
  };
  const pids: Record<string, number> = { ':1.7': 42, ':1.8': 43 };

  /** A desktop with one of the programs, whose tray contains these items. */
  const askWith = (program: string, names: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    findTrayItem(
      { ...env, ...more },
      (asked, args) => {
        if (asked !== program) return Promise.resolve(absent);
        if (args.some((text) => text.endsWith('RegisteredStatusNotifierItems')))
          return Promise.resolve(says(items[program]?.(names) ?? ''));
        const pid = pids[/:1\.\d+/.exec(args.join(' '))?.[0] ?? ''];
        return Promise.resolve(pid === undefined ? refused : says(owners[program]?.(pid) ?? ''));
      },
      42,
    );

  it.each(
    ['gdbus', 'dbus-send', 'busctl'].flatMap((program): [string, string[], TrayItem][] => [
      [program, ['org.freedesktop.StatusNotifierItem-42-1'], 'there'],
      [program, ['org.freedesktop.StatusNotifierItem-42-1/StatusNotifierItem'], 'there'],
      [program, [':1.8/StatusNotifierItem', ':1.7/StatusNotifierItem'], 'there'],
      [program, [':1.7@/StatusNotifierItem'], 'there'],
      [program, [':1.8/StatusNotifierItem', ':1.9/org/ayatana/NotificationItem/a'], 'missing'],
      [program, ['org.freedesktop.StatusNotifierItem-4-2'], 'missing'],
      [program, [], 'missing'],
    ]),
  )('returns, from %s and the tray items %j, the answer %s', async (program, names, item) => {
    expect(await askWith(program, names)).toBe(item);
  });

  it('asks about at most 100 names of a watcher, and reads a megabyte in one pass', async () => {
    let owners = 0;
    const askAll = (text: string) =>
      findTrayItem(
        env,
        (_program, args) => {
          if (args.some((one) => one.endsWith('RegisteredStatusNotifierItems')))
            return Promise.resolve(says(text));
          owners += 1;
          return Promise.resolve(refused);
        },
        42,
      );
    const names = Array.from({ length: 1000 }, (_, n) => `':1.${n}/StatusNotifierItem'`);
    expect(await askAll(`(<[${names.join()}]>,)`)).toBe('missing');
    expect(owners).toBe(100);
    expect(await askAll(`'${'a'.repeat(2 ** 20)}`)).toBe('missing');
  });

  it('returns “unknown” if no program answers, or if no item has the process id in a sandbox', async () => {
    expect(await askWith('none', [])).toBe('unknown');
    expect(await findTrayItem(env, () => Promise.resolve(refused), 42)).toBe('unknown');
    const sandbox = { FLATPAK_ID: 'dev.overhead.Overhead' };
    expect(await askWith('gdbus', [':1.8/StatusNotifierItem'], sandbox)).toBe('unknown');
    const own = ['org.freedesktop.StatusNotifierItem-42-1'];
    expect(await askWith('gdbus', own, sandbox)).toBe('there');
  });
});

describe('awaitAnswer', () => {
  const limitMs = 20_000;
  async function wait(answers: TrayHost[], limit = limitMs) {
    const clock = new FakeClock();
    let asked = 0;
    const ask = (): Promise<TrayHost> =>
      Promise.resolve(answers[Math.min(asked++, answers.length - 1)] ?? 'missing');
    const waiting = awaitAnswer(ask, clock, limit, new AbortController().signal).then((host) => ({
      host,
      ms: clock.monotonic(),
    }));
    await clock.advance(60_000);
    return { ...(await waiting), asked };
  }

  it('checks once if the answer is “there”, “no-bus” or “unknown”', async () => {
    for (const host of ['there', 'no-bus', 'unknown'] as const)
      expect(await wait([host])).toEqual({ host, asked: 1, ms: 0 });
  });

  it('checks again while the answer is “missing”', async () => {
    const found = await wait(['missing', 'missing', 'missing', 'there']);
    expect(found).toEqual({ host: 'there', asked: 4, ms: 1500 });
  });

  it.each([
    [19_499, 21, 18_500],
    [19_500, 22, 19_500],
  ])('returns “missing” after at most %d ms', async (limitMs, asked, ms) => {
    expect(await wait(['missing'], limitMs)).toEqual({ host: 'missing', asked, ms });
  });

  it('returns “missing” when the signal is aborted', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const waiting = awaitAnswer(
      () => Promise.resolve('missing' as const),
      clock,
      limitMs,
      stop.signal,
    );
    await clock.advance(300);
    stop.abort();
    expect(await waiting).toBe('missing');
  });
});
