import { liveServiceUrls, newApiKeySchema } from '#shared/settings/settings.ts';

/**
 * A key, and the origin of the picture service that it is for. `live-or-here`: what a variable of the environment
 * gives names no service, and so is for the public one, and for any on this machine.
 */
export interface BoundKey {
  readonly key: string;
  readonly service: string;
}

/** The origin of an address; the address itself where it is none, which is the origin of nothing. */
export const originOf = (address: string): string => URL.parse(address)?.origin ?? address;

const live = originOf(liveServiceUrls.picture);
const isHere = (origin: string): boolean => /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);

/** Whether the service at this address may see the key. Scheme, host and port must be those it was set for. */
export function mayHave({ service }: BoundKey, address: string): boolean {
  const origin = originOf(address);
  if (service === 'live-or-here') return origin === live || isHere(origin);
  return origin === service;
}

/** As it is sealed: the service is as safe from change as the key. */
export const keyText = ({ key, service }: BoundKey): string => `${service} ${key}`;

/** What `keyText` wrote. A key that stands alone, as it once did, is for the public service. Null: it is no key. */
export function boundKey(text: string): BoundKey | null {
  const at = text.lastIndexOf(' ');
  const key = newApiKeySchema.safeParse(text.slice(at + 1));
  const service = at < 0 ? live : text.slice(0, at);
  return key.success && URL.parse(service)?.origin === service ? { key: key.data, service } : null;
}
