import { join } from 'node:path';
import electronUpdater, { type BaseUpdater, type MacUpdater } from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { PackageKind } from '../manifest.ts';
import type { VerifiedRelease } from '../ports.ts';
import { isWrongFileExit, installVerified } from './install-verified.ts';
import { replaceFile, WrongFileError } from './replace-file.ts';
import { handToSquirrel, type Squirrel } from './squirrel.ts';

/** What of electron-updater is used, and all that it is given. Loaded when the first update is downloaded. */
export interface EngineOptions {
  readonly kind: PackageKind;
  readonly release: VerifiedRelease;
  /** The version that runs. */
  readonly version: string;
  readonly productName: string;
  /** Where downloads are kept; the app's own. */
  readonly folder: string;
  /** Brings the one file of the release to `path`, or throws. */
  readonly fetchFile: (path: string) => Promise<void>;
  readonly log: (line: string) => void;
}

export interface Engine {
  /** Brings the package here, or finds it there already. Its path. */
  download(): Promise<string>;
  /**
   * Null: it is in its place, or its own installer is at work. On macOS the system ends the app when it has taken the
   * package; resolves when it does not.
   *
   * @throws when the system does not let it
   */
  install(restart: boolean): Promise<Error> | null;
}

const {
  AppImageUpdater,
  DebUpdater,
  MacUpdater: Mac,
  NsisUpdater,
  RpmUpdater,
  Provider,
} = electronUpdater;

type CustomOptions = Extract<Parameters<BaseUpdater['setFeedURL']>[0], { provider: 'custom' }>;

/** Hands the verified release over, and nothing else: there is no way from here to a manifest on a server. */
class VerifiedProvider extends Provider<ReturnType<typeof infoOf>> {
  readonly #release: VerifiedRelease;

  constructor(options: CustomOptions, _updater: unknown, runtime: ProviderRuntimeOptions) {
    super(runtime);
    this.#release = options['release'] as VerifiedRelease;
  }

  override getLatestVersion() {
    return Promise.resolve(infoOf(this.#release));
  }

  override resolveFiles() {
    const { file } = this.#release;
    // Never connected to: only the name at its end is read.
    return [{ url: new URL(file.url, 'https://verified.invalid/'), info: { ...file } }];
  }
}

const infoOf = ({ version, releasedAt, file }: VerifiedRelease) => ({
  version,
  files: [{ ...file }],
  path: file.url,
  sha512: file.sha512,
  releaseDate: new Date(releasedAt).toISOString(),
});

/**
 * electron-updater unlinks the AppImage that runs before it moves the new one, and loses both when the disk is full;
 * and it gives the file a new name, of which menus and the start with the session know nothing.
 */
class SafeAppImageUpdater extends AppImageUpdater {
  expected = '';

  protected override doInstall(): boolean {
    const { installerPath } = this;
    const { APPIMAGE: image } = process.env;
    if (installerPath === null || image === undefined) return false;
    replaceFile(installerPath, image, this.expected);
    return true;
  }
}

/**
 * electron-updater passes the system's package manager a path that other programs of the same user can write to. This
 * class passes it a copy instead, which root has made and whose hash root has compared: see `installVerified`.
 */
class VerifiedDebUpdater extends DebUpdater {
  expected = '';
  #isWrong = false;

  protected override runCommandWithSudoIfNeeded(command: string[]): string {
    // After a failure electron-updater has apt-get repair dependencies. Of a wrong file there is nothing to repair.
    if (this.#isWrong) throw new WrongFileError('the package is not what was signed');
    try {
      return super.runCommandWithSudoIfNeeded(
        installVerified(command, this.installerPath, this.expected),
      );
    } catch (error) {
      this.#isWrong = isWrongFileExit(error);
      throw error;
    }
  }
}

class VerifiedRpmUpdater extends RpmUpdater {
  expected = '';

  protected override runCommandWithSudoIfNeeded(command: string[]): string {
    try {
      return super.runCommandWithSudoIfNeeded(
        installVerified(command, this.installerPath, this.expected),
      );
    } catch (error) {
      if (isWrongFileExit(error)) throw new WrongFileError('the package is not what was signed');
      throw error;
    }
  }
}

/** electron-updater's own class for this kind of package, which knows of nothing but the verified release. */
export function createEngine(options: EngineOptions): Engine {
  const { release, folder, log } = options;
  const updater = updaterFor(options);
  updater.logger = { info: log, warn: log, error: log };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  updater.disableDifferentialDownload = true;
  updater.setFeedURL({ provider: 'custom', updateProvider: VerifiedProvider, release });
  if (updater.allowDowngrade) throw new Error('electron-updater would go back');
  Object.assign(updater, internals(options));
  const troubles: Error[] = [];
  updater.on('error', (error) => troubles.push(error));

  return {
    async download() {
      const offered = await updater.checkForUpdates();
      if (offered?.isUpdateAvailable !== true || offered.updateInfo.version !== release.version)
        throw new Error('electron-updater does not take the release');
      const [path] = await updater.downloadUpdate();
      const expected = join(folder, 'pending', release.file.url);
      if (path !== undefined && path !== expected)
        throw new Error('electron-updater put the package elsewhere');
      return expected;
    },
    install(restart) {
      troubles.length = 0;
      // `nativeUpdater` is Electron's `autoUpdater`, which has been told where the package is.
      if (!isBase(updater)) return handToSquirrel(updater['nativeUpdater'] as Squirrel);
      if (updater.install(true, restart)) return null;
      // So that it can be tried again.
      Object.assign(updater, { quitAndInstallCalled: false });
      throw troubles.at(-1) ?? new Error('electron-updater installed nothing');
    },
  };
}

const isBase = (updater: BaseUpdater | MacUpdater): updater is BaseUpdater => 'install' in updater;

function updaterFor({ kind, release, version, productName, folder }: EngineOptions) {
  const app = {
    version,
    name: productName,
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'none.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    // The app ends and starts again in its own way.
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  };
  switch (kind) {
    case 'appimage': {
      const updater = new SafeAppImageUpdater(null, app);
      updater.expected = release.file.sha512;
      return updater;
    }
    case 'deb': {
      const updater = new VerifiedDebUpdater(null, app);
      updater.expected = release.file.sha512;
      return updater;
    }
    case 'rpm': {
      const updater = new VerifiedRpmUpdater(null, app);
      updater.expected = release.file.sha512;
      return updater;
    }
    case 'nsis':
      return new NsisUpdater(null, app);
    case 'mac':
      return new Mac(undefined, app);
  }
}

/**
 * Three of its fields that have no public setter. In place of its network: one function that brings one file. In place
 * of the configuration beside the app: the folder that it was given. In place of a number that tells installations apart,
 * kept in a file: none.
 */
const internals = ({ fetchFile }: EngineOptions) => ({
  httpExecutor: {
    async download(_url: URL, path: string) {
      await fetchFile(path);
      return path;
    },
  },
  configOnDisk: { value: Promise.resolve({ updaterCacheDirName: '.' }) },
  stagingUserIdPromise: { value: Promise.resolve('00000000-0000-0000-0000-000000000000') },
});
