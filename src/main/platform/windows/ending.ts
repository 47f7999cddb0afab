type Emitter = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

interface Ending {
  /** Whether the app is ending: then a closed window may be destroyed. */
  isEnding(): boolean;
  dispose(): void;
}

/**
 * Watches for the end of the app.
 *
 * @param app Electron's `app`
 * @param updater Electron's `autoUpdater` where it installs updates: it closes all windows before `before-quit` is
 *   emitted. Null elsewhere
 */
export function watchEnding(app: Emitter, updater: Emitter | null): Ending {
  let isEnding = false;
  const begin = (): void => {
    isEnding = true;
  };
  // The update failed, so the app goes on.
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
