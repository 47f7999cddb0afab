import { Hono } from 'hono';
import { notFoundAnswer, problemAnswer, answerDefect } from '../http/problem.ts';
import { type ServiceEnv, worldOf } from '../scenarios/definition.ts';
import { isJson, type PostsContext, handleParsedBody } from './body.ts';
import { createLikePublicService, replaceLikePublicService } from './public.ts';
import { defaultPostsWorld, type PostsWorld } from './posts-scenarios.ts';
import { createdId, newPostSchema, postSchema } from './schemas.ts';

/** The highest id of an existing post; the lowest is 1. */
const postCount = 100;

/** The mock posts service (specification 2.1, 4.1, 7). It stores nothing. */
export function createPostsApp(): Hono<ServiceEnv<PostsWorld>> {
  const app = new Hono<ServiceEnv<PostsWorld>>();

  app.post('/posts', (c: PostsContext) => {
    if (isPublic(c)) return createLikePublicService(c);
    if (!isJson(c)) return wrongTypeAnswer(c);
    return handleParsedBody(c, newPostSchema, (post) => {
      try {
        return c.json({ ...post, id: createdId }, 201);
      } catch (error) {
        // `JSON.parse` accepts any depth, but `JSON.stringify` overflows the stack on a deep value.
        if (!(error instanceof RangeError)) throw error;
        return problemAnswer(c, 400, 'Bad Request', 'the body is nested too deeply');
      }
    });
  });

  app.put('/posts/:id', (c: PostsContext) => {
    const id = c.req.param('id') ?? '';
    if (isPublic(c)) return replaceLikePublicService(c, id, doesPostExist(id));
    if (!isJson(c)) return wrongTypeAnswer(c);
    if (!doesPostExist(id)) return noSuchPostAnswer(c, id);
    return handleParsedBody(c, postSchema, (post) => c.json(post));
  });

  app.delete('/posts/:id', (c: PostsContext) => {
    const id = c.req.param('id') ?? '';
    if (isPublic(c)) return c.json({});
    if (!isNumber(id))
      return problemAnswer(c, 400, 'Bad request', `the id must be a number, not ${id}`);
    return doesPostExist(id) ? c.json({}) : noSuchPostAnswer(c, id);
  });

  app.notFound(notFoundAnswer);
  app.onError(answerDefect);
  return app;
}

const isPublic = (c: PostsContext): boolean => worldOf(c.env, defaultPostsWorld).isPublic;

const isNumber = (id: string): boolean => /^-?\d+(\.\d+)?$/.test(id);

const doesPostExist = (id: string): boolean =>
  /^\d+$/.test(id) && Number(id) >= 1 && Number(id) <= postCount;

const wrongTypeAnswer = (c: PostsContext): Response =>
  problemAnswer(c, 415, 'Unsupported Media', 'Content-Type must be application/json');

const noSuchPostAnswer = (c: PostsContext, id: string): Response =>
  problemAnswer(c, 404, 'Not Found', `there is no post ${id}: posts 1 to ${postCount} exist`);
