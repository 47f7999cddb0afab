import { itemOf } from '../picture/successor/item.ts';
import { successorPath } from '../picture/successor/routes.ts';
import { listQuerySchema } from '../picture/successor/schemas.ts';
import { plainWorld } from '../picture/world.ts';
import { answer, header, type Paths, pathParameter, queryParameters } from './parts.ts';

const day = '2024-02-29';

const badParameter = {
  code: 'rest_invalid_param',
  message: 'Invalid parameter(s): per_page',
  data: {
    status: 400,
    params: { per_page: 'per_page must be between 1 (inclusive) and 25 (inclusive)' },
    details: {},
  },
};
const notThere = {
  code: 'apod_basic_not_found',
  message: 'APOD not found.',
  data: { status: 404 },
};

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
        parameters: [
          pathParameter('code', 'The day, YYMMDD.', { type: 'string', pattern: '^[0-9]{6}$' }),
        ],
        responses: {
          200: answer('The day.', 'SuccessorItem', { item }),
          404: answer('Nothing is published on that day.', 'SuccessorError', { notThere }),
        },
      },
    },
  };
}
