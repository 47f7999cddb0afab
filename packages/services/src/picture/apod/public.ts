import { isDay } from '../calendar.ts';
import { isPublished, type PictureWorld } from '../world.ts';
import { recordOf } from './record.ts';

/** The data from which an answer in the format of the public service is made. */
interface PublicPlace {
  readonly world: PictureWorld;
  /** The present time, in milliseconds since the epoch. */
  readonly now: number;
  readonly newest: string;
  readonly origin: string;
  /** Headers that report the quota. */
  readonly headers: Readonly<Record<string, string>>;
}

const requestFields = ['concept_tags', 'date', 'hd', 'count', 'start_date', 'end_date', 'thumbs'];
const allowedFieldsText = `Allowed request fields for apod method are '${requestFields.join("', '")}'`;
/** The gap in the archive, after its first day. */
const archiveGap = { from: '1995-06-17', to: '1995-06-19' };

const gatewayWords = {
  API_KEY_MISSING: [403, 'No api_key was supplied.'],
  API_KEY_INVALID: [403, 'An invalid api_key was supplied.'],
  OVER_RATE_LIMIT: [429, 'You have exceeded your rate limit. Try again later.'],
} as const;

/** Refuses a request like the gateway of the public service. */
export function refusalOfPublicGateway(
  code: keyof typeof gatewayWords,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const [status, message] = gatewayWords[code];
  return Response.json({ error: { code, message } }, { status, headers });
}

/**
 * Answers in the same way as the public service, which has other errors, and 404 for days that are not published yet.
 * Its ranges of days and its random days are not simulated, because the app asks for single days.
 */
export function answerLikePublicService(place: PublicPlace, parameters: URLSearchParams): Response {
  const { newest, headers } = place;
  const refuse = (code: 400 | 404, msg: string): Response =>
    Response.json({ code, msg, service_version: 'v1' }, { status: code, headers });
  const fields = Object.fromEntries(parameters);
  const hasUnknownField = Object.keys(fields).some(
    (name) => name !== 'api_key' && !requestFields.includes(name),
  );
  if (hasUnknownField)
    return refuse(400, `Bad Request: incorrect field passed. ${allowedFieldsText}`);
  const unsimulated = ['start_date', 'end_date', 'count'].find((name) => name in fields);
  if (unsimulated !== undefined) return refuse(400, `Bad Request: ${unsimulated} is not simulated`);
  const { date: day = newest } = fields;
  if (!isDay(day)) return refuse(400, `time data '${day}' does not match format '%Y-%m-%d'`);
  if (isInGap(day) || isLate(day, place)) return refuse(404, `No data available for date: ${day}`);
  if (!isPublished(day, newest))
    return refuse(400, `Date must be between Jun 16, 1995 and ${dateInWords(newest)}.`);
  return Response.json(publicRecordOf(place, day, fields['thumbs']), {
    headers: { 'Cache-Control': 'public, max-age=60', ...headers },
  });
}

const isInGap = (day: string): boolean => day >= archiveGap.from && day <= archiveGap.to;
/** Whether the day has begun in some time zone although its picture is not published yet. */
const isLate = (day: string, { now, newest }: PublicPlace): boolean =>
  day > newest && Date.parse(day) <= now;

function publicRecordOf({ world, newest, origin }: PublicPlace, date: string, thumbs?: string) {
  const wish = { date, newest, origin, hd: true, thumbs: thumbs?.toLowerCase() === 'true' };
  return recordOf(world, wish);
}

function dateInWords(date: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: '2-digit',
    year: 'numeric',
  }).format(Date.parse(date));
}
