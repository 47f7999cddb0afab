import { itemOf } from '../picture/successor/item.ts';
import { feedPath, successorPath } from '../picture/successor/routes.ts';
import { listQuerySchema } from '../picture/successor/schemas.ts';
import { plainWorld } from '../picture/world.ts';
import { answer, fileAnswer, header, type Paths, pathParameter, queryParameters } from './parts.ts';

const day = '2024-02-29';

const badParameter = {
  code: 'rest_invalid_param',
  message: 'Invalid parameter(s): date_from, date_to',
  data: { status: 400 },
};
const notThere = {
  code: 'apod_basic_not_found',
  message: 'APOD not found.',
  data: { status: 404 },
};

const code = pathParameter('code', 'The day, YYMMDD.', { type: 'string', pattern: '^[0-9]{6}$' });
const [fields = {}] = queryParameters(listQuerySchema.pick({ _fields: true }));

/** The successor of v1, on the listener of the picture service. */
export function successorPaths(origin: string): Paths {
  const item = itemOf({ ...plainWorld, kind: 'image' }, day, day, origin);
  return {
    [successorPath]: {
      get: {
        operationId: 'listPictures',
        summary: 'The days, newest first',
        description:
          'Parameters that are not known are ignored. Every other path below `/wp-json` is 404.',
        parameters: queryParameters(listQuerySchema),
        responses: {
          200: answer(
            'A page of days; none behind the last one.',
            'SuccessorItems',
            { page: [item] },
            {
              'X-WP-Total': header('Days in all.'),
              'X-WP-TotalPages': header('Pages in all.'),
            },
          ),
          400: answer('A parameter is wrong.', 'SuccessorError', { badParameter }),
        },
      },
    },
    [`${successorPath}/{code}`]: {
      get: {
        operationId: 'readPictureOfDay',
        summary: 'One day',
        parameters: [code, fields],
        responses: {
          200: answer('The day.', 'SuccessorItem', { item }),
          404: answer('Nothing is published on that day.', 'SuccessorError', { notThere }),
        },
      },
    },
    [`${successorPath}/{code}/html`]: {
      get: {
        operationId: 'readPageOfDay',
        summary: 'The page of one day',
        parameters: [code],
        responses: {
          200: fileAnswer('`basic_html` of the day.', 'text/html'),
          404: answer('Nothing is published on that day.', 'SuccessorError', { notThere }),
        },
      },
    },
    [feedPath]: {
      get: {
        operationId: 'readFeed',
        summary: 'The feed of the successor',
        responses: { 200: fileAnswer('The last ten days, RSS 2.0.', 'application/rss+xml') },
      },
    },
  };
}
