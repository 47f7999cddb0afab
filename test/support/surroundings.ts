import { noManagedState } from '#shared/settings/managed.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { createStateHolder, initialContent } from '#runtime/app-state.ts';
import type { StateContent, StateHolder } from '#runtime/app-state.ts';
import { openRequestGate } from '#runtime/suspension.ts';
import type { ActivityOptions } from '#runtime/service-loop.ts';
import { reportedDefects } from './defects.ts';
import { FakeClock } from './fake-clock.ts';

export const emptyContent: StateContent = {
  ...initialContent,
  version: '0.0.0',
  services: { source: 'embedded', simulated: true },
  launchServices: null,
  sandboxed: true,
  settings: defaultSettings,
  language: { language: 'en', formats: 'en' },
  settingsReset: null,
  managed: noManagedState,
  loginItem: 'off',
};

export interface FakeActivityOptions extends ActivityOptions {
  readonly clock: FakeClock;
  readonly state: StateHolder;
  readonly defects: unknown[];
}

/**
 * The dependencies of an activity, with a clock that only the test advances, and with 0.5 in place of each random
 * number.
 */
export function fakeActivityOptions(start?: string): FakeActivityOptions {
  return {
    clock: new FakeClock(start),
    random: () => 0.5,
    state: createStateHolder(emptyContent),
    gate: openRequestGate,
    begin: Promise.resolve(),
    defects: reportedDefects,
  };
}
