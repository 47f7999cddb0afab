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
import { recordOf } from './record.ts';
import { type ApodQuery, apodQuerySchema } from './schemas.ts';

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
  return (c) => {
    const world = worldOf(c.env, defaultPictureWorld);
    const { origin, searchParams } = new URL(c.req.url);
    const { key, read } = parseQuery(searchParams);
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
        searchParams,
      );
    setHeaders(c, headers);
    if (!read.ok) {
      return problemAnswer(c, 400, read.word, read.detail);
    }
    const { date = newestDate, hd, thumbs } = read.query;
    if (date < firstDay || date > newestDate) {
      const detail = `date must lie between ${firstDay} and ${newestDate} (US Eastern)`;
      return problemAnswer(c, 400, 'INVALID_DATE', detail);
    }
    c.header('Cache-Control', 'public, max-age=60');
    return c.json(recordOf(world, { date, newest: newestDate, origin, hd, thumbs }));
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
  readonly read: { readonly ok: true; readonly query: ApodQuery } | QueryRefusal;
}

/** Parses the query. If a parameter is repeated, its first value counts. */
function parseQuery(parameters: URLSearchParams): ParsedRequest {
  const fields = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (!fields.has(name)) fields.set(name, value);
  }
  const key = fields.get('api_key') ?? '';
  fields.delete('api_key');
  return { key, read: readQuery(Object.fromEntries(fields)) };
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
