import { join } from 'node:path';
import { z } from 'zod';
import { pictureAnswerSchemas } from '#picture/picture-queries.ts';
import { stationAnswerSchemas } from '#station/station-queries.ts';
import { root } from '../setup/paths.ts';
import { formatted } from './formatted.ts';

/** The answers that programs read with `--json`, by the name of the option. */
const answers: Readonly<Record<string, z.ZodObject>> = {
  ...stationAnswerSchemas(),
  ...pictureAnswerSchemas(),
};

const schemaOf = (answer: z.ZodObject): z.core.JSONSchema.JSONSchema =>
  z.toJSONSchema(answer, {
    io: 'input',
    override({ jsonSchema }) {
      // Zod adds a pattern for leap years, which the format already implies.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });

/** The JSON Schema of each answer: the absolute path of its file in `docs/schemas`, and its text. */
export function schemaFiles(): Promise<{ readonly path: string; readonly text: string }[]> {
  return Promise.all(
    Object.entries(answers).map(async ([name, answer]) => {
      const path = join(root, 'docs', 'schemas', `${name}.v1.json`);
      const text = JSON.stringify({ $id: `overhead:${name}:1`, ...schemaOf(answer) });
      return { path, text: await formatted(path, text) };
    }),
  );
}

/** The parts of a JSON Schema that the answers use. */
interface Field {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Field[];
  readonly items?: Field;
  readonly properties?: Readonly<Record<string, Field>>;
}

/** The fields of an answer as a Markdown table. A field inside an object or a list has its full name. */
export function queryTable(name: string): string {
  const answer = answers[name];
  if (answer === undefined) throw new Error(`there is no answer ${name}`);
  const rows = fieldsOf(schemaOf(answer) as Field).map(
    ([field, { description = '', ...schema }]) =>
      `| \`${field}\` | ${typeOf(schema)} | ${description} |`,
  );
  return ['| field | type | meaning |', '|-|-|-|', ...rows].join('\n');
}

function fieldsOf({ properties = {} }: Field, prefix = ''): (readonly [string, Field])[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const parts = [field, ...(field.anyOf ?? [])];
    const inside = parts.flatMap((part) => [
      ...fieldsOf(part, `${prefix}${name}.`),
      ...(part.items === undefined ? [] : fieldsOf(part.items, `${prefix}${name}[].`)),
    ]);
    return [[`${prefix}${name}`, field] as const, ...inside];
  });
}

function typeOf({ type, format: form, anyOf, enum: values, const: value }: Field): string {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(', ');
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if (values !== undefined) return values.map((one) => `\`${JSON.stringify(one)}\``).join(', ');
  if (form === 'date-time') return 'time';
  const types = typeof type === 'string' ? [type] : (type ?? []);
  return types.map((one) => (one === 'array' ? 'list' : one)).join(', ');
}
