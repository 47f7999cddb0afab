import { fail, ok, type Result } from '#shared/failure.ts';

/**
 * The address of one operation of a service.
 *
 * @param base the service's own address, which may hold a path; null while it is still starting
 * @param path begins with a slash
 */
export function endpoint(
  base: string | null,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Result<URL> {
  if (base === null) return fail({ kind: 'offline', reason: 'starting' });
  const url = URL.parse(base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    return fail({
      kind: 'address-refused',
      detail: 'the address of the service is not a plain http or https address',
    });
  }
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.search = new URLSearchParams(query).toString();
  url.hash = '';
  return ok(url);
}
