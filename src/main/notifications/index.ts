/** The parts of the notifications that other features use. */
export type { NoticeCommand } from './notice.ts';
