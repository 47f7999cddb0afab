import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import electronUpdater, { type UpdateFileInfo } from 'electron-updater';
import type { DownloadExecutorTask } from 'electron-updater/out/AppUpdater.js';
import { ok } from '#shared/failure.ts';
import {
  refuse,
  type Release,
  type UpdateResult,
  type UpdateFailure,
} from '#shared/updates/update.ts';
import { diskProblemOf } from '#shared/words.ts';
import { copyWholeSync } from '#platform/files/atomic.ts';
import { storageFailure } from '#platform/files/attempt.ts';
import { makeOwnFolder } from '#platform/files/own-folder.ts';
import type { PackageKind } from '../manifest.ts';
import { createSignedProvider, RefusedError, type ProviderOptions } from './provider.ts';
import { createRootRunner } from './root-runner.ts';
import { handToSquirrel, type Squirrel } from './squirrel.ts';

const { AppImageUpdater, DebUpdater, MacUpdater, NsisUpdater, RpmUpdater } = electronUpdater;
type AppAdapter = NonNullable<ConstructorParameters<typeof NsisUpdater>[1]>;

export interface UpdaterOptions extends ProviderOptions {
  /** Holds the downloads. It belongs to the app and is created when it is missing. */
  readonly folder: string;
  readonly productName: string;
  /** Releases the single-instance lock, so that another process can take it. */
  readonly releaseLock: () => void;
  /** Starts a new process of the app, on Linux. Returns whether it was started. */
  readonly startAgain: () => boolean;
  /** Electron's `autoUpdater`; used on macOS only. */
  readonly squirrel: Squirrel;
  readonly log: (line: string) => void;
}

export type Updater = ReturnType<typeof createUpdater>;

/**
 * electron-updater with the app's provider and HTTP client, and a check of the package's SHA-512 right before it is
 * installed. Expected failures are results; a promise that rejects is a defect.
 */
export function createUpdater(options: UpdaterOptions) {
  const { installation, feed, folder, signal, log } = options;
  const { kind } = installation;
  const configPath = join(folder, 'app-update.yml');
  const nothing = (): void => undefined;
  let onProgress: (bytes: number) => void = nothing;
  let ready = { path: '', sha512: '' };
  const errors: Error[] = [];

  const app: AppAdapter = {
    version: options.version,
    name: options.productName,
    isPackaged: true,
    appUpdateConfigPath: configPath,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    // `updates.ts` quits the app, and `finish` starts it again.
    relaunch: nothing,
    quit: nothing,
    onQuit: nothing,
  };
  async function fetchFile(info: UpdateFileInfo, path: string): Promise<void> {
    const got = await feed.download({ size: 0, ...info }, path, onProgress, signal);
    if (!got.ok) throw new RefusedError(got.failure);
  }
  const updater = createElectronUpdater(kind, app, fetchFile, () => ready.sha512);
  // Errors come with their stack.
  const logLine = (text: unknown): void => log(String(text).split('\n', 1)[0] ?? '');
  updater.logger = { info: logLine, warn: logLine, error: logLine };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  // The manifest does not sign the block maps.
  updater.disableDifferentialDownload = true;
  updater.setFeedURL({ provider: 'custom', updateProvider: createSignedProvider(options) });
  updater.on('error', (error) => errors.push(error));
  updater.on('update-downloaded', ({ downloadedFile, files: [file] }) => {
    ready = { path: downloadedFile, sha512: file?.sha512 ?? '' };
  });

  async function attempt<T>(step: () => Promise<T>): Promise<UpdateResult<T>> {
    try {
      makeOwnFolder(folder);
      return ok(await step());
    } catch (error) {
      if (error instanceof RefusedError) return refuse(error.failure);
      return refuse({ kind: 'download', failure: storageFailure(error) });
    }
  }

  function installFailure(error: unknown): UpdateFailure {
    if (error instanceof RefusedError) return error.failure;
    log(`the update was not installed: ${String(error)}`);
    return { kind: 'install', detail: wordsOf(error) };
  }

  return {
    /** Whether it installs without a question: a deb or rpm asks for a password, and macOS restarts the app. */
    worksOnQuit: kind === 'appimage' || kind === 'nsis',

    /** Reads the feed's newest release; null when the running version is the newest. */
    check: () =>
      attempt<Release | null>(async () => {
        const found = await updater.checkForUpdates();
        if (found === null) throw new Error('electron-updater does not check');
        const { version, releaseDate, releaseNotes, files } = found.updateInfo;
        if (!found.isUpdateAvailable) return null;
        const notes = typeof releaseNotes === 'string' ? releaseNotes : '';
        const bytes = files[0]?.size ?? 0;
        return { version, notes, releasedAt: Date.parse(releaseDate), bytes };
      }),

    /** Downloads and verifies the release that the last successful check found. */
    download: (report: (bytes: number) => void) =>
      attempt(async () => {
        onProgress = report;
        // Makes electron-updater keep downloads in `folder` itself.
        fs.writeFileSync(configPath, 'updaterCacheDirName: "."\n');
        await updater.downloadUpdate();
        return null;
      }),

    /**
     * Runs the steps whose failure can still be reported, while the app runs: installs an AppImage, deb or rpm, checks
     * an NSIS installer, and hands a package to Squirrel. Synchronous, because it also runs when the app quits. A failure
     * leaves the installation unchanged.
     *
     * Null: done; the app must quit, and `finish` must follow. A promise: the system continues and quits the app by
     * itself; the promise resolves only when that fails.
     */
    install(): UpdateResult<Promise<UpdateFailure> | null> {
      const { path, sha512 } = ready;
      try {
        verify();
        if (!('install' in updater))
          return ok(handToSquirrel(options.squirrel).then(installFailure));
        if (kind === 'appimage') {
          replaceFile(path, process.env['APPIMAGE'] ?? '', sha512);
          fs.rmSync(path, { force: true });
        } else if (kind !== 'nsis') runInstaller(false);
        return ok(null);
      } catch (error) {
        const failure = installFailure(error);
        // electron-updater does not download a file that exists.
        if (failure.kind === 'wrong-file') fs.rmSync(path, { force: true });
        return refuse(failure);
      }
    },

    /**
     * The rest of an installation. Must be the last thing before the process exits, when all data is written: the NSIS
     * installer stops a process that still runs after 1.3 s (electron-builder's allowOnlyOneInstallerInstance.nsh), and
     * a process that is started again takes over the data.
     */
    async finish(restart: boolean): Promise<void> {
      options.releaseLock();
      try {
        if (kind === 'nsis') {
          verify();
          runInstaller(restart);
          // When Windows refuses to start it, Node reports that with the next turn, and electron-updater uses elevate.exe.
          await setImmediate();
        } else if (restart && !options.startAgain()) throw new Error('it cannot be started');
      } catch (error) {
        log(`the end of the update: ${String(error)}`);
      }
    },
  };

  /** @throws RefusedError if another program has changed the file since it was downloaded */
  function verify(): void {
    if (sha512Of(ready.path) !== ready.sha512) throw new RefusedError({ kind: 'wrong-file' });
  }

  /** Runs the package manager to its end, or starts the NSIS installer. */
  function runInstaller(restart: boolean): void {
    errors.length = 0;
    if (!('install' in updater) || !updater.install(true, restart))
      throw errors.at(-1) ?? new Error('electron-updater installed nothing');
  }
}

/** electron-updater's class for a kind of package. Its own download has no deadlines, size limit or allowed hosts. */
function createElectronUpdater(
  kind: PackageKind,
  app: AppAdapter,
  fetchFile: (file: UpdateFileInfo, path: string) => Promise<void>,
  sha512: () => string,
) {
  type Task = DownloadExecutorTask;
  const fetched = (download: Task): Task => ({
    ...download,
    task: (path) => fetchFile(download.fileInfo.info, path),
  });
  const asRoot = createRootRunner(sha512);
  switch (kind) {
    case 'appimage':
      return new (class extends AppImageUpdater {
        protected override executeDownload(task: Task) {
          return super.executeDownload(fetched(task));
        }
      })(null, app);
    case 'nsis':
      return new (class extends NsisUpdater {
        protected override executeDownload(task: Task) {
          return super.executeDownload(fetched(task));
        }
      })(null, app);
    case 'mac':
      return new (class extends MacUpdater {
        protected override executeDownload(task: Task) {
          return super.executeDownload(fetched(task));
        }
      })(undefined, app);
    case 'deb':
      return new (class extends DebUpdater {
        protected override executeDownload(task: Task) {
          return super.executeDownload(fetched(task));
        }
        protected override runCommandWithSudoIfNeeded(command: string[]) {
          // Allows another try after a failure, such as a wrong password.
          this.quitAndInstallCalled = false;
          const run = (line: string[]) => super.runCommandWithSudoIfNeeded(line);
          return asRoot(command, this.installerPath, run);
        }
      })(null, app);
    case 'rpm':
      return new (class extends RpmUpdater {
        protected override executeDownload(task: Task) {
          return super.executeDownload(fetched(task));
        }
        protected override runCommandWithSudoIfNeeded(command: string[]) {
          this.quitAndInstallCalled = false;
          const run = (line: string[]) => super.runCommandWithSudoIfNeeded(line);
          return asRoot(command, this.installerPath, run);
        }
      })(null, app);
  }
}

/**
 * Replaces `target` with a copy of `source` by rename, so that there is always a whole file, and keeps its name and
 * mode. electron-updater would unlink the running AppImage first, lose both files on a full disk, and rename the file.
 *
 * @throws RefusedError, or the system's error (ENOSPC, EROFS, EACCES …); the target is then unchanged
 */
function replaceFile(source: string, target: string, sha512: string): void {
  const real = fs.realpathSync(target);
  copyWholeSync(source, real, (copy) => {
    fs.chmodSync(copy, (fs.statSync(real).mode & 0o777) | 0o300);
    if (sha512Of(copy) !== sha512) throw new RefusedError({ kind: 'wrong-file' });
  });
}

/** In base64. */
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

function wordsOf(error: unknown): string {
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
