import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { expectRecord } from '#test/support/record.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const omitted: ReadonlySet<string> = new Set(['$schema', '$id', 'id', 'description', 'readOnly']);

/** A JSON Schema on one line: names of other schemas, unions with ` | `, and other keywords as `key=value`. */
function notation(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, allOf, type, properties, required, items, prefixItems, ...rest } =
    schema;
  if (typeof $ref === 'string') return $ref;
  const union = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  const names = new Set(required as readonly string[] | undefined);
  const parts = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, value]) => `${name}${names.has(name) ? '' : '?'}: ${notation(value)}`,
  );
  const words = [
    ...(union === undefined ? [] : [`(${union.map(notation).join(' | ')})`]),
    ...(allOf === undefined ? [] : [(allOf as readonly JsonSchema[]).map(notation).join(' & ')]),
    ...(properties === undefined ? [] : [`{ ${parts.join('; ')} }`]),
    ...(items === undefined || items === false ? [] : [`[${notation(items as JsonSchema)}]`]),
    ...(prefixItems === undefined
      ? []
      : [`[${(prefixItems as readonly JsonSchema[]).map(notation).join(', ')}]`]),
    ...(typeof type === 'string' && type !== 'object' && type !== 'array' ? [type] : []),
    ...Object.entries(rest).flatMap(([key, value]) => {
      if (omitted.has(key) || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return [];
      if (key === 'pattern' && rest['format'] !== undefined) return [];
      if (key === 'const') return [JSON.stringify(value)];
      if (key === 'enum')
        return [(value as readonly unknown[]).map((one) => JSON.stringify(one)).join('|')];
      const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (isSchema) return [`${key}=${notation(value as JsonSchema)}`];
      return key === 'additionalProperties' && value === false
        ? []
        : [`${key}=${JSON.stringify(value)}`];
    }),
  ];
  return words.join(' ');
}

it('the schemas of all modules accept the recorded values', async () => {
  const registry = z.registry<{ id: string }>();
  const folder = import.meta.dirname;
  for (const file of globSync('**/*.ts', { cwd: folder }).toSorted()) {
    if (file.endsWith('.test.ts')) continue;
    const exports = (await import(`${folder}/${file}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exports))
      if (value instanceof z.ZodType && !registry.has(value)) registry.add(value, { id: name });
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => id,
  });
  const lines = Object.entries(schemas).map(
    ([name, schema]) => `${name}: ${notation(schema as JsonSchema)}`,
  );
  expect(lines.length).toBeGreaterThan(50);
  await expectRecord(lines.toSorted(), `${folder}/schemas-record.txt`);
});
