import { z } from 'zod';

export const serviceNames = ['posts', 'position', 'picture'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** One request, in the form of `GET /requests`. */
export interface RequestEntry {
  /** The number of the request, counted from 1 since the start of the services. */
  readonly number: number;
  /** The time of the request by the services' clock, milliseconds since the epoch. */
  readonly at: number;
  readonly service: ServiceName;
  readonly method: string;
  /** Path and query of the request. */
  readonly target: string;
  /** The status of the answer; null before the answer, and when the connection was reset. */
  status: number | null;
  /** The names of the scenarios that acted on the request. */
  scenarios: readonly string[];
  /** The first 1,024 characters of the body, if the service read it; written by `setEntryBody`. */
  body?: string;
}

/** The number of requests that the log keeps. */
const maxRequests = 1_000;
/** The length in characters to which longer request targets are truncated. */
const maxTargetLength = 2_048;
const maxBodyLength = 1_024;

/** The beginning of a text as a copy: a slice would keep the whole text in memory. */
const beginningOf = (text: string, most: number): string =>
  text.length <= most ? text : Buffer.from(text.slice(0, most)).toString();

export function setEntryBody(entry: RequestEntry, text: string): void {
  entry.body = beginningOf(text, maxBodyLength);
}

/** The answer of `GET /requests`: the counts of all requests since the last DELETE, and the last requests. */
export const requestsSchema = z.object({
  totals: z.record(
    z.enum(serviceNames),
    z.object({
      /** Requests with or without an answer. */
      requests: z.int(),
      /** Connections that were reset instead of answered. */
      resets: z.int(),
      /** The number of answers by status. */
      statuses: z.record(z.string(), z.int()),
    }),
  ),
  /** The oldest first. */
  entries: z.array(
    z.object({
      number: z.int(),
      at: z.iso.datetime(),
      service: z.enum(serviceNames),
      method: z.string(),
      target: z.string(),
      status: z.int().nullable(),
      scenarios: z.array(z.string()),
      body: z.string().optional(),
    }),
  ),
});
export type Requests = z.output<typeof requestsSchema>;

interface RequestTally {
  requests: number;
  resets: number;
  readonly statuses: Map<number, number>;
}

export interface RequestLog {
  readonly open: (service: ServiceName, method: string, target: string) => RequestEntry;
  /** Sets the status of the answer. The status 0 of `Response.error()` means that the connection was reset. */
  readonly settle: (entry: RequestEntry, status: number) => void;
  readonly read: (only: {
    readonly service?: ServiceName | undefined;
    readonly after?: number | undefined;
  }) => Requests;
  readonly clear: () => void;
}

/** Stores the last 1,000 requests, and counts all of them. */
export function createRequestLog(now: () => number): RequestLog {
  let entries: RequestEntry[] = [];
  let lastNumber = 0;
  let clearedNumber = 0;
  let tallies = freshTallies();

  return {
    open: (service, method, target) => {
      lastNumber += 1;
      const entry: RequestEntry = {
        number: lastNumber,
        at: now(),
        service,
        method,
        target: beginningOf(target, maxTargetLength),
        status: null,
        scenarios: [],
      };
      entries.push(entry);
      if (entries.length > maxRequests) entries.shift();
      tallies[service].requests += 1;
      return entry;
    },
    settle: (entry, status) => {
      // Ignores a request that began before the last DELETE.
      if (entry.number <= clearedNumber) return;
      const tally = tallies[entry.service];
      if (status === 0) tally.resets += 1;
      else tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      entry.status = status === 0 ? null : status;
    },
    read: ({ service, after = 0 }) => ({
      totals: {
        posts: totalsOf(tallies.posts),
        position: totalsOf(tallies.position),
        picture: totalsOf(tallies.picture),
      },
      entries: entries
        .filter((entry) => entry.number > after && (service ?? entry.service) === entry.service)
        .map(({ at, scenarios, ...entry }) => ({
          ...entry,
          at: new Date(at).toISOString(),
          scenarios: [...scenarios],
        })),
    }),
    clear: () => {
      entries = [];
      clearedNumber = lastNumber;
      tallies = freshTallies();
    },
  };
}

const freshTallies = (): Record<ServiceName, RequestTally> => ({
  posts: { requests: 0, resets: 0, statuses: new Map() },
  position: { requests: 0, resets: 0, statuses: new Map() },
  picture: { requests: 0, resets: 0, statuses: new Map() },
});

const totalsOf = ({
  requests,
  resets,
  statuses,
}: RequestTally): Requests['totals'][ServiceName] => ({
  requests,
  resets,
  statuses: Object.fromEntries(statuses),
});
