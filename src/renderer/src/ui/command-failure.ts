import type { Failure, Result } from '#shared/failure.ts';
import { m } from '#words';
import { failureSentence } from '#shared/failure-words.ts';

/** Why a command to main failed: an expected failure, or a defect. Main has logged a defect. */
export type CommandFailure = Failure | { readonly kind: 'defect' };

/** Resolves to the result of a command. If main rejects the call, resolves to a failure instead of rejecting. */
export async function settleCommand<T>(
  call: () => Promise<Result<T, CommandFailure>>,
): Promise<Result<T, CommandFailure>> {
  try {
    return await call();
  } catch {
    return { ok: false, failure: { kind: 'defect' } };
  }
}

/** Describes the failure in whole sentences. */
export const commandFailureSentence = (failure: CommandFailure): string =>
  failure.kind === 'defect' ? m.failure_defect() : failureSentence(failure);
