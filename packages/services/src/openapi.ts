import { STATUS_CODES } from 'node:http';
import type { Hono } from 'hono';
import { z } from 'zod';
import { problemSchema } from './http/problem.ts';

/** The description of a route, without its method and path. */
export interface RouteDescription {
  /** The id of the operation, which is unique among all routes. */
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** The schemas of the path parameters that do not accept every text. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  /** The JSON body that a client sends. */
  readonly body?: z.ZodType;
  /**
   * The answers by status: the schema of a JSON answer, the media type of any other answer, or '' for an answer without
   * a body.
   */
  readonly answers: Readonly<Record<number, z.ZodType | string>>;
  readonly security?: keyof typeof securitySchemes;
}

/** The base addresses of the services, without a slash at the end. */
export interface ServiceBases {
  readonly posts: string;
  readonly position: string;
  readonly picture: string;
  readonly control: string;
}

const descriptions = new WeakMap<object, RouteDescription>();

/**
 * Attaches the description of a route to its handler, where `openApiDocument` finds the description. This adds no
 * middleware: Hono calls the only handler of a route directly.
 */
export function withDescription<Handler extends object>(
  description: RouteDescription,
  handler: Handler,
): Handler {
  descriptions.set(handler, description);
  return handler;
}

const aboutText = `Three mock services and their control, each on a listener of its own: every path names its server.
The document describes them without scenarios; \`GET /scenarios\` lists the scenarios, which may answer anything.
HEAD is answered wherever GET is.`;

const tags = [
  { name: 'posts', description: 'Posts 1 to 100 exist; nothing is stored.' },
  { name: 'position', description: 'The position of the space station.' },
  {
    name: 'picture',
    description: 'The astronomy picture of the day, v1, its successor, and its files.',
  },
  { name: 'control', description: 'Clock, scenarios and requests of the services.' },
];

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: '`DEMO_KEY`, or the key that the services were started with.',
  },
  controlToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `control_token` that the services print when they are ready.',
  },
} as const;

/**
 * The OpenAPI 3.1 document of the services, from the routes of their apps and the schemas that check requests. The
 * document is built for each call: building takes milliseconds and is rare, and a cached document would need memory.
 *
 * @throws when a route has no description
 */
export function openApiDocument(
  apps: Readonly<Record<keyof ServiceBases, Pick<Hono, 'routes'>>>,
  bases: ServiceBases,
): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name: tag } of tags) {
    const service = tag as keyof ServiceBases;
    for (const { method, path, handler } of apps[service].routes) {
      // Skip middleware.
      if (method === 'ALL') continue;
      const description = descriptions.get(handler);
      if (description === undefined) throw new Error(`${method} ${path} has no description`);
      const template = path.replace(/:(\w+)(\{.+?\})?(?=\/|$)/g, '{$1}');
      const item = (paths[template] ??= { servers: [{ url: bases[service] }] });
      item[method.toLowerCase()] = { tags: [tag], ...operationOf(path, description) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Overhead: embedded services', version: '1.0.0', description: aboutText },
    servers: [{ url: bases.control }],
    tags,
    paths,
    components: { schemas: { Problem: jsonSchemaOf(problemSchema) }, securitySchemes },
  };
}

function operationOf(path: string, description: RouteDescription): object {
  const { params = {}, query, body, answers, security, ...texts } = description;
  const pathParameters = [...path.matchAll(/:(\w+)(?:\{(.+?)\})?(?=\/|$)/g)].map(
    ([, name = '', pattern]) => ({
      name,
      in: 'path',
      required: true,
      schema:
        params[name] === undefined
          ? { type: 'string', ...(pattern === undefined ? {} : { pattern: `^${pattern}$` }) }
          : jsonSchemaOf(params[name]),
    }),
  );
  const queryParameters = Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: jsonSchemaOf(schema as z.ZodType),
  }));
  const allAnswers = security === 'controlToken' ? { ...answers, 401: problemSchema } : answers;
  const responses = Object.entries(allAnswers).map(
    ([status, content]) =>
      [status, { description: STATUS_CODES[status] ?? status, ...contentOf(content) }] as const,
  );
  return {
    ...texts,
    parameters: [...pathParameters, ...queryParameters],
    ...(body === undefined ? {} : { requestBody: { required: true, ...contentOf(body) } }),
    responses: {
      ...Object.fromEntries(responses),
      default: {
        description:
          'Refused before the service sees it, such as a foreign Host (421) or headers that are too large (431).',
        ...contentOf(problemSchema),
      },
    },
    security: security === undefined ? [] : [{ [security]: [] }],
  };
}

function contentOf(content: z.ZodType | string): object {
  if (content === '') return {};
  if (typeof content === 'string') return { content: { [content]: {} } };
  const schema =
    content === problemSchema ? { $ref: '#/components/schemas/Problem' } : jsonSchemaOf(content);
  return { content: { 'application/json': { schema } } };
}

/** A JSON Schema without `$schema`, because OpenAPI 3.1 names the dialect once for the whole document. */
function jsonSchemaOf(schema: z.ZodType): object {
  const jsonSchema: Record<string, unknown> = { ...z.toJSONSchema(schema, { io: 'input' }) };
  delete jsonSchema['$schema'];
  return jsonSchema;
}
