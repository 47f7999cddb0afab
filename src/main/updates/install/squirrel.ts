/** Electron's `autoUpdater` on macOS, as far as it is used. */
export interface Squirrel extends Pick<NodeJS.EventEmitter, 'on' | 'off'> {
  /** Brings what the feed has that electron-updater has given it. */
  checkForUpdates(): void;
  quitAndInstall(): void;
}

/**
 * Has Squirrel take the package from electron-updater's server, which is in this process, and end the app and start
 * the new version once it has. That takes a while, for Squirrel unpacks it and checks who has signed it: until then the
 * app must not end.
 *
 * electron-updater can do the same, but never takes its listeners away, so that a second try would end the app twice.
 *
 * @returns resolves when it has not worked, at whatever step; else never
 */
export function handToSquirrel(squirrel: Squirrel): Promise<Error> {
  const { promise, resolve } = Promise.withResolvers<Error>();
  const onError = (error: Error): void => {
    squirrel.off('update-downloaded', onDownloaded);
    squirrel.off('update-not-available', onNothing);
    squirrel.off('error', onError);
    resolve(error);
  };
  const onNothing = (): void => onError(new Error('Squirrel found no update'));
  const onDownloaded = (): void => squirrel.quitAndInstall();
  squirrel.on('error', onError);
  squirrel.on('update-not-available', onNothing);
  squirrel.on('update-downloaded', onDownloaded);
  squirrel.checkForUpdates();
  return promise;
}
