import type { PictureRecord, ProviderName, Quota } from '#shared/picture/picture.ts';
import { publicKey } from '#shared/settings/settings.ts';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { PictureSource } from '#picture/ports.ts';
import { type Http, endpoint } from '#platform/http/http.ts';
import { headerOf } from '#platform/http/failures.ts';

/** Options of every source. */
interface SourceOptions {
  readonly http: Http;
  /** The address of the service; null while it is still starting. */
  readonly baseUrl: () => string | null;
}

/** The parsers of answers and pages, loaded with the first answer. */
const answers = () => import('./read-day.ts');
const pages = () => import('./read-page.ts');

/** A feed, or a page of one day; a JSON answer may hold a page in each of its fields. In bytes. */
const longestAnswer = 2 ** 20;

/** The day `YYYY-MM-DD` as the services write it in their addresses: `YYMMDD`. */
const dayCode = (date: string): string => date.slice(2).replaceAll('-', '');

interface PictureSourcesOptions {
  readonly http: Http;
  /** The base address of each source; null while the services are starting. */
  readonly urls: () => Readonly<Record<ProviderName, string>> | null;
  /** The key for the legacy service at this address. */
  readonly apiKey: (service: string) => string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** All picture sources, in the order of asking. */
export function createPictureSources(options: PictureSourcesOptions): readonly PictureSource[] {
  const { http, urls, apiKey, now } = options;
  const at = (name: ProviderName) => ({ http, baseUrl: () => urls()?.[name] ?? null });
  return [
    createSuccessorSource(at('successor')),
    createLegacySource({ ...at('legacy'), apiKey, now }),
    createFeedSource(at('feed')),
    createEditorsSource(at('editors')),
  ];
}

const path = '/wp-json/wp/v2/apod-basic';

/** The service at science.nasa.gov that succeeds the legacy one. It has no key, and so no quota of one. */
export function createSuccessorSource({ http, baseUrl }: SourceOptions): PictureSource {
  return {
    name: 'successor',
    quota: () => null,
    async fetch(date, signal) {
      // The successor ignores `?date=`; each day has its own address.
      const target =
        date === null
          ? endpoint(baseUrl(), path, { page: '1', per_page: '1' })
          : endpoint(baseUrl(), `${path}/${dayCode(date)}`);
      if (!target.ok) return target;
      const url = target.value;
      const answer = await http.json({ method: 'GET', url, limit: longestAnswer }, signal);
      if (!answer.ok) return answer;
      const { readAnswer } = await answers();
      return readAnswer(answer.value.body, { date, url, servedBy: 'successor' });
    },
  };
}

/**
 * Version 1 of the picture service (`GET /planetary/apod`), the only one with a key and a quota. Since it is being
 * replaced, it may also answer in the shape of its successor, or with a placeholder.
 *
 * @param apiKey the key for the service at that address
 */
export function createLegacySource({
  http,
  baseUrl,
  apiKey,
  now = Date.now,
}: SourceOptions & {
  readonly apiKey: (service: string) => string;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
}): PictureSource {
  let quota: Quota | null = null;

  return {
    name: 'legacy',
    quota: () => quota,
    async fetch(date, signal) {
      const base = baseUrl();
      // A proxy can be chosen by a page, and would read the key on its way to an http address.
      const isSeen = base !== null && (await http.isSeenByProxy(base));
      const secret = base === null ? '' : isSeen ? publicKey : apiKey(base);
      const target = endpoint(base, '/planetary/apod', {
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
          limit: longestAnswer,
          onHeaders(headers) {
            const remaining = count(headerOf(headers, 'x-ratelimit-remaining'));
            const limit = count(headerOf(headers, 'x-ratelimit-limit'));
            if (remaining !== null) quota = { limit, remaining, at: now() };
          },
        },
        signal,
      );
      if (!answer.ok) return fail(classify(answer.failure));
      const { readAnswer } = await answers();
      return readAnswer(answer.value.body, { date, url: target.value, servedBy: 'legacy' });
    },
  };
}

function count(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) : null;
}

/**
 * The service answers 400 as well as 404 for a day that has no picture (yet). INVALID_DATE is another matter: the
 * question was wrong.
 */
function classify(failure: Failure): Failure {
  const noSuchDay =
    failure.kind === 'refused' &&
    failure.status === 400 &&
    /No data available for date|Date must be between|no APOD entry found/i.test(failure.message);
  return noSuchDay ? { kind: 'not-found' } : failure;
}

/** The feed of science.nasa.gov. It has the newest days only, on the same host as the successor. */
function createFeedSource({ http, baseUrl }: SourceOptions): PictureSource {
  return {
    name: 'feed',
    quota: () => null,
    async fetch(date, signal) {
      const target = endpoint(baseUrl(), '/feed/apod-basic/');
      if (!target.ok) return target;
      const url = target.value;
      const accept = 'application/rss+xml, application/xml';
      const answer = await http.text({ url, accept, limit: longestAnswer }, signal);
      return answer.ok ? (await pages()).readFeed(answer.value, url, date) : answer;
    },
  };
}

/**
 * The editors' own site, which does not depend on the others: a page for each day in the classic layout, and a feed
 * that names the newest ones.
 */
function createEditorsSource({ http, baseUrl }: SourceOptions): PictureSource {
  async function pageOf(date: string, signal: AbortSignal): Promise<Result<PictureRecord>> {
    const target = endpoint(baseUrl(), `/en/ap${dayCode(date)}.html`);
    if (!target.ok) return target;
    const url = target.value;
    const page = await http.text({ url, accept: 'text/html', limit: longestAnswer }, signal);
    return page.ok ? (await pages()).readPage(page.value, url, date) : page;
  }

  return {
    name: 'editors',
    quota: () => null,
    async fetch(date, signal) {
      if (date !== null) return pageOf(date, signal);
      const target = endpoint(baseUrl(), '/feed.rss');
      if (!target.ok) return target;
      const accept = 'application/rss+xml, application/xml';
      const feed = await http.text({ url: target.value, accept, limit: longestAnswer }, signal);
      if (!feed.ok) return feed;
      const newest = (await pages()).newestDay(feed.value);
      return newest === null
        ? fail({ kind: 'malformed', detail: 'its feed names no day' })
        : pageOf(newest, signal);
    },
  };
}

/** Marks all records of a source as simulated. */
export const simulatedSource = (source: PictureSource): PictureSource => ({
  ...source,
  async fetch(date, signal) {
    const record = await source.fetch(date, signal);
    return record.ok ? ok({ ...record.value, simulated: true }) : record;
  },
});
