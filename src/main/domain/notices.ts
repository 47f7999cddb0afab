export type { Notice, NoticeAction, NoticeCommand, NoticeMemory } from './notices/notice.ts';
export { startAnnouncer, type Announcer } from './notices/announcer.ts';
export { watchSeen, type Seen, type SeenMemory } from './notices/seen.ts';
export { noticesFor } from './notices/rules.ts';
