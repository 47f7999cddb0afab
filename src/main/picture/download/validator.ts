import type { IncomingHttpHeaders } from 'undici/types/header.js';
import { z } from 'zod';
import { headerOf } from '#platform/http/failures.ts';

/** Validators of one version of the bytes behind an address (RFC 9110, 8.8). */
export const validatorSchema = z.object({
  etag: z.string().nullable(),
  modified: z.string().nullable(),
});
export type Validator = z.infer<typeof validatorSchema>;

export const validatorOf = (headers: IncomingHttpHeaders): Validator => ({
  etag: headerOf(headers, 'etag'),
  modified: headerOf(headers, 'last-modified'),
});

/** Returns the value for `If-Range`, a strong tag or a date; null if resuming could mix two versions. */
export const rangeValidator = ({ etag, modified }: Validator): string | null =>
  etag === null ? modified : etag.startsWith('W/') ? null : etag;

/** Headers that make the request conditional on a changed file. */
export const unlessSame = ({ etag, modified }: Validator): Record<string, string> => ({
  ...(etag === null ? {} : { 'if-none-match': etag }),
  ...(modified === null ? {} : { 'if-modified-since': modified }),
});

export const isSame = (a: Validator, b: Validator): boolean =>
  a.etag === b.etag && a.modified === b.modified;
