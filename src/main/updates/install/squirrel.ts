/** What is used of Electron's `autoUpdater`. */
export interface Squirrel extends Pick<NodeJS.EventEmitter, 'on' | 'off'> {
  checkForUpdates(): void;
  quitAndInstall(): void;
}

/**
 * Has Squirrel take the package from electron-updater's server in this process, check it, quit the app and start the
 * new version. electron-updater's `quitAndInstall` never removes its listeners: a second try would quit twice.
 *
 * @returns resolves when it fails, at whatever step; never when it succeeds
 */
export function handToSquirrel(squirrel: Squirrel): Promise<Error> {
  return new Promise((resolve) => {
    const onError = (error: Error): void => {
      squirrel.off('update-downloaded', onDownloaded);
      squirrel.off('update-not-available', onNotAvailable);
      squirrel.off('error', onError);
      resolve(error);
    };
    const onNotAvailable = (): void => onError(new Error('Squirrel found no update'));
    const onDownloaded = (): void => squirrel.quitAndInstall();
    squirrel.on('update-downloaded', onDownloaded);
    squirrel.on('update-not-available', onNotAvailable);
    squirrel.on('error', onError);
    squirrel.checkForUpdates();
  });
}
