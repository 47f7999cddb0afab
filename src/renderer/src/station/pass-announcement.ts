/**
 * Minutes before a pass at which a screen reader announces the pass; 0: its start. An announcement each second would
 * drown out everything else.
 */
const announcementMinutes = [0, 1, 5, 10, 30] as const;

export type AnnouncementStage = (typeof announcementMinutes)[number];

/** The nearest stage that has been reached; null while the pass is further away. @param ms until the pass begins */
export const announcementStageOf = (ms: number): AnnouncementStage | null =>
  announcementMinutes.find((minutes) => ms <= minutes * 60_000) ?? null;
