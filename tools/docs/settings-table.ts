import { z } from 'zod';
import { defaultSettings, settingsSchema } from '#shared/settings/settings.ts';

/** The row of a setting: its place in the window, and its effect. */
interface Note {
  /** Empty: the setting is not in the window. */
  readonly where: string;
  readonly effect: string;
}
const note = (where: string, effect: string): Note => ({ where, effect });

/** By the full key of the setting. Every key of the schema must be here, and no other. */
const notes: Readonly<Record<string, Note>> = {
  'services.source': note(
    'Services',
    'the public services, the embedded ones, or addresses of your own; `null`: the public ones when installed, the embedded ones in a checkout',
  ),
  'services.own.picture': note('Services', 'address of the picture service for `own`'),
  'services.own.position': note('Services', 'address of the position service for `own`'),
  'services.own.posts': note('Services', 'address of the posts service for `own`'),
  'services.proxy': note(
    'Services',
    'an http proxy for all requests; `null`: that of the environment or the system',
  ),
  'picture.providers': note('Wallpaper', 'the picture source to use; `automatic`: all, in order'),
  'picture.withoutPicture': note(
    'Wallpaper',
    'the wallpaper of a day without a picture: the one before it, a still of the video, or a favorite',
  ),
  'picture.keepMiB': note(
    'Wallpaper',
    'space for pictures on the disk, in MiB (in the window: GB)',
  ),
  'wallpaper.enabled': note(
    'Wallpaper',
    'whether each new picture becomes the wallpaper; `null`: not asked yet, and not set',
  ),
  'wallpaper.fit': note('Wallpaper', 'how a picture is fitted onto a display'),
  'wallpaper.caption': note('Wallpaper', 'whether a caption is drawn into the wallpaper'),
  'wallpaper.appearance.corner': note('Wallpaper', 'the corner of the caption'),
  'wallpaper.appearance.size': note('Wallpaper', 'the size of the caption'),
  'wallpaper.appearance.says': note('Wallpaper', 'the content of the caption'),
  'wallpaper.appearance.explanation': note(
    'Wallpaper',
    'how much of the explanation is below the caption: nothing, its first sentence or all',
  ),
  'wallpaper.appearance.background': note('Wallpaper', 'what fills the display around a picture'),
  'wallpaper.appearance.colour': note('Wallpaper', 'the color for the background `colour`'),
  'wallpaper.appearance.dimming': note(
    'Wallpaper',
    'when the wallpaper is dimmed: never, while the dark theme is on, or from sunset to sunrise',
  ),
  'wallpaper.appearance.dimPercent': note('Wallpaper', 'how much it is dimmed, in percent'),
  'wallpaper.appearance.tonight': note(
    'Wallpaper',
    "whether tonight's visible pass is drawn into the wallpaper",
  ),
  'wallpaper.displays': note('Wallpaper', 'the displays whose wallpaper is set'),
  'wallpaper.others': note('Wallpaper', 'the pictures of the displays other than the primary one'),
  'wallpaper.rotation.pool': note('Wallpaper', 'the pictures that take turns on the desktop'),
  'wallpaper.rotation.everyHours': note('Wallpaper', 'hours between two pictures of the rotation'),
  'wallpaper.rotation.between': note(
    'Wallpaper',
    'the time of day in which the rotation runs, in minutes after midnight; `null`: all day',
  ),
  'wallpaper.show.leastPixels': note(
    'Wallpaper',
    'least length in pixels of the longer side of a picture that is shown by itself',
  ),
  'wallpaper.show.shape': note('Wallpaper', 'shape of a picture that is shown by itself'),
  'wallpaper.show.without': note(
    'Wallpaper',
    'a picture with one of these words in its title or explanation is not shown by itself',
  ),
  'wallpaper.lockScreen': note('Wallpaper', 'whether the lock screen gets the wallpaper, too'),
  'wallpaper.restoreOnQuit': note('Wallpaper', 'whether quitting restores your own wallpaper'),
  'station.observer': note(
    'Station',
    'your place, in degrees and meters; `null`: guessed from the time zone',
  ),
  'station.horizon': note(
    'Station view',
    'height of the horizon in degrees, in eight directions from north by east',
  ),
  'station.alerts.enabled': note('Station', 'whether passes and burns are announced'),
  'station.alerts.leadMinutes': note('Station', 'minutes from the announcement to the pass'),
  'station.alerts.onlyVisible': note('Station', 'whether only visible passes are announced'),
  'station.alerts.quiet': note(
    'Notifications',
    'the quiet hours for all notifications, in minutes after midnight; `null`: none',
  ),
  'station.transitKm': note('Station view', 'the distance to travel to a transit, in km'),
  'station.calendar': note(
    'Station view',
    'the passes in the calendar file that is kept up to date',
  ),
  'journal.authorId': note('', 'the field `userId` of published posts'),
  'notifications.newPicture': note('Notifications', 'whether a new picture is announced'),
  'notifications.trouble': note('Notifications', 'whether problems that need you are announced'),
  'today.fills': note('Today view', 'whether the picture fills the window and loses its edges'),
  'today.panel': note('Today view', 'whether the explanation is shown'),
  language: note('General', 'the language; `null`: that of the system'),
  'formats.units': note(
    'General',
    'the unit of distances, speeds and heights; `automatic`: that of the region',
  ),
  'formats.hours': note(
    'General',
    'how times of the day are written; `automatic`: as in the region',
  ),
  startAtLogin: note('General', 'whether Overhead starts at login'),
  theme: note('General', 'the theme of the windows'),
  nightMode: note('General', 'all windows in dark red on black'),
  'tray.icon': note('General', 'the color of the tray icon'),
  'tray.countdown': note('General', 'the minutes to the next visible pass beside the icon (macOS)'),
  'updates.automatic': note('Updates', 'whether updates are looked for and downloaded'),
  hook: note('', 'a shell command that runs after each change of the wallpaper'),
  'hooks.picture': note('', 'a shell command that runs when there is a new picture'),
  'hooks.passSoon': note('', 'a shell command that runs before a pass'),
  'hooks.passBegins': note('', 'a shell command that runs when a pass begins'),
  'hooks.postRefused': note('', 'a shell command that runs when the service refuses a post'),
};

/** The parts of a JSON schema that the schema of the settings uses. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;

/** The type and the range of a value, in Markdown. */
function typeOf(schema: JsonSchema): string {
  const { anyOf, type, items, properties } = schema;
  if (anyOf !== undefined) return anyOf.map(typeOf).join(', ');
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  if (schema.const !== undefined) return code(schema.const);
  if (Array.isArray(type))
    return type.map((one: string) => typeOf({ ...schema, type: one })).join(', ');
  if (properties !== undefined)
    return `{ ${Object.entries(properties)
      .map(([key, value]) => `${key}: ${typeOf(value)}`)
      .join('; ')} }`;
  if (items !== undefined) return `list of ${lengthOf(schema)}: ${typeOf(items)}`;
  if (type === 'null') return '`null`';
  if (schema.pattern !== undefined) return `string like \`#1a2b3c\``;
  if (type === 'string' && schema.maxLength !== undefined)
    return `string, at most ${schema.maxLength} characters`;
  return `${String(type)}${rangeOf(schema)}`;
}

const lengthOf = ({ minItems, maxItems }: JsonSchema): string =>
  minItems === maxItems ? String(maxItems) : `at most ${maxItems}`;

function rangeOf({ minimum, exclusiveMinimum, maximum }: JsonSchema): string {
  if (exclusiveMinimum !== undefined) return `, more than ${exclusiveMinimum}`;
  return minimum === undefined || maximum === undefined ? '' : `, ${minimum} to ${maximum}`;
}

interface Leaf {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
}

/** The settings of a schema by their full keys: recurses into groups, but not into values that may be null. */
function leavesOf(schema: JsonSchema, value: unknown, prefix = ''): Leaf[] {
  if (schema.properties === undefined) return [{ key: prefix, schema, value }];
  return Object.entries(schema.properties).flatMap(([name, part]) =>
    leavesOf(
      part,
      (value as Readonly<Record<string, unknown>>)[name],
      prefix === '' ? name : `${prefix}.${name}`,
    ),
  );
}

/** The table of all settings. Throws an Error when `notes` and the schema have other keys. */
export function settingsTable(): string {
  const schema = z.toJSONSchema(settingsSchema, { io: 'input' }) as JsonSchema;
  const leaves = leavesOf(schema, defaultSettings).filter(({ key }) => key !== 'version');
  const unknown = Object.keys(notes).find((key) => leaves.every((leaf) => leaf.key !== key));
  if (unknown !== undefined) throw new Error(`there is no setting ${unknown}`);
  const rows = leaves.map(({ key, schema: one, value }) => {
    const entry = notes[key];
    if (entry === undefined) throw new Error(`tools/docs/settings-table.ts has no note on ${key}`);
    const where = entry.where === '' ? 'the file only' : entry.where;
    return `| \`${key}\` | ${typeOf(one)} | ${code(value)} | ${where} | ${entry.effect} |`;
  });
  return ['| key | values | default | in the window | effect |', '|-|-|-|-|-|', ...rows].join('\n');
}
