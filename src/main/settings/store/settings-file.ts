import { readFileSync } from 'node:fs';
import { parseJson } from '#shared/json.ts';
import {
  defaultSettings,
  settingsSchema,
  type Settings,
  type SettingsReset,
} from '#shared/settings/settings.ts';
import { attempt } from '#platform/files/attempt.ts';
import { isTree, migrated, newestSettings, versionOf } from './settings-migrations.ts';
import { newestAside, putAside } from '#platform/files/quarantine.ts';

export interface ReadSettings {
  readonly settings: Settings;
  /** Null: they are what the file says, or there never was one. */
  readonly reset: SettingsReset | null;
}

/**
 * Reads the settings at `path`. A file of an earlier version is migrated in memory; keys that are missing have their
 * defaults. A file that is no JSON, holds wrong values or is of a later version is put aside, not thrown away, and
 * the defaults hold, as they do when the disk does not give the file.
 *
 * As long as nothing is saved after that, each start says so again: an app that starts with the session may not be
 * looked at for days. That the file put aside has no successor is all that remembers it.
 *
 * @param now milliseconds since the Unix epoch
 */
export function readSettingsFile(path: string, now: number): ReadSettings {
  const found = readAt(path);
  if (typeof found === 'object') return { settings: found, reset: null };
  if (found === 'missing') return { settings: defaultSettings, reset: earlierReset(path) };
  const aside = attempt(() => putAside(path, now));
  const reset = { reason: found, file: aside.ok ? aside.value : path, aside: aside.ok };
  return { settings: defaultSettings, reset };
}

function earlierReset(path: string): SettingsReset | null {
  const newest = attempt(() => newestAside(path));
  if (!newest.ok || newest.value === null) return null;
  // One that can be read by now was of a later version then, or the disk did not give it: the person decides.
  const reason = readAt(newest.value) === 'newer' ? 'newer' : 'unreadable';
  return { reason, file: newest.value, aside: true };
}

type Unusable = SettingsReset['reason'];

function readAt(path: string): Settings | Unusable | 'missing' {
  const text = attempt(() => readFileSync(path, 'utf8'));
  if (text.ok) return parse(text.value);
  return text.failure.code === 'ENOENT' ? 'missing' : 'unreadable';
}

function parse(text: string): Settings | Unusable {
  const file = parseJson(text);
  const version = isTree(file) ? versionOf(file) : null;
  if (!isTree(file) || version === null) return 'unreadable';
  if (version > newestSettings) return 'newer';
  const whole = withDefaults(defaultSettings, migrated(file, version));
  return settingsSchema.safeParse(whole).data ?? 'unreadable';
}

/** What is given, and below it the defaults, group by group. */
function withDefaults(defaults: unknown, given: unknown): unknown {
  if (!isTree(defaults) || !isTree(given)) return given === undefined ? defaults : given;
  const keys = new Set([...Object.keys(defaults), ...Object.keys(given)]);
  return Object.fromEntries([...keys].map((key) => [key, withDefaults(defaults[key], given[key])]));
}
