/** What other features may use of the notifications. */
export type { NoticeCommand } from './notice.ts';
