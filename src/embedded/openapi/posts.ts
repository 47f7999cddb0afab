import { createdId } from '../posts/schemas.ts';
import { answer, type Paths, pathParameter, problemAnswer, requestBody } from './parts.ts';

const post = { title: 'A quiet night', body: 'Clear until three.', userId: 1 };

const id = (description: string) =>
  pathParameter('id', description, { type: 'integer', minimum: 1, maximum: 100 });

const wrongBody = 'The body is not JSON, or a field is missing or of the wrong type.';
const tooLarge = problemAnswer(
  'The body is over 1 MiB.',
  'Payload Too Large',
  'the body is over 1048576 bytes',
);
const wrongType = problemAnswer(
  'The body is not declared as JSON. Judged before the body; parameters of the type are allowed.',
  'Unsupported Media',
  'Content-Type must be application/json',
);
const unknown = problemAnswer(
  'No post has this id.',
  'Not Found',
  'there is no post 101: posts 1 to 100 exist',
);

/** The posts service. */
export const postsPaths = (): Paths => ({
  '/posts': {
    post: {
      operationId: 'createPost',
      summary: 'Create a post',
      description: 'Nothing is stored.',
      requestBody: requestBody('NewPost', { post }),
      responses: {
        201: answer('What was sent, with the id of every new post.', 'CreatedPost', {
          post: { ...post, id: createdId },
        }),
        400: problemAnswer(wrongBody, 'Bad Request', 'userId must be a finite number'),
        413: tooLarge,
        415: wrongType,
      },
    },
  },
  '/posts/{id}': {
    put: {
      operationId: 'replacePost',
      summary: 'Replace a post',
      description:
        'Nothing is stored. The id of the path says which post; that of the body is echoed.',
      parameters: [id('Which post, 1 to 100.')],
      requestBody: requestBody('PostReplacement', { post: { id: 7, ...post } }),
      responses: {
        200: answer('The four fields of the body.', 'Post', { post: { id: 7, ...post } }),
        400: problemAnswer(wrongBody, 'Bad Request', 'id is required'),
        404: unknown,
        413: tooLarge,
        415: wrongType,
      },
    },
    delete: {
      operationId: 'deletePost',
      summary: 'Delete a post',
      description: 'Nothing is stored: the post is there again at once.',
      parameters: [id('Which post, 1 to 100.')],
      responses: {
        200: answer('An empty object.', 'DeletedPost', { deleted: {} }),
        400: problemAnswer(
          'The id is no number.',
          'Bad request',
          'the id must be a number, not seven',
        ),
        404: unknown,
      },
    },
  },
});
