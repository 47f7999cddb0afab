import { problemOf } from '../http/problem.ts';
import { recordOf } from '../picture/apod/record.ts';
import { apodQuerySchema } from '../picture/apod/schemas.ts';
import { originals, placeholderPath, renditions } from '../picture/addresses.ts';
import { placeholders, plainWorld } from '../picture/world.ts';
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

const part = (name: string, description: string, pattern?: string) =>
  pathParameter(name, description, {
    type: 'string',
    ...(pattern === undefined ? {} : { pattern }),
  });
const side = (name: string) => ({
  name,
  in: 'query',
  required: false,
  description: 'Pixels; 0 and what is no number are as if left out.',
  schema: { type: 'string' },
});
const assets = '/science/cds/apod/apod/{year}/{month}/{file}';
const assetParts = [
  part('year', 'YYYY.'),
  part('month', 'Its name, such as `november`.'),
  part('file', 'Name of the file.'),
];

/** An operation that answers a file of a picture. */
function fileOperation(
  operationId: string,
  summary: string,
  parameters: readonly Readonly<Record<string, unknown>>[],
  description?: string,
  missing: object = { 404: notPublished('/image/1995-06-15/hd.jpg') },
) {
  const headers = { ...cached, ...validators };
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    parameters,
    responses: {
      200: fileAnswer('The file.', 'image/*', {
        ...headers,
        'Content-Length': header('Size of the file, bytes.'),
      }),
      206: fileAnswer('One range of its bytes, for Range (and If-Range).', 'image/*', {
        ...headers,
        'Content-Range': header('Which bytes, and of how many.', { type: 'string' }),
      }),
      304: {
        description: 'It is known, by If-None-Match or If-Modified-Since.',
        headers: validators,
      },
      416: problemAnswer('No such range.', 'Range Not Satisfiable', 'the file has 1234 bytes'),
      ...missing,
    },
  };
}

/** The picture service, v1, the pictures and pages that records name, and the editors’ own site. */
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
    get: fileOperation('readImage', 'The file of a picture, as v1 names it', [
      date,
      part('file', 'Which file of the day: `standard` or `hd`, `.jpg`, `.png` or `.gif`.'),
    ]),
  },
  [`${renditions}${assets}`]: {
    get: fileOperation(
      'readRendition',
      'A picture in another size, as `hdurl` of the successor names it; no GIFs',
      [...assetParts, side('w'), side('h')],
      'The smallest of a few sizes that is no smaller than `w` and `h` want it, also an upscaled one; 1280 pixels where none is wanted.',
    ),
  },
  [`${originals}${assets}`]: {
    get: {
      ...fileOperation('readOriginal', 'A picture as it is', assetParts),
      description: 'A name that ends in `.mp4` leads to the page of a video.',
    },
  },
  '/en/image/{month}/{file}': {
    get: fileOperation('readEditorsImage', 'A picture of the editors’ own site', [
      part('month', 'YYMM.'),
      part('file', 'Name of the file.'),
    ]),
  },
  ...Object.fromEntries(
    placeholders.map((name, n) => [
      placeholderPath(name),
      {
        get: fileOperation(`readPlaceholder${n + 1}`, 'What broken days show', [], undefined, {}),
      },
    ]),
  ),
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
  '/image-article/{slug}/': {
    get: {
      operationId: 'readArticle',
      summary: 'The article of a day',
      parameters: [part('slug', 'Such as `apod-2026-november-20-rose-clouds-above-still-water`.')],
      responses: {
        200: fileAnswer('A page with the picture and what is to be seen.', 'text/html'),
        404: notPublished('/image-article/apod/'),
      },
    },
  },
  '/en/': {
    get: {
      operationId: 'readEditorsToday',
      summary: 'The newest day on the editors’ own site',
      responses: { 200: fileAnswer('A page in the classic layout.', 'text/html') },
    },
  },
  '/en/{page}': {
    get: {
      operationId: 'readEditorsDay',
      summary: 'One day on the editors’ own site',
      parameters: [part('page', '`apYYMMDD.html`', '^ap[0-9]{6}\\.html$')],
      responses: {
        200: fileAnswer('A page in the classic layout.', 'text/html'),
        404: notPublished('/en/ap950615.html'),
      },
    },
  },
  '/feed.rss': {
    get: {
      operationId: 'readEditorsFeed',
      summary: 'The feed of the editors’ own site',
      responses: { 200: fileAnswer('The last seven days, RSS 2.0.', 'application/rss+xml') },
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
