import { z } from 'zod';

/**
 * Makes messages such as "title is required" and "userId must be a number". The path of the error contains the name of
 * the field.
 */
const wrongTypeMessages =
  (type: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is required' : `must be ${type}`;

const title = z.string({ error: wrongTypeMessages('a string') }).describe('Title of the post.');
const body = z.string({ error: wrongTypeMessages('a string') }).describe('Content of the post.');
const number = z.number({ error: wrongTypeMessages('a finite number') });
const userId = number.describe('Identifier of the author.');
const notAnObject = { error: 'must be a JSON object' };

/**
 * The body of a create request: three fields, and optionally an id. The answer contains all other fields of the
 * request, too.
 */
export const newPostSchema = z.looseObject(
  { id: number.describe('Makes no difference.').optional(), title, body, userId },
  notAnObject,
);

/** The body of a replace request: all four fields. The answer has the same schema. */
export const postSchema = z.object(
  { id: number.describe('Identifier of the post.'), title, body, userId },
  notAnObject,
);

/** The id that every created post gets. */
export const createdId = 101;

/** The answer to a create request: the fields of the request, and the id. */
export const createdPostSchema = newPostSchema.extend({ id: z.literal(createdId) });

export const deletedPostSchema = z.strictObject({});

/** The errors of a body, field by field. */
export function bodyFaults({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => `${path.length === 0 ? 'the body' : path.join('.')} ${message}`)
    .join('; ');
}
