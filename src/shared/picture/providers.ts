import { m } from '#words';

/** Facts about a source that do not depend on its client. */
interface Provider {
  /** The name of the source on screen. */
  readonly label: () => string;
  /** The base URL of the source's public server. */
  readonly url: string;
  /** The domains of the source's pictures and pages, including subdomains. */
  readonly domains: readonly string[];
  /** The public page of a day (`YYYY-MM-DD`), for records that name none; null: the source has no such pages. */
  readonly pageOf: ((date: string) => string) | null;
}

/** The day `YYYY-MM-DD` as the services write it in their addresses: `YYMMDD`. */
export const dayCode = (date: string): string => date.slice(2).replaceAll('-', '');

/** NASA's classic site, which has a page for each day. */
const classicPageOf = (date: string): string =>
  `https://apod.nasa.gov/apod/ap${dayCode(date)}.html`;

/** The sources of the picture of the day, in the order of requests. */
const providerTable = {
  /** The service at science.nasa.gov that succeeds the legacy one. */
  successor: {
    label: () => m.status_source_successor(),
    url: 'https://science.nasa.gov',
    domains: ['nasa.gov'],
    pageOf: classicPageOf,
  },
  /** The service of the specification. In the settings, its address means all public sources. */
  legacy: {
    label: () => m.status_source_legacy(),
    url: 'https://api.nasa.gov',
    domains: ['nasa.gov'],
    pageOf: classicPageOf,
  },
  /** The feed of the successor, on the same host. */
  feed: {
    label: () => m.status_source_feed(),
    url: 'https://science.nasa.gov',
    domains: ['nasa.gov'],
    pageOf: classicPageOf,
  },
  /** The editors' own site, which depends on none of the others. */
  editors: {
    label: () => m.status_source_editors(),
    url: 'https://apod.com',
    domains: ['apod.com'],
    pageOf: (date) => `https://apod.com/en/ap${dayCode(date)}.html`,
  },
} satisfies Record<string, Provider>;

export type ProviderName = keyof typeof providerTable;
export const providers: Readonly<Record<ProviderName, Provider>> = providerTable;

/** The names of the sources, in the order of requests. */
export const providerNames = Object.keys(providerTable) as readonly ProviderName[];

/** A record with the same value for every source, such as one address for all of them. */
export const sameForAllSources = <T>(value: T): Record<ProviderName, T> => mapSources(() => value);

/** A record with a value for each source. */
export function mapSources<T>(valueOf: (name: ProviderName) => T): Record<ProviderName, T> {
  const entries = providerNames.map((name) => [name, valueOf(name)]);
  return Object.fromEntries(entries) as Record<ProviderName, T>;
}
