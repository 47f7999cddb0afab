import { z } from 'zod';

/**
 * Makes messages such as "title is required" and "userId must be a number". The path of the error contains the name of
 * the field.
 */
const wrongTypeMessages =
  (type: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is required' : `must be ${type}`;

const textSchema = z.string({ error: wrongTypeMessages('a string') });
const numberSchema = z.number({ error: wrongTypeMessages('a finite number') });
const notObjectError = { error: 'must be a JSON object' };

/**
 * The body of a create request: three fields, and optionally an id. The answer contains all other fields of the
 * request, too.
 */
export const newPostSchema = z.looseObject(
  {
    id: numberSchema.optional(),
    title: textSchema,
    body: textSchema,
    userId: numberSchema,
  },
  notObjectError,
);

/** The body of a replace request: all four fields. The answer has the same schema. */
export const postSchema = z.object(
  {
    id: numberSchema,
    title: textSchema,
    body: textSchema,
    userId: numberSchema,
  },
  notObjectError,
);

/** The id that every created post gets. */
export const createdId = 101;

/** The errors of a body, field by field. */
export function bodyFaults({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => `${path.length === 0 ? 'the body' : path.join('.')} ${message}`)
    .join('; ');
}
