import type { z } from 'zod';
import { problemOf } from '../http/problem.ts';
import { type JsonSchema, jsonSchemaOf, type SchemaName, schemaRef } from './schemas.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One method of a path, as OpenAPI 3.1 has it; what it does not need is left out. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Fields[];
  readonly requestBody?: Fields;
  /** By status. */
  readonly responses: Readonly<Record<string, Fields>>;
  /** Left out: anyone may ask. */
  readonly security?: readonly Fields[];
}

export type Method = 'get' | 'put' | 'post' | 'delete';

/** The operations of some paths, by path and method. */
export type Paths = Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>>;

/** Examples by name. */
export type Examples = Readonly<Record<string, unknown>>;

const told = (examples: Examples): Fields =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));

const json = (name: SchemaName, examples: Examples): Fields => ({
  'application/json': { schema: schemaRef(name), examples: told(examples) },
});

/** A JSON body that a client sends. */
export const requestBody = (name: SchemaName, examples: Examples): Fields => ({
  required: true,
  content: json(name, examples),
});

/** An answer in JSON. */
export const answer = (
  description: string,
  name: SchemaName,
  examples: Examples,
  headers: Fields = {},
): Fields => ({ description, headers, content: json(name, examples) });

/** An answer of another type, which no schema checks. */
export const fileAnswer = (description: string, type: string, headers: Fields = {}): Fields => ({
  description,
  headers,
  content: { [type]: {} },
});

/** An answer that says what is wrong, with an example of its detail. */
export const problemAnswer = (
  description: string,
  word: string,
  detail: string,
  headers: Fields = {},
): Fields => answer(description, 'Problem', { example: problemOf(word, detail) }, headers);

/** A header that is always there. */
export const header = (
  description: string,
  schema: JsonSchema = { type: 'integer', minimum: 0 },
): Fields => ({ description, required: true, schema });

/** A part of the path in braces. */
export const pathParameter = (name: string, description: string, schema: JsonSchema): Fields => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});

/**
 * The parameters of a query, from the schema that reads it.
 *
 * @param io `output` where a client writes what the schema makes of it: `true` for the boolean true
 */
export function queryParameters(schema: z.ZodObject, io: 'input' | 'output' = 'input'): Fields[] {
  const { properties = {} } = jsonSchemaOf(schema, io) as {
    readonly properties?: Readonly<Record<string, Fields>>;
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: rest,
  }));
}
