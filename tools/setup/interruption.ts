/**
 * Returns a signal that is aborted by the first signal to end this process, or when the launcher of this process has
 * ended. The terminal, npm and the launcher may each send a signal; only the first has an effect.
 */
export function interruptionSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
  process.once('disconnect', () => stop.abort(new Error('stopped: the launcher is gone')));
  // Without this call, the listener would keep this process running, while the launcher waits for its end.
  process.channel?.unref();
  return stop.signal;
}
