import { describe, expect, it } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import type { Run } from '#platform/process/run.ts';
import { askForHost, awaitHost, type TrayHost } from './host.ts';

const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/a' };
const absent: Run = { code: null, stdout: '', stderr: 'it is not installed' };
const refused: Run = {
  code: 1,
  stdout: '',
  stderr: 'Error: org.freedesktop.DBus.Error.ServiceUnknown',
};
const says = (stdout: string): Run => ({ code: 0, stdout, stderr: '' });

describe('asking for a tray', () => {
  it.each<[string, Partial<Record<string, Run>>, TrayHost, string[]]>([
    ['GLib’s program knows one', { gdbus: says('(<true>,)\n') }, 'there', ['gdbus']],
    ['a watcher without a host', { gdbus: says('(<false>,)\n') }, 'missing', ['gdbus']],
    ['no watcher', { gdbus: refused }, 'missing', ['gdbus']],
    [
      'the program of the bus',
      { 'dbus-send': says('method return …\n   variant       boolean true\n') },
      'there',
      ['gdbus', 'dbus-send'],
    ],
    ['systemd’s program', { busctl: says('b true\n') }, 'there', ['gdbus', 'dbus-send', 'busctl']],
    ['none of them', {}, 'unknown', ['gdbus', 'dbus-send', 'busctl']],
  ])('%s', async (_what, here, host, asked) => {
    const programs: string[] = [];
    const run = (program: string): Promise<Run> => {
      programs.push(program);
      return Promise.resolve(here[program] ?? absent);
    };
    expect(await askForHost(env, run)).toBe(host);
    expect(programs).toEqual(asked);
  });

  it('starts no bus where there is none', async () => {
    const run = () => Promise.reject(new Error('asked'));
    expect(await askForHost({ XDG_RUNTIME_DIR: '/nonexistent' }, run)).toBe('no-bus');
  });
});

describe('waiting for a tray', () => {
  const limitMs = 20_000;
  async function wait(answers: TrayHost[]): Promise<{ host: TrayHost; asked: number; ms: number }> {
    const clock = new FakeClock();
    let asked = 0;
    const ask = (): Promise<TrayHost> =>
      Promise.resolve(answers[Math.min(asked++, answers.length - 1)] ?? 'missing');
    const waiting = awaitHost(ask, clock, limitMs, new AbortController().signal).then((host) => ({
      host,
      ms: clock.monotonic(),
    }));
    await clock.advance(60_000);
    return { ...(await waiting), asked };
  }

  it('ends at once where there is a panel, and where none can come', async () => {
    for (const host of ['there', 'no-bus', 'unknown'] as const)
      expect(await wait([host])).toEqual({ host, asked: 1, ms: 0 });
  });

  it('goes on until the panel is up', async () => {
    const found = await wait(['missing', 'missing', 'missing', 'there']);
    expect(found).toEqual({ host: 'there', asked: 4, ms: 1500 });
  });

  it('ends after its limit, with few requests', async () => {
    const { host, asked, ms } = await wait(['missing']);
    expect(host).toBe('missing');
    expect(ms).toBeLessThanOrEqual(limitMs);
    expect(asked).toBeLessThan(25);
  });

  it('ends with the app', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const waiting = awaitHost(
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
