import type { ServiceTest, ServiceUrls } from '#shared/settings/settings.ts';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { ServiceFeature } from '#platform/feature.ts';

/**
 * A failure without the texts of the service. A compromised page could otherwise read the errors of any server in the
 * local network.
 */
function withoutServiceText(failure: Failure): Failure {
  switch (failure.kind) {
    case 'refused':
      return { ...failure, message: '' };
    case 'malformed':
    case 'address-refused':
      return { ...failure, detail: '' };
    default:
      return failure;
  }
}

/** The test of each service; see `ServiceFeature`. */
export type Probes = Readonly<Record<keyof ServiceUrls, ServiceFeature['probe']>>;

/**
 * Tests the service at an address with the probe of its feature. The failure has a text of the service only if the app
 * uses the address.
 *
 * @param configured the addresses that the app uses
 */
export async function probeService(
  { service, url }: ServiceTest,
  probes: Probes,
  configured: ServiceUrls | null,
  signal: AbortSignal,
): Promise<Result<null>> {
  const result = await probes[service](url, signal);
  if (result.ok) return ok(null);
  const isInUse = URL.parse(url)?.href === URL.parse(configured?.[service] ?? '')?.href;
  return isInUse ? result : fail(withoutServiceText(result.failure));
}
