import { reportDefect } from './defects.ts';

/**
 * Disposes of the parts on a stack, the newest first, one at a time. Reports their errors as defects; never rejects.
 */
export async function disposeAll(stack: AsyncDisposableStack): Promise<void> {
  try {
    await stack.disposeAsync();
  } catch (error) {
    let rest: unknown = error;
    for (; rest instanceof SuppressedError; rest = rest.suppressed) reportDefect(rest.error);
    reportDefect(rest);
  }
}
