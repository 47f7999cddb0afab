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

interface SessionEndOptions {
  /** Electron's `app`. */
  readonly app: Pick<Emitter, 'on'>;
  /** Electron's `powerMonitor`, which must not be used before the app is ready. */
  readonly monitor: Pick<Emitter, 'on'>;
  readonly ready: Promise<unknown>;
  readonly save: () => void;
}

/**
 * Calls `save` when the system ends the session: then Electron emits neither `before-quit` nor `will-quit`. Windows
 * tells only windows, so that an app without one is not told. Linux and macOS tell of a shutdown; when the session of a
 * Linux desktop ends, the process ends with its connection to the display and is not told.
 */
export function watchSessionEnd({ app, monitor, ready, save }: SessionEndOptions): void {
  app.on('browser-window-created', (_event: unknown, window: Pick<Emitter, 'on'>) =>
    window.on('session-end', save),
  );
  void ready.then(() => monitor.on('shutdown', save));
}
