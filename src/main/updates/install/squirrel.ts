/** The part of Electron's `autoUpdater` that is used. */
export interface Squirrel extends Pick<NodeJS.EventEmitter, 'on' | 'off'> {
  checkForUpdates(): void;
  quitAndInstall(): void;
}

/**
 * Makes Squirrel download the package from electron-updater's server in this process, check the package, quit the app
 * and start the new version. electron-updater's `quitAndInstall` is not used: it never removes its listeners, so that
 * a second try would quit the app twice.
 *
 * @returns a promise that resolves with the error when a step fails, and never when the update succeeds
 */
export function installBySquirrel(squirrel: Squirrel): Promise<Error> {
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
