/** The parts of the picture of the day that other features use. */
export type { PictureFeature } from './feature.ts';
export { addDays, easternDate } from './eastern.ts';
export type { BufferedDayStore } from './archive/unsaved-days.ts';
export type { PictureStateStore, RememberedDisplay } from './picture-state-store.ts';
export type { PictureFacts } from './store/picture-rows.ts';
