import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** Cached, because Node reads the system's certificates once for each process. Null until they are needed. */
let context: SecureContext | null = null;

/** TLS options for new connections: with the system's certificates once they are trusted. */
export const tlsOptions = (): { readonly secureContext?: SecureContext } =>
  context === null ? {} : { secureContext: context };

/** Whether new connections trust the system's certificates too. */
export const trustsSystem = (): boolean => context !== null;

/**
 * Trusts the system's certificates besides Node's own. The authority of a proxy that inspects TLS, or of a user's own
 * service, may be among them. Call it only after a certificate was not trusted: it blocks the process for about 0.3 s
 * (on Linux, 265 certificates: 0.2 s to read them and 0.1 s to parse them).
 */
export function trustSystem(): void {
  const all = [...getCACertificates('default'), ...getCACertificates('system')];
  context ??= createSecureContext({ ca: [...new Set(all)] });
}

const untrustedCodes: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Whether a connection failed because the authority of the certificate is not trusted. */
export const isUntrusted = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && untrustedCodes.has(error.code)) || isUntrusted(error.cause));
