export type { Notice, NoticeAction, NoticeCommand, NoticeMemory } from './notice.ts';
export { startAnnouncer, type Announcer } from './announcer.ts';
export { watchSeen, type Seen, type SeenMemory } from './seen.ts';
export { noticesFor } from './rules.ts';
