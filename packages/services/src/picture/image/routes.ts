import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { notFoundAnswer, problemAnswer } from '#services/http/problem.ts';
import { type ServiceEnv, worldOf } from '#services/scenarios/definition.ts';
import {
  dateOfFile,
  fileNameOf,
  originalsPath,
  placeholderPath,
  renditionsPath,
} from '../addresses.ts';
import { type Day, dayOf } from '../day.ts';
import {
  originalFileOf,
  type PhotoFile,
  readPhoto,
  readPlaceholder,
  renditionFileOf,
  standardFileOf,
} from '../photos.ts';
import {
  isPublished,
  newestDay,
  placeholders,
  type PictureWorld,
  defaultPictureWorld,
} from '../world.ts';
import { conditionalAnswer } from './conditional.ts';

type RouteContext = Context<ServiceEnv<PictureWorld>>;

const mediaTypes = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif' } as const;

/** Adds the files of the days, each in a few sizes, and the placeholders. */
export function addImages(
  app: Hono<ServiceEnv<PictureWorld>>,
  { now }: { readonly now: () => number },
): void {
  const publishedDay = (c: RouteContext, date: string | undefined): Day | undefined => {
    const world = worldOf(c.env, defaultPictureWorld);
    const newestDate = newestDay(world, now());
    if (date === undefined || !isPublished(date, newestDate)) return undefined;
    return dayOf(date, world, newestDate);
  };
  const send = async (c: RouteContext, { date, photo }: Day, file: PhotoFile): Promise<Response> =>
    answerFile(c, date, mediaTypes[photo.format], await readPhoto(photo, file, date));
  /** The day in a file name such as `RoseLake_Overhead_261120.jpg`. */
  const namedDay = (c: RouteContext): Day | undefined => {
    const name = c.req.param('file') ?? '';
    const day = publishedDay(c, dateOfFile(name));
    return day !== undefined && name === fileNameOf(day.date, day.photo) ? day : undefined;
  };

  // These are the addresses in the records of v1. The specification does not define these addresses.
  app.get('/image/:date/:file', (c: RouteContext) => {
    const { date, file = '' } = c.req.param();
    const day = publishedDay(c, date);
    if (day === undefined) return notFoundAnswer(c);
    const { photo } = day;
    if (file === `standard.${photo.format}`) return send(c, day, standardFileOf(photo));
    if (file === `hd.${photo.format}`) return send(c, day, originalFileOf(photo));
    return notFoundAnswer(c);
  });

  // The host that resizes pictures has no GIF files.
  const folder = '/science/cds/apod/apod/:year/:month/:file';
  app.get(`${renditionsPath}${folder}`, (c: RouteContext) => {
    const day = namedDay(c);
    if (day === undefined || day.photo.format === 'gif') return notFoundAnswer(c);
    const w = parseSide(c.req.query('w'));
    const h = parseSide(c.req.query('h'));
    const hasWish = Number.isFinite(w) || Number.isFinite(h);
    return send(c, day, hasWish ? renditionFileOf(day.photo, { w, h }) : standardFileOf(day.photo));
  });

  app.get(`${originalsPath}${folder}`, (c: RouteContext) => {
    const file = c.req.param('file') ?? '';
    if (file.endsWith('.mp4')) {
      const day = publishedDay(c, dateOfFile(file));
      return day?.kind === 'video' ? c.redirect(`/video/${day.date}`) : notFoundAnswer(c);
    }
    const day = namedDay(c);
    return day === undefined ? notFoundAnswer(c) : send(c, day, originalFileOf(day.photo));
  });

  // These are the pictures on the editors' pages.
  app.get('/en/image/:month/:file', (c: RouteContext) => {
    const day = namedDay(c);
    return day === undefined ? notFoundAnswer(c) : send(c, day, originalFileOf(day.photo));
  });

  for (const name of placeholders) {
    const drawnDate = '2026-08-01';
    app.get(placeholderPath(name), async (c: RouteContext) =>
      answerFile(c, drawnDate, mediaTypes.png, await readPlaceholder()),
    );
  }
}

/** Parses the query parameter `w` or `h`, in pixels. Returns Infinity (no limit) if it is absent, 0 or not a number. */
function parseSide(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : Infinity;
}

/** @param date the day of the picture, `YYYY-MM-DD`; Last-Modified is the midnight UTC at which this day begins */
function answerFile(
  c: RouteContext,
  date: string,
  type: string,
  file: Buffer<ArrayBuffer>,
): Response {
  const { length } = file;
  const modifiedAt = Date.parse(date);
  const etag = `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"`;
  const match =
    c.req.method === 'GET'
      ? conditionalAnswer(c.req.raw.headers, { etag, modified: modifiedAt, length })
      : { status: 200 as const };
  const headers = {
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'public, max-age=86400, immutable',
    ETag: etag,
    'Last-Modified': new Date(modifiedAt).toUTCString(),
  };
  if (match.status === 304) return c.body(null, 304, headers);
  if (match.status === 416) {
    c.header('Content-Range', `bytes */${length}`);
    return problemAnswer(c, 416, 'Range Not Satisfiable', `the file has ${length} bytes`);
  }
  const [from, to] = match.status === 206 ? [match.from, match.to] : [0, length - 1];
  return c.body(file.subarray(from, to + 1), match.status, {
    ...headers,
    ...(match.status === 206 ? { 'Content-Range': `bytes ${from}-${to}/${length}` } : {}),
    'Content-Type': type,
    'Content-Length': String(to + 1 - from),
  });
}
