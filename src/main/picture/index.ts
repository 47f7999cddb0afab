/** What other features may use of the picture of the day. */
export type { PictureStateStore } from './picture-state-store.ts';
export type { PictureArchive } from './ports.ts';
