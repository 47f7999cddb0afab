import { z } from 'zod';

/** Messages such as "title is required" and "userId must be a number"; the name of the field comes from its path. */
const wrong =
  (type: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is required' : `must be ${type}`;

const title = z.string({ error: wrong('a string') }).describe('Title of the post.');
const body = z.string({ error: wrong('a string') }).describe('Content of the post.');
const number = z.number({ error: wrong('a finite number') });
const userId = number.describe('Identifier of the author.');
const notAnObject = { error: 'must be a JSON object' };

/** The body of a create: three fields, and optionally an id; the answer repeats all other fields. */
export const newPostSchema = z.looseObject(
  { id: number.describe('Makes no difference.').optional(), title, body, userId },
  notAnObject,
);

/** The body of a replace: all four fields. The answer has the same schema. */
export const postSchema = z.object(
  { id: number.describe('Identifier of the post.'), title, body, userId },
  notAnObject,
);

/** The id of every created post. */
export const createdId = 101;

/** The answer of a create: the fields of the request, and the id. */
export const createdPostSchema = newPostSchema.extend({ id: z.literal(createdId) });

export const deletedPostSchema = z.strictObject({});

/** The errors of a body, field by field. */
export function faults({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => `${path.length === 0 ? 'the body' : path.join('.')} ${message}`)
    .join('; ');
}
