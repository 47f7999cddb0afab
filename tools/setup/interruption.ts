/**
 * Aborted by the first signal that asks this process to end, and when the launcher that started it is gone.
 * The terminal, npm and the launcher may each send a signal: the first counts, the others change nothing.
 */
export function interruption(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
  process.once('disconnect', () => stop.abort(new Error('stopped: the launcher is gone')));
  // A listener would keep this process for as long as the launcher waits for it.
  process.channel?.unref();
  return stop.signal;
}
