import electronUpdater, { type UpdateFileInfo } from 'electron-updater';
import type { DownloadExecutorTask } from 'electron-updater/out/AppUpdater.js';
import type { PackageKind } from '../manifest.ts';
import { createSignedProvider, RefusedUpdateError, type ProviderOptions } from './provider.ts';
import { installVerified, wrongFileExit } from './root-runner.ts';

const { AppImageUpdater, DebUpdater, MacUpdater, NsisUpdater, RpmUpdater } = electronUpdater;
type AppAdapter = NonNullable<ConstructorParameters<typeof NsisUpdater>[1]>;

export type ElectronUpdaterOptions = ProviderOptions & {
  /** The folder of the downloads. It belongs to the app and is created when it is missing. */
  readonly folder: string;
  readonly productName: string;
  readonly log: (line: string) => void;
};

/** DebUpdater and RpmUpdater run their package manager with `runCommandWithSudoIfNeeded`. */
const packageManagers = { deb: DebUpdater, rpm: RpmUpdater as unknown as typeof DebUpdater };

/**
 * electron-updater for this installation, with the app’s signed provider. It downloads and installs only on request,
 * and neither quits nor starts the app.
 *
 * @param configPath a file in the folder of the downloads
 * @param fetchFile downloads a file to a path, or throws
 * @param sha512 the hash of the downloaded package, in base64
 */
export function createElectronUpdater(
  options: ElectronUpdaterOptions,
  configPath: string,
  fetchFile: (file: UpdateFileInfo, path: string) => Promise<void>,
  sha512: () => string,
) {
  const { folder, log } = options;
  const doNothing = (): void => undefined;
  const app: AppAdapter = {
    version: options.version,
    name: options.productName,
    isPackaged: true,
    appUpdateConfigPath: configPath,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    // `updates.ts` quits the app, and `finish` starts it again.
    relaunch: doNothing,
    quit: doNothing,
    onQuit: doNothing,
  };
  const updater = createLibraryUpdater(options.installation.kind, app, fetchFile, sha512);
  // The text of an error includes its stack: log the first line.
  const logLine = (text: unknown): void => log(String(text).split('\n', 1)[0] ?? '');
  updater.logger = { info: logLine, warn: logLine, error: logLine };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  // The manifest does not sign the block maps.
  updater.disableDifferentialDownload = true;
  updater.setFeedURL({ provider: 'custom', updateProvider: createSignedProvider(options) });
  return updater;
}

/**
 * An instance of electron-updater’s class for a kind of package. Downloads with `fetchFile`: its own download has no
 * deadlines, size limit or allowed hosts.
 */
function createLibraryUpdater(
  kind: PackageKind,
  app: AppAdapter,
  fetchFile: (file: UpdateFileInfo, path: string) => Promise<void>,
  sha512: () => string,
) {
  type Task = DownloadExecutorTask;
  const withFetch = (download: Task): Task => ({
    ...download,
    task: (path) => fetchFile(download.fileInfo.info, path),
  });
  const runAsRoot = createRootRunner(sha512);
  switch (kind) {
    case 'appimage':
      return new (class extends AppImageUpdater {
        protected override executeDownload(task: Task) {
          return super.executeDownload(withFetch(task));
        }
      })(null, app);
    case 'nsis':
      return new (class extends NsisUpdater {
        protected override executeDownload(task: Task) {
          return super.executeDownload(withFetch(task));
        }
      })(null, app);
    case 'mac':
      return new (class extends MacUpdater {
        protected override executeDownload(task: Task) {
          return super.executeDownload(withFetch(task));
        }
      })(undefined, app);
    case 'deb':
    case 'rpm':
      return new (class extends packageManagers[kind] {
        protected override executeDownload(task: Task) {
          return super.executeDownload(withFetch(task));
        }
        protected override runCommandWithSudoIfNeeded(command: string[]) {
          // Allows another try after a failure, such as a wrong password.
          this.quitAndInstallCalled = false;
          const run = (line: string[]) => super.runCommandWithSudoIfNeeded(line);
          return runAsRoot(command, this.installerPath, run);
        }
      })(null, app);
  }
}

/**
 * Installs a deb and its dependencies, or changes nothing. electron-updater would run `dpkg -i` and then `apt-get
 * install -f -y`. `dpkg` unpacks a package even if it cannot be configured; `apt-get` then removes such a package and
 * reports success.
 */
const debInstaller = [
  'env',
  'DEBIAN_FRONTEND=noninteractive',
  'apt-get',
  'install',
  '-y',
  '--no-remove',
];

/** Runs the commands of DebUpdater and RpmUpdater; see `installVerified`. */
function createRootRunner(sha512: () => string) {
  let lastError: Error | null = null;
  return (command: string[], path: string | null, run: (command: string[]) => string): string => {
    // Refuse the repair command that electron-updater runs after a failure: it would ask for the password again.
    if (path === null || command.at(-1) !== path)
      throw lastError ?? new Error(`no installation: ${command.join(' ')}`);
    try {
      // electron-updater passes the path to a shell, and escapes most characters but not all.
      if (!/^[\p{L}\p{N}/._ @+\\-]+$/u.test(path))
        throw new RefusedUpdateError({
          kind: 'install',
          detail: 'its folder has a name with unusual characters',
        });
      const installer = command[0] === 'dpkg' ? debInstaller : command.slice(0, -1);
      return run([installVerified(installer, path, sha512())]);
    } catch (error) {
      lastError =
        error instanceof Error ? error : new Error('the package manager', { cause: error });
      if (lastError.message.endsWith(` code ${wrongFileExit}`))
        lastError = new RefusedUpdateError({ kind: 'wrong-file' });
      throw lastError;
    }
  };
}
