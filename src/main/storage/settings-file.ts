import { readFileSync, renameSync } from 'node:fs';
import { parseJson } from '../../shared/json.ts';
import { defaultSettings, settingsSchema, type Settings } from '../../shared/settings.ts';
import { attempt } from './attempt.ts';
import { isTree, migrated, newestSettings, versionOf } from './settings-migrations.ts';
import { asideName } from './unusable.ts';

export interface ReadSettings {
  readonly settings: Settings;
  /** Where a file that could not be used was put, untouched; null when there was none. */
  readonly quarantined: string | null;
  /** Why: it makes no sense, or a later version of the app wrote it. */
  readonly reason: 'unreadable' | 'newer' | null;
}

/**
 * Reads the settings at `path`. A file of an earlier version is migrated in memory; keys that are missing have their
 * defaults. A file that is no JSON, holds wrong values or is of a later version is put aside, not thrown away, and
 * the defaults hold, as they do when the disk does not give the file.
 *
 * @param now milliseconds since the Unix epoch
 */
export function readSettingsFile(path: string, now: number): ReadSettings {
  const text = attempt(() => readFileSync(path, 'utf8'));
  if (!text.ok && text.failure.code === 'ENOENT')
    return { settings: defaultSettings, quarantined: null, reason: null };
  const read = text.ok ? parse(text.value) : 'unreadable';
  if (typeof read === 'object') return { settings: read, quarantined: null, reason: null };
  const aside = asideName(path, now);
  const moved = attempt(() => renameSync(path, aside));
  return { settings: defaultSettings, quarantined: moved.ok ? aside : null, reason: read };
}

function parse(text: string): Settings | 'unreadable' | 'newer' {
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
