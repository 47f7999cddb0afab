import type { Failure, Result } from '#shared/failure.ts';
import type { UpdateMemory, UpdateResult, UpdateTrouble } from '#shared/updates/update.ts';
import type { ManifestFile } from './manifest.ts';

/** The folder on a server where the releases lie. */
export interface UpdateFeed {
  /** A manifest and what lies beside it as its signature, null when there is none. Nothing is checked yet. */
  manifest(
    name: string,
    signal: AbortSignal,
  ): Promise<Result<{ readonly bytes: Uint8Array; readonly signature: string | null }>>;
  /** Hands the bytes of a file to `take`, and no more of them than the manifest says there are. */
  file(
    file: ManifestFile,
    take: (piece: Uint8Array) => Promise<Failure | null>,
    signal: AbortSignal,
  ): Promise<Result<null>>;
}

/** Whether `signature` is that of a built-in key over a manifest's name and bytes. */
export type SignatureCheck = (name: string, bytes: Uint8Array, signature: string) => boolean;

/** What may be handed to the installer: it passed every check. */
export interface VerifiedRelease {
  readonly version: string;
  readonly notes: string;
  readonly releasedAt: number;
  readonly file: ManifestFile;
}

export interface UpdateInstaller {
  /** Whether it can install while the app ends, without a question. */
  readonly worksOnQuit: boolean;
  /** Brings the package here, and answers only when it is the one of the manifest. */
  download(
    release: VerifiedRelease,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<UpdateResult<null>>;
  /**
   * Puts the downloaded package in the place of this installation. Synchronous: it also runs while the app ends, when
   * nothing else does any more. A failure leaves the installation as it was.
   *
   * Null: it is done, and the app is to end. Otherwise the system has taken it over, and ends the app by itself; until
   * then the app must go on. The promise resolves when that has failed, and never when it has worked.
   */
  install(
    release: VerifiedRelease,
    how: { readonly restart: boolean },
  ): UpdateResult<Promise<UpdateTrouble> | null>;
}

export interface UpdateNotebook {
  read(): UpdateMemory;
  /** What the disk refuses holds at least for this run. */
  write(memory: UpdateMemory): void;
}
