import { parseArgs } from 'node:util';

export const usage = `Records answers of a service as they come, one JSON line each, for tests.

  npm run --silent record -- picture|position|posts --out FILE [options]

  --out FILE      where the lines go; FILE must not exist yet
  --base URL      the service's address; for picture also its successor's, feed's and images' (default: the public ones)
  --editors URL   the editors' own site, picture only   (default: https://apod.com, or --base)
  --key KEY       API key of the legacy picture service (default: DEMO_KEY); it is not recorded
  --date D        picture: a day, YYYY-MM-DD; up to 5   (default: the newest)
  --count N       position: how many answers, up to 120 (default: 1)
  --interval S    position: seconds from one to the next, 5 or more (default: 5)

Requests go out one after the other, a second apart or more. Keys and cookies are not recorded; of files only the
first bytes are. Exit code: 0 when every request was answered, whatever the answer; 1 when one was not; 2 for a wrong
command line.
`;

export interface RecordOrder {
  readonly service: 'picture' | 'position' | 'posts';
  readonly out: string;
  /** Null: the public services. */
  readonly base: string | null;
  readonly editors: string | null;
  readonly key: string;
  readonly dates: readonly string[];
  readonly count: number;
  readonly intervalSeconds: number;
}

/** Says in one line what is wrong with a command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const services = ['picture', 'position', 'posts'] as const;
const mostDates = 5;
const mostAnswers = 120;
/** The position service asks for no more of one client. */
const leastSeconds = 5;

/** Null when the usage is asked for. Throws a UsageError. */
export function parseOrder(args: readonly string[]): RecordOrder | null {
  if (args.includes('--help') || args.includes('-h')) return null;
  const { values, positionals } = parse(args);
  const service = services.find((name) => name === positionals[0]);
  if (service === undefined || positionals.length > 1)
    throw new UsageError('name one of picture, position and posts');
  if (values.out === undefined || values.out === '') throw new UsageError('--out is missing');
  const dates = values.date ?? [];
  if (dates.length > mostDates) throw new UsageError(`no more than ${mostDates} days at a time`);
  for (const date of dates)
    if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date)))
      throw new UsageError(`--date: "${date}" is not a day, YYYY-MM-DD`);
  return {
    service,
    out: values.out,
    base: address('base', values.base),
    editors: address('editors', values.editors),
    key: values.key ?? 'DEMO_KEY',
    dates,
    count: whole('count', values.count, 1, 1, mostAnswers),
    intervalSeconds: whole('interval', values.interval, leastSeconds, leastSeconds, 3600),
  };
}

function parse(args: readonly string[]) {
  const string = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: string,
        base: string,
        editors: string,
        key: string,
        count: string,
        interval: string,
        date: { type: 'string', multiple: true },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'wrong options', {
      cause: error,
    });
  }
}

function address(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--${name}: "${text}" is not an http address`);
  return url.href.replace(/\/$/, '');
}

function whole(
  name: string,
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new UsageError(`--${name} is a whole number from ${least} to ${most}`);
  return value;
}
