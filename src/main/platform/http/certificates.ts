import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** Node's own and the system's certificates, for TLS connections; null until `trustSystemCertificates` is called. */
let secureContext: SecureContext | null = null;

/** The TLS options for new connections: include the system's certificates after `trustSystemCertificates` was called. */
export const tlsOptions = (): { readonly secureContext?: SecureContext } =>
  secureContext === null ? {} : { secureContext: secureContext };

/** Whether new connections trust the system's certificates too. */
export const trustsSystemCertificates = (): boolean => secureContext !== null;

/**
 * Makes new connections trust the system's certificates in addition to Node's own. The system may trust the authority
 * of a proxy that inspects TLS, or of a user's own service. Call this only after a certificate was not trusted: the
 * call blocks the process for about 0.3 s (on Linux, 265 certificates: 0.2 s to read and 0.1 s to parse).
 */
export function trustSystemCertificates(): void {
  const allCertificates = [...getCACertificates('default'), ...getCACertificates('system')];
  secureContext ??= createSecureContext({ ca: [...new Set(allCertificates)] });
}

const untrustedCodes: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Whether a connection failed because the authority of the certificate is not trusted. */
export const isUntrustedCertificateError = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && untrustedCodes.has(error.code)) || isUntrustedCertificateError(error.cause));
