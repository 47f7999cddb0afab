import type { PictureFile } from '#shared/picture/picture.ts';
import type { AppState } from '#shared/state.ts';
import type { HookSource } from '#platform/process/hooks.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { StoredValue } from '#runtime/value.ts';

/**
 * The hook for new pictures. Runs the command once for each picture.
 *
 * @param last the last picture for which the command ran, also in an earlier run of the app; null: none
 * @param pathOf returns the absolute path of a picture's file
 */
export const pictureHook = (
  state: StateHolder,
  last: StoredValue<string | null>,
  pathOf: (file: PictureFile) => string,
): HookSource => ({
  events: ['picture'],
  follow: (run) =>
    state.subscribe(({ picture, services }: AppState) => {
      if (picture.status !== 'ready' || picture.last.file === null) return;
      const { record, file } = picture.last;
      const { date, title, credit, simulated = services.simulated } = record;
      const key = `${simulated ? 'simulated' : 'real'} ${date}`;
      if (key === last.get()) return;
      last.set(key);
      run('picture', {
        own: {
          OVERHEAD_SIMULATED: simulated ? '1' : '',
          OVERHEAD_PICTURE: pathOf(file),
          OVERHEAD_DATE: date,
        },
        foreign: { OVERHEAD_TITLE: title, OVERHEAD_CREDIT: credit ?? '' },
      });
    }),
});
