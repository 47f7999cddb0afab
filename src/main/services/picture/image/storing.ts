import { fail, type Result } from '../../../../shared/failure.ts';

/** Turns the system's refusals into data. */
export async function storing<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
      return fail({ kind: 'storage', code: error.code });
    }
    throw error;
  }
}
