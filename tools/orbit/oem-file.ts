import { Parser } from 'htmlparser2';

/** The components x, y and z. */
export type Vector = readonly [number, number, number];

export interface StateVector {
  /** UTC, Unix seconds. */
  readonly t: number;
  /** EME2000, km. */
  readonly position: Vector;
  /** EME2000, km/s. */
  readonly velocity: Vector;
}

/** An event from the table in the comments of NASA's files. */
export interface PlannedEvent {
  readonly name: string;
  /** Time of ignition, launch or docking: UTC, Unix seconds. */
  readonly at: number;
  /** Change of speed in m/s; 0 for an event that is not a burn. */
  readonly deltaV: number;
}

/** An Orbit Ephemeris Message, with the states of all segments. */
export interface Oem {
  readonly object: string;
  /** The states in order of time, without duplicates. */
  readonly states: readonly StateVector[];
  readonly events: readonly PlannedEvent[];
}

type ReadOem =
  | { readonly ok: true; readonly oem: Oem }
  | { readonly ok: false; readonly message: string };

/** The content in KVN or XML: keywords with values, states and comments, in the order of the file. */
interface Contents {
  readonly keywords: (readonly [keyword: string, value: string])[];
  /** The epoch, position and velocity of each state as text. */
  readonly states: string[][];
  readonly comments: string[];
}

const components = ['EPOCH', 'X', 'Y', 'Z', 'X_DOT', 'Y_DOT', 'Z_DOT'] as const;
/** The only values for which the conversion to the Earth-fixed frame is valid. */
const supportedValues = { CENTER_NAME: 'EARTH', REF_FRAME: 'EME2000', TIME_SYSTEM: 'UTC' } as const;
/** NASA's file of 2023-02-17 has a damaged tag for this keyword (`mCENTER_NAME>`). */
const optionalKeyword = 'CENTER_NAME';

/**
 * Reads an Orbit Ephemeris Message of version 2 (CCSDS 502.0-B-2, chapter 5) in KVN or XML (CCSDS 505.0-B-1): states
 * around the Earth in EME2000 and UTC. Accelerations, covariances and the recommended interpolation are left out.
 */
export function readOem(text: string): ReadOem {
  const {
    keywords,
    states: written,
    comments,
  } = /^\s*</.test(text) ? fromXml(text) : fromKvn(text);
  const valuesOf = (name: string): string[] =>
    keywords.filter(([keyword]) => keyword === name).map(([, value]) => value);
  const [version] = valuesOf('CCSDS_OEM_VERS');
  if (version === undefined)
    return faultResult('not an Orbit Ephemeris Message: no CCSDS_OEM_VERS');
  if (!version.startsWith('2.')) return faultResult(`version ${version} is not 2`);
  for (const [name, value] of Object.entries(supportedValues)) {
    const values = valuesOf(name);
    const other = values.find((one) => one.toUpperCase() !== value);
    if (values.length === 0 && name !== optionalKeyword) return faultResult(`${name} is missing`);
    if (other !== undefined) return faultResult(`${name} is ${other}, not ${value}`);
  }
  const states: StateVector[] = [];
  for (const [index, fields] of written.entries()) {
    const state = stateOf(fields);
    if (state === null)
      return faultResult(`state ${index + 1} cannot be read: ${fields.join(' ')}`);
    const last = states.at(-1);
    if (last !== undefined && state.t < last.t) {
      return faultResult(`state ${index + 1} is earlier than the one before it`);
    }
    // Two adjacent segments both have a state at the time at which one ends and the other begins. The state of the
    // later segment is used.
    if (last?.t === state.t) states.pop();
    states.push(state);
  }
  const [first] = states;
  if (first === undefined || states.length < 2) return faultResult('fewer than two states');
  return {
    ok: true,
    oem: {
      object: valuesOf('OBJECT_NAME')[0] ?? '',
      states,
      events: comments.flatMap((comment) => eventOf(comment, first.t) ?? []),
    },
  };
}

const faultResult = (message: string) => ({ ok: false, message }) as const;

function fromXml(text: string): Contents {
  const contents: Contents = { keywords: [], states: [], comments: [] };
  let state: Map<string, string> | null = null;
  let value = '';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        value = '';
        if (name === 'oem')
          contents.keywords.push([attributes['id'] ?? '', attributes['version'] ?? '']);
        if (name === 'stateVector') state = new Map();
      },
      ontext(part) {
        value += part;
      },
      onclosetag(name) {
        if (name === 'stateVector') {
          contents.states.push(components.map((component) => state?.get(component) ?? ''));
          state = null;
        } else if (name === 'COMMENT') contents.comments.push(value);
        else if (state === null) contents.keywords.push([name, value.trim()]);
        else state.set(name, value.trim());
        value = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return contents;
}

function fromKvn(text: string): Contents {
  const contents: Contents = { keywords: [], states: [], comments: [] };
  let inCovariance = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*COVARIANCE_START/.test(line)) inCovariance = true;
    else if (/^\s*COVARIANCE_STOP/.test(line)) inCovariance = false;
    if (inCovariance) continue;
    const comment = /^\s*COMMENT ?(.*)$/.exec(line)?.[1];
    const [, keyword, value] = /^\s*([A-Z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (comment !== undefined) contents.comments.push(comment);
    else if (keyword !== undefined && value !== undefined) contents.keywords.push([keyword, value]);
    else if (/^\s*\d/.test(line)) contents.states.push(line.trim().split(/\s+/));
  }
  return contents;
}

function stateOf([epoch = '', ...fields]: readonly string[]): StateVector | null {
  const t = timeOf(epoch);
  const [x, y, z, xDot, yDot, zDot] = fields.map((field) => (field === '' ? NaN : Number(field)));
  const numbers = [x, y, z, xDot, yDot, zDot];
  if (t === null || !numbers.every((number) => Number.isFinite(number))) return null;
  return {
    t,
    position: [x ?? NaN, y ?? NaN, z ?? NaN],
    velocity: [xDot ?? NaN, yDot ?? NaN, zDot ?? NaN],
  };
}

/** Unix seconds of a time with a date or a day of the year (CCSDS 301.0-B-4, 3.5); null for any other text. */
function timeOf(text: string): number | null {
  const match = /^(\d{4})-(?:(\d\d)-(\d\d)|(\d{3}))T(\d\d):(\d\d):(\d\d(?:\.\d*)?)Z?$/.exec(
    text.trim(),
  );
  if (match === null) return null;
  const [, year, month, day, dayOfYear, hour, minute, second] = match.map(Number);
  const date = match[4] === undefined ? [(month ?? 0) - 1, day] : [0, dayOfYear];
  const midnight = Date.UTC(year ?? NaN, date[0] ?? NaN, date[1] ?? NaN) / 1000;
  return midnight + (hour ?? NaN) * 3600 + (minute ?? NaN) * 60 + (second ?? NaN);
}

/**
 * Matches the name, the day of the year with the time, the number of the orbit (often missing), the change of speed,
 * the apogee and the perigee.
 */
const eventLine =
  /^\s*(\S.*?)\s+(\d{3}):(\d\d):(\d\d):(\d\d(?:\.\d*)?)\s+(?:\d+\s+)?(-?\d+\.\d+)\s+\d+\.\d+\s+\d+\.\d+\s*$/;

/**
 * Parses an event. The table has no year: an event that would be more than 180 days before the first state is in the
 * next year.
 */
function eventOf(comment: string, from: number): PlannedEvent | null {
  const match = eventLine.exec(comment);
  if (match === null) return null;
  const [, , day = NaN, hour = NaN, minute = NaN, second = NaN, deltaV = NaN] = match.map(Number);
  const year = new Date(from * 1000).getUTCFullYear();
  const within = (of: number): number => Date.UTC(of, 0, day, hour, minute) / 1000 + second;
  // The table also lists events from the days before the first state.
  const at = within(year) < from - 180 * 86_400 ? within(year + 1) : within(year);
  return { name: match[1] ?? '', at, deltaV };
}
