import type { SettingsPart } from '#shared/report/report-schema.ts';
import { liveServiceUrls, type Settings } from '#shared/settings/settings.ts';

/**
 * Rounds the place to one degree, about 100 km. Leaves out the height, because the height would narrow down the place.
 */
const roundPlace = (observer: Settings['station']['observer']): Settings['station']['observer'] =>
  observer && {
    latitude: Math.round(observer.latitude),
    longitude: Math.round(observer.longitude),
    altitude: null,
  };

const presenceWord = (value: string | null): 'none' | 'set' => (value === null ? 'none' : 'set');

type Switches<T> = { [K in keyof T as T[K] extends boolean ? K : never]: T[K] };

/** The settings of a group that are on or off. Such settings cannot contain data of the user. */
const switchesOf = <T extends object>(group: T): Switches<T> =>
  Object.fromEntries(
    Object.entries(group).filter(([, value]) => typeof value === 'boolean'),
  ) as Switches<T>;

/**
 * The settings of a report: all switches, and the settings that are listed here. A new setting that is no switch is in
 * no report until it is listed here. Addresses, commands, words and the horizon are left out; the place is rounded.
 */
export function settingsPart(settings: Settings): SettingsPart {
  const { services, picture, wallpaper, station, notifications, today, tray, updates } = settings;
  const { appearance, rotation, show } = wallpaper;
  const addressKind = (name: keyof Settings['services']['own']): 'public' | 'other' =>
    services.own[name] === liveServiceUrls[name] ? 'public' : 'other';
  return {
    ...switchesOf(settings),
    services: {
      source: services.source,
      own: {
        picture: addressKind('picture'),
        position: addressKind('position'),
        posts: addressKind('posts'),
      },
      proxy: presenceWord(services.proxy),
    },
    picture: {
      ...switchesOf(picture),
      providers: picture.providers,
      withoutPicture: picture.withoutPicture,
      keepMiB: picture.keepMiB,
    },
    wallpaper: {
      ...switchesOf(wallpaper),
      enabled: wallpaper.enabled,
      fit: wallpaper.fit,
      appearance: {
        ...switchesOf(appearance),
        corner: appearance.corner,
        size: appearance.size,
        says: appearance.says,
        background: appearance.background,
        colour: appearance.colour,
        dimming: appearance.dimming,
        dimPercent: appearance.dimPercent,
        explanation: appearance.explanation,
      },
      displays: wallpaper.displays,
      others: wallpaper.others,
      rotation: {
        pool: rotation.pool,
        everyHours: rotation.everyHours,
        between: rotation.between && { from: rotation.between.from, to: rotation.between.to },
      },
      show: {
        leastPixels: show.leastPixels,
        shape: show.shape,
        // The user's words are left out; only their number is reported.
        without: show.without.map((_, index) => `word ${index + 1}`),
      },
    },
    station: {
      observer: roundPlace(station.observer),
      alerts: {
        ...switchesOf(station.alerts),
        leadMinutes: station.alerts.leadMinutes,
        quiet: station.alerts.quiet && {
          from: station.alerts.quiet.from,
          to: station.alerts.quiet.to,
        },
      },
      transitKm: station.transitKm,
      calendar: station.calendar,
    },
    notifications: switchesOf(notifications),
    today: switchesOf(today),
    language: settings.language,
    formats: { units: settings.formats.units, hours: settings.formats.hours },
    theme: settings.theme,
    tray: { ...switchesOf(tray), icon: tray.icon },
    updates: switchesOf(updates),
    wallpaperCommand: presenceWord(settings.wallpaperCommand),
  };
}
