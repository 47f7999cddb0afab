import { z } from 'zod';
import { clockChangeSchema, clockReadingSchema } from '../clock.ts';
import { scenariosOnSchema, scenariosSchema } from '../control/schemas.ts';
import { problemSchema } from '../http/problem.ts';
import { apodErrorSchema, apodRecordSchema } from '../picture/apod/schemas.ts';
import { successorErrorSchema, successorItemSchema } from '../picture/successor/schemas.ts';
import { positionSchema } from '../position/answer.ts';
import {
  createdPostSchema,
  deletedPostSchema,
  newPostSchema,
  postSchema,
} from '../posts/schemas.ts';
import { requestsSchema } from '../request-log.ts';
import { choicesSchema } from '../scenarios/choice.ts';

/** What clients send. */
const bodies = {
  NewPost: newPostSchema,
  PostReplacement: postSchema,
  ClockChange: clockChangeSchema,
  ScenarioChoices: choicesSchema,
};

/** What the services answer. */
const answers = {
  CreatedPost: createdPostSchema,
  Post: postSchema,
  DeletedPost: deletedPostSchema,
  Position: positionSchema,
  ApodRecord: apodRecordSchema,
  ApodError: apodErrorSchema,
  SuccessorItem: successorItemSchema,
  SuccessorItems: z.array(successorItemSchema),
  SuccessorError: successorErrorSchema,
  Clock: clockReadingSchema,
  Scenarios: scenariosSchema,
  ScenariosOn: scenariosOnSchema,
  Requests: requestsSchema,
  Problem: problemSchema,
  OpenApi: z.looseObject({ openapi: z.string() }).describe('This document.'),
};

export type SchemaName = keyof typeof bodies | keyof typeof answers;

/** A JSON Schema as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The named schemas of the document, made from those that check requests and answers. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  const made = (schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output') =>
    Object.entries(schemas).map(([name, schema]) => [name, jsonSchemaOf(schema, io)] as const);
  return Object.fromEntries([...made(bodies, 'input'), ...made(answers, 'output')]);
}

/** The dialect is said once, for the whole document. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const made: Record<string, unknown> = { ...z.toJSONSchema(schema, { io }) };
  delete made['$schema'];
  return made;
}

export const schemaRef = (name: SchemaName): JsonSchema => ({
  $ref: `#/components/schemas/${name}`,
});
