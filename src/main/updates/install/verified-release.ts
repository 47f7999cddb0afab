import type { KeyObject } from 'node:crypto';
import { ok } from '#shared/failure.ts';
import {
  refusedUpdate,
  type Release,
  type UpdateRecord,
  type UpdateResult,
} from '#shared/updates/update.ts';
import type { StoredValue } from '#runtime/value.ts';
import type { UpdateFeed } from '../feed-client.ts';
import {
  manifestName,
  packageFor,
  parseManifest,
  type Installation,
  type Manifest,
  type PackageFile,
} from '../manifest.ts';
import { compareVersions, reasonToRefuseManifest } from '../rules.ts';
import { isSigned } from './signature.ts';

export interface VerificationOptions {
  readonly feed: UpdateFeed;
  readonly keys: readonly KeyObject[];
  readonly installation: Installation;
  readonly version: string;
  readonly record: StoredValue<UpdateRecord>;
  /** Returns the present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/**
 * Reads the feed's newest release. Verifies the signature before the manifest is parsed, and requests nothing but the
 * manifest and its signature. The package is null only if the running version is the newest.
 */
export async function verifiedRelease(
  options: VerificationOptions,
): Promise<UpdateResult<{ readonly manifest: Manifest; readonly file: PackageFile | null }>> {
  const { feed, keys, installation, version, record, now, signal } = options;
  const name = manifestName(installation);
  const manifestResult = await feed.manifest(name, signal);
  if (!manifestResult.ok) return refusedUpdate({ kind: 'feed', failure: manifestResult.failure });
  const { bytes, signature } = manifestResult.value;
  if (signature === null) return refusedUpdate({ kind: 'unsigned' });
  if (!isSigned(keys, name, bytes, signature)) return refusedUpdate({ kind: 'bad-signature' });
  const parseResult = parseManifest(bytes);
  if (!parseResult.ok) return parseResult;
  const manifest = parseResult.value;
  const { seen } = record.get();
  const refusal = reasonToRefuseManifest(manifest, { version, seen, now: now() });
  if (refusal !== null) return refusedUpdate(refusal);
  record.set({
    ...record.get(),
    seen: { version: manifest.version, signedAt: manifest.signedAt },
  });
  const file = packageFor(manifest, installation);
  if (file === null && manifest.version !== version)
    return refusedUpdate({ kind: 'no-package', version: manifest.version });
  return ok({ manifest, file });
}

/**
 * The newest release for a user who installs it from the download page; null when the running version is the newest.
 */
export async function findRelease(
  options: VerificationOptions,
): Promise<UpdateResult<Release | null>> {
  const result = await verifiedRelease(options);
  if (!result.ok) return result;
  const { manifest, file } = result.value;
  const { version, releaseNotes, releaseDate } = manifest;
  if (file === null || compareVersions(version, options.version) <= 0) return ok(null);
  return ok({
    version,
    notes: releaseNotes,
    releasedAt: releaseDate,
    bytes: file.size,
    installedBy: 'user',
  });
}
