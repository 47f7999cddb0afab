type Emitter = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

/**
 * Watches for the end of the app.
 *
 * @param app Electron's `app`
 * @param updater Electron's `autoUpdater`, if it installs the app's updates, because it then closes all windows before
 *   `before-quit` is emitted; null if it installs no updates
 */
export function watchAppEnd(app: Emitter, updater: Emitter | null) {
  let isEnding = false;
  const noteEnd = (): void => {
    isEnding = true;
  };
  // After a failed update, the app goes on.
  const noteUpdateFailure = (): void => {
    isEnding = false;
  };
  app.on('before-quit', noteEnd);
  updater?.on('before-quit-for-update', noteEnd);
  updater?.on('error', noteUpdateFailure);
  return {
    /** Whether the app is ending; a closed window may then be destroyed. */
    isEnding: () => isEnding,
    dispose() {
      app.off('before-quit', noteEnd);
      updater?.off('before-quit-for-update', noteEnd);
      updater?.off('error', noteUpdateFailure);
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
 * Calls `save` when the system ends the session, because Electron then emits neither `before-quit` nor `will-quit`. On
 * Windows, Electron emits `session-end` on each window; without a window there is no event. On Linux and macOS,
 * Electron emits `shutdown`. If a Linux process loses its display or session bus, Electron emits only `quit`
 * (`Browser::ExitWithCode`).
 */
export function watchSessionEnd({ app, monitor, ready, save }: SessionEndOptions): void {
  app.on('browser-window-created', (_event: unknown, window: Pick<Emitter, 'on'>) =>
    window.on('session-end', save),
  );
  app.on('quit', save);
  void ready.then(() => {
    // Add another listener first. On Linux, Electron ignores a listener for `shutdown` that is added first: Electron
    // creates the monitor in `newListener` of the first listener, before that listener is counted
    // (`lib/browser/api/power-monitor.ts`).
    monitor.on('suspend', () => undefined);
    monitor.on('shutdown', save);
  });
}
