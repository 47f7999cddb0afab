import { problemOf } from '../http/problem.ts';
import { recordOf } from '../picture/apod/record.ts';
import { apodQuerySchema } from '../picture/apod/schemas.ts';
import { resizeSchema } from '../picture/image/size.ts';
import { plainWorld } from '../picture/world.ts';
import {
  answer,
  fileAnswer,
  header,
  type Paths,
  pathParameter,
  problemAnswer,
  queryParameters,
} from './parts.ts';

const validators = {
  ETag: header('Tells one version of the file from another.'),
  'Last-Modified': header('The same, as a time.'),
  'Accept-Ranges': header('`bytes`.'),
};
const cached = {
  'Cache-Control': header('How long the answer may be kept.', { type: 'string' }),
};
const rate = {
  'X-RateLimit-Limit': header('Requests of the window that is closest to its end.'),
  'X-RateLimit-Remaining': header('How many of them are left.'),
};
const retryAfter = { 'Retry-After': header('Seconds until a request is let in again.') };

const date = pathParameter('date', 'The day, YYYY-MM-DD.', { type: 'string', format: 'date' });
const notPublished = (path: string) =>
  problemAnswer('Nothing of that is published.', 'Not Found', `there is no GET ${path} here`);

const failure = (description: string, examples: Record<string, object>, headers = {}) =>
  answer(description, 'ApodError', examples, headers);

/** The picture service, v1, and the pictures and pages that records name. */
export const picturePaths = (origin: string): Paths => ({
  '/planetary/apod': {
    get: {
      operationId: 'readPicture',
      summary: 'The picture of a day',
      description:
        'The key is judged first, then its quota, then the query. `DEMO_KEY` is good for 30 requests an hour and 50 a day.',
      parameters: queryParameters(apodQuerySchema, 'output'),
      security: [{ apiKey: [] }],
      responses: {
        200: answer('The record of the day.', 'ApodRecord', recordExamples(origin), {
          ...cached,
          ...rate,
        }),
        400: failure(
          'A parameter is wrong.',
          {
            date: problemOf('INVALID_DATE', 'date must be a date of the calendar, YYYY-MM-DD'),
            other: problemOf('Bad Request', 'hd must be true or false'),
          },
          rate,
        ),
        403: failure('The key is missing or not known.', {
          missing: problemOf('API_KEY_INVALID', 'api_key is missing'),
        }),
        429: failure(
          'The quota of the key is used up.',
          {
            hour: problemOf(
              'RATE_LIMIT_EXCEEDED',
              'no more than 30 requests in this window; the next one is let in later',
            ),
          },
          { ...rate, ...retryAfter },
        ),
      },
    },
  },
  '/image/{date}/{file}': {
    get: {
      operationId: 'readImage',
      summary: 'The file of a picture',
      parameters: [
        date,
        pathParameter('file', 'Which file of the day.', {
          type: 'string',
          enum: ['standard.png', 'hd.png', 'placeholder.png'],
        }),
        ...queryParameters(resizeSchema),
      ],
      responses: {
        200: fileAnswer('A PNG.', 'image/png', {
          ...cached,
          ...validators,
          'Content-Length': header('Size of the file, bytes.'),
        }),
        206: fileAnswer('One range of its bytes, for Range (and If-Range).', 'image/png', {
          ...cached,
          ...validators,
          'Content-Range': header('Which bytes, and of how many.'),
        }),
        304: {
          description: 'It is known, by If-None-Match or If-Modified-Since.',
          headers: validators,
        },
        400: problemAnswer('A size is wrong.', 'Bad Request', 'w must be at least 16'),
        404: notPublished('/image/1995-06-15/hd.png'),
        416: problemAnswer('No such range.', 'Range Not Satisfiable', 'the file has 1234 bytes'),
      },
    },
  },
  '/video/{date}': {
    get: {
      operationId: 'readVideo',
      summary: 'The page of a video',
      parameters: [date],
      responses: {
        200: fileAnswer('A page that moves.', 'text/html'),
        404: notPublished('/video/1995-06-15'),
      },
    },
  },
  '/apod/{code}': {
    get: {
      operationId: 'readArticle',
      summary: 'The article of a day',
      parameters: [
        pathParameter('code', 'The day, as `YYMMDD` or `apYYMMDD.html`.', {
          type: 'string',
          pattern: '^(ap)?[0-9]{6}(\\.html)?$',
        }),
      ],
      responses: {
        200: fileAnswer('A page with the picture and what is to be seen.', 'text/html'),
        404: notPublished('/apod/950615'),
      },
    },
  },
});

/** Of the service's own making, for days that are published whatever its clock shows. */
function recordExamples(origin: string) {
  const wish = { newest: '2024-02-29', origin, hd: true, thumbs: true };
  return {
    image: recordOf({ ...plainWorld, kind: 'image' }, { ...wish, date: '2024-02-29' }),
    video: recordOf({ ...plainWorld, kind: 'newest-video' }, { ...wish, date: '2024-02-29' }),
    other: recordOf({ ...plainWorld, kind: 'newest-other' }, { ...wish, date: '2024-02-29' }),
  };
}
