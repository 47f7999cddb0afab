import { z } from 'zod';

/** "title is required", "userId must be a number": the name of the field comes from its path. */
const wrong =
  (type: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is required' : `must be ${type}`;

const text = z.string({ error: wrong('a string') });
const number = z.number({ error: wrong('a finite number') });
const notAnObject = { error: 'must be a JSON object' };

/** The body of a create: three fields, perhaps an id; whatever else it carries is echoed. */
export const newPostSchema = z.looseObject(
  { id: number.optional(), title: text, body: text, userId: number },
  notAnObject,
);

/** The body of a replace: all four fields. */
export const postSchema = z.object(
  { id: number, title: text, body: text, userId: number },
  notAnObject,
);

/** What is wrong with a body, field by field. */
export function faults({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => `${path.length === 0 ? 'the body' : path.join('.')} ${message}`)
    .join('; ');
}
