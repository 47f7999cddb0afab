import { expect, it } from 'vitest';
import type { ProgramResult } from '#platform/process/run.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { createDaemonCheck } from './daemon.ts';

const answered: ProgramResult = {
  code: 0,
  stdout: "('mako', 'emersion', '1.9', '1.2')",
  stderr: '',
};
const unknown: ProgramResult = { code: 1, stdout: '', stderr: 'ServiceUnknown' };
const absent: ProgramResult = { code: null, stdout: '', stderr: 'it is not installed' };

function checkWith(
  answers: ProgramResult[],
  env: NodeJS.ProcessEnv = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x' },
) {
  const clock = new FakeClock('2026-11-20T12:00:00Z');
  const asked: string[] = [];
  const args: (readonly string[])[] = [];
  const end = new AbortController();
  const check = createDaemonCheck(
    env,
    (program, programArgs) => {
      asked.push(program);
      args.push(programArgs);
      return Promise.resolve(answers.shift() ?? absent);
    },
    clock,
    end.signal,
  );
  return { clock, asked, args, end, check };
}

it('createDaemonCheck allows showing and closing when the daemon answers', async () => {
  const { check, asked } = checkWith([answered, answered]);
  expect([await check.canShow(), await check.canClose()]).toEqual([true, true]);
  expect(asked).toEqual(['gdbus', 'gdbus']);
});

it('createDaemonCheck waits for a daemon that starts after the app', async () => {
  const { check, clock, asked } = checkWith([unknown, unknown, answered]);
  const shown = check.canShow();
  await clock.advance(9_999);
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  expect(asked).toHaveLength(2);
  await clock.advance(10_000);
  expect(await shown).toBe(true);
  expect(asked).toHaveLength(3);
});

it('createDaemonCheck asks a missing daemon three times, and again for the next notice', async () => {
  const { check, clock, asked } = checkWith([unknown, unknown, unknown, answered]);
  const first = check.canShow();
  await clock.advance(20_000);
  expect([await first, asked.length]).toEqual([false, 3]);
  expect(await check.canShow()).toBe(true);
});

it('createDaemonCheck waits at most 3 s for each answer of a daemon that hangs', async () => {
  const hanging: ProgramResult = { code: 1, stdout: '', stderr: 'Error: Timeout was reached' };
  const { check, clock, asked, args } = checkWith([hanging, hanging, hanging]);
  const shown = check.canShow();
  await clock.advance(20_000);
  expect([await shown, asked.length]).toEqual([false, 3]);
  expect(args.every((all) => all.join(' ').includes('--timeout 3'))).toBe(true);
});

it('createDaemonCheck does not wait for the daemon when the app ends', async () => {
  const { check, end, asked } = checkWith([unknown, answered, answered]);
  const shown = check.canShow();
  end.abort();
  // A notification that waited for the first one.
  expect([await shown, await check.canShow(), asked.length]).toEqual([false, false, 1]);
});

it('createDaemonCheck allows notifications if no program can ask the daemon', async () => {
  expect(await checkWith([]).check.canShow()).toBe(true);
});

it('createDaemonCheck asks nothing and allows nothing without a session bus', async () => {
  const { check, asked } = checkWith([answered], { XDG_RUNTIME_DIR: '/nonexistent' });
  expect(await check.canClose()).toBe(false);
  expect(asked).toEqual([]);
});
