import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createClock } from '../clock.ts';
import { createControlApp } from '../control/app.ts';
import { createPictureApp } from '../picture/app.ts';
import { createPositionApp } from '../position/app.ts';
import { bundledElements } from '../position/elements.ts';
import { orbitOf } from '../position/orbit.ts';
import { createPostsApp } from '../posts/app.ts';
import { createRequestLog } from '../request-log.ts';
import { createServices } from '../services.ts';
import { createBoard } from '../scenarios/board.ts';
import { openApiDocument } from './document.ts';

const bases = {
  posts: 'http://127.0.0.1:1001',
  position: 'http://127.0.0.1:1002',
  picture: 'http://127.0.0.1:1003',
  control: 'http://127.0.0.1:1004',
};
const contentSchema = z.object({
  schema: z.record(z.string(), z.unknown()).optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
});
const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).optional(),
  requestBody: z.object({ content: z.record(z.string(), contentSchema) }).optional(),
  responses: z.record(
    z.string(),
    z.object({ content: z.record(z.string(), contentSchema).optional() }),
  ),
});
const documentSchema = z.object({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z
      .object({ servers: z.array(z.object({ url: z.string() })).length(1) })
      .catchall(operationSchema),
  ),
});

async function checked() {
  const validator = new Validator();
  const result = await validator.validate({ ...openApiDocument(bases) });
  expect(result).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  const { paths } = documentSchema.parse(validator.resolveRefs());
  return Object.entries(paths).flatMap(([path, { servers, ...operations }]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      server: servers[0]?.url,
      operation,
    })),
  );
}

test('every JSON body has examples, and each is as its schema has it', async () => {
  let examples = 0;
  for (const { name, operation } of await checked()) {
    const { requestBody, responses } = operation;
    const parts = [
      ...Object.values(responses),
      ...(requestBody === undefined ? [] : [requestBody]),
    ];
    for (const { content = {} } of parts) {
      const json = content['application/json'];
      if (json === undefined) continue;
      const schema = z.fromJSONSchema(json.schema ?? {});
      const values = Object.values(json.examples ?? {});
      expect(values, name).not.toHaveLength(0);
      for (const { value } of values) {
        expect(schema.safeParse(value), `${name} ${JSON.stringify(value)}`).toHaveProperty(
          'success',
          true,
        );
        examples += 1;
      }
    }
  }
  expect(examples).toBeGreaterThan(50);
});

test('no two operations have one name, and every part of a path in braces is described', async () => {
  const operations = await checked();
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { name, path, operation } of operations) {
    const described = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    const inBraces = [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
    expect(
      described.map((parameter) => parameter.name),
      name,
    ).toEqual(inBraces);
  }
});

/** Hono's `/posts/:id{[0-9]+}` in OpenAPI's words, `/posts/{id}`. */
const templateOf = (path: string): string =>
  path
    .split('/')
    .map((part) => part.replace(/^:(\w+).*$/, '{$1}'))
    .join('/');

test('every route is described where it is served, and nothing else is', async () => {
  const now = () => 0;
  const clock = createClock();
  const board = () =>
    createBoard({ table: {}, plainWorld: null, now, signal: new AbortController().signal });
  const boards = { posts: board(), position: board(), picture: board() };
  const apps = {
    posts: createPostsApp(),
    position: createPositionApp({ now, orbit: orbitOf(bundledElements) }),
    picture: createPictureApp({ now }),
    control: createControlApp({
      token: 'x',
      clock,
      boards,
      log: createRequestLog(now),
      openApi: () => ({}),
    }),
  };
  // Routes of all methods are what stands before the others, or refuses what they leave.
  const served = Object.entries(apps).flatMap(([service, { routes }]) =>
    routes
      .filter(({ method }) => method !== 'ALL')
      .map(
        ({ method, path }) =>
          `${bases[service as keyof typeof apps]} ${method} ${templateOf(path)}`,
      ),
  );
  const described = (await checked()).map(({ server, name }) => `${server ?? ''} ${name}`);
  expect(served.length).toBeGreaterThan(15);
  expect(described.toSorted()).toEqual(served.toSorted());
});

test('without sockets it is there too, with names of no host', async () => {
  const { control } = createServices();
  const answer = await control.fetch(new Request('http://control.test/openapi.json'));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    openapi: '3.1.0',
    paths: { '/iss-now.json': { servers: [{ url: 'http://position.test' }] } },
  });
});
