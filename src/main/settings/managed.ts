import { parseJson, isTree, type Tree } from '#shared/json.ts';
import { noManagedState, type ManagedState } from '#shared/settings/managed.ts';
import { valueAt, withValueAt } from '#shared/settings/paths.ts';
import { valueSchema, type Settings } from '#shared/settings/settings.ts';
import { managedKeys, settingRows, type ManagedKey } from '#shared/settings/table.ts';

type PrimitiveValue = string | number | boolean | null;

/** The administrator's value of each setting that is locked. */
export type ManagedValues = Readonly<Partial<Record<ManagedKey, PrimitiveValue>>>;

/**
 * The value in JSON for a value of the registry or of a property list, which may have a number for a boolean, and an
 * empty text for null. Administrative templates may write a switch as a text.
 */
function jsonValue(key: ManagedKey, value: unknown): unknown {
  if (settingRows[key].kind === 'switch') {
    if (value === 0 || value === 'false') return false;
    if (value === 1 || value === 'true') return true;
  }
  return value === '' ? null : value;
}

const isManagedKey = (key: string): key is ManagedKey =>
  (managedKeys as readonly string[]).includes(key);

interface ManagedContent {
  readonly values: ManagedValues;
  /** Keys that do not exist in this version, or that cannot be managed. */
  readonly unknown: readonly string[];
  /** Keys whose values do not fit; these are not in `values`. */
  readonly invalid: readonly string[];
}

/**
 * Reads managed settings of any origin. A group may be nested, as in settings.json, or written into the key with a full
 * stop: `{"services": {"proxy": …}}` or `{"services.proxy": …}`. Null: the settings are not an object.
 */
export function parseManaged(tree: unknown): ManagedContent | null {
  if (!isTree(tree)) return null;
  const values: Partial<Record<ManagedKey, PrimitiveValue>> = {};
  const unknownKeys: string[] = [];
  const invalidKeys: string[] = [];
  for (const [key, value] of flattenTree(tree, '')) {
    if (!isManagedKey(key)) {
      unknownKeys.push(key);
      continue;
    }
    const parseResult = valueSchema(key).safeParse(jsonValue(key, value));
    if (parseResult.success) values[key] = parseResult.data as PrimitiveValue;
    else invalidKeys.push(key);
  }
  return { values, unknown: unknownKeys, invalid: invalidKeys };
}

/** The key of a setting has at most three names, such as `wallpaper.appearance.corner`. */
const maxDepth = 3;

function flattenTree(tree: Tree, prefix: string, depth = 1): [key: string, value: unknown][] {
  return Object.entries(tree).flatMap(([name, value]): [string, unknown][] => {
    const key = prefix + name;
    return isTree(value) && depth < maxDepth && !isManagedKey(key)
      ? flattenTree(value, `${key}.`, depth + 1)
      : [[key, value]];
  });
}

/** The values of the output of `reg.exe query KEY`. A value that is neither text nor number is undefined. */
export function parseRegistry(output: string): Tree {
  const values = output.split(/\r?\n/).flatMap((line): [string, unknown][] => {
    const [, name, type, text = ''] = /^\s+(\S+)\s+(REG_[A-Z_]+)(?:\s+(.*))?$/s.exec(line) ?? [];
    return name === undefined ? [] : [[name, registryValue(type, text.trimEnd())]];
  });
  return Object.fromEntries(values);
}

function registryValue(type: string | undefined, text: string): unknown {
  if (type === 'REG_SZ' || type === 'REG_EXPAND_SZ') return text;
  return type === 'REG_DWORD' || type === 'REG_QWORD' ? Number(text) : undefined;
}

/**
 * The keys of the output of `plutil -convert json`; null if it is not JSON. Keys that begin with `Payload` belong to
 * the configuration profile, not to the app.
 */
export function parsePropertyList(output: string): unknown {
  const tree = parseJson(output);
  if (!isTree(tree)) return null;
  return Object.fromEntries(Object.entries(tree).filter(([key]) => !key.startsWith('Payload')));
}

/** These settings with the administrator's values in place of the user's. */
export function withManagedValues(settings: Settings, values: ManagedValues): Settings {
  const entries = Object.entries(values);
  // Each value fits the schema of its key.
  return entries.reduce<Tree>(
    (tree, [key, value]) => withValueAt(tree, key, value),
    settings,
  ) as Settings;
}

/** The values that these settings have for the keys of `values`. */
export function valuesAtKeys(settings: Settings, values: ManagedValues): ManagedValues {
  return Object.fromEntries(Object.keys(values).map((key) => [key, valueAt(settings, key)]));
}

/** Whether any of these settings differs from the administrator's value. */
export const contradictsManagedValues = (settings: Settings, values: ManagedValues): boolean =>
  Object.entries(values).some(([key, value]) => valueAt(settings, key) !== value);

/**
 * The result of a reader of managed settings: none, their content before it is parsed, or the reason why there is no
 * content.
 */
export type ManagedReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'content'; readonly tree: unknown }
  | { readonly kind: 'failed'; readonly reason: 'unreadable' | 'untrusted' };

/** Managed settings: the values for main, and the state for windows and the Status view. */
export interface ManagedSettings {
  readonly values: ManagedValues;
  readonly state: ManagedState;
}

export const noManagedSettings: ManagedSettings = { values: {}, state: noManagedState };

/**
 * Managed settings from the result of a reader. Unusable content changes nothing: the user's settings apply.
 *
 * @param place a path or a key of the registry
 * @param log gets a line for everything that an administrator should know
 */
export function managedSettingsFrom(
  place: string,
  reading: ManagedReading,
  log: (line: string) => void,
): ManagedSettings {
  if (reading.kind === 'none') return noManagedSettings;
  const content = reading.kind === 'content' ? parseManaged(reading.tree) : null;
  if (content === null) {
    const reason = reading.kind === 'failed' ? reading.reason : 'unreadable';
    log(`managed settings: ${place} is not used: ${problemWords[reason]}`);
    return { values: {}, state: { place, locked: [], problem: { reason, keys: [] } } };
  }
  const { values, unknown, invalid } = content;
  const lockedKeys = managedKeys.filter((key) => key in values);
  if (lockedKeys.length > 0) log(`managed settings: ${place} sets ${lockedKeys.join(', ')}`);
  if (unknown.length > 0) log(`managed settings: unknown and ignored: ${listKeys(unknown)}`);
  if (invalid.length > 0) log(`managed settings: wrong values, not used: ${listKeys(invalid)}`);
  const problem: ManagedState['problem'] =
    invalid.length === 0 ? null : { reason: 'invalid', keys: [...invalid] };
  return { values, state: { place, locked: lockedKeys, problem } };
}

const problemWords = {
  unreadable: 'it cannot be read or is not in the expected format',
  untrusted: 'it or its folder is not owned by root, or others may write to it',
} as const;

/** The first keys only, and shortened: unknown keys have no limit in number and length. */
const listKeys = (keys: readonly string[]): string =>
  keys
    .slice(0, 20)
    .map((key) => JSON.stringify(key.slice(0, 80)))
    .join(', ');
