import { expect } from 'vitest';
import { ask, expectProblem, type Answer, type Place, table } from './row.ts';

const post = { title: 'A title', body: 'Some text', userId: 7 };

const send = (
  { posts_url }: Place,
  method: string,
  path: string,
  body: unknown,
  type = 'application/json',
): Promise<Answer> =>
  ask(`${posts_url}${path}`, {
    method,
    headers: { 'Content-Type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const create = (place: Place, body: unknown): Promise<Answer> =>
  send(place, 'POST', '/posts', body);
const replace = (place: Place, id: number, body: unknown): Promise<Answer> =>
  send(place, 'PUT', `/posts/${id}`, body);

/**
 * Returns the check of a string field: create and replace require this field, reject any other type, and return the
 * field.
 */
const textField = (name: 'title' | 'body') => async (place: Place) => {
  const value = 'Ünïcödé, 字, 😀\n"quoted"';
  expect((await create(place, { ...post, [name]: value })).body).toMatchObject({ [name]: value });
  const whole = { ...post, id: 1 };
  expect((await replace(place, 1, { ...whole, [name]: value })).body[name]).toBe(value);
  for (const wrong of [undefined, null, 5, true, ['x'], { x: 1 }]) {
    for (const answer of [
      await create(place, { ...post, [name]: wrong }),
      await replace(place, 1, { ...whole, [name]: wrong }),
    ]) {
      expectProblem(answer, 400, 'Bad Request');
      expect(answer.body['detail']).toContain(name);
    }
  }
};

const malformed = ['', '{', '{"title":', 'null', '[]', '5', '"text"', '{"title":NaN}', '<html>'];

export const postsRows = [
  ...table('2.1 Post (posts service)', {
    'id | number | Identifier of the post. Required in the body of the replace operation. Optional in the body of the create operation.':
      async (place) => {
        expect((await create(place, post)).body['id']).toBe(101);
        expect((await create(place, { ...post, id: 5 })).body['id']).toBe(101);
        expectProblem(await create(place, { ...post, id: '5' }), 400, 'Bad Request');
        expect((await replace(place, 5, { ...post, id: 5 })).body['id']).toBe(5);
        const without = await replace(place, 5, post);
        expectProblem(without, 400, 'Bad Request');
        expect(without.body['detail']).toContain('id');
      },
    'title | string | Title of the post.': textField('title'),
    'body | string | Content of the post.': textField('body'),
    "userId | number | Identifier of the post's author or owner. The field tables list it as userID, while the example payloads use userId; the payload name is userId.":
      async (place) => {
        expect((await create(place, post)).body['userId']).toBe(7);
        expect((await replace(place, 5, { ...post, id: 5 })).body['userId']).toBe(7);
        const { userId: userID, ...rest } = post;
        for (const wrong of [rest, { ...rest, userID }, { ...rest, userId: '7' }]) {
          for (const answer of [
            await create(place, wrong),
            await replace(place, 5, { ...wrong, id: 5 }),
          ]) {
            expectProblem(answer, 400, 'Bad Request');
            expect(answer.body['detail']).toContain('userId');
          }
        }
      },
  }),
  ...table('5. Authentication', {
    'Posts service | No authentication.': async (place) => {
      const answer = await create(place, post);
      expect(answer.status).toBe(201);
      expect(answer.headers.has('www-authenticate')).toBe(false);
    },
  }),
  ...table('7. Errors, Posts service', {
    '400 | Bad Request | Missing required fields or malformed JSON | create, replace': async (
      place,
    ) => {
      for (const body of [{}, { title: 'x' }, ...malformed]) {
        expectProblem(await create(place, body), 400, 'Bad Request');
        expectProblem(await replace(place, 1, body), 400, 'Bad Request');
      }
    },
    '400 | Bad request | Invalid id format | delete': async (place) => {
      for (const id of ['abc', '1x', 'x1', '%20', '1e1e1', '--1', 'null']) {
        const answer = await ask(`${place.posts_url}/posts/${id}`, { method: 'DELETE' });
        expectProblem(answer, 400, 'Bad request');
      }
    },
    '404 | Not Found | No post with the given id | replace, delete': async (place) => {
      for (const id of [0, 101, 1000, -1, 99999999999]) {
        expectProblem(await replace(place, id, { ...post, id }), 404, 'Not Found');
        const answer = await ask(`${place.posts_url}/posts/${id}`, { method: 'DELETE' });
        expectProblem(answer, 404, 'Not Found');
      }
      for (const id of [1, 50, 100]) {
        const whole = { ...post, id };
        expect(await replace(place, id, whole)).toMatchObject({ status: 200, body: whole });
        const gone = await ask(`${place.posts_url}/posts/${id}`, { method: 'DELETE' });
        expect(gone).toMatchObject({ status: 200, body: {} });
        expect(Object.keys(gone.body)).toEqual([]);
      }
    },
    '415 | Unsupported Media | Content-Type is not application/json | create, replace': async (
      place,
    ) => {
      for (const type of ['text/plain', 'application/xml', 'application/jsonp', 'text/json']) {
        // The media type is checked first: the answer is the same even if the body is not JSON.
        for (const body of [post, 'no JSON']) {
          expectProblem(await send(place, 'POST', '/posts', body, type), 415, 'Unsupported Media');
          expectProblem(await send(place, 'PUT', '/posts/1', body, type), 415, 'Unsupported Media');
        }
      }
      for (const type of [
        'application/json; charset=utf-8',
        'Application/JSON',
        'application/json ;x=y',
      ]) {
        expect((await send(place, 'POST', '/posts', post, type)).status).toBe(201);
      }
    },
  }),
];
