import { afterEach, describe, expect, it } from 'vitest';
import { m } from '#words';
import { fail, ok, type Result } from '#shared/failure.ts';
import { appState, unreachableFailure } from '#renderer-test/states.ts';
import { commandFailureSentence } from './command-failure.ts';
import { toasts } from './toast.svelte.ts';
import { pauseReason } from './pause-reason.ts';
import { Command } from './command.svelte.ts';

afterEach(() => toasts.clear());

const texts = (): string[] => (toasts.shown === null ? [] : [toasts.shown.text]);

describe('Command', () => {
  it('is busy until the answer arrives, and ignores calls until then', async () => {
    const answer = Promise.withResolvers<Result<null>>();
    let calls = 0;
    const command = new Command(() => {
      calls += 1;
      return answer.promise;
    });
    const first = command.run();
    expect(command.button).toEqual({ busy: true, reason: null });
    expect(await command.run()).toBe(false);
    answer.resolve(ok(null));
    expect(await first).toBe(true);
    expect(command.button.busy).toBe(false);
    expect(calls).toBe(1);
    expect(texts()).toEqual([]);
  });

  it('shows a toast with Undo, and announces that the command was undone', async () => {
    const done: string[] = [];
    const command = new Command((date: string) => Promise.resolve(ok(done.push(date))), {
      done: (_output, date) => ({
        text: `Pinned ${date}.`,
        undo: () => Promise.resolve(ok(done.push(`not ${date}`))),
      }),
    });
    await command.run('today');
    expect(texts()).toEqual(['Pinned today.']);
    expect(toasts.shown?.action?.label).toBe('Undo');
    await toasts.shown?.action?.run();
    expect(done).toEqual(['today', 'not today']);
    expect(toasts.spoken.at(-1)?.text).toBe('Undone.');
  });

  it('shows the reason of a failure in a toast, unless the view shows this reason', async () => {
    const call = (): Promise<Result<never>> => Promise.resolve(fail(unreachableFailure));
    expect(await new Command(call, {}).run()).toBe(false);
    expect(texts()).toEqual([
      m.app_command_failed({ reason: commandFailureSentence(unreachableFailure) }),
    ]);
    toasts.clear();
    const quiet = new Command(call, { failed: () => null });
    await quiet.run();
    expect(quiet.failure).toEqual(unreachableFailure);
    expect(texts()).toEqual([]);
  });

  it('does not run while it has a reason to be disabled', async () => {
    let calls = 0;
    let reason: string | null = 'Paused.';
    const command = new Command(() => Promise.resolve(ok((calls += 1))), { reason: () => reason });
    expect(command.button.reason).toBe('Paused.');
    expect(await command.run()).toBe(false);
    reason = null;
    expect(await command.run()).toBe(true);
    expect(calls).toBe(1);
  });
});

it.each([
  [null, null],
  ['indefinite', 'Paused until you resume.'],
  [new Date(2026, 10, 20, 15, 30).getTime(), /^Paused until 3:30.PM\.$/],
] as const)('pauseReason explains the pause %s as “%s”', (paused, reason) => {
  const now = new Date(2026, 10, 20, 14).getTime();
  const told = pauseReason(appState({ suspension: { paused, power: 'awake' } }), now);
  if (reason instanceof RegExp) expect(told).toMatch(reason);
  else expect(told).toBe(reason);
});
