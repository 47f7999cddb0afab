import type { KeyObject } from 'node:crypto';
import electronUpdater, { type UpdateInfo } from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { UpdateFailure, UpdateRecord } from '#shared/updates/update.ts';
import type { UpdateFeed } from '../feed-client.ts';
import { manifestName, packageFor, parseManifest, type Installation } from '../manifest.ts';
import type { StoredValue } from '#runtime/value.ts';
import { reasonToRefuseManifest } from '../rules.ts';
import { isSigned } from './signature.ts';

/** A refusal as an error, because electron-updater reports failures as errors. */
export class RefusedUpdateError extends Error {
  override readonly name = 'RefusedError';
  readonly failure: UpdateFailure;

  constructor(failure: UpdateFailure) {
    super(`refused: ${JSON.stringify(failure)}`);
    this.failure = failure;
  }
}

export interface ProviderOptions {
  readonly feed: UpdateFeed;
  readonly keys: readonly KeyObject[];
  readonly installation: Installation;
  readonly version: string;
  readonly record: StoredValue<UpdateRecord>;
  /** Returns the present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** A provider for electron-updater that returns a release only after its signed manifest has passed every check. */
export const createSignedProvider = (options: ProviderOptions) =>
  class extends electronUpdater.Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }

    /** @throws RefusedUpdateError */
    override getLatestVersion(): Promise<UpdateInfo> {
      return verifiedRelease(options);
    }

    override resolveFiles({ files }: UpdateInfo) {
      // electron-updater reads only the file name in the URL; the feed client downloads the file.
      return files.map((info) => ({ url: new URL(info.url, 'https://feed.invalid/'), info }));
    }
  };

/** Verifies the signature before the manifest is parsed, and requests nothing but the manifest and its signature. */
async function verifiedRelease(options: ProviderOptions): Promise<UpdateInfo> {
  const { feed, keys, installation, version, record, now, signal } = options;
  const name = manifestName(installation);
  const manifestResult = await feed.manifest(name, signal);
  if (!manifestResult.ok)
    throw new RefusedUpdateError({ kind: 'feed', failure: manifestResult.failure });
  const { bytes, signature } = manifestResult.value;
  if (signature === null) throw new RefusedUpdateError({ kind: 'unsigned' });
  if (!isSigned(keys, name, bytes, signature))
    throw new RefusedUpdateError({ kind: 'bad-signature' });
  const parseResult = parseManifest(bytes);
  if (!parseResult.ok) throw new RefusedUpdateError(parseResult.failure);
  const manifest = parseResult.value;
  const refusal = reasonToRefuseManifest(manifest, {
    version,
    seen: record.get().seen,
    now: now(),
  });
  if (refusal !== null) throw new RefusedUpdateError(refusal);
  const { version: offered, signedAt, releaseDate, releaseNotes } = manifest;
  record.set({ ...record.get(), seen: { version: offered, signedAt } });
  const file = packageFor(manifest, installation);
  if (file === null && offered !== version)
    throw new RefusedUpdateError({ kind: 'no-package', version: offered });
  return {
    version: offered,
    files: file === null ? [] : [file],
    releaseDate: new Date(releaseDate).toISOString(),
    releaseNotes,
    // Deprecated in favour of `files`, but required by the type.
    path: '',
    sha512: '',
  };
}
