import type { Context, Handler } from 'hono';
import { problemAnswer } from '#services/http/problem.ts';
import { type ServiceEnv, worldOf } from '#services/scenarios/definition.ts';
import { firstDay } from '../calendar.ts';
import { successorItemOf } from '../successor/item.ts';
import { listPageOf } from '../successor/list.ts';
import { maxPerPage } from '../successor/schemas.ts';
import { isPublished, newestDay, type PictureWorld, defaultPictureWorld } from '../world.ts';
import { answerLikePublicService, refusalOfPublicGateway } from './public.ts';
import type { RequestAllowance, Quota } from './quota.ts';
import { recordOf, type RecordRequest } from './record.ts';
import { type ApodQuery, apodQuerySchema } from './schemas.ts';

/** The number of records that the cache holds. The full cache needs about 100 KB of memory. */
const cacheSize = 64;

interface ApodDependencies {
  /** Returns the present time, in milliseconds since the epoch. */
  readonly now: () => number;
  /** The quota of each API key. */
  readonly quotas: ReadonlyMap<string, Quota>;
}

/**
 * Answers `GET /planetary/apod` (specification 4.3): checks the key first, then the quota of the key, then the query.
 */
export function apodHandler({ now, quotas }: ApodDependencies): Handler<ServiceEnv<PictureWorld>> {
  const cachedText = createCache<string>(cacheSize);
  const textOf = (world: PictureWorld, wish: RecordRequest): string => {
    const make = (): string => JSON.stringify(recordOf(world, wish));
    if (world !== defaultPictureWorld) return make();
    return cachedText(`${wish.date} ${wish.hd} ${wish.thumbs} ${wish.origin}`, make);
  };

  return (c) => {
    const world = worldOf(c.env, defaultPictureWorld);
    const { url } = c.req;
    const queryAt = url.indexOf('?');
    const parsedRequest = parseCachedQuery(queryAt < 0 ? '' : url.slice(queryAt + 1));
    const { key, read } = parsedRequest;
    const quota = quotas.get(key);
    if (quota === undefined) {
      if (world.isPublic)
        return refusalOfPublicGateway(key === '' ? 'API_KEY_MISSING' : 'API_KEY_INVALID');
      const refusalDetail =
        key === '' ? 'api_key is missing' : 'api_key is not a key of this service';
      return problemAnswer(c, 403, 'API_KEY_INVALID', refusalDetail);
    }
    const time = now();
    const allowance = quota(time);
    if (!allowance.allowed) return refuseOverQuota(c, world, allowance, time);
    const headers = headersOf(allowance);
    const newestDate = newestDay(world, time);
    // The path begins at the first slash after `http://` and the host.
    const origin = url.slice(0, url.indexOf('/', 8));
    if (world.legacy === 'successor-object' || world.legacy === 'successor-array') {
      const isArray = world.legacy === 'successor-array';
      return successorAnswer(world, isArray, {
        origin,
        newest: newestDate,
        asked: read.ok ? read.query.date : undefined,
      });
    }
    if (world.isPublic)
      return answerLikePublicService(
        { world, now: time, newest: newestDate, origin, headers },
        parsedRequest.parameters,
      );
    if (!read.ok) {
      setHeaders(c, headers);
      return problemAnswer(c, 400, read.word, read.detail);
    }
    const { date = newestDate, hd, thumbs } = read.query;
    if (date < firstDay || date > newestDate) {
      setHeaders(c, headers);
      const detail = `date must lie between ${firstDay} and ${newestDate} (US Eastern)`;
      return problemAnswer(c, 400, 'INVALID_DATE', detail);
    }
    // `c.json` is not used, because it makes a `Headers` object, which takes longer than the rest of the request.
    return new Response(textOf(world, { date, newest: newestDate, origin, hd, thumbs }), {
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': 'public, max-age=60',
        ...headers,
      },
    });
  };
}

/**
 * The answer of a gateway that redirects v1 to its successor. `isArray` true: the list of the newest days, for every
 * request; false: the requested day.
 */
function successorAnswer(
  world: PictureWorld,
  isArray: boolean,
  place: { readonly origin: string; readonly newest: string; readonly asked: string | undefined },
): Response {
  const { origin, newest, asked } = place;
  const listQuery = { page: 1, per_page: maxPerPage };
  if (isArray) return Response.json(listPageOf(world, listQuery, newest, origin).items);
  const date = asked !== undefined && isPublished(asked, newest) ? asked : newest;
  return Response.json(successorItemOf(world, date, newest, origin));
}

function headersOf({ limit, remaining }: RequestAllowance): Record<string, string> {
  return { 'X-RateLimit-Limit': String(limit), 'X-RateLimit-Remaining': String(remaining) };
}

function setHeaders(c: Context, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
}

function refuseOverQuota(
  c: Context,
  world: PictureWorld,
  allowance: RequestAllowance,
  now: number,
): Response {
  const headers = {
    ...headersOf(allowance),
    'Retry-After': String(Math.ceil((allowance.nextAt - now) / 1000)),
  };
  if (world.isPublic) return refusalOfPublicGateway('OVER_RATE_LIMIT', headers);
  setHeaders(c, headers);
  const detail = `no more than ${allowance.limit} requests in this window; the next one is let in later`;
  return problemAnswer(c, 429, 'RATE_LIMIT_EXCEEDED', detail);
}

interface QueryRefusal {
  readonly ok: false;
  readonly word: 'INVALID_DATE' | 'Bad Request';
  readonly detail: string;
}

/** A parsed query. Whether its date is published depends on the time, and is checked later. */
interface ParsedRequest {
  /** Empty when the query has no key. */
  readonly key: string;
  readonly parameters: URLSearchParams;
  readonly read: { readonly ok: true; readonly query: ApodQuery } | QueryRefusal;
}

/** A cache of parsed queries, because clients repeat their queries. */
const parsedQueries = createCache<ParsedRequest>(128);

/** Parses the query string. If a parameter is repeated, its first value counts. */
function parseCachedQuery(search: string): ParsedRequest {
  return parsedQueries(search, () => {
    const parameters = new URLSearchParams(search);
    const fields = new Map<string, string>();
    for (const [name, value] of parameters) {
      if (!fields.has(name)) fields.set(name, value);
    }
    const key = fields.get('api_key') ?? '';
    fields.delete('api_key');
    return { key, parameters, read: readQuery(Object.fromEntries(fields)) };
  });
}

function readQuery(fields: Readonly<Record<string, string>>): ParsedRequest['read'] {
  const parseResult = apodQuerySchema.safeParse(fields);
  if (parseResult.success) return { ok: true, query: parseResult.data };
  const { issues } = parseResult.error;
  const issue = issues.find(({ path }) => path[0] === 'date') ?? issues[0];
  if (issue?.path[0] === 'date') {
    return { ok: false, word: 'INVALID_DATE', detail: `date ${issue.message}` };
  }
  const detail =
    issue?.code === 'unrecognized_keys'
      ? `unknown parameter ${issue.keys.join(', ')}`
      : `${issue?.path.join() ?? ''} ${issue?.message ?? ''}`;
  return { ok: false, word: 'Bad Request', detail };
}

/** Returns the cached value of a key, or computes and caches it. */
type CacheFunction<T> = (key: string, make: () => T) => T;

/** The length up to which keys are cached, which limits the memory of the cache. */
const maxKeyLength = 256;

/** A cache that removes all entries when it is full. */
function createCache<T>(most: number): CacheFunction<T> {
  const cachedValues = new Map<string, T>();
  return (key, make) => {
    const cachedValue = cachedValues.get(key);
    if (cachedValue !== undefined) return cachedValue;
    const newValue = make();
    if (cachedValues.size >= most) cachedValues.clear();
    if (key.length <= maxKeyLength) cachedValues.set(key, newValue);
    return newValue;
  };
}
