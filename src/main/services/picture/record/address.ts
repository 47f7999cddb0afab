/**
 * An address as the app uses it, or null where there is none. Old days say `http:` where https is served;
 * only the configured service itself may stay on http.
 *
 * @param service the address that was asked; addresses in its answer may be relative to it
 */
export function toAddress(value: string | null | undefined, service: URL): string | null {
  const trimmed = value?.trim() ?? '';
  const url = trimmed === '' ? null : URL.parse(trimmed, service.href);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.protocol === 'http:' && url.origin !== service.origin) url.protocol = 'https:';
  return url.href;
}
