import type { AppState } from '#shared/state.ts';
import { describeFailure } from '#shared/words.ts';

// What the app's state says of a step that did not come to its end: a few words, or null.

/** Today's picture is known and kept. */
export const isPictureThere = ({ picture }: AppState): boolean =>
  picture.status === 'ready' && picture.last.file !== null;

export function pictureTrouble({ picture }: AppState): string | null {
  if (picture.status === 'failed') return describeFailure(picture.failure);
  return picture.status === 'ready' && picture.last.file === null ? 'the day has no picture' : null;
}

export const wallpaperTrouble = ({ wallpaper }: AppState): string | null =>
  wallpaper.kind === 'failed' ? wallpaper.detail : `it is ${wallpaper.kind}`;

export const stationTrouble = ({ station }: AppState): string | null =>
  station.fix.status === 'failed' ? describeFailure(station.fix.failure) : null;
