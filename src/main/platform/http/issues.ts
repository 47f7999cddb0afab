import type { z } from 'zod';
import type { Failure } from '#shared/failure.ts';

/** Says what did not fit, by field. Holds no value that was received. */
export function malformed(error: z.ZodError): Failure {
  const issues = error.issues.slice(0, 3).map((issue) => {
    const field = issue.path.join('.');
    return field === '' ? issue.message : `${field}: ${issue.message}`;
  });
  return { kind: 'malformed', detail: issues.join('; ') };
}
