import { reportDefect } from './defects.ts';

/**
 * Disposes of the parts on a stack, the newest first, one at a time. Reports their errors as defects; never rejects.
 */
export async function disposeAll(stack: AsyncDisposableStack): Promise<void> {
  try {
    await stack.disposeAsync();
  } catch (error) {
    let remainingError: unknown = error;
    for (; remainingError instanceof SuppressedError; remainingError = remainingError.suppressed)
      reportDefect(remainingError.error);
    reportDefect(remainingError);
  }
}
