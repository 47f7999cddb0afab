type Emitter = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

/**
 * Watches for the end of the app.
 *
 * @param app Electron's `app`
 * @param updater Electron's `autoUpdater` where it installs updates: it closes all windows before `before-quit` is
 *   emitted. Null elsewhere
 */
export function watchEnding(app: Emitter, updater: Emitter | null) {
  let isEnding = false;
  const begin = (): void => {
    isEnding = true;
  };
  // The update failed: the app keeps running.
  const cancel = (): void => {
    isEnding = false;
  };
  app.on('before-quit', begin);
  updater?.on('before-quit-for-update', begin);
  updater?.on('error', cancel);
  return {
    /** Whether the app is ending; a closed window may then be destroyed. */
    isEnding: () => isEnding,
    dispose() {
      app.off('before-quit', begin);
      updater?.off('before-quit-for-update', begin);
      updater?.off('error', cancel);
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
 * sends the event to windows only, so that an app without a window does not get it. Linux and macOS report a shutdown.
 * When a Linux process loses its display or session bus, Electron emits only `quit` (`Browser::ExitWithCode`).
 */
export function watchSessionEnd({ app, monitor, ready, save }: SessionEndOptions): void {
  app.on('browser-window-created', (_event: unknown, window: Pick<Emitter, 'on'>) =>
    window.on('session-end', save),
  );
  app.on('quit', save);
  void ready.then(() => {
    // Electron enables `shutdown` on Linux only if another listener exists: `lib/browser/api/power-monitor.ts` creates
    // the monitor within `newListener` of the first one, and counts the listeners before it is added.
    monitor.on('suspend', () => undefined);
    monitor.on('shutdown', save);
  });
}
