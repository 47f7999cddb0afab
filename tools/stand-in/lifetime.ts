import { setTimeout as delay } from 'node:timers/promises';

type Cleanup = () => unknown;
const cleanups = new Set<Cleanup>();

/** Registers what must end with the process; gives back the way to take it off again. */
export function onExit(cleanup: Cleanup): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** Ends all that was registered, and waits for it no longer than the limit in milliseconds. */
export async function endAll(limit = 4000): Promise<void> {
  const ending = [...cleanups].map(async (cleanup) => {
    await cleanup();
  });
  cleanups.clear();
  await Promise.race([Promise.allSettled(ending), delay(limit, undefined, { ref: false })]);
}
