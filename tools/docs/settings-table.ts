import { z } from 'zod';
import { defaultSettings, settingsSchema } from '#shared/settings/settings.ts';

/** The two columns of a row that authors write on the page. */
interface AuthorColumns {
  /** The section of the window that has the setting. */
  readonly where: string;
  readonly effect: string;
}

/** The text in both columns of a new setting until an author replaces it. */
export const placeholderText = '?';

/** The author's columns of the table on the page, by the full key of the setting. */
function notesOf(table: string): ReadonlyMap<string, AuthorColumns> {
  const rows = table.matchAll(/^\| `([\w.]+)` .*\| +(.+?) +\| +(.+?) +\|$/gm);
  return new Map(
    Array.from(rows, ([, key = '', where = '', effect = '']) => [key, { where, effect }]),
  );
}

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

function rangeOf({ minimum, exclusiveMinimum, maximum }: JsonSchema): string {
  if (exclusiveMinimum !== undefined) return `, more than ${exclusiveMinimum}`;
  return minimum === undefined || maximum === undefined ? '' : `, ${minimum} to ${maximum}`;
}

interface SchemaLeaf {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
}

/** The settings of a schema by their full keys. Recurses into groups, but not into values that may be null. */
function leavesOf(schema: JsonSchema, value: unknown, prefix = ''): SchemaLeaf[] {
  if (schema.properties === undefined) return [{ key: prefix, schema, value }];
  return Object.entries(schema.properties).flatMap(([name, part]) =>
    leavesOf(
      part,
      (value as Readonly<Record<string, unknown>>)[name],
      prefix === '' ? name : `${prefix}.${name}`,
    ),
  );
}

/**
 * The table of all settings: keys, values and defaults come from the schema, the other columns from the page.
 *
 * @param page the table as it is on the page
 */
export function settingsTable(page: string): string {
  const notes = notesOf(page);
  const schema = z.toJSONSchema(settingsSchema, { io: 'input' }) as JsonSchema;
  const leaves = leavesOf(schema, defaultSettings).filter(({ key }) => key !== 'version');
  const rows = leaves.map(({ key, schema: one, value }) => {
    const { where, effect } = notes.get(key) ?? { where: placeholderText, effect: placeholderText };
    return `| \`${key}\` | ${typeOf(one)} | ${codeText(value)} | ${where} | ${effect} |`;
  });
  return ['| key | values | default | in the window | effect |', '|-|-|-|-|-|', ...rows].join('\n');
}
