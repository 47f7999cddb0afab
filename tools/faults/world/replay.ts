import type {
  StateDigest,
  FlightRecord,
  RecordedExchange,
  ServiceStanding,
} from '#shared/report/flight-record.ts';
import { withDefaults } from '#settings/store/settings-format.ts';
import type { Report, SettingsPart } from '#shared/report/report-schema.ts';
import { serviceNames, type ServiceName } from '#shared/state.ts';
import { defaultSettings, settingsSchema, type Settings } from '#shared/settings/settings.ts';
import type { Scenario, Schedule, Step } from './schedule.ts';

const dayMs = 24 * 3600_000;
/** The longest record that is replayed: a ring of 200 entries cannot cover more time. */
const maxRecordMs = 60 * dayMs;

/** The day of a report, as a schedule. */
export interface Replay {
  readonly schedule: Schedule;
  /** The answers of each service at the app's start. */
  readonly initial: ReadonlyMap<ServiceName, readonly Scenario[]>;
  readonly settings: Settings;
}

/** A failed request, or an answer that the app could not use. */
type Outcome = Exclude<ServiceStanding, string>;

/** The scenario in which an embedded service has this outcome. */
function scenarioOf({ kind, reason, status, retryAfterMs }: Outcome): Scenario {
  const retryAfter = retryAfterMs === null ? null : String(Math.ceil(retryAfterMs / 1000));
  const error = (code: number): Scenario => ({
    name: 'status',
    code,
    ...(retryAfter !== null && { retryAfter }),
  });
  switch (kind) {
    case 'quota':
      return error(429);
    case 'unavailable':
      return error(Math.max(status ?? 503, 500));
    case 'refused':
      return error(Math.min(Math.max(status ?? 400, 400), 499));
    case 'not-found':
      return error(404);
    case 'key-refused':
      return { name: 'key-refused' };
    case 'offline':
      return { name: reason === 'portal' ? 'portal' : 'reset' };
    case 'timeout':
      return { name: reason === 'idle' ? 'dripping-body' : 'silence' };
    case 'implausible':
      return {
        name: { frozen: 'frozen', displaced: 'displaced' }[reason ?? ''] ?? 'stale-timestamp',
      };
    case 'too-large':
      return { name: 'huge-json', mebibytes: 2 };
    case 'truncated':
      return { name: 'truncated' };
    case 'not-an-image':
      return { name: reason === 'svg' ? 'svg' : 'hdurl-html' };
    case 'no-picture':
      return { name: reason === 'video' ? 'video' : 'other' };
    case 'placeholder':
      return { name: 'placeholder' };
    case 'address-refused':
      return { name: 'redirect-loopback' };
    default:
      return { name: 'malformed-json' };
  }
}

/**
 * The path at the embedded services for a recorded request. If the report leaves out the path, the request was for a
 * picture.
 */
function pathOf({ service, path }: RecordedExchange): string | null {
  if (service !== 'picture') return null;
  return path === null ? '/image' : (/^\/[^/]+/.exec(path)?.[0] ?? null);
}

interface TimedStep {
  readonly t: number;
  readonly step: Step;
}

/**
 * The entries in their order, with times that never decrease. A sleep is recorded at its end, so requests just before
 * the entry may have later times.
 */
function entriesByTime(record: FlightRecord): FlightRecord['entries'] {
  let latest = 0;
  return record.entries.map((entry) => ({ ...entry, t: (latest = Math.max(latest, entry.t)) }));
}

/** The failures that an answer with a successful status may have. */
const contentFailures = new Set(
  'malformed implausible placeholder no-picture not-an-image truncated address-refused'.split(' '),
);

/**
 * The outcome of an exchange: its own failure, or the failure of its content, which lasts until the next exchange;
 * null: it succeeded or was cancelled.
 */
function exchangeOutcomeOf(entries: FlightRecord['entries'], at: number): Outcome | null {
  const exchange = entries[at];
  if (exchange?.kind !== 'exchange') return null;
  const { service, failure } = exchange;
  if (failure !== null) return failure.kind === 'cancelled' ? null : failure;
  const next = entries.findIndex(
    (entry, index) => index > at && entry.kind === 'exchange' && entry.service === service,
  );
  const until = entries.slice(0, next < 0 ? entries.length : next);
  const state = until.findLast((entry) => entry.kind === 'state');
  const standing = state?.kind === 'state' ? state.state[service] : 'waits';
  if (typeof standing === 'string' || !contentFailures.has(standing.kind)) return null;
  // A wrong system clock makes every position appear to be from another time.
  const isClockWrong = until.some(
    (entry) => entry.kind === 'step' && entry.step.do === 'set-clock' && entry.step.skewMs !== 0,
  );
  return isClockWrong && standing.reason === 'wrong-time' ? null : standing;
}

/** The times at which the answers of each service change: half-way between two requests with different outcomes. */
function changesOf(
  entries: FlightRecord['entries'],
): (TimedStep & { readonly isFirst: boolean })[] {
  const changes: (TimedStep & { readonly isFirst: boolean })[] = [];
  for (const service of serviceNames) {
    /** The active scenarios by path; null: all paths. */
    const active = new Map<
      string | null,
      { readonly scenario: Scenario | null; readonly end: number }
    >();
    for (const [at, exchange] of entries.entries()) {
      if (exchange.kind !== 'exchange' || exchange.service !== service) continue;
      const path = pathOf(exchange);
      const outcome = exchangeOutcomeOf(entries, at);
      const plain = outcome === null ? null : scenarioOf(outcome);
      const scenario = plain === null || path === null ? plain : { ...plain, path };
      const last = active.get(path);
      active.set(path, { scenario, end: exchange.t + (exchange.endMs ?? 0) });
      if (JSON.stringify(last?.scenario ?? null) === JSON.stringify(scenario)) continue;
      const isFirst = last === undefined;
      // A scenario that repeats a position needs a good position first, so it begins right after the last good answer.
      const isRepeating = outcome?.reason === 'frozen';
      const t = isFirst
        ? 0
        : Math.min(isRepeating ? last.end : (last.end + exchange.t) / 2, exchange.t);
      const scenarios = [...active.values()].flatMap((one) => one.scenario ?? []);
      changes.push({ t, isFirst, step: { do: 'service', service, scenarios } });
    }
  }
  return changes;
}

const zoneOf = (minutesEast: number): string => {
  const hours = Math.round(minutesEast / 60);
  // The sign in the Etc/GMT names is inverted, as in POSIX.
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
};

/** The settings of a report, over the defaults. A report does not contain the user's services and commands. */
function settingsOf(part: SettingsPart = {}): Settings {
  const { services, hook, hooks } = defaultSettings;
  return settingsSchema.parse(withDefaults(defaultSettings, { ...part, services, hook, hooks }));
}

/** The steps of a report; null: the report has no record, or the record is too long. */
export function replayOf({ parts: { record, settings } }: Report): Replay | null {
  if (record === undefined) return null;
  const entries = entriesByTime(record);
  const first = entries[0] ?? record.end;
  const changes = changesOf(entries);
  // These scenarios are active before the app starts, for its first requests. For some paths the first request comes
  // later.
  const initial = new Map<ServiceName, readonly Scenario[]>();
  for (const { isFirst, step } of changes)
    if (isFirst && step.do === 'service') initial.set(step.service, step.scenarios);
  const timed: TimedStep[] = [
    ...changes.filter(({ isFirst }) => !isFirst),
    ...entries.flatMap((entry) =>
      entry.kind === 'step' ? [{ t: entry.t, step: entry.step }] : [],
    ),
  ].sort((a, b) => a.t - b.t);
  const steps: Step[] = [];
  let now = first.t;
  const passUntil = (t: number): void => {
    const ms = Math.round(t - now);
    if (ms <= 0) return;
    steps.push({ do: 'pass', ms });
    now += ms;
  };
  for (const { t, step } of timed) {
    passUntil(t);
    steps.push(step);
  }
  passUntil(record.end.t);
  const total = steps.reduce((sum, step) => sum + ('ms' in step ? step.ms : 0), 0);
  if (total > maxRecordMs) return null;
  return {
    schedule: { seed: 1, wall: first.at, zone: zoneOf(record.utcOffsetMinutes), steps },
    initial,
    settings: settingsOf(settings),
  };
}

/**
 * The words contain only the kind of an outcome: in a replay, a broken connection represents every missing network, and
 * a stale position may also repeat.
 */
const outcomeInWords = (standing: ServiceStanding): string =>
  typeof standing === 'string' ? standing : standing.kind;

/** The distinct consecutive states of a service, without the states before its first answer. */
export function standingsOf({ entries }: FlightRecord, service: ServiceName): string[] {
  const all = entries.flatMap((entry) =>
    entry.kind === 'state' ? [outcomeInWords(entry.state[service])] : [],
  );
  return all.filter((words, at) => words !== 'waits' && words !== all[at - 1]);
}

/** The final state, without the services. */
function finalStateOf(state: StateDigest): Readonly<Record<string, string>> {
  const { paused, journal } = state;
  return {
    paused: String(paused),
    journal: `${journal.unsent} unsent, ${journal.refused} refused`,
  };
}

export interface Comparison {
  readonly what: string;
  readonly recorded: string;
  readonly reached: string;
}

/** Compares the states of a record with the states of its replay. */
export function compareStates(recorded: FlightRecord, reached: FlightRecord): Comparison[] {
  const services = serviceNames.map((service) => {
    const [one, other] = [standingsOf(recorded, service), standingsOf(reached, service)];
    // The record starts with a success from an earlier run of the app, which the replay cannot have.
    const isEarlier = one[0] === 'works' && one[1] === other[0] && other[0] !== 'works';
    return {
      what: service,
      recorded: (isEarlier ? one.slice(1) : one).join(', '),
      reached: other.join(', '),
    };
  });
  // If the record is incomplete, the replay lacks the posts that are older than the record.
  const isWhole = recorded.dropped === 0;
  if (recorded.state === null || reached.state === null) return services;
  const [one, other] = [finalStateOf(recorded.state), finalStateOf(reached.state)];
  const ends = Object.keys(one)
    .filter((what) => isWhole || what !== 'journal')
    .map((what) => ({ what, recorded: one[what] ?? '', reached: other[what] ?? '' }));
  return [...services, ...ends];
}
