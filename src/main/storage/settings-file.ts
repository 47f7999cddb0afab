import { readFileSync, renameSync } from 'node:fs';
import { parseJson } from '../../shared/json.ts';
import { defaultSettings, settingsSchema, type Settings } from '../../shared/settings.ts';
import { asideName, isMissing } from './unusable.ts';

export interface ReadSettings {
  readonly settings: Settings;
  /** Where a file that made no sense was put aside, or null. */
  readonly quarantined: string | null;
}

/**
 * Reads the settings at `path`. Keys that are missing have their defaults. A file that is no JSON or holds
 * wrong values is put aside, not thrown away, and the defaults hold.
 */
export function readSettingsFile(path: string, now: number): ReadSettings {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return { settings: defaultSettings, quarantined: null };
    throw error;
  }
  const settings = parse(text);
  if (settings !== null) return { settings, quarantined: null };
  const quarantined = asideName(path, now);
  renameSync(path, quarantined);
  return { settings: defaultSettings, quarantined };
}

function parse(text: string): Settings | null {
  return settingsSchema.safeParse(withDefaults(defaultSettings, parseJson(text))).data ?? null;
}

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is given, and below it the defaults, group by group. */
function withDefaults(defaults: unknown, given: unknown): unknown {
  if (!isTree(defaults) || !isTree(given)) return given === undefined ? defaults : given;
  const keys = new Set([...Object.keys(defaults), ...Object.keys(given)]);
  return Object.fromEntries([...keys].map((key) => [key, withDefaults(defaults[key], given[key])]));
}
