import { readFileSync, renameSync } from 'node:fs';
import { parseJson, isTree, type Tree } from '#shared/json.ts';
import {
  defaultSettings,
  firstSettings,
  settingsSchema,
  type Settings,
  type SettingsReset,
} from '#shared/settings/settings.ts';
import { highestPlace, lowestPlace } from '#shared/station/height-limits.ts';
import { attempt } from '#platform/files/attempt.ts';
import { asidesOf, putAside } from '#platform/files/quarantine.ts';

/**
 * Reads the settings at `path`; without a file, `firstSettings`. Missing keys have their defaults. A file that is not
 * JSON, holds invalid values, was written by a later version or cannot be read is set aside, and the defaults apply. If
 * nothing was saved since, a version of the app that can read it uses it again.
 *
 * Each start reports that again until something is saved, because the user may not look at an app that starts with the
 * session. A file that was set aside without a new one in its place is the sign for the next start.
 *
 * @param now milliseconds since the Unix epoch
 * @returns `reset` null: the settings are those of the file, or there never was one
 */
export function readSettingsFile(
  path: string,
  now: number,
): Readonly<{ settings: Settings; reset: SettingsReset | null }> {
  const read = readAt(path);
  if (typeof read === 'object') return { settings: read, reset: null };
  if (read === 'missing') {
    const back = takeBack(path);
    if (back !== null) return { settings: back, reset: null };
    const reset = earlierReset(path);
    return { settings: reset === null ? firstSettings : defaultSettings, reset };
  }
  const aside = attempt(() => putAside(path, now));
  const reset = { reason: read, file: aside.ok ? aside.value : path, aside: aside.ok };
  return { settings: defaultSettings, reset };
}

/** An earlier version of the app sets the settings of a later one aside; when that runs again, it uses them. */
function takeBack(path: string): Settings | null {
  const asides = attempt(() => asidesOf(path));
  const newest = asides.ok ? asides.value[0] : undefined;
  if (newest === undefined) return null;
  const settings = readAt(newest);
  if (typeof settings !== 'object') return null;
  return attempt(() => renameSync(newest, path)).ok ? settings : null;
}

function earlierReset(path: string): SettingsReset | null {
  const asides = attempt(() => asidesOf(path));
  const newest = asides.ok ? asides.value[0] : undefined;
  if (newest === undefined) return null;
  const reason = readAt(newest) === 'newer' ? 'newer' : 'unreadable';
  return { reason, file: newest, aside: true };
}

type Unusable = SettingsReset['reason'];

/** The next read may succeed after too many open files, or after one failed read of the disk. */
const readTries = 3;

function readAt(path: string): Settings | Unusable | 'missing' {
  for (let tries = 1; ; tries += 1) {
    const text = attempt(() => readFileSync(path, 'utf8'));
    if (text.ok) return parse(text.value);
    if (text.failure.code === 'ENOENT') return 'missing';
    if (tries === readTries) return 'unreadable';
  }
}

function parse(text: string): Settings | Unusable {
  const file = parseJson(text);
  if (!isTree(file)) return 'unreadable';
  // A file without a version counts as version 1. Version 1 had fewer groups; versions 1 and 2 wrote the height 0 for every
  // place.
  const { version = 1 } = file;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return 'unreadable';
  if (version > defaultSettings.version) return 'newer';
  const whole = withDefaults(defaultSettings, {
    ...(version < 3 ? withoutHeight(file) : file),
    version: defaultSettings.version,
  });
  return settingsSchema.safeParse(whole).data ?? 'unreadable';
}

/** A file of version 1 or 2 with the height of the place as not known, unless somebody wrote one into the file. */
function withoutHeight(file: Tree): Tree {
  const { station } = file;
  if (!isTree(station) || !isTree(station['observer'])) return file;
  const { observer } = station;
  const { altitude } = observer;
  const isHeight =
    typeof altitude === 'number' && altitude >= lowestPlace && altitude <= highestPlace;
  if (isHeight && altitude !== 0) return file;
  return { ...file, station: { ...station, observer: { ...observer, altitude: null } } };
}

/** Adds the defaults of missing keys, group by group. */
export function withDefaults(defaults: unknown, value: unknown): unknown {
  if (!isTree(defaults) || !isTree(value)) return value === undefined ? defaults : value;
  const keys = new Set([...Object.keys(defaults), ...Object.keys(value)]);
  return Object.fromEntries([...keys].map((key) => [key, withDefaults(defaults[key], value[key])]));
}
