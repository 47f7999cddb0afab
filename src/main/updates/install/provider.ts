import electronUpdater, { type UpdateInfo } from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { UpdateFailure } from '#shared/updates/update.ts';
import { verifiedRelease, type VerificationOptions } from './verified-release.ts';

/** A refusal as an error, because electron-updater reports failures as errors. */
export class RefusedUpdateError extends Error {
  override readonly name = 'RefusedError';
  readonly failure: UpdateFailure;

  constructor(failure: UpdateFailure) {
    super(`refused: ${JSON.stringify(failure)}`);
    this.failure = failure;
  }
}

/** A provider for electron-updater that returns a release only after its signed manifest has passed every check. */
export const createSignedProvider = (options: VerificationOptions) =>
  class extends electronUpdater.Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }

    /** @throws RefusedUpdateError */
    override async getLatestVersion(): Promise<UpdateInfo> {
      const result = await verifiedRelease(options);
      if (!result.ok) throw new RefusedUpdateError(result.failure);
      const { manifest, file } = result.value;
      return {
        version: manifest.version,
        files: file === null ? [] : [file],
        releaseDate: new Date(manifest.releaseDate).toISOString(),
        releaseNotes: manifest.releaseNotes,
        // Deprecated in favour of `files`, but required by the type.
        path: '',
        sha512: '',
      };
    }

    override resolveFiles({ files }: UpdateInfo) {
      // electron-updater reads only the file name in the URL; the feed client downloads the file.
      return files.map((info) => ({ url: new URL(info.url, 'https://feed.invalid/'), info }));
    }
  };
