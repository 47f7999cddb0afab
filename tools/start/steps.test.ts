import { expect, test } from 'vitest';
import { createSteps, StepFailure } from './steps.ts';

const never = new AbortController().signal;
const forever = (): Promise<never> => new Promise(() => undefined);

test('createSteps records the steps in order, and the time before the first step as `setup`', async () => {
  const seen: string[] = [];
  const steps = createSteps(1234.4, (name) => seen.push(name));
  expect(await steps.run('build', { signal: never }, () => Promise.resolve(7))).toBe(7);
  await steps.run('launch', { signal: never }, () => Promise.resolve());
  expect(Object.keys(steps.elapsedMs)).toEqual(['setup', 'build', 'launch']);
  expect(steps.elapsedMs['setup']).toBe(1234);
  expect(steps.total()).toBeGreaterThanOrEqual(1234);
  expect(seen).toEqual(['build', 'launch']);
});

test('run() throws a StepFailure with the name of the step and a message of one line', async () => {
  const steps = createSteps(0, () => undefined);
  const failure = await steps
    .run('tray', { signal: never, detail: () => 'no panel' }, () =>
      Promise.reject(new Error('not there\nCall log: …')),
    )
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StepFailure);
  expect(failure).toMatchObject({ step: 'tray', message: 'not there: no panel' });
  expect(steps.elapsedMs).toHaveProperty('tray');
});

test('run() rejects with the reason of the signal when the signal is aborted, even if the step ignores it', async () => {
  const steps = createSteps(0, () => undefined);
  const stop = new AbortController();
  const running = steps.run('post', { signal: stop.signal }, forever);
  stop.abort(new Error('the app ended by itself'));
  await expect(running).rejects.toThrow('the app ended by itself');
});
