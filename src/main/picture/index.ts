/** What other features may use of the picture of the day. */
export type { Notes } from './notes.ts';
export type { PictureArchive } from './ports.ts';
