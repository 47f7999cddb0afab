import type { Failure, Result } from '#shared/failure.ts';
import { m } from '#words';
import { failureSentence } from '#shared/failure-words.ts';

/** Why a command to main did not work: as expected now and then, or by a defect, which main has logged. */
export type CommandFailure = Failure | { readonly kind: 'defect' };

/** The result of a command, also when main rejects it. */
export async function settle<T>(
  call: () => Promise<Result<T, CommandFailure>>,
): Promise<Result<T, CommandFailure>> {
  try {
    return await call();
  } catch {
    return { ok: false, failure: { kind: 'defect' } };
  }
}

/** What happened, in whole sentences. */
export const commandFailureSentence = (failure: CommandFailure): string =>
  failure.kind === 'defect' ? m.failure_defect() : failureSentence(failure);
