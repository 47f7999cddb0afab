/** The parts of the notifications that other features use. */
export type { Notice, NoticeCommand } from './notice.ts';
export { notRestoredNotice, notSetNotice } from './rules.ts';
