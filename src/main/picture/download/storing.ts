import { fail, type Result } from '#shared/failure.ts';
import { systemCodeOf } from '#shared/system-error.ts';

/** Turns the system's refusals into data. Rejects with anything else: a defect. */
export async function storing<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === null) throw error;
    return fail({ kind: 'storage', code });
  }
}
