/** The parts of the notifications that other features use. */
export type { Notice, NoticeCommand, NoticeSetting } from './notice.ts';
export { notRestoredNotice, notSetNotice } from './rules.ts';
