import type { Http } from '#platform/http/http.ts';

/** What every source needs. */
export interface SourceOptions {
  readonly http: Http;
  /** The address of the service; null while it is still starting. */
  readonly baseUrl: () => string | null;
}

/** A feed or a page of one day is smaller than this. In bytes. */
export const longestPage = 4 * 2 ** 20;

/** The day `YYYY-MM-DD` as the services write it in their addresses: `YYMMDD`. */
export const dayCode = (date: string): string => date.slice(2).replaceAll('-', '');

/** The day of a code `YYMMDD`; years from 95 on are those before 2000. */
export const dayOfCode = (code: string): string =>
  `${code >= '95' ? '19' : '20'}${code.slice(0, 2)}-${code.slice(2, 4)}-${code.slice(4)}`;
