import { expect, it } from 'vitest';
import { dayPicture } from '#test/support/pictures.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import type { HookVariables } from '#platform/process/hooks.ts';
import { failedRemote, readyRemote } from '#shared/remote.ts';
import { pictureHook } from './picture-hook.ts';

it('pictureHook runs the command once for each new picture, also across restarts', () => {
  const last = memoryValue<string | null>(null);
  const runs: HookVariables[] = [];
  function start() {
    const { state } = fakeActivityOptions();
    state.update(() => ({ services: { source: 'live', simulated: false } }));
    const run = (_event: string, variables: HookVariables) => void runs.push(variables);
    pictureHook(state, last, ({ name }) => `/pictures/${name}`).follow(run);
    return (date: string, hasFile = true) => {
      const day = dayPicture(date, { title: 'M 31 & more', credit: 'A. B.' });
      const picture = readyRemote(hasFile ? day : { ...day, file: null }, 1);
      state.update(() => ({ picture }));
      state.update(() => ({
        picture: failedRemote(picture, { kind: 'offline', reason: 'dns' }, 2),
      }));
      state.update(() => ({ picture }));
    };
  }
  const show = start();
  show('2026-11-20', false);
  expect(runs).toEqual([]);
  show('2026-11-20');
  show('2026-11-20');
  start()('2026-11-20');
  start()('2026-11-21');
  expect(runs.map(({ own }) => own['OVERHEAD_DATE'])).toEqual(['2026-11-20', '2026-11-21']);
  expect(runs[0]).toEqual({
    own: {
      OVERHEAD_SIMULATED: '',
      OVERHEAD_PICTURE: '/pictures/2026-11-20-0.jpg',
      OVERHEAD_DATE: '2026-11-20',
    },
    foreign: { OVERHEAD_TITLE: 'M 31 & more', OVERHEAD_CREDIT: 'A. B.' },
  });
});
