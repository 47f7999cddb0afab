import { UsageError } from '../setup/command.ts';
import { observerSchema, type Observer } from '#shared/station/sky/observer.ts';
import { heightAt } from '#station/observer/observer-in-use.ts';

/** The parsed command line. Times are Unix seconds. */
export interface OrbitRequest {
  /** Path of a file with answers of the position service, one per line. */
  readonly fixes: string;
  readonly at: readonly number[];
  readonly observer: Observer | null;
  /** The start of the time range; null: the time of the last fix. */
  readonly from: number | null;
  readonly hours: number;
}

export const usage = `Fits the orbit of the station to answers of the position service, and prints its positions and
passes as JSON.

  npm run --silent orbit -- --fixes FILE.jsonl [--at T,T,…] [--observer LAT,LON[,M]] [--from T] [--hours H]

  --fixes FILE           answers of the service, one a line, in any order; unreadable lines are skipped
  --at T,T,…             positions at these times
  --observer LAT,LON,M   passes over this place: degrees, north and east positive, metres above the sea;
                         without them the height of the nearest town
  --from T               passes from this time on; the last fix when left out
  --hours H              passes in so many hours; 24 when left out

T is in Unix seconds. Passes are those that climb to 10° or higher; rise and set are at 0°, without refraction;
"seen" has them with it.

Exit code: 0 with an orbit, 1 when the fixes give none (the reason is on standard error), 2 for a wrong
command line.`;

const stringOption = { type: 'string' } as const;
export const options = {
  fixes: stringOption,
  at: stringOption,
  observer: stringOption,
  from: stringOption,
  hours: stringOption,
} as const;

/**
 * The most hours for which the command predicts. No orbit is accurate for a longer time, and without a limit a typing
 * error could make the command run for hours.
 */
const maxHours = 24 * 60;

/** Reads the values of the options. Throws a UsageError. */
export function parseRequest(
  values: Readonly<Partial<Record<keyof typeof options, string>>>,
): OrbitRequest {
  if (values.fixes === undefined || values.fixes === '') {
    throw new UsageError('--fixes is missing');
  }
  const hours = values.hours === undefined ? 24 : parseNumber('hours', values.hours);
  if (hours <= 0 || hours > maxHours) {
    throw new UsageError(`--hours is not above 0 and at most ${maxHours}`);
  }
  return {
    fixes: values.fixes,
    at: values.at === undefined ? [] : parseNumbers('at', values.at),
    observer: values.observer === undefined ? null : observerFrom(values.observer),
    from: values.from === undefined ? null : parseNumber('from', values.from),
    hours,
  };
}

/**
 * Joins options and values, as in `--observer=-33.9,18.4`: parseArgs would treat the southern latitude as another
 * option.
 */
export function joinOptionValues(args: readonly string[]): string[] {
  const out: string[] = [];
  for (const arg of args) {
    const last = out.at(-1);
    if (last !== undefined && /^-[\d.]/.test(arg) && /^--[a-z\d]+$/.test(last)) {
      out[out.length - 1] = `${last}=${arg}`;
    } else {
      out.push(arg);
    }
  }
  return out;
}

function parseNumber(name: string, text: string): number {
  if (!/^[+-]?\d{1,12}(\.\d*)?$/.test(text.trim())) {
    throw new UsageError(`--${name}: "${text}" is not a number`);
  }
  return Number(text);
}

const parseNumbers = (name: string, list: string): number[] =>
  list.split(',').map((text) => parseNumber(name, text));

function observerFrom(text: string): Observer {
  const [latitude, longitude, altitude = null, ...rest] = parseNumbers('observer', text);
  if (latitude === undefined || longitude === undefined || rest.length > 0) {
    throw new UsageError('--observer is LAT,LON or LAT,LON,METRES');
  }
  const observer = observerSchema.safeParse({ latitude, longitude, altitude });
  if (observer.success) {
    const { data } = observer;
    return { ...data, altitude: data.altitude ?? heightAt(data).altitude };
  }
  throw new UsageError(
    '--observer: latitude −90 to 90, longitude −180 to 180, altitude −430 to 8850 metres',
  );
}
