type Emitter = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

interface Ending {
  /** Whether the app is about to end: then a window that is closed may go. */
  isEnding(): boolean;
  dispose(): void;
}

/**
 * Watches for the end of the app.
 *
 * @param app Electron's `app`
 * @param updater Electron's `autoUpdater` where it installs updates: it closes all windows first, and only when they
 *   are gone `before-quit` comes. Null elsewhere
 */
export function watchEnding(app: Emitter, updater: Emitter | null): Ending {
  let isEnding = false;
  const begin = (): void => {
    isEnding = true;
  };
  // The new version was not started after all: this one goes on.
  const goOn = (): void => {
    isEnding = false;
  };
  app.on('before-quit', begin);
  updater?.on('before-quit-for-update', begin);
  updater?.on('error', goOn);
  return {
    isEnding: () => isEnding,
    dispose() {
      app.off('before-quit', begin);
      updater?.off('before-quit-for-update', begin);
      updater?.off('error', goOn);
    },
  };
}
