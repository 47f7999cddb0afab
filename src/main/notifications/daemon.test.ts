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

it('a daemon that answers can show and close', async () => {
  const { check, asked } = checkWith([answered, answered]);
  expect([await check.canShow(), await check.canClose()]).toEqual([true, true]);
  expect(asked).toEqual(['gdbus', 'gdbus']);
});

it('a daemon that starts after the app is waited for', async () => {
  const { check, clock, asked } = checkWith([unknown, unknown, answered]);
  const shown = check.canShow();
  await clock.advance(20_000);
  expect(await shown).toBe(true);
  expect(asked).toHaveLength(3);
});

it('without a daemon, it is asked three times, and again for the next notice', async () => {
  const { check, clock, asked } = checkWith([unknown, unknown, unknown, answered]);
  const first = check.canShow();
  await clock.advance(20_000);
  expect([await first, asked.length]).toEqual([false, 3]);
  expect(await check.canShow()).toBe(true);
});

it('a daemon that hangs for 30 s is given 3 s at each question', async () => {
  const hanging: ProgramResult = { code: 1, stdout: '', stderr: 'Error: Timeout was reached' };
  const { check, clock, asked, args } = checkWith([hanging, hanging, hanging]);
  const shown = check.canShow();
  await clock.advance(20_000);
  expect([await shown, asked.length]).toEqual([false, 3]);
  expect(args.every((all) => all.join(' ').includes('--timeout 3'))).toBe(true);
});

it('an app that ends does not wait for the daemon', async () => {
  const { check, end } = checkWith([unknown, answered]);
  const shown = check.canShow();
  end.abort();
  expect(await shown).toBe(false);
});

it('without a program that can ask, notifications are tried', async () => {
  expect(await checkWith([]).check.canShow()).toBe(true);
});

it('without a session bus nothing is asked and nothing is shown', async () => {
  const { check, asked } = checkWith([answered], { XDG_RUNTIME_DIR: '/nonexistent' });
  expect(await check.canClose()).toBe(false);
  expect(asked).toEqual([]);
});
