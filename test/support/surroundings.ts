import { noSuspension } from '#shared/app.ts';
import { emptyArchive } from '#shared/picture/archive.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { quietJournal } from '#shared/journal/journal.ts';
import { noChoice, noSupply } from '#shared/picture/picture.ts';
import { idle } from '#shared/remote.ts';
import { noSelection } from '#shared/wallpaper/selection.ts';
import { unknownStation } from '#shared/station/station.ts';
import { createStateHolder, freshActivity } from '#runtime/app-state.ts';
import type { Content, StateHolder } from '#runtime/app-state.ts';
import { openGate } from '#runtime/suspension.ts';
import type { Surroundings } from '#runtime/service-loop.ts';
import { FakeClock } from './fake-clock.ts';

export const emptyContent: Content = {
  version: '0.0.0',
  services: { source: 'embedded', simulated: true },
  launchServices: null,
  sandboxed: true,
  settings: defaultSettings,
  language: { language: 'en', formats: 'en' },
  settingsReset: null,
  apiKey: { isSet: false, kept: null },
  suspension: noSuspension,
  loginItem: 'off',
  archive: emptyArchive,
  activities: { picture: freshActivity, position: freshActivity, posts: freshActivity },
  picture: idle,
  supply: noSupply,
  choice: noChoice,
  wallpaper: { kind: 'untouched' },
  selection: noSelection,
  ownWallpaper: 'shown',
  hookFailure: null,
  lockScreen: { offer: 'none', failure: null },
  station: unknownStation,
  journal: quietJournal,
  update: { status: 'off', reason: 'no-feed' },
};

export interface FakeSurroundings extends Surroundings {
  readonly clock: FakeClock;
  readonly state: StateHolder;
  readonly defects: unknown[];
}

/** What an activity needs, with a clock that stands still and no chance in it. */
export function fakeSurroundings(start?: string): FakeSurroundings {
  const defects: unknown[] = [];
  const onDefect = (error: unknown): void => void defects.push(error);
  return {
    clock: new FakeClock(start),
    random: () => 0.5,
    state: createStateHolder(emptyContent, onDefect),
    gate: openGate,
    begin: Promise.resolve(),
    defects,
    onDefect,
  };
}
