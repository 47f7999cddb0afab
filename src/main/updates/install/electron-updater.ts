import electronUpdater, { type UpdateFileInfo } from 'electron-updater';
import type { DownloadExecutorTask } from 'electron-updater/out/AppUpdater.js';
import type { AppInstalledKind, Installation } from '../manifest.ts';
import { createSignedProvider } from './provider.ts';
import type { VerificationOptions } from './verified-release.ts';

const { AppImageUpdater, MacUpdater, NsisUpdater } = electronUpdater;
type AppAdapter = NonNullable<ConstructorParameters<typeof NsisUpdater>[1]>;

export type ElectronUpdaterOptions = VerificationOptions & {
  readonly installation: Installation<AppInstalledKind>;
  /** The folder of the downloads. It belongs to the app and is created when it is missing. */
  readonly folder: string;
  readonly productName: string;
  readonly log: (line: string) => void;
};

/**
 * electron-updater for this installation, with the app’s signed provider. It downloads and installs only on request,
 * and neither quits nor starts the app.
 *
 * @param configPath a file in the folder of the downloads
 * @param fetchFile downloads a file to a path, or throws
 */
export function createElectronUpdater(
  options: ElectronUpdaterOptions,
  configPath: string,
  fetchFile: (file: UpdateFileInfo, path: string) => Promise<void>,
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
  const updater = createLibraryUpdater(options.installation.kind, app, fetchFile);
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
  kind: AppInstalledKind,
  app: AppAdapter,
  fetchFile: (file: UpdateFileInfo, path: string) => Promise<void>,
) {
  type Task = DownloadExecutorTask;
  const withFetch = (download: Task): Task => ({
    ...download,
    task: (path) => fetchFile(download.fileInfo.info, path),
  });
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
  }
}
