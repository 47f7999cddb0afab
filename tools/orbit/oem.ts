import { placeBelow } from '#shared/station/sky/earth.ts';
import { readOem, type Oem } from './oem-file.ts';
import { readText } from './read-file.ts';
import { trajectoryOf } from './trajectory.ts';
import { UsageError } from '../setup/command.ts';
import { RefusalError } from '../setup/process.ts';
import { parseNumber } from './orbit-arguments.ts';

export const oemUsage = `Converts a trajectory (CCSDS Orbit Ephemeris Message 2.0, KVN or XML, EME2000, UTC; also compressed with gzip) to
positions over the Earth.

  npm run --silent orbit -- oem FILE [--step S] [--from T] [--hours H] [--events]

  --step S       seconds between positions, at least 1; 60 when left out
  --from T       first position, in Unix seconds; the first state when left out
  --hours H      so many hours; to the last state when left out
  --events       prints the planned events of the file with their change of speed (m/s) in place of positions

Each line is a JSON object. A position has its time in Unix seconds, geodetic latitude and longitude in degrees (WGS 84,
north and east positive) and the altitude above the ellipsoid in km. UT1 is taken as UTC, which costs up to 46 m for each
0.1 s of their difference.

Exit code: 0, 1 when the file is not such a trajectory (the reason is on standard error), 2 for a wrong command line.`;

const stringOption = { type: 'string' } as const;
export const oemOptions = {
  step: stringOption,
  from: stringOption,
  hours: stringOption,
  events: { type: 'boolean', default: false },
} as const;

interface OemValues {
  readonly step?: string;
  readonly from?: string;
  readonly hours?: string;
  readonly events?: boolean;
}

/** Returns the output of `orbit -- oem`. Throws a UsageError or a RefusalError. */
export function convertOem(files: readonly string[], values: OemValues): string {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw new UsageError('one FILE is needed');
  const numberOf = (name: 'step' | 'from' | 'hours'): number | null => {
    const text = values[name];
    return text === undefined ? null : parseNumber(name, text);
  };
  const step = numberOf('step') ?? 60;
  if (step < 1) throw new UsageError('--step is at least 1');
  const hours = numberOf('hours');
  if (hours !== null && hours <= 0) throw new UsageError('--hours is above 0');
  const read = readOem(readText(file));
  if (!read.ok) throw new RefusalError(`${file}: ${read.message}`);
  const rows =
    values.events === true
      ? read.oem.events
      : positionsOf(read.oem, { file, step, from: numberOf('from'), hours });
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

interface PositionRange {
  readonly file: string;
  readonly step: number;
  readonly from: number | null;
  readonly hours: number | null;
}

function positionsOf({ states }: Oem, { file, step, hours, ...range }: PositionRange) {
  const trajectory = trajectoryOf(states);
  const from = range.from ?? trajectory.from;
  const to = hours === null ? trajectory.to : from + hours * 3600;
  if (from < trajectory.from || from > trajectory.to || to > trajectory.to) {
    throw new RefusalError(
      `${file} has positions from ${trajectory.from} to ${trajectory.to} only (Unix seconds)`,
    );
  }
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => {
    const t = from + index * step;
    const { latitude, longitude, altitudeKm } = placeBelow(trajectory.earthFixed(t));
    return {
      t,
      latitude: Number(latitude.toFixed(6)),
      longitude: Number(longitude.toFixed(6)),
      altitudeKm: Number(altitudeKm.toFixed(4)),
    };
  });
}
