import { isSameJson, isTree, parseJson, type Tree } from '#shared/json.ts';
import {
  defaultSettings,
  settingsSchema,
  type Settings,
  type SettingsReset,
} from '#shared/settings/settings.ts';

/** Why the content of a settings file cannot be used. */
export type UnusableReason = SettingsReset['reason'];

/** The text of the file with these settings. */
export const settingsText = (settings: unknown): string => `${JSON.stringify(settings, null, 2)}\n`;

/**
 * The settings in the text of a file of this or an earlier version of the app. Missing keys have their defaults.
 * Returns `unreadable` if the text is not JSON or contains invalid values, and `newer` if a later version of the app
 * wrote the text.
 */
export function parseSettings(text: string): Settings | UnusableReason {
  const content = upgradeSettingsText(text);
  if (typeof content === 'string') return content;
  const wholeSettings = withDefaults(defaultSettings, content);
  // `jitless`: zod does not compile the schema, because compiling it takes longer than parsing this text.
  return settingsSchema.safeParse(wholeSettings, { jitless: true }).data ?? 'unreadable';
}

/**
 * The content of a file of any version in the form of the present one. Its values are not checked; keys may be missing.
 */
export function upgradeSettingsText(text: string): Tree | UnusableReason {
  const file = parseJson(text);
  if (!isTree(file)) return 'unreadable';
  const { version = 1 } = file;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return 'unreadable';
  if (version > defaultSettings.version) return 'newer';
  return { ...file, version: defaultSettings.version };
}

/**
 * The settings `target` with the changes from `previous` to `next`, setting by setting. Null if the result is invalid.
 */
export const withChanges = (
  target: Settings,
  previous: Settings,
  next: Settings,
): Settings | null =>
  settingsSchema.safeParse(changedTree(target, previous, next), { jitless: true }).data ?? null;

function changedTree(target: unknown, previous: unknown, next: unknown): unknown {
  if (isSameJson(previous, next)) return target;
  if (!isTree(target) || !isTree(previous) || !isTree(next)) return next;
  const keys = new Set([target, previous, next].flatMap(Object.keys));
  const entries = [...keys].map((key): [string, unknown] => [
    key,
    changedTree(target[key], previous[key], next[key]),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The value with the defaults of missing keys, group by group, and without unknown keys. */
export function withDefaults(defaults: unknown, value: unknown): unknown {
  if (!isTree(defaults) || !isTree(value)) return value === undefined ? defaults : value;
  return Object.fromEntries(
    Object.entries(defaults).map(([key, part]) => [key, withDefaults(part, value[key])]),
  );
}
