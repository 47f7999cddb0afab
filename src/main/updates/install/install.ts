import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { UpdateFileInfo } from 'electron-updater';
import { ok } from '#shared/failure.ts';
import {
  refusedUpdate,
  type Release,
  type UpdateResult,
  type UpdateFailure,
} from '#shared/updates/update.ts';
import { diskProblemOf } from '#shared/words.ts';
import { copyFileAtomicSync } from '#platform/files/atomic.ts';
import { storageFailure } from '#platform/files/attempt.ts';
import { makeOwnFolder } from '#platform/files/own-folder.ts';
import { createElectronUpdater, type ElectronUpdaterOptions } from './electron-updater.ts';
import { RefusedUpdateError } from './provider.ts';
import { installBySquirrel, type Squirrel } from './squirrel.ts';

export interface UpdaterOptions extends ElectronUpdaterOptions {
  /** Releases the single-instance lock, so that another process can take it. */
  readonly releaseLock: () => void;
  /** Starts a new process of the app, on Linux. Returns whether it was started. */
  readonly startAgain: () => boolean;
  /** Electron's `autoUpdater`; used on macOS only. */
  readonly squirrel: Squirrel;
}

export type InstallingUpdater = ReturnType<typeof createUpdater>;

/**
 * electron-updater with the app's provider and HTTP client, and a check of the package's SHA-512 just before it is
 * installed. Expected failures are results; a promise that rejects is a defect.
 */
export function createUpdater(options: UpdaterOptions) {
  const { feed, folder, signal } = options;
  const { kind } = options.installation;
  const configPath = join(folder, 'app-update.yml');
  let onProgress: (bytes: number) => void = () => undefined;
  let downloadedPackage: DownloadedPackage = { path: '', sha512: '' };
  const errors: Error[] = [];

  async function fetchFile(info: UpdateFileInfo, path: string): Promise<void> {
    const download = await feed.download({ size: 0, ...info }, path, onProgress, signal);
    if (!download.ok) throw new RefusedUpdateError(download.failure);
  }
  const updater = createElectronUpdater(options, configPath, fetchFile);
  updater.on('error', (error) => errors.push(error));
  updater.on('update-downloaded', ({ downloadedFile, files: [file] }) => {
    downloadedPackage = { path: downloadedFile, sha512: file?.sha512 ?? '' };
  });

  async function attempt<T>(step: () => Promise<T>): Promise<UpdateResult<T>> {
    try {
      makeOwnFolder(folder);
      return ok(await step());
    } catch (error) {
      if (error instanceof RefusedUpdateError) return refusedUpdate(error.failure);
      return refusedUpdate({ kind: 'download', failure: storageFailure(error) });
    }
  }

  return {
    /** Whether this kind of package can be installed while the app quits: macOS restarts the app. */
    worksOnQuit: kind !== 'mac',

    /** Reads the feed's newest release; null when the running version is the newest. */
    check: () =>
      attempt<Release | null>(async () => {
        const answer = await updater.checkForUpdates();
        if (answer === null) throw new Error('electron-updater does not check');
        const { version, releaseDate, releaseNotes, files } = answer.updateInfo;
        if (!answer.isUpdateAvailable) return null;
        const notes = typeof releaseNotes === 'string' ? releaseNotes : '';
        const bytes = files[0]?.size ?? 0;
        const releasedAt = Date.parse(releaseDate);
        return { version, notes, releasedAt, bytes, installedBy: 'app' };
      }),

    /** Downloads and verifies the release that the last successful check found. */
    download: (report: (bytes: number) => void) =>
      attempt(async () => {
        onProgress = report;
        // Makes electron-updater store downloads directly in `folder`.
        fs.writeFileSync(configPath, 'updaterCacheDirName: "."\n');
        await updater.downloadUpdate();
        return null;
      }),

    ...createInstallation(options, updater, errors, () => downloadedPackage),
  };
}

/** A downloaded package. `sha512`: the hash of the package, in base64. */
type DownloadedPackage = Readonly<{ path: string; sha512: string }>;

/**
 * The functions that install a downloaded package.
 *
 * @param errors the errors that electron-updater has emitted
 * @param readPackage returns the newest package that was downloaded
 */
function createInstallation(
  options: UpdaterOptions,
  updater: ReturnType<typeof createElectronUpdater>,
  errors: Error[],
  readPackage: () => DownloadedPackage,
) {
  const { log } = options;
  const { kind } = options.installation;

  function installFailure(error: unknown): UpdateFailure {
    if (error instanceof RefusedUpdateError) return error.failure;
    log(`the update was not installed: ${String(error)}`);
    return { kind: 'install', detail: errorDetailOf(error) };
  }

  return {
    /**
     * The first part of an installation, whose failure can still be reported: replaces an AppImage, checks an NSIS
     * installer, and passes a package to Squirrel. Synchronous, because it also runs when the app quits. A
     * failure leaves the installation unchanged.
     *
     * Returns null if the app must then quit and call `finish`. Returns a promise if the system itself quits the app
     * and continues; the promise resolves only if the system fails.
     */
    install(): UpdateResult<Promise<UpdateFailure> | null> {
      const { path, sha512 } = readPackage();
      try {
        verify();
        if (!('install' in updater))
          return ok(installBySquirrel(options.squirrel).then(installFailure));
        if (kind === 'appimage') {
          replaceFile(path, process.env['APPIMAGE'] ?? '', sha512);
          fs.rmSync(path, { force: true });
        }
        return ok(null);
      } catch (error) {
        const failure = installFailure(error);
        // Remove the file, because electron-updater would not download it again while it exists.
        if (failure.kind === 'wrong-file') fs.rmSync(path, { force: true });
        return refusedUpdate(failure);
      }
    },

    /**
     * The last part of an installation. Must be the last step before the process exits, after all data is written: the
     * NSIS installer stops a process that still runs after 1.3 s (electron-builder's
     * allowOnlyOneInstallerInstance.nsh), and a restarted app uses the same data.
     */
    async finish(restart: boolean): Promise<void> {
      options.releaseLock();
      try {
        if (kind === 'nsis') {
          verify();
          startNsisInstaller(restart);
          // If Windows refuses to start the installer, Node emits the error in the next turn, and electron-updater then
          // uses elevate.exe.
          await setImmediate();
        } else if (restart && !options.startAgain()) throw new Error('it cannot be started');
      } catch (error) {
        log(`the end of the update: ${String(error)}`);
      }
    },
  };

  /** @throws RefusedUpdateError if another program has changed the file since it was downloaded */
  function verify(): void {
    const { path, sha512 } = readPackage();
    if (sha512Of(path) !== sha512) throw new RefusedUpdateError({ kind: 'wrong-file' });
  }

  function startNsisInstaller(restart: boolean): void {
    errors.length = 0;
    if (!('install' in updater) || !updater.install(true, restart))
      throw errors.at(-1) ?? new Error('electron-updater installed nothing');
  }
}

/**
 * Replaces `target` with a copy of `source` by rename, so that a complete file exists at all times. `target` keeps its
 * name and mode. electron-updater would unlink the running AppImage first, lose both files on a full disk, and rename
 * the file.
 *
 * @throws RefusedUpdateError, or the system's error (ENOSPC, EROFS, EACCES …); the target is then unchanged
 */
function replaceFile(source: string, target: string, sha512: string): void {
  const realTarget = fs.realpathSync(target);
  copyFileAtomicSync(source, realTarget, (copy) => {
    fs.chmodSync(copy, (fs.statSync(realTarget).mode & 0o777) | 0o300);
    if (sha512Of(copy) !== sha512) throw new RefusedUpdateError({ kind: 'wrong-file' });
  });
}

/** The SHA-512 of a file, in base64. */
function sha512Of(path: string): string {
  const hash = createHash('sha512');
  const piece = Buffer.allocUnsafe(2 ** 20);
  const file = fs.openSync(path, 'r');
  try {
    for (let bytes; (bytes = fs.readSync(file, piece)) > 0;) hash.update(piece.subarray(0, bytes));
  } finally {
    fs.closeSync(file);
  }
  return hash.digest('base64');
}

function errorDetailOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (diskProblemOf(code)) {
    case 'full':
      return 'the disk is full';
    case 'missing':
      return 'it is no longer where it was';
    case 'read-only':
    case 'forbidden':
      return 'its folder cannot be written to';
    case null:
      return code === '' ? 'the system refused it' : `the system says ${code}`;
  }
}
