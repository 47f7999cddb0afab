import { z } from 'zod';
import { schemaAt } from '#shared/settings/settings.ts';
import {
  sectionName,
  settingGroups,
  settingKeys,
  settingRows,
  type SectionId,
  type SettingKey,
} from '#shared/settings/table.ts';

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
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const codeText = (value: unknown): string => `\`${JSON.stringify(value)}\``;

/** The type and the range of a value, in Markdown. */
function typeOf(schema: JsonSchema): string {
  const { anyOf, type, items, properties } = schema;
  if (anyOf !== undefined) return anyOf.map(typeOf).join(', ');
  if (schema.enum !== undefined) return schema.enum.map(codeText).join(', ');
  if (schema.const !== undefined) return codeText(schema.const);
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

function rangeOf({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined || maximum === undefined) return '';
  return maximum === Number.MAX_SAFE_INTEGER
    ? `, at least ${minimum}`
    : `, ${minimum} to ${maximum}`;
}

/** The place of a setting on screen, and what it is called there. */
function placeOf({ group, label }: (typeof settingRows)[SettingKey]): string {
  const place: { readonly section?: SectionId; readonly view?: () => string } =
    settingGroups[group];
  if (place.section !== undefined) return `${sectionName(place.section)}: ${label()}`;
  return place.view === undefined ? 'the file only' : `${place.view()} view: ${label()}`;
}

/** The table of all settings, in the order of the Settings view. */
export function settingsTable(): string {
  const rows = settingKeys.map((key) => {
    const row = settingRows[key];
    const values = typeOf(z.toJSONSchema(schemaAt(key), { io: 'input' }) as JsonSchema);
    return `| \`${key}\` | ${values} | ${codeText(row.default)} | ${placeOf(row)} |`;
  });
  return ['| key | values | default | in the window |', '|-|-|-|-|', ...rows].join('\n');
}
