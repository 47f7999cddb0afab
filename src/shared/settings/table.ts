import { m } from '#words';
import { publicPostsUrl } from '../journal/public-posts-service.ts';
import { currentLanguage, languages, type Language } from '../language/language.ts';
import { providerNames, providers } from '../picture/providers.ts';
import { flatHorizon, type LocalHorizon } from '../station/sky/local-horizon.ts';
import type { Observer } from '../station/sky/observer.ts';
import { toUserUnits } from '../station/units.ts';
import { placeInWords, quantityInWords } from '../words.ts';
import type { Nested, SettingEffect, SettingRow, ValueOf } from './row.ts';

/** The sections of the Settings view, in the order of its list. Each id is the end of an address: `#settings/services`. */
export const sections = {
  wallpaper: m.settings_wallpaper,
  station: m.settings_station,
  journal: m.settings_journal,
  notifications: m.settings_notifications,
  general: m.settings_general,
  services: m.settings_services,
  data: m.settings_data,
  about: m.settings_about,
} as const;
export type SectionId = keyof typeof sections;
export const sectionIds = Object.keys(sections) as readonly SectionId[];
export const sectionName = (id: SectionId): string => sections[id]();

/**
 * The places of the settings: a group of a section of the Settings view, another view, or the settings file alone.
 */
export const settingGroups = {
  wallpaper: { section: 'wallpaper' },
  look: { section: 'wallpaper' },
  variety: { section: 'wallpaper' },
  rules: { section: 'wallpaper' },
  'no-picture': { section: 'wallpaper' },
  pictures: { section: 'wallpaper' },
  station: { section: 'station' },
  notifications: { section: 'notifications' },
  general: { section: 'general' },
  services: { section: 'services' },
  updates: { section: 'about' },
  'picture-view': { view: m.app_view_today },
  'station-view': { view: m.app_view_station },
  file: {},
} as const satisfies Readonly<
  Record<string, { readonly section?: SectionId; readonly view?: () => string }>
>;
export type SettingGroup = keyof typeof settingGroups;

/** The place of a row, and what a change of the setting causes. */
interface RowPlace {
  readonly group: SettingGroup;
  /** Null: no effect, because the app reads the value each time it needs the value. */
  readonly effect: SettingEffect | null;
}

/** Converts mebibytes to gigabytes of 10⁹ bytes, rounded to two decimal places. */
const toGigabytes = (mebibytes: number): number => Math.round((mebibytes * 2 ** 20) / 1e7) / 100;

const toMebibytes = (gigabytes: number): number => Math.round((gigabytes * 1e9) / 2 ** 20);

const formatInUnit = (value: number, unit: string): string =>
  quantityInWords(value, unit, {
    unitDisplay: unit === 'minute' || unit === 'hour' ? 'long' : 'short',
    maximumFractionDigits: 2,
  });

/** The capitalized name of a language in that language: `Español`. */
function nameOfLanguage(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The name of each language, in that language and in the current language. */
function languageNames(): string {
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'language' });
  return languages.flatMap((one) => [nameOfLanguage(one), names.of(one) ?? one]).join(' ');
}

const poolChoices = [
  ['favourites', m.settings_pool_favourites],
  ['archive', m.settings_pool_archive],
  ['this-day', m.settings_pool_this_day],
] as const;
const withRotation = { 'wallpaper.rotation.pool': poolChoices.map(([pool]) => pool) };

/** Adds these facts to the rows of one group. A row may have another effect than its group. */
const inGroup = <
  const R extends Readonly<Record<string, SettingRow & { readonly effect?: SettingEffect | null }>>,
>(
  group: SettingGroup,
  effect: SettingEffect | null,
  rows: R,
) =>
  Object.fromEntries(
    Object.entries(rows).map(([key, row]) => [key, { group, effect, ...row }]),
  ) as unknown as { readonly [K in keyof R]: R[K] & RowPlace };

const presence = (value: string | null): 'none' | 'set' => (value === null ? 'none' : 'set');

/** The address of a service for the source `own`. A report has only whether it is that of the public service. */
const addressRow = <const L extends () => string>(address: string, label: L) =>
  ({
    kind: 'own',
    default: address,
    label,
    managed: true,
    reported: (value: string): 'public' | 'other' => (value === address ? 'public' : 'other'),
  }) as const;

/**
 * Every setting by its path in settings.json, in the order of the Settings view. The schema and the default of the
 * settings, the rows of the view, the words of an import, the keys of an administrator, the settings of a report and
 * the settings reference derive from this table. In a report are all values except those of rows of the kinds `own` and
 * `list`, which can contain words, addresses or a place.
 */
const settingTable = {
  ...inGroup('wallpaper', 'desktop', {
    /** Null: the user has not been asked yet; treated as false. */
    'wallpaper.enabled': {
      kind: 'switch',
      default: true,
      nullable: m.settings_value_off,
      label: m.settings_wallpaper_enabled,
      hint: m.settings_wallpaper_enabled_hint,
      search: m.settings_wallpaper_enabled_search,
      managed: true,
    },
    'wallpaper.displays': {
      kind: 'choice',
      default: 'all',
      choices: [
        ['all', m.settings_displays_all],
        ['primary', m.settings_displays_primary],
      ],
      label: m.settings_displays,
      hint: m.settings_displays_hint,
      search: m.settings_displays_search,
    },
    /** Whether each wallpaper is set on the lock screen, too, where the desktop offers that. */
    'wallpaper.lockScreen': {
      kind: 'switch',
      default: false,
      label: m.settings_lock,
      hint: m.settings_lock_hint,
      search: m.settings_lock_search,
    },
    'wallpaper.restoreOnQuit': {
      kind: 'switch',
      default: false,
      effect: null,
      label: m.settings_restore_on_quit,
      hint: m.settings_restore_on_quit_hint,
      search: m.settings_restore_on_quit_search,
    },
  }),
  ...inGroup('look', 'desktop', {
    'wallpaper.fit': {
      kind: 'choice',
      default: 'automatic',
      choices: [
        ['automatic', m.settings_fit_automatic],
        ['fill', m.settings_fit_fill],
        ['fit', m.settings_fit_fit],
        ['centre', m.settings_fit_centre],
      ],
      label: m.settings_fit,
      hint: m.settings_fit_hint,
      search: m.settings_fit_search,
    },
    /** The background of a picture that does not fill the display; `matched`: the mean colour of its edges. */
    'wallpaper.appearance.background': {
      kind: 'choice',
      default: 'blurred',
      choices: [
        ['blurred', m.settings_background_blurred],
        ['matched', m.settings_background_matched],
        ['colour', m.settings_background_colour],
      ],
      label: m.settings_background,
      hint: m.settings_background_hint,
      search: m.settings_background_search,
    },
    'wallpaper.appearance.colour': {
      kind: 'colour',
      default: '#000000',
      when: { 'wallpaper.appearance.background': ['colour'] },
      label: m.settings_colour,
    },
    'wallpaper.caption': {
      kind: 'switch',
      default: true,
      label: m.settings_caption,
      hint: m.settings_caption_hint,
      search: m.settings_caption_search,
    },
    /** What the caption contains, and its size. */
    'wallpaper.appearance.caption': {
      kind: 'choice',
      default: 'small',
      choices: [
        ['small', m.settings_caption_small],
        ['large', m.settings_caption_large],
        ['dated', m.settings_caption_dated],
        ['first-sentence', m.settings_caption_first_sentence],
        ['explanation', m.settings_caption_explanation],
      ],
      when: { 'wallpaper.caption': [true] },
      label: m.settings_caption_says,
    },
    'wallpaper.appearance.corner': {
      kind: 'choice',
      default: 'bottom-right',
      choices: [
        ['bottom-right', m.settings_corner_bottom_right],
        ['bottom-left', m.settings_corner_bottom_left],
        ['top-right', m.settings_corner_top_right],
        ['top-left', m.settings_corner_top_left],
      ],
      when: { 'wallpaper.caption': [true], 'wallpaper.appearance.tonight': [true] },
      label: m.settings_corner,
      search: m.settings_caption_search,
    },
    /** When the picture is darkened: never, while the theme is dark, or from sunset to sunrise. */
    'wallpaper.appearance.dimming': {
      kind: 'choice',
      default: 'never',
      choices: [
        ['never', m.settings_dimming_never],
        ['dark', m.settings_dimming_dark],
        ['evening', m.settings_dimming_evening],
      ],
      label: m.settings_dimming,
      hint: m.settings_dimming_hint,
      search: m.settings_dimming_search,
    },
    /** Whether the next visible pass of the night is drawn into a corner. */
    'wallpaper.appearance.tonight': {
      kind: 'switch',
      default: false,
      label: m.settings_tonight,
      hint: m.settings_tonight_hint,
      search: m.settings_tonight_search,
    },
  }),
  ...inGroup('variety', 'desktop', {
    /** The pictures of displays other than the primary; `same`: the picture of the primary. */
    'wallpaper.others': {
      kind: 'choice',
      default: 'archive',
      choices: [['same', m.settings_others_same], ...poolChoices],
      label: m.settings_others,
      hint: m.settings_others_hint,
      search: m.settings_others_search,
    },
    /** The pictures to which the desktop changes automatically; `off`: never. */
    'wallpaper.rotation.pool': {
      kind: 'choice',
      default: 'off',
      choices: [['off', m.settings_rotation_off], ...poolChoices],
      label: m.settings_rotation,
      hint: m.settings_rotation_hint,
      search: m.settings_rotation_search,
    },
    'wallpaper.rotation.everyHours': {
      kind: 'number',
      default: 6,
      least: 1,
      most: 168,
      whole: true,
      words: (hours: number) => formatInUnit(hours, 'hour'),
      unit: (count: number) => m.settings_rotation_hours({ count }),
      when: withRotation,
      label: m.settings_rotation_every,
      search: m.settings_rotation_search,
    },
    /** Null: at any time. */
    'wallpaper.rotation.between': {
      kind: 'span',
      default: null,
      first: { from: 8 * 60, to: 22 * 60 },
      from: m.settings_rotation_from,
      to: m.settings_rotation_until,
      when: withRotation,
      label: m.settings_rotation_limited,
      hint: m.settings_rotation_limited_hint,
      search: m.settings_rotation_search,
    },
  }),
  ...inGroup('rules', 'desktop', {
    /** Excludes pictures with one of these words, or a word that begins with one, in the title or explanation. */
    'wallpaper.show.without': {
      kind: 'list',
      default: [] as readonly string[],
      most: 30,
      length: 60,
      label: m.settings_words,
      hint: m.settings_words_hint,
      search: m.settings_words_search,
    },
  }),
  ...inGroup('no-picture', 'desktop', {
    /** The picture on the desktop on a day that has no picture: the previous one, the video's still, or a favourite. */
    'picture.withoutPicture': {
      kind: 'choice',
      default: 'keep',
      choices: [
        ['keep', m.settings_without_picture_keep],
        ['still', m.settings_without_picture_still],
        ['favourite', m.settings_without_picture_favourite],
      ],
      label: m.settings_without_picture,
      hint: m.settings_without_picture_hint,
      search: m.settings_without_picture_search,
    },
  }),
  ...inGroup('pictures', null, {
    /** The limit of the archive on the disk, in MiB. The window shows GB: 954 MiB are 1 GB. */
    'picture.keepMiB': {
      kind: 'number',
      default: 954,
      least: 64,
      most: 1_048_576,
      whole: true,
      field: { show: toGigabytes, read: toMebibytes, least: 0.1, most: 1000 },
      words: (mebibytes: number) => formatInUnit(toGigabytes(mebibytes), 'gigabyte'),
      unit: () => 'GB',
      label: m.settings_space,
      hint: m.settings_space_hint,
      search: m.settings_space_search,
      managed: true,
    },
  }),
  ...inGroup('station', 'station', {
    /** The user's place; null: guess the place from the time zone of the system. */
    'station.observer': {
      kind: 'own',
      default: null as Observer | null,
      words: (observer: Observer | null) =>
        observer === null ? m.station_guess() : placeInWords(observer),
      // Rounded to one degree, about 100 km, and without the height, which would narrow down the place.
      reported: (observer: Observer | null) =>
        observer && {
          latitude: Math.round(observer.latitude),
          longitude: Math.round(observer.longitude),
          altitude: null,
        },
      label: m.settings_place,
      search: m.settings_place_search,
    },
  }),
  ...inGroup('notifications', 'station', {
    'notifications.newPicture': {
      kind: 'switch',
      default: true,
      effect: null,
      label: m.settings_new_picture,
      hint: m.settings_new_picture_hint,
      search: m.settings_new_picture_search,
    },
    'station.alerts.enabled': {
      kind: 'switch',
      default: true,
      label: m.settings_alerts,
      hint: m.settings_alerts_hint,
      search: m.settings_alerts_search,
    },
    'station.alerts.onlyVisible': {
      kind: 'switch',
      default: true,
      when: { 'station.alerts.enabled': [true] },
      label: m.settings_only_visible,
      hint: m.settings_only_visible_hint,
      search: m.settings_only_visible_search,
    },
    /** The lowest culmination of a pass that is announced, or that of its visible part; degrees above the horizon. */
    'station.alerts.minElevation': {
      kind: 'number',
      default: 20,
      least: 0,
      most: 90,
      whole: true,
      options: [0, 10, 20, 30, 40, 60],
      words: (degrees: number) =>
        degrees === 0 ? m.settings_min_height_any() : m.settings_min_height_degrees({ degrees }),
      when: { 'station.alerts.enabled': [true] },
      label: m.settings_min_height,
      hint: m.settings_min_height_hint,
      search: m.settings_min_height_search,
    },
    /** Minutes before the pass begins. */
    'station.alerts.leadMinutes': {
      kind: 'number',
      default: 10,
      least: 0,
      most: 120,
      whole: true,
      words: (minutes: number) => formatInUnit(minutes, 'minute'),
      unit: (count: number) => m.settings_minutes({ count }),
      when: { 'station.alerts.enabled': [true] },
      label: m.settings_lead,
      hint: m.settings_lead_hint,
      search: m.settings_lead_search,
    },
    /** Problems that the user must solve: a refused key, a full disk. */
    'notifications.problems': {
      kind: 'switch',
      default: true,
      effect: null,
      label: m.settings_problems,
      hint: m.settings_problems_hint,
      search: m.settings_problems_search,
    },
    'station.alerts.quiet': {
      kind: 'span',
      default: { from: 23 * 60, to: 7 * 60 },
      first: { from: 23 * 60, to: 7 * 60 },
      from: m.settings_quiet_from,
      to: m.settings_quiet_until,
      label: m.settings_quiet,
      hint: m.settings_quiet_hint,
      search: m.settings_quiet_search,
    },
  }),
  ...inGroup('general', null, {
    /** Null: the app uses the language of the system. */
    language: {
      kind: 'choice',
      default: null,
      choices: languages.map((language) => [language, () => nameOfLanguage(language)] as const),
      nullable: m.settings_language_system,
      effect: 'language',
      label: m.settings_language,
      hint: m.settings_language_hint,
      search: () => `${m.settings_language_search()} ${languageNames()}`,
    },
    'formats.units': {
      kind: 'choice',
      default: 'automatic',
      choices: [
        ['automatic', m.settings_formats_automatic],
        ['km', m.settings_units_km],
        ['miles', m.settings_units_miles],
      ],
      effect: 'language',
      label: m.settings_units,
      hint: m.settings_units_hint,
      search: m.settings_units_search,
    },
    'formats.hours': {
      kind: 'choice',
      default: 'automatic',
      choices: [
        ['automatic', m.settings_formats_automatic],
        ['12', m.settings_hours_12],
        ['24', m.settings_hours_24],
      ],
      effect: 'language',
      label: m.settings_hours,
      hint: m.settings_hours_hint,
      search: m.settings_hours_search,
    },
    theme: {
      kind: 'choice',
      default: 'system',
      choices: [
        ['system', m.settings_theme_system],
        ['light', m.settings_theme_light],
        ['dark', m.settings_theme_dark],
      ],
      effect: 'theme',
      label: m.settings_theme,
      hint: m.settings_theme_hint,
      search: m.settings_theme_search,
    },
    /** Shows all windows in dark red on black, whatever the theme is, because this keeps the eyes adapted to the dark. */
    nightMode: {
      kind: 'switch',
      default: false,
      effect: 'theme',
      label: m.settings_night,
      hint: m.settings_night_hint,
      search: m.settings_night_search,
    },
    /** The colour of the icon; `automatic`: its own, on macOS that of the menu bar. */
    'tray.icon': {
      kind: 'choice',
      default: 'automatic',
      choices: [
        ['automatic', m.settings_tray_icon_automatic],
        ['light', m.settings_tray_icon_light],
        ['dark', m.settings_tray_icon_dark],
      ],
      label: m.settings_tray_icon,
      hint: m.settings_tray_icon_hint,
      search: m.settings_tray_icon_search,
    },
    /** Whether the minutes to the next visible pass are shown beside the icon. macOS only. */
    'tray.countdown': {
      kind: 'switch',
      default: false,
      label: m.settings_countdown,
      hint: m.settings_countdown_hint,
      search: m.settings_countdown_search,
    },
    startAtLogin: {
      kind: 'switch',
      default: false,
      effect: 'loginItem',
      label: m.settings_login,
      hint: m.settings_login_hint,
      search: m.settings_login_search,
    },
  }),
  ...inGroup('services', 'services', {
    /** The services in use; null: `live` in an installed app, `embedded` in a checkout. */
    'services.source': {
      kind: 'choice',
      default: null,
      choices: [
        ['live', m.settings_source_live],
        ['embedded', m.settings_source_embedded],
        ['own', m.settings_source_own],
      ],
      nullable: m.settings_tray_icon_automatic,
      label: m.settings_source,
      hint: m.settings_source_hint,
      search: m.settings_source_search,
      managed: true,
    },
    'services.own.picture': addressRow(providers.legacy.url, m.settings_address_picture),
    'services.own.position': addressRow('http://api.open-notify.org', m.settings_address_position),
    'services.own.posts': addressRow(publicPostsUrl, m.settings_address_posts),
    /** An http proxy for all requests; null: the proxy of the environment. */
    'services.proxy': {
      kind: 'own',
      default: null as string | null,
      reported: presence,
      effect: 'ask',
      label: m.settings_proxy,
      hint: m.settings_proxy_hint,
      search: m.settings_proxy_search,
      managed: true,
    },
  }),
  ...inGroup('updates', null, {
    'updates.automatic': {
      kind: 'switch',
      default: true,
      label: m.updates_automatic,
      hint: m.updates_automatic_hint,
      search: m.updates_search,
      managed: true,
    },
  }),
  ...inGroup('station-view', 'station', {
    /** Obstacles that hide the sky around the observer: heights of the horizon in eight directions. */
    'station.horizon': {
      kind: 'own',
      default: flatHorizon,
      words: (heights: LocalHorizon) => heights.map((height) => `${height}°`).join(' '),
      reported: null,
      label: m.sky_horizon,
    },
    /** How far the user would travel to a transit, km. */
    'station.transitKm': {
      kind: 'number',
      default: 30,
      least: 5,
      most: 100,
      words: (km: number) => formatInUnit(...toUserUnits(km)),
      label: m.settings_transit_travel,
    },
  }),
  ...inGroup('picture-view', null, {
    /** Whether the picture fills the window, with its edges cut off; false: the whole picture is shown. */
    'today.fills': {
      kind: 'switch',
      default: false,
      label: m.picture_fill_window,
    },
    /** Whether the explanation is shown; false: it is folded away. */
    'today.panel': {
      kind: 'switch',
      default: true,
      label: m.picture_explanation,
    },
  }),
  ...inGroup('file', null, {
    /** The source from which the picture of the day is requested; `automatic`: all of them in their order. */
    'picture.providers': {
      kind: 'choice',
      default: 'automatic',
      choices: [
        ['automatic', m.settings_providers_automatic],
        ...providerNames.map(
          (name) =>
            [name, () => m.settings_providers_only({ source: providers[name].label() })] as const,
        ),
      ],
      effect: 'ask',
      label: m.settings_providers,
      managed: true,
    },
    /** The field `userId` of published posts. */
    'journal.authorId': {
      kind: 'number',
      default: 1,
      least: 1,
      most: Number.MAX_SAFE_INTEGER,
      whole: true,
      words: String,
      reported: null,
      label: m.settings_author,
    },
    /**
     * A command line for the system's shell that runs after each change of the wallpaper; null: none. It can be set in
     * the file or on the command line, but not by a window or an import, which could then run programs.
     */
    wallpaperCommand: {
      kind: 'own',
      default: null as string | null,
      reported: presence,
      label: m.command_help_wallpaper_command,
    },
  }),
};

type Table = typeof settingTable;
/** The full key of a setting, such as `wallpaper.fit`. */
export type SettingKey = keyof Table;
export type SettingValue<K extends SettingKey> = ValueOf<Table[K]>;
/** All settings. The API key is a secret and not a setting. */
export type Settings = { version: 1 } & Nested<{ -readonly [K in SettingKey]: SettingValue<K> }>;

/** The settings whose rows have this fact. */
type KeysWith<Fact> = { [K in SettingKey]: Table[K] extends Fact ? K : never }[SettingKey];
/** A setting that an administrator can set for all users of a computer. */
export type ManagedKey = KeysWith<{ readonly managed: true }>;
/** A setting with a schema of its own. */
export type OwnKey = KeysWith<{ readonly kind: 'own' }>;

export const settingRows: Readonly<Record<SettingKey, SettingRow & RowPlace>> = settingTable;
export const settingKeys = Object.keys(settingTable) as readonly SettingKey[];
export const managedKeys = settingKeys.filter(
  (key): key is ManagedKey => settingRows[key].managed === true,
);
