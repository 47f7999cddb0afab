import type { PictureRecord, Quota } from '#shared/picture/picture.ts';
import { dayCode, providerNames, type ProviderName } from '#shared/picture/providers.ts';
import { pictureUrlsOf, demoApiKey } from '#shared/settings/settings.ts';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { endpointUrl, type Http } from '#platform/http/http.ts';
import { headerOf } from '#platform/http/failures.ts';

/** The client of one service that provides the records of days. */
export interface PictureSource {
  readonly name: ProviderName;
  /**
   * Returns the record of the day `date` (`YYYY-MM-DD`, US Eastern); if `date` is null, the record of the newest
   * published day. Expected failures: those of the network, `not-found`, `key-refused`, `quota`, `malformed`,
   * `placeholder`.
   */
  fetch(date: string | null, signal: AbortSignal): Promise<Result<PictureRecord>>;
  /** The last reported quota of the key; null before the first answer, or without a quota. */
  quota(): Quota | null;
}

interface SourceOptions {
  readonly http: Http;
  /** The address of the service; null while it is still starting. */
  readonly baseUrl: () => string | null;
}

/** Loads the parsers of answers and pages, which only the first answer needs. */
const loadReaders = () => import('./read-day.ts');

/** The limit on an answer, in bytes: a feed, a page of one day, or JSON with a page in each of its fields. */
const maxAnswerBytes = 2 ** 20;

interface PictureSourcesOptions {
  readonly http: Http;
  /** The base address of each source; null while the services are starting. */
  readonly urls: () => Readonly<Record<ProviderName, string>> | null;
  /** The key for the legacy service at this address. */
  readonly apiKey: (service: string) => string;
  /** The present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** All picture sources, in the order of asking. */
export function createPictureSources(options: PictureSourcesOptions): readonly PictureSource[] {
  const { http, urls, apiKey, now } = options;
  const optionsFor = (name: ProviderName) => ({ http, baseUrl: () => urls()?.[name] ?? null });
  const sources: Readonly<Record<ProviderName, PictureSource>> = {
    successor: createSuccessorSource(optionsFor('successor')),
    legacy: createLegacySource({ ...optionsFor('legacy'), apiKey, now }),
    feed: createFeedSource(optionsFor('feed')),
    editors: createEditorsSource(optionsFor('editors')),
  };
  return providerNames.map((name) => sources[name]);
}

const successorPath = '/wp-json/wp/v2/apod-basic';

/** The service at science.nasa.gov that succeeds the legacy one. It has no key, and so no quota. */
export function createSuccessorSource({ http, baseUrl }: SourceOptions): PictureSource {
  return {
    name: 'successor',
    quota: () => null,
    async fetch(date, signal) {
      // The successor ignores `?date=`; each day has its own address.
      const target =
        date === null
          ? endpointUrl(baseUrl(), successorPath, { page: '1', per_page: '1' })
          : endpointUrl(baseUrl(), `${successorPath}/${dayCode(date)}`);
      if (!target.ok) return target;
      const url = target.value;
      const answer = await http.json({ method: 'GET', url, limit: maxAnswerBytes }, signal);
      if (!answer.ok) return answer;
      const { readDayAnswer } = await loadReaders();
      return readDayAnswer(answer.value.body, { date, url, servedBy: 'successor' });
    },
  };
}

/**
 * Version 1 of the picture service (`GET /planetary/apod`), the only one with a key and a quota. It may also answer in
 * the shape of its successor, or with a placeholder. An instance of the public server answers at its own address
 * (`/v1/apod/`), without a key, and refuses unknown parameters.
 *
 * @param apiKey the key for the service at that address
 */
export function createLegacySource({
  http,
  baseUrl,
  apiKey,
  now,
}: SourceOptions & {
  readonly apiKey: (service: string) => string;
  /** The present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
}): PictureSource {
  let quota: Quota | null = null;
  /** The base address, if the service has answered there and not at the path of the API below it; null: not known. */
  let ownAddress: string | null = null;

  async function fetchFromAddress(
    base: string,
    date: string | null,
    signal: AbortSignal,
  ): Promise<Result<PictureRecord>> {
    const target = endpointUrl(base, '/', {
      hd: 'true',
      thumbs: 'true',
      ...(date === null ? {} : { date }),
    });
    if (!target.ok) return target;
    const url = target.value;
    const answer = await http.json({ method: 'GET', url, limit: maxAnswerBytes }, signal);
    if (!answer.ok) return fail(classifyFailure(answer.failure));
    const { readDayAnswer } = await loadReaders();
    const day = readDayAnswer(answer.value.body, { date, url, servedBy: 'legacy' });
    if (day.ok) ownAddress = base;
    return day;
  }

  return {
    name: 'legacy',
    quota: () => quota,
    async fetch(date, signal) {
      const base = baseUrl();
      if (base !== null && base === ownAddress) return fetchFromAddress(base, date, signal);
      // A compromised page of the app could set a proxy, which could read the key in a request to an http address.
      const isSeen = base !== null && (await http.isSeenByProxy(base));
      const secret = base === null ? '' : isSeen ? demoApiKey : apiKey(base);
      const target = endpointUrl(base, '/planetary/apod', {
        api_key: secret,
        hd: 'true',
        thumbs: 'true',
        ...(date === null ? {} : { date }),
      });
      if (!target.ok) return target;
      const answer = await http.json(
        {
          method: 'GET',
          url: target.value,
          secret,
          limit: maxAnswerBytes,
          onHeaders(headers) {
            const remainingCount = parseCount(headerOf(headers, 'x-ratelimit-remaining'));
            const limit = parseCount(headerOf(headers, 'x-ratelimit-limit'));
            if (remainingCount !== null) quota = { limit, remaining: remainingCount, at: now() };
          },
        },
        signal,
      );
      const hasPath = base !== null && (URL.parse(base)?.pathname ?? '/') !== '/';
      if (!answer.ok && answer.failure.kind === 'not-found' && hasPath) {
        const own = await fetchFromAddress(base, date, signal);
        if (own.ok) return own;
      }
      if (!answer.ok) return fail(classifyFailure(answer.failure));
      const { readDayAnswer } = await loadReaders();
      return readDayAnswer(answer.value.body, { date, url: target.value, servedBy: 'legacy' });
    },
  };
}

function parseCount(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) : null;
}

/**
 * Returns `not-found` for the answers with 400 that mean that the day has no picture (yet); other answers with 400,
 * such as INVALID_DATE, mean that the request was wrong.
 */
function classifyFailure(failure: Failure): Failure {
  const isDayMissing =
    failure.kind === 'refused' &&
    failure.status === 400 &&
    /No data available for date|Date must be between|no APOD entry found/i.test(failure.message);
  return isDayMissing ? { kind: 'not-found' } : failure;
}

/** The feed of science.nasa.gov, which has the newest days only. */
function createFeedSource({ http, baseUrl }: SourceOptions): PictureSource {
  return {
    name: 'feed',
    quota: () => null,
    async fetch(date, signal) {
      const target = endpointUrl(baseUrl(), '/feed/apod-basic/');
      if (!target.ok) return target;
      const url = target.value;
      const accept = 'application/rss+xml, application/xml';
      const answer = await http.text({ url, accept, limit: maxAnswerBytes }, signal);
      return answer.ok ? (await loadReaders()).readDayOfFeed(answer.value, url, date) : answer;
    },
  };
}

/**
 * The editors' own site, independent of the other services: a page for each day in the classic layout, and a feed of
 * the newest days.
 */
function createEditorsSource({ http, baseUrl }: SourceOptions): PictureSource {
  async function pageOf(date: string, signal: AbortSignal): Promise<Result<PictureRecord>> {
    const target = endpointUrl(baseUrl(), `/en/ap${dayCode(date)}.html`);
    if (!target.ok) return target;
    const url = target.value;
    const page = await http.text({ url, accept: 'text/html', limit: maxAnswerBytes }, signal);
    return page.ok ? (await loadReaders()).readDayPage(page.value, url, date) : page;
  }

  return {
    name: 'editors',
    quota: () => null,
    async fetch(date, signal) {
      if (date !== null) return pageOf(date, signal);
      const target = endpointUrl(baseUrl(), '/feed.rss');
      if (!target.ok) return target;
      const accept = 'application/rss+xml, application/xml';
      const feed = await http.text({ url: target.value, accept, limit: maxAnswerBytes }, signal);
      if (!feed.ok) return feed;
      const newestDay = (await loadReaders()).newestDayOfFeed(feed.value);
      return newestDay === null
        ? fail({ kind: 'malformed', detail: 'its feed names no day' })
        : pageOf(newestDay, signal);
    },
  };
}

interface PictureProbe {
  readonly http: Http;
  readonly url: string;
  /** The key to send; null: the public key, which a service with other keys refuses. */
  readonly apiKey: string | null;
  /** The present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/**
 * Tests the picture service at an address. The test passes if the legacy service or its successor answers, or
 * if the service refuses the public key: no other kind of service has keys.
 */
export async function probePicture(
  { http, url, apiKey, now }: PictureProbe,
  signal: AbortSignal,
): Promise<Result<null>> {
  const baseUrl = (): string => url;
  const legacySource = createLegacySource({
    http,
    baseUrl,
    apiKey: () => apiKey ?? demoApiKey,
    now,
  });
  const answer = await legacySource.fetch(null, signal);
  if (answer.ok) return ok(null);
  if (answer.failure.kind === 'key-refused') return apiKey === null ? ok(null) : answer;
  const successorUrl = pictureUrlsOf({ picture: url }).successor;
  const successorSource = createSuccessorSource({ http, baseUrl: () => successorUrl });
  return (await successorSource.fetch(null, signal)).ok ? ok(null) : answer;
}

/** Marks all records of a source as simulated. */
export const simulatedSource = (source: PictureSource): PictureSource => ({
  ...source,
  async fetch(date, signal) {
    const record = await source.fetch(date, signal);
    return record.ok ? ok({ ...record.value, simulated: true }) : record;
  },
});
