/** What other features may use of the picture of the day. */
export { addDays, easternDate } from './eastern.ts';
export { factsOf } from './archive/unsaved.ts';
export type { PictureStateStore, RememberedDisplay } from './picture-state-store.ts';
export type { PictureArchive, PictureFacts } from './ports.ts';
