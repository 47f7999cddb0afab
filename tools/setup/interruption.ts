/**
 * Aborted by the first signal to end this process, or when its launcher has ended. The terminal, npm and the launcher
 * may each send a signal; only the first has an effect.
 */
export function interruption(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
  process.once('disconnect', () => stop.abort(new Error('stopped: the launcher is gone')));
  // Otherwise the listener would keep this process running for as long as the launcher waits for it.
  process.channel?.unref();
  return stop.signal;
}
