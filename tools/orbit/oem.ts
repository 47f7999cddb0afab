import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { placeBelow } from '#shared/station/sky/earth.ts';
import { readOem, type Oem } from './oem-file.ts';
import { readText } from './read-file.ts';
import { trajectoryOf } from './trajectory.ts';
import { UsageError } from '../setup/command.ts';
import { joinOptionValues, NoAnswerError, parseNumber } from './orbit-arguments.ts';

export const oemUsage = `Converts a trajectory (CCSDS Orbit Ephemeris Message 2.0, KVN or XML, EME2000, UTC; also compressed with gzip) to
positions over the Earth.

  npm run --silent orbit -- oem FILE [--step S] [--from T] [--hours H] [--ut1 S] [--format csv] [--events]

  --step S       seconds between positions, at least 1; 60 when left out
  --from T       first position, in Unix seconds; the first state when left out
  --hours H      so many hours; to the last state when left out
  --ut1 S        UT1 − UTC in seconds, −0.9 to 0.9; 0 when left out, which costs up to 46 m per 0.1 s
  --format F     jsonl (an object a line) or csv; jsonl when left out
  --events       prints the planned events of the file with their change of speed (m/s) in place of positions

A position has its time in Unix seconds, geodetic latitude and longitude in degrees (WGS 84, north and east positive) and
the altitude above the ellipsoid in km.

Exit code: 0, 1 when the file is not such a trajectory (the reason is on standard error), 2 for a wrong command line.
`;

interface OemRequest {
  readonly file: string;
  readonly step: number;
  readonly from: number | null;
  readonly hours: number | null;
  readonly ut1MinusUtc: number;
  readonly format: 'jsonl' | 'csv';
  readonly events: boolean;
}

const stringOption = { type: 'string' } as const;
const flagOption = { type: 'boolean', default: false } as const;

/** Returns the output of `orbit -- oem`. Throws a UsageError or a NoAnswerError. */
export function convertOem(args: readonly string[]): string {
  if (args.includes('--help') || args.includes('-h')) return oemUsage;
  const request = parseOemRequest(args);
  const read = readOem(textOf(request.file));
  if (!read.ok) throw new NoAnswerError(`${request.file}: ${read.message}`);
  return request.events ? eventLines(read.oem, request) : positionLines(read.oem, request);
}

function parseOemRequest(args: readonly string[]): OemRequest {
  const { values, positionals } = parseOemOptions(joinOptionValues(args));
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('one FILE is needed');
  const numberOf = (name: 'step' | 'from' | 'hours' | 'ut1'): number | null => {
    const text = values[name];
    return text === undefined ? null : parseNumber(name, text);
  };
  const { format = 'jsonl', events } = values;
  if (format !== 'jsonl' && format !== 'csv') throw new UsageError('--format is jsonl or csv');
  const step = numberOf('step') ?? 60;
  if (step < 1) throw new UsageError('--step is at least 1');
  const hours = numberOf('hours');
  if (hours !== null && hours <= 0) throw new UsageError('--hours is above 0');
  const ut1MinusUtc = numberOf('ut1') ?? 0;
  if (Math.abs(ut1MinusUtc) > 0.9) throw new UsageError('--ut1 is between −0.9 and 0.9');
  return { file, step, from: numberOf('from'), hours, ut1MinusUtc, format, events };
}

function parseOemOptions(args: string[]) {
  const options = {
    ...{
      step: stringOption,
      from: stringOption,
      hours: stringOption,
      ut1: stringOption,
      format: stringOption,
    },
    events: flagOption,
  };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'wrong options', {
      cause: error,
    });
  }
}

function textOf(file: string): string {
  try {
    return readText(resolve(file));
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new NoAnswerError(`${file} cannot be read (${why})`, { cause: error });
  }
}

function positionLines(
  { states }: Oem,
  { step, hours, ut1MinusUtc, ...request }: OemRequest,
): string {
  const trajectory = trajectoryOf(states, ut1MinusUtc);
  const from = request.from ?? trajectory.from;
  const to = hours === null ? trajectory.to : from + hours * 3600;
  if (from < trajectory.from || from > trajectory.to || to > trajectory.to) {
    throw new NoAnswerError(
      `${request.file} has positions from ${trajectory.from} to ${trajectory.to} only (Unix seconds)`,
    );
  }
  const rows = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => {
    const t = from + index * step;
    const { latitude, longitude, altitudeKm } = placeBelow(trajectory.earthFixed(t));
    return {
      t,
      latitude: Number(latitude.toFixed(6)),
      longitude: Number(longitude.toFixed(6)),
      altitudeKm: Number(altitudeKm.toFixed(4)),
    };
  });
  return lines(['t', 'latitude', 'longitude', 'altitudeKm'], rows, request.format);
}

function eventLines({ events }: Oem, { format }: OemRequest): string {
  return lines(['at', 'name', 'deltaV'], events, format);
}

function lines<Name extends string>(
  names: readonly Name[],
  rows: readonly Readonly<Record<Name, string | number>>[],
  format: OemRequest['format'],
): string {
  const written = rows.map((row) =>
    format === 'jsonl'
      ? JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])))
      : names.map((name) => String(row[name]).replaceAll(',', ' ')).join(','),
  );
  const head = format === 'csv' ? [names.join(',')] : [];
  return [...head, ...written].map((line) => `${line}\n`).join('');
}
