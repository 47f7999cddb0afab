import { setTimeout } from 'node:timers/promises';
import type { Occasion } from './definition.ts';

/** Aborted when nobody waits for the answer any more: the client is gone, or the services stop. */
export function abandoned({ request, signal }: Occasion): AbortSignal {
  return AbortSignal.any([request.signal, signal]);
}

/** Waits so many seconds; false when the signal ended it. */
export async function wait(seconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await setTimeout(seconds * 1000, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}

/** Resolves when the signal is aborted. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
