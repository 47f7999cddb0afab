import type { SettingsPart } from '#shared/report/report-schema.ts';
import { liveServiceUrls, type Settings } from '#shared/settings/settings.ts';

/** A place to one degree, about 100 km, without its height, which would identify it better. */
const rounded = (observer: Settings['station']['observer']): Settings['station']['observer'] =>
  observer && {
    latitude: Math.round(observer.latitude),
    longitude: Math.round(observer.longitude),
    altitude: null,
  };

const isSet = (value: string | null): 'none' | 'set' => (value === null ? 'none' : 'set');

/**
 * The settings of a report, listed one by one, so that a new setting is in no report until it is added here. Addresses,
 * the command, words and the horizon are left out; the place is rounded.
 */
export function settingsPart(settings: Settings): SettingsPart {
  const { services, picture, wallpaper, station, notifications, today, tray, updates } = settings;
  const { appearance, rotation, show } = wallpaper;
  const isPublic = (name: keyof Settings['services']['own']): 'public' | 'other' =>
    services.own[name] === liveServiceUrls[name] ? 'public' : 'other';
  return {
    services: {
      source: services.source,
      own: {
        picture: isPublic('picture'),
        position: isPublic('position'),
        posts: isPublic('posts'),
      },
      proxy: isSet(services.proxy),
    },
    picture: {
      providers: picture.providers,
      withoutPicture: picture.withoutPicture,
      keepMiB: picture.keepMiB,
    },
    wallpaper: {
      enabled: wallpaper.enabled,
      fit: wallpaper.fit,
      caption: wallpaper.caption,
      appearance: {
        corner: appearance.corner,
        size: appearance.size,
        says: appearance.says,
        background: appearance.background,
        colour: appearance.colour,
        dimming: appearance.dimming,
        dimPercent: appearance.dimPercent,
        explanation: appearance.explanation,
        tonight: appearance.tonight,
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
      lockScreen: wallpaper.lockScreen,
      restoreOnQuit: wallpaper.restoreOnQuit,
    },
    station: {
      observer: rounded(station.observer),
      alerts: {
        enabled: station.alerts.enabled,
        leadMinutes: station.alerts.leadMinutes,
        onlyVisible: station.alerts.onlyVisible,
        quiet: station.alerts.quiet && {
          from: station.alerts.quiet.from,
          to: station.alerts.quiet.to,
        },
      },
      transitKm: station.transitKm,
      calendar: station.calendar,
    },
    notifications: { newPicture: notifications.newPicture, trouble: notifications.trouble },
    today: { fills: today.fills, panel: today.panel },
    language: settings.language,
    formats: { units: settings.formats.units, hours: settings.formats.hours },
    startAtLogin: settings.startAtLogin,
    theme: settings.theme,
    nightMode: settings.nightMode,
    tray: { icon: tray.icon, countdown: tray.countdown },
    updates: { automatic: updates.automatic },
    hook: isSet(settings.hook),
    hooks: {
      picture: isSet(settings.hooks.picture),
      passSoon: isSet(settings.hooks.passSoon),
      passBegins: isSet(settings.hooks.passBegins),
      postRefused: isSet(settings.hooks.postRefused),
    },
  };
}
