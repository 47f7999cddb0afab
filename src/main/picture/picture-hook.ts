import type { PictureFile } from '#shared/picture/picture.ts';
import type { AppState } from '#shared/state.ts';
import type { Hooks } from '#platform/process/hooks.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Value } from '#runtime/value.ts';

/**
 * Runs the user's command once for each new picture.
 *
 * @param last the picture that the command last ran for, also in an earlier run of the app; null: none
 * @param pathOf the absolute path of a picture's file
 * @returns a function that ends this
 */
export function startPictureHook(
  state: StateHolder,
  hooks: Pick<Hooks, 'run'>,
  last: Value<string | null>,
  pathOf: (file: PictureFile) => string,
): () => void {
  return state.subscribe(({ picture, services }: AppState) => {
    if (picture.status !== 'ready' || picture.last.file === null) return;
    const { record, file } = picture.last;
    const { date, title, credit, simulated = services.simulated } = record;
    const key = `${simulated ? 'simulated' : 'real'} ${date}`;
    if (key === last.get()) return;
    last.set(key);
    hooks.run('picture', {
      own: {
        OVERHEAD_SIMULATED: simulated ? '1' : '',
        OVERHEAD_PICTURE: pathOf(file),
        OVERHEAD_DATE: date,
      },
      foreign: { OVERHEAD_TITLE: title, OVERHEAD_CREDIT: credit ?? '' },
    });
  });
}
