import { appActions, statusQuery } from '#app/command-line/commands.ts';
import type { CommandTarget } from '#app/command-line/command-table.ts';
import { pictureQueries } from '#picture/picture-queries.ts';
import { stationQueries } from '#station/station-queries.ts';
import { wallpaperActions } from '#wallpaper/index.ts';
import { FakeClock } from './fake-clock.ts';
import { emptyContent } from './surroundings.ts';

const refuseCommand = () => Promise.reject(new Error('not asked for'));

/** A running app in its first state, which never changes. Commands do nothing, or reject. */
export const emptyTarget: CommandTarget = {
  state: () => ({ ...emptyContent, revision: 1 }),
  clock: new FakeClock(),
  subscribe: () => () => undefined,
  ended: new AbortController().signal,
  queries: {
    status: statusQuery(() => true),
    ...stationQueries({ findTransits: () => Promise.resolve() }),
    ...pictureQueries(({ name }) => `/pictures/${name}`),
  },
  actions: {
    ...appActions(
      () => ({ ...emptyContent, revision: 1 }),
      () => undefined,
    ),
    ...wallpaperActions(
      { choose: refuseCommand, decide: refuseCommand, restore: refuseCommand },
      () => ({
        ...emptyContent,
        revision: 1,
      }),
    ),
  },
  files: { report: () => '' },
};
