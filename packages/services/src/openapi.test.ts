import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  assetPath,
  fileNameOf,
  originalsPath,
  placeholderPath,
  renditionsPath,
} from './picture/addresses.ts';
import { dayOf } from './picture/day.ts';
import { placeholders, defaultPictureWorld } from './picture/world.ts';
import { type Services, startServices } from './server.ts';

const responseSchema = z.object({
  content: z
    .record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()).optional() }))
    .optional(),
});
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z
      .object({ servers: z.tuple([z.object({ url: z.url() })]) })
      .catchall(z.object({ responses: z.record(z.string(), responseSchema) })),
  ),
});

let services: Services;
let described: z.output<typeof documentSchema>['paths'];
beforeAll(async () => {
  const clock = { now: Date.UTC(2026, 10, 20, 12), rate: 0 };
  services = await startServices({ clock, key: 'mine', controlToken: 'token' });
  const answer = await fetch(`${services.urls.control_url}/openapi.json`);
  const validator = new Validator();
  const document = z.record(z.string(), z.unknown()).parse(await answer.json());
  expect(await validator.validate(document)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  described = documentSchema.parse(validator.resolveRefs()).paths;
});
afterAll(async () => {
  await services.stop();
});

interface Ask {
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The number of equal requests that are sent before this request. Default: none. */
  readonly before?: number;
}

const json = { 'Content-Type': 'application/json' };
const token = { Authorization: 'Bearer token' };
const post = { title: 'A', body: 'B', userId: 1 };
/** A body that exceeds every limit. */
const large = { ...post, title: 'x'.repeat(2 ** 20) };
const apod = '/planetary/apod';
const list = '/wp-json/wp/v2/apod-basic';

const leapDay = '2024-02-29';
const { photo } = dayOf(leapDay, defaultPictureWorld, leapDay);
const assets = '/science/cds/apod/apod/{year}/{month}/{file}';
const asset = assetPath(leapDay, photo);
const fileAsks = (path: string): Readonly<Record<number, Ask>> => ({
  200: { path },
  206: { path, headers: { Range: 'bytes=8-15' } },
  304: { path, headers: { 'If-None-Match': '*' } },
  416: { path, headers: { Range: 'bytes=9999999-' } },
});
const withMissing = (path: string) => ({ ...fileAsks(path), 404: { path: `${path}x` } });

/** For each operation, the requests that cause each of its statuses. */
const asks: Readonly<Record<string, Readonly<Record<string, Ask>>>> = {
  'POST /posts': {
    201: { body: { ...post, extra: [1] }, headers: json },
    400: { body: { title: 'A' }, headers: json },
    413: { body: large, headers: json },
    415: { body: post },
  },
  'PUT /posts/{id}': {
    200: { path: '/posts/7', body: { ...post, id: 7, extra: 1 }, headers: json },
    400: { path: '/posts/7', body: post, headers: json },
    404: { path: '/posts/101', body: { ...post, id: 7 }, headers: json },
    413: { path: '/posts/7', body: large, headers: json },
    415: { path: '/posts/7', body: post },
  },
  'DELETE /posts/{id}': {
    200: { path: '/posts/7' },
    400: { path: '/posts/seven' },
    404: { path: '/posts/101' },
  },
  'GET /iss-now.json': { 200: {} },
  'GET /planetary/apod': {
    200: { path: `${apod}?api_key=mine` },
    400: { path: `${apod}?api_key=mine&date=2026-02-30` },
    403: { path: `${apod}?api_key=wrong` },
    429: { path: `${apod}?api_key=DEMO_KEY`, before: 30 },
  },
  'GET /image/{date}/{file}': withMissing('/image/2024-02-29/hd.jpg'),
  [`GET ${renditionsPath}${assets}`]: withMissing(`${renditionsPath}${asset}`),
  [`GET ${originalsPath}${assets}`]: withMissing(`${originalsPath}${asset}`),
  'GET /en/image/{month}/{file}': withMissing(`/en/image/2402/${fileNameOf(leapDay, photo)}`),
  ...Object.fromEntries(
    placeholders.map((name) => [`GET ${placeholderPath(name)}`, fileAsks(placeholderPath(name))]),
  ),
  'GET /video/{date}': {
    200: { path: '/video/2026-11-20' },
    404: { path: '/video/1995-06-15' },
  },
  'GET /image-article/{slug}/': {
    200: { path: '/image-article/apod-2024-february-29-a-sky/' },
    404: { path: '/image-article/apod-1995-june-15-a-sky/' },
  },
  'GET /en/': { 200: {} },
  'GET /en/{page}': { 200: { path: '/en/ap240229.html' }, 404: { path: '/en/ap950615.html' } },
  'GET /feed.rss': { 200: {} },
  'GET /feed/apod-basic/': { 200: {} },
  'GET /wp-json/wp/v2/apod-basic': {
    200: { path: `${list}?per_page=25` },
    400: { path: `${list}?date_from=2026-11-01` },
  },
  'GET /wp-json/wp/v2/apod-basic/{code}': {
    200: { path: `${list}/240229` },
    404: { path: `${list}/950615` },
  },
  'GET /wp-json/wp/v2/apod-basic/{code}/html': {
    200: { path: `${list}/240229/html` },
    404: { path: `${list}/950615/html` },
  },
  'GET /clock': { 200: { headers: token }, 401: {} },
  'PUT /clock': {
    200: { body: { rate: 0 }, headers: token },
    400: { body: { rate: -1 }, headers: token },
    401: { body: { rate: 0 } },
    413: { body: large, headers: token },
  },
  'GET /scenarios': { 200: { headers: token }, 401: {} },
  'DELETE /scenarios': { 204: { headers: token }, 401: {} },
  'PUT /scenarios/{service}': {
    200: { path: '/scenarios/iss', body: [{ name: '503', retryAfter: '5' }], headers: token },
    400: { path: '/scenarios/iss', body: { name: 'tea' }, headers: token },
    401: { path: '/scenarios/iss', body: [] },
    404: { path: '/scenarios/tea', body: [], headers: token },
    413: { path: '/scenarios/iss', body: large, headers: token },
  },
  'GET /requests': {
    200: { path: '/requests?after=1', headers: token },
    400: { path: '/requests?after=x', headers: token },
    401: {},
  },
  'DELETE /requests': { 204: { headers: token }, 401: {} },
  'GET /openapi.json': { 200: {} },
  'GET /docs': { 200: {} },
};

const partsOf = (operation: string): readonly [method: string, path: string] => {
  const [method = '', path = ''] = operation.split(' ');
  return [method, path];
};

function responsesOf(operation: string) {
  const [method, path] = partsOf(operation);
  const item = described[path];
  const responses = item?.[method.toLowerCase()];
  if (item === undefined || responses === undefined || !('responses' in responses)) {
    throw new Error(`${operation} is not described`);
  }
  return { url: item.servers[0].url, responses: responses.responses };
}

/** Checks the media type and the JSON of an answer. */
function expectDescribed(
  said: z.output<typeof responseSchema> | undefined,
  answer: { readonly headers: Headers; readonly body: string },
): void {
  if (said === undefined) throw new Error('the status is not described');
  const [type] = answer.headers.get('content-type')?.split(';') ?? [];
  const ranges = said.content && Object.keys(said.content);
  // `image/*` in the description matches any image type.
  expect(type === undefined ? undefined : [type, type.replace(/\/.*/, '/*')]).toEqual(
    ranges && expect.arrayContaining(ranges),
  );
  const schema = said.content?.[type ?? '']?.schema;
  if (schema !== undefined) {
    expect(z.fromJSONSchema(schema).safeParse(JSON.parse(answer.body))).toMatchObject({
      success: true,
    });
  }
}

describe('the OpenAPI document describes the real answer of', () => {
  const rows = Object.entries(asks).flatMap(([operation, byStatus]) =>
    Object.entries(byStatus).map(([status, ask]) => [operation, status, ask] as const),
  );

  test.each(rows)('%s %s', async (operation, status, ask) => {
    const [method, path] = partsOf(operation);
    const { url, responses } = responsesOf(operation);
    const picture = operation === 'GET /video/{date}' ? { name: 'video' } : [];
    await fetch(`${services.urls.control_url}/scenarios/picture`, {
      method: 'PUT',
      headers: token,
      body: JSON.stringify(picture),
    });
    const send = () =>
      fetch(`${url}${ask.path ?? path}`, {
        method,
        headers: { ...ask.headers },
        ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
      });
    for (let n = 0; n < (ask.before ?? 0); n++) await (await send()).text();
    const answer = await send();
    const body = await answer.text();
    expect({ status: answer.status, body }).toHaveProperty('status', Number(status));
    expectDescribed(responses[status], { headers: answer.headers, body });
  });

  test('GET /iss-now.json 421 for a foreign Host header', async () => {
    const { url, responses } = responsesOf('GET /iss-now.json');
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(
        `${url}/iss-now.json`,
        { headers: { Host: 'elsewhere.test' } },
        resolve,
      );
      asked.on('error', reject);
      asked.end();
    });
    expect(incoming.statusCode).toBe(421);
    const headers = new Headers({ 'Content-Type': incoming.headers['content-type'] ?? '' });
    expectDescribed(responses['default'], { headers, body: await text(incoming) });
  });
});

test('the page of the OpenAPI document contains every operation, and loads no other file', async () => {
  const answer = await fetch(`${services.urls.control_url}/docs`);
  const page = await answer.text();
  for (const operation of Object.keys(asks)) expect(page).toContain(`<code>${operation}</code>`);
  expect(page).not.toMatch(/<script|src=|<link/);
  expect(page).toContain(`${services.urls.apod_url}/planetary/apod`);
});

test('the OpenAPI document describes exactly the statuses that the tests above receive', () => {
  for (const [path, { servers, ...operations }] of Object.entries(described)) {
    expect(servers).toHaveLength(1);
    for (const [method, operation] of Object.entries(operations)) {
      if (!('responses' in operation)) continue;
      const statuses = Object.keys(operation.responses).filter((status) => status !== 'default');
      const met = Object.keys(asks[`${method.toUpperCase()} ${path}`] ?? {});
      expect(met.toSorted(), `${method} ${path}`).toEqual(statuses.toSorted());
    }
  }
});
