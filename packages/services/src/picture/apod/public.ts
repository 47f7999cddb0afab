import { addDays, countDays, firstDay, isDay } from '../calendar.ts';
import { hash32 } from '../hash.ts';
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
const maxDaysAtOnce = 100;

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
 * Answers in the same way as the public service, which has more parameters, other errors, and 404 for days that are not
 * published yet.
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
  const { date, start_date, end_date, count } = fields;
  const hasRange = start_date !== undefined || end_date !== undefined;
  if (
    [date !== undefined, hasRange, count !== undefined].filter(Boolean).length > 1 ||
    (end_date !== undefined && start_date === undefined)
  ) {
    return refuse(400, `Bad Request: invalid field combination passed. ${allowedFieldsText}`);
  }
  for (const day of [date, start_date, end_date]) {
    if (day === undefined) continue;
    if (!isDay(day)) return refuse(400, `time data '${day}' does not match format '%Y-%m-%d'`);
    if (isLate(day, place)) return refuse(404, `No data available for date: ${day}`);
    if (!isPublished(day, newest)) {
      return refuse(400, `Date must be between Jun 16, 1995 and ${dateInWords(newest)}.`);
    }
  }
  const records = (days: Iterable<string>): Response => {
    const daysWithRecord = [...days].filter((day) => !isInGap(day));
    const recordList = daysWithRecord.map((day) => publicRecordOf(place, day, fields['thumbs']));
    return Response.json(recordList, { headers: answerHeaders(place) });
  };
  if (count !== undefined) {
    if (!/^\d{1,3}$/.test(count) || Number(count) < 1 || Number(count) > maxDaysAtOnce) {
      return refuse(400, 'Count must be positive and cannot exceed 100');
    }
    return records(randomDays(Number(count), place));
  }
  if (start_date !== undefined) {
    const lastDay = end_date ?? newest;
    if (start_date > lastDay) return refuse(400, 'start_date cannot be after end_date');
    return records(daysBetween(start_date, lastDay));
  }
  const day = date ?? newest;
  if (isInGap(day)) return refuse(404, `No data available for date: ${day}`);
  return Response.json(publicRecordOf(place, day, fields['thumbs']), {
    headers: answerHeaders(place),
  });
}

const isInGap = (day: string): boolean => day >= archiveGap.from && day <= archiveGap.to;
/** Whether the day has begun in some time zone although its picture is not published yet. */
const isLate = (day: string, { now, newest }: PublicPlace): boolean =>
  day > newest && Date.parse(day) <= now;

const answerHeaders = ({ headers }: PublicPlace) => ({
  'Cache-Control': 'public, max-age=60',
  ...headers,
});

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

function* daysBetween(from: string, to: string): Iterable<string> {
  const days = countDays(from, to);
  for (let n = 0; n < days; n++) yield addDays(from, n);
}

/** Random days of the archive. Requests within the same second get the same days. */
function* randomDays(count: number, { now, newest }: PublicPlace): Iterable<string> {
  const days = countDays(firstDay, newest);
  for (let n = 0; n < count; n++) {
    yield addDays(firstDay, hash32(`${Math.floor(now / 1000)} ${n}`) % days);
  }
}
