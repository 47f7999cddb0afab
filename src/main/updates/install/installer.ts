import { createHash } from 'node:crypto';
import { createReadStream, rmSync, statSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ok } from '#shared/failure.ts';
import { refuse, type UpdateResult, type UpdateTrouble } from '#shared/updates/update.ts';
import type { PackageKind } from '../manifest.ts';
import type { UpdateFeed, UpdateInstaller, VerifiedRelease } from '../ports.ts';
import { makeOwnFolder } from '#platform/files/own-folder.ts';
import type { Engine } from './engine.ts';
import { fetchFile, storageFailure, type FetchFile } from './fetch-file.ts';
import { sha512Of, WrongFileError } from './replace-file.ts';

export interface InstallerOptions {
  readonly kind: PackageKind;
  readonly feed: UpdateFeed;
  /** The app's own folder for downloads; it is made when it is missing. */
  readonly folder: string;
  readonly version: string;
  readonly productName: string;
  /** The app starts again when it has ended. */
  readonly relaunch: () => void;
  readonly log: (line: string) => void;
  readonly openFile?: FetchFile['openFile'];
}

/** Carries a trouble through electron-updater, which knows errors only. */
class TroubleError extends Error {
  readonly trouble: UpdateTrouble;

  constructor(trouble: UpdateTrouble) {
    super(trouble.kind);
    this.trouble = trouble;
  }
}

/** These replace themselves without a word; a deb or rpm asks for a password, macOS restarts the app. */
const quiet: readonly PackageKind[] = ['appimage', 'nsis'];

/** The installer on electron-updater. Whatever that is given was verified, and is compared again after it. */
export function createInstaller(options: InstallerOptions): UpdateInstaller {
  const { kind, feed, folder, log, openFile } = options;
  let ready: { readonly release: VerifiedRelease; readonly path: string; engine: Engine } | null =
    null;

  async function download(
    release: VerifiedRelease,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<UpdateResult<null>> {
    ready = null;
    makeOwnFolder(folder);
    // electron-updater is large, and most days bring no update.
    const { createEngine } = await import('./engine.ts');
    const engine = createEngine({
      ...options,
      release,
      async fetchFile(path) {
        const order = { feed, file: release.file, onProgress, signal };
        const got = await fetchFile({ ...order, ...(openFile && { openFile }) }, path);
        if (!got.ok) throw new TroubleError(got.failure);
      },
    });
    const path = await engine.download();
    // It may have found a file from an earlier run, and it never looks at the size.
    if (
      (await stat(path)).size !== release.file.size ||
      (await hashOf(path)) !== release.file.sha512
    ) {
      await rm(path, { force: true });
      return refuse({ kind: 'wrong-file' });
    }
    ready = { release, path, engine };
    return ok(null);
  }

  function troubleFrom(error: unknown): UpdateTrouble {
    log(`the update was not installed: ${String(error)}`);
    return { kind: 'install', detail: wordsOf(error) };
  }

  return {
    worksOnQuit: quiet.includes(kind),
    async download(release, onProgress, signal) {
      try {
        return await download(release, onProgress, signal);
      } catch (error) {
        if (signal.aborted) return refuse({ kind: 'download', failure: { kind: 'cancelled' } });
        if (error instanceof TroubleError) return refuse(error.trouble);
        return refuse({ kind: 'download', failure: storageFailure(error) });
      }
    },
    install(release, { restart }) {
      try {
        if (ready?.release !== release) return refuse({ kind: 'wrong-file' });
        const { path, engine } = ready;
        // Between the download and this moment the file lay on a disk.
        if (statSync(path).size !== release.file.size || sha512Of(path) !== release.file.sha512)
          return refuse({ kind: 'wrong-file' });
        if ((kind === 'deb' || kind === 'rpm') && !isPlain(path))
          return refuse({
            kind: 'install',
            detail: 'its folder has a name with unusual characters',
          });
        const takenOver = engine.install(restart);
        if (takenOver !== null) return ok(takenOver.then(troubleFrom));
        // What was copied is not needed twice.
        if (kind === 'appimage') rmSync(path, { force: true });
        if (restart && kind !== 'nsis') options.relaunch();
        return ok(null);
      } catch (error) {
        if (error instanceof WrongFileError) return refuse({ kind: 'wrong-file' });
        return refuse(troubleFrom(error));
      }
    },
  };
}

/** electron-updater hands the path to a shell, and knows how to quote most names. */
const isPlain = (path: string): boolean => /^[\p{L}\p{N}/._ @+-]+$/u.test(path);

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('base64');
}

const codeWords: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EROFS: 'its folder cannot be written to',
  EACCES: 'its folder cannot be written to',
  EPERM: 'its folder cannot be written to',
  ENOENT: 'it is no longer where it was',
};

function wordsOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return codeWords[code] ?? (code === '' ? 'the system refused it' : `the system says ${code}`);
}

/** Where downloads lie within the app's data. */
export const downloadsFolder = (data: string): string => join(data, 'updates');
