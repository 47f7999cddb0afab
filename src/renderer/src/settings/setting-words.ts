import { m } from '#words';
import { formatLocale, languages } from '#shared/language/language.ts';
import { providerNames, providers } from '#shared/picture/providers.ts';
import type { SettingKey } from '#shared/settings/settings-import.ts';
import { toUserUnits } from '#shared/station/units.ts';
import { clockTime } from '#shared/time-words.ts';
import { percentageInWords, placeInWords } from '#shared/words.ts';
import { toGigabytes } from './storage-unit.ts';

type Words = () => string;
/** A setting that an import can change: its name, and its values in words if they are not obvious. */
interface Setting {
  readonly label: Words;
  /** The words of each choice, or of any value. */
  readonly values?: Readonly<Record<string, Words>> | ((value: unknown) => string);
}

const formatInUnit = (value: unknown, unit: string): string =>
  new Intl.NumberFormat(formatLocale(), {
    style: 'unit',
    unit,
    unitDisplay: unit === 'minute' || unit === 'hour' ? 'long' : 'short',
    maximumFractionDigits: 2,
  }).format(Number(value));

/** A span of the day, in minutes after midnight; null: off. */
function spanInWords(value: unknown): string {
  if (value === null) return m.settings_value_off();
  const { from, to } = value as Readonly<Record<'from' | 'to', number>>;
  const clockInWords = (minutes: number): string =>
    clockTime(new Date(2026, 0, 1, 0, minutes).getTime());
  return `${clockInWords(from)} – ${clockInWords(to)}`;
}

const placeInWordsOrGuess = (value: unknown): string =>
  value === null
    ? m.station_guess()
    : placeInWords(value as { latitude: number; longitude: number });

function languageInWords(value: unknown): string {
  const language = languages.find((one) => one === value);
  if (language === undefined) return m.settings_language_system();
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

const poolNames = {
  favourites: m.settings_pool_favourites,
  archive: m.settings_pool_archive,
  'this-day': m.settings_pool_this_day,
};

const leastPixelsInWords = (value: unknown): string =>
  value === 0
    ? m.settings_least_any()
    : m.settings_least_pixels({ pixels: Number(value).toLocaleString(formatLocale()) });

/** The key of a setting that a window can change: of any setting except the wallpaper command. */
type ChangeableKey = Exclude<SettingKey, 'wallpaperCommand'>;

const settings: Readonly<Record<ChangeableKey, Setting>> = {
  'services.source': {
    label: m.settings_source,
    values: {
      null: m.settings_tray_icon_automatic,
      live: m.settings_source_live,
      embedded: m.settings_source_embedded,
      own: m.settings_source_own,
    },
  },
  'services.own.picture': { label: m.settings_address_picture },
  'services.own.position': { label: m.settings_address_position },
  'services.own.posts': { label: m.settings_address_posts },
  'services.proxy': { label: m.settings_proxy, values: { null: m.settings_explanation_none } },
  'picture.providers': {
    label: m.settings_providers,
    values: {
      automatic: m.settings_providers_automatic,
      ...Object.fromEntries(
        providerNames.map((name) => [
          name,
          () => m.settings_providers_only({ source: providers[name].label() }),
        ]),
      ),
    },
  },
  'picture.withoutPicture': {
    label: m.settings_without_picture,
    values: {
      keep: m.settings_without_picture_keep,
      still: m.settings_without_picture_still,
      favourite: m.settings_without_picture_favourite,
    },
  },
  'picture.keepMiB': {
    label: m.settings_space,
    values: (value) => formatInUnit(toGigabytes(Number(value)), 'gigabyte'),
  },
  'wallpaper.enabled': { label: m.settings_wallpaper_enabled },
  'wallpaper.fit': {
    label: m.settings_fit,
    values: {
      automatic: m.settings_fit_automatic,
      fill: m.settings_fit_fill,
      fit: m.settings_fit_fit,
      centre: m.settings_fit_centre,
    },
  },
  'wallpaper.caption': { label: m.settings_caption },
  'wallpaper.appearance.corner': {
    label: m.settings_corner,
    values: {
      'bottom-right': m.settings_corner_bottom_right,
      'bottom-left': m.settings_corner_bottom_left,
      'top-right': m.settings_corner_top_right,
      'top-left': m.settings_corner_top_left,
    },
  },
  'wallpaper.appearance.size': {
    label: m.settings_caption_size,
    values: {
      small: m.settings_caption_small,
      medium: m.settings_caption_medium,
      large: m.settings_caption_large,
    },
  },
  'wallpaper.appearance.says': {
    label: m.settings_caption_says,
    values: {
      title: m.settings_caption_title,
      'title-credit': m.settings_caption_title_credit,
      'title-date': m.settings_caption_title_date,
      'title-credit-date': m.settings_caption_all,
    },
  },
  'wallpaper.appearance.explanation': {
    label: m.settings_explanation,
    values: {
      none: m.settings_explanation_none,
      first: m.settings_explanation_first,
      all: m.settings_explanation_all,
    },
  },
  'wallpaper.appearance.background': {
    label: m.settings_background,
    values: {
      blurred: m.settings_background_blurred,
      matched: m.settings_background_matched,
      colour: m.settings_background_colour,
    },
  },
  'wallpaper.appearance.colour': { label: m.settings_colour },
  'wallpaper.appearance.dimming': {
    label: m.settings_dimming,
    values: {
      never: m.settings_dimming_never,
      dark: m.settings_dimming_dark,
      evening: m.settings_dimming_evening,
    },
  },
  'wallpaper.appearance.dimPercent': {
    label: m.settings_dim_percent,
    values: (value) => percentageInWords(Number(value)),
  },
  'wallpaper.appearance.tonight': { label: m.settings_tonight },
  'wallpaper.displays': {
    label: m.settings_displays,
    values: { all: m.settings_displays_all, primary: m.settings_displays_primary },
  },
  'wallpaper.others': {
    label: m.settings_others,
    values: { ...poolNames, same: m.settings_others_same },
  },
  'wallpaper.rotation.pool': {
    label: m.settings_rotation,
    values: { ...poolNames, off: m.settings_rotation_off },
  },
  'wallpaper.rotation.everyHours': {
    label: m.settings_rotation_every,
    values: (value) => formatInUnit(value, 'hour'),
  },
  'wallpaper.rotation.between': { label: m.settings_rotation_limited, values: spanInWords },
  'wallpaper.show.leastPixels': { label: m.settings_least, values: leastPixelsInWords },
  'wallpaper.show.shape': {
    label: m.settings_shape,
    values: {
      any: m.settings_shape_any,
      landscape: m.settings_shape_landscape,
      portrait: m.settings_shape_portrait,
    },
  },
  'wallpaper.show.without': {
    label: m.settings_words,
    values: (value) => (value as readonly string[]).join(', ') || m.settings_explanation_none(),
  },
  'wallpaper.lockScreen': { label: m.settings_lock },
  'wallpaper.restoreOnQuit': { label: m.settings_restore_on_quit },
  'station.observer': { label: m.settings_place, values: placeInWordsOrGuess },
  'station.horizon': {
    label: m.sky_horizon,
    values: (value) => (value as readonly number[]).map((height) => `${height}°`).join(' '),
  },
  'station.alerts.enabled': { label: m.settings_alerts },
  'station.alerts.leadMinutes': {
    label: m.settings_lead,
    values: (value) => formatInUnit(value, 'minute'),
  },
  'station.alerts.onlyVisible': { label: m.settings_only_visible },
  'station.alerts.quiet': { label: m.settings_quiet, values: spanInWords },
  'station.transitKm': {
    label: m.settings_transit_travel,
    values: (value) => formatInUnit(...toUserUnits(Number(value))),
  },
  'station.calendar': {
    label: m.settings_calendar_passes,
    values: { visible: m.settings_calendar_visible, alerts: m.settings_calendar_alerts },
  },
  'journal.authorId': { label: m.settings_author },
  'notifications.newPicture': { label: m.settings_new_picture },
  'notifications.problems': { label: m.settings_problems },
  'today.fills': { label: m.picture_fill_window },
  'today.panel': { label: m.picture_explanation },
  language: { label: m.settings_language, values: languageInWords },
  'formats.units': {
    label: m.settings_units,
    values: {
      automatic: m.settings_formats_automatic,
      km: m.settings_units_km,
      miles: m.settings_units_miles,
    },
  },
  'formats.hours': {
    label: m.settings_hours,
    values: {
      automatic: m.settings_formats_automatic,
      '12': m.settings_hours_12,
      '24': m.settings_hours_24,
    },
  },
  startAtLogin: { label: m.settings_login },
  theme: {
    label: m.settings_theme,
    values: {
      system: m.settings_theme_system,
      light: m.settings_theme_light,
      dark: m.settings_theme_dark,
    },
  },
  nightMode: { label: m.settings_night },
  'tray.icon': {
    label: m.settings_tray_icon,
    values: {
      automatic: m.settings_tray_icon_automatic,
      light: m.settings_tray_icon_light,
      dark: m.settings_tray_icon_dark,
    },
  },
  'tray.countdown': { label: m.settings_countdown },
  'updates.automatic': { label: m.updates_automatic },
};

const settingOf = (key: string): Setting | undefined =>
  (settings as Readonly<Record<string, Setting | undefined>>)[key];

/** The name of a setting as in the app; the key itself if the setting has no name. */
export const settingName = (key: string): string => settingOf(key)?.label() ?? key;

/** A value of a setting in the words that its control in the Settings view uses. */
export function valueInWords(key: string, value: unknown): string {
  const { values } = settingOf(key) ?? {};
  if (typeof values === 'function') return values(value);
  const words = values?.[String(value)];
  if (words !== undefined) return words();
  if (typeof value === 'boolean') return value ? m.settings_value_on() : m.settings_value_off();
  if (value === null) return m.settings_explanation_none();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
