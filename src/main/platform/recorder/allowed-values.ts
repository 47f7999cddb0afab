import type { IncomingHttpHeaders } from 'undici/types/header.js';
import { headerOf } from '../http/failures.ts';

/*
 * The parts of a request and of an answer that the recorder may store. Each name has a pattern for its values; a value
 * that does not match is not stored.
 */

type Pattern = RegExp;

const numberPattern: Pattern = /^\d{1,15}$/;
const httpDatePattern: Pattern =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const encodingPattern: Pattern = /^(gzip|x-gzip|deflate|br|identity)(, (gzip|deflate|br))*$/;
const mediaTypePattern = String.raw`(application\/(json|problem\+json|rss\+xml|xml|octet-stream)|text\/(html|plain|xml)|image\/(jpeg|png|gif|webp|svg\+xml|\*))`;
const singleTypePattern: Pattern = new RegExp(
  String.raw`^${mediaTypePattern}(; ?charset=(utf-8|iso-8859-1))?$`,
  'i',
);

const requestHeaders: Readonly<Record<string, Pattern>> = {
  accept: new RegExp(`^${mediaTypePattern}(, ${mediaTypePattern})*$`, 'i'),
  'accept-encoding': encodingPattern,
  'content-type': singleTypePattern,
  range: /^bytes=\d{1,15}-(\d{1,15})?$/,
  'user-agent': /^Overhead\/\d{1,4}\.\d{1,4}\.\d{1,4}$/,
};

const responseHeaders: Readonly<Record<string, Pattern>> = {
  age: numberPattern,
  'cache-control':
    /^(no-cache|no-store|private|public|must-revalidate|immutable|(s-maxage|max-age|stale-while-revalidate)=\d{1,10})(, ?(no-cache|no-store|private|public|must-revalidate|immutable|(s-maxage|max-age|stale-while-revalidate)=\d{1,10}))*$/,
  'content-encoding': encodingPattern,
  'content-length': numberPattern,
  'content-range': /^bytes \d{1,15}-\d{1,15}\/(\d{1,15}|\*)$/,
  'content-type': singleTypePattern,
  date: httpDatePattern,
  'last-modified': httpDatePattern,
  'retry-after': new RegExp(`${numberPattern.source}|${httpDatePattern.source}`),
  'x-ratelimit-limit': numberPattern,
  'x-ratelimit-remaining': numberPattern,
};

const queryParameters: Readonly<Record<string, Pattern>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  hd: /^(true|false)$/,
  thumbs: /^(true|false)$/,
  page: /^\d{1,4}$/,
  per_page: /^\d{1,4}$/,
};

/** The paths of requests to the services, relative to the base address of the service. */
const pathPatterns: readonly Pattern[] = [
  /^\/planetary\/apod$/,
  /^\/wp-json\/wp\/v2\/apod-basic(\/\d{6})?$/,
  /^\/feed\/apod-basic\/$/,
  /^\/feed\.rss$/,
  /^\/en\/ap\d{6}\.html$/,
  /^\/iss-now\.json$/,
  /^\/posts(\/\d{1,15})?$/,
];

const pickAllowed = (
  patterns: Readonly<Record<string, Pattern>>,
  valueOf: (name: string) => string | null,
): [string, string][] =>
  Object.entries(patterns).flatMap(([name, pattern]) => {
    const value = valueOf(name)?.trim() ?? null;
    return value !== null && pattern.test(value) ? [[name, value] as [string, string]] : [];
  });

export const allowedRequestHeaders = (headers: Readonly<Record<string, string>>) =>
  pickAllowed(requestHeaders, (name) => headers[name] ?? null);

export const allowedResponseHeaders = (headers: IncomingHttpHeaders) =>
  pickAllowed(responseHeaders, (name) => headerOf(headers, name));

export const allowedQuery = (url: URL) =>
  pickAllowed(queryParameters, (name) => url.searchParams.get(name));

/** The path of a request relative to `basePath`; null if that path may not be stored. */
export function allowedPath(path: string, basePath: string): string | null {
  const base = basePath.replace(/\/+$/, '');
  const pathBelowBase = path.startsWith(base) ? path.slice(base.length) : path;
  return pathPatterns.some((pattern) => pattern.test(pathBelowBase)) ? pathBelowBase : null;
}

/** The paths of pictures on NASA's sites. They contain only the day and the name of the picture. */
const picturePathPattern =
  /^\/(apod\/image|wp-content\/uploads|dynamicimage|content)\/[\w./@~-]{1,150}$/;
export const allowedPicturePath = (path: string): string | null =>
  picturePathPattern.test(path) ? path : null;

/** The fields of the services' answers that may be stored, with the patterns of their values. */
const fieldPatterns: Readonly<Record<string, Pattern>> = {
  message: /^(success|failure)$/,
  timestamp: /^\d{1,12}$/,
  latitude: /^-?\d{1,3}(\.\d{1,8})?$/,
  longitude: /^-?\d{1,3}(\.\d{1,8})?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  media_type: /^(image|video|other)$/,
  service_version: /^v\d{1,3}$/,
  code: /^([1-5]\d\d|API_KEY_(MISSING|INVALID|DISABLED|UNAUTHORIZED|UNVERIFIED)|OVER_RATE_LIMIT)$/,
  id: /^\d{1,15}$/,
};

/** The fields of an answer that may be stored, also those of the objects `iss_position` and `error` in the answer. */
export function allowedFields(json: unknown): Record<string, string | number> {
  const allowedValues: Record<string, string | number> = {};
  const objects = [json, ...(isObject(json) ? [json['iss_position'], json['error']] : [])];
  for (const object of objects.filter(isObject))
    for (const [name, pattern] of Object.entries(fieldPatterns)) {
      const value = object[name];
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      if (pattern.test(String(value))) allowedValues[name] = value;
    }
  return allowedValues;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
