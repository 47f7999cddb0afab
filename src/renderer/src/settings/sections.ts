import { m } from '#words';

/** The sections in the order of the side list. Each id is the end of an address: `#settings/services`. */
export const sectionIds = [
  'wallpaper',
  'station',
  'journal',
  'notifications',
  'general',
  'services',
  'data',
  'about',
] as const;
export type SectionId = (typeof sectionIds)[number];

const sectionNames: Readonly<Record<SectionId, () => string>> = {
  wallpaper: m.settings_wallpaper,
  station: m.settings_station,
  journal: m.settings_journal,
  notifications: m.settings_notifications,
  general: m.settings_general,
  services: m.settings_services,
  data: m.settings_data,
  about: m.settings_about,
};
export const sectionName = (id: SectionId): string => sectionNames[id]();

/** The section in an address; null if there is none: `#settings`. The updates are at the top of the section “about”. */
export function sectionOf(hash: string): SectionId | null {
  const [, name] = hash.slice(1).split('/');
  if (name === 'updates') return 'about';
  return sectionIds.find((id) => id === name) ?? null;
}
