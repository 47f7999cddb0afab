import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { instantSchema } from '../instant.ts';
import { pictureDateSchema } from '../picture/picture.ts';
import { serviceNames } from '../state.ts';

/**
 * The entries of the flight recorder. Every value is a number, a date, or a text from a fixed list of the app: no text
 * by a user, a service or the system.
 */

const failureKindSchema = z.enum(
  failureSchema.options.map((option) => option.shape.kind.value) as [string, ...string[]],
);

/** A failure without its texts: the kind, and the reason or stage if the kind has one. */
export const recordedFailureSchema = z.object({
  kind: failureKindSchema,
  reason: z.string().max(40).nullable(),
  status: z.int().nullable(),
  /** In milliseconds, as requested by the service; null: it named no time. */
  retryAfterMs: z.number().nullable(),
});
export type RecordedFailure = z.infer<typeof recordedFailureSchema>;

/**
 * A body: its length in bytes, and its known fields or a keyed hash of it. The report does not contain the key of the
 * hash.
 */
const bodySchema = z.object({
  bytes: z.int().nonnegative(),
  /** The known fields of a body of at most 8 kB. */
  fields: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  hash: z.string().optional(),
});
export type RecordedBody = z.infer<typeof bodySchema>;

const pairsSchema = z.array(z.tuple([z.string(), z.string()])).readonly();

/** Times are milliseconds; `at` since the Unix epoch, `t` since the recorder began, without the time asleep. */
const timeFields = { at: instantSchema, t: z.number() };

export const exchangeSchema = z.object({
  kind: z.literal('exchange'),
  ...timeFields,
  service: z.enum(serviceNames),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  /** The public host; null: the address of a service that the user chose, or of an embedded service. */
  host: z.string().nullable(),
  /** A path from the app's fixed list; null: any other path. */
  path: z.string().nullable(),
  query: pairsSchema,
  requestHeaders: pairsSchema,
  requestBody: bodySchema.nullable(),
  /** Time of the first byte after `at`; null: no byte arrived. */
  firstByteMs: z.number().nullable(),
  /** Time of the end after `at`; null: the request has not ended. */
  endMs: z.number().nullable(),
  status: z.int().nullable(),
  responseHeaders: pairsSchema,
  responseBody: bodySchema.nullable(),
  failure: recordedFailureSchema.nullable(),
});
export type RecordedExchange = z.infer<typeof exchangeSchema>;

/** The commands and changes of the system that `npm run faults -- world` can repeat. Posts are numbered. */
export const recordedStepSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('sleep'), ms: z.number(), times: z.literal(1) }),
  z.object({ do: z.literal('set-clock'), skewMs: z.number() }),
  z.object({ do: z.literal('write'), post: z.int(), publish: z.boolean() }),
  z.object({ do: z.enum(['delete', 'restore', 'retry']), post: z.int() }),
  z.object({
    do: z.literal('decide'),
    kind: z.enum(['favour', 'pin', 'unpin', 'skip', 'previous', 'newest']),
  }),
  z.object({ do: z.enum(['wallpaper', 'check', 'publish', 'settings', 'move', 'key']) }),
  z.object({ do: z.enum(['watch', 'pause', 'hold']), on: z.boolean() }),
]);
export type RecordedStep = z.infer<typeof recordedStepSchema>;

/** The state that the app shows: `works`, `waits` before the first answer, or the standing failure. */
const standingSchema = z.union([z.enum(['works', 'waits']), recordedFailureSchema]);
export type ServiceStanding = z.infer<typeof standingSchema>;

export const digestSchema = z.object({
  picture: standingSchema,
  position: standingSchema,
  posts: standingSchema,
  paused: z.boolean(),
  power: z.enum(['awake', 'asleep', 'locked']),
  /** The day of the newest picture. */
  day: pictureDateSchema.nullable(),
  wallpaper: z.enum(['untouched', 'set', 'failed']),
  journal: z.object({ unsent: z.int(), refused: z.int(), durable: z.boolean() }),
});
export type StateDigest = z.infer<typeof digestSchema>;

const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step'), ...timeFields, step: recordedStepSchema }),
  z.object({ kind: z.literal('state'), ...timeFields, state: digestSchema }),
  z.object({
    kind: z.literal('power'),
    ...timeFields,
    event: z.enum([
      'suspend',
      'resume',
      'lock-screen',
      'unlock-screen',
      'clock-forward',
      'clock-back',
      'network',
    ]),
  }),
  z.object({
    kind: z.literal('displays'),
    ...timeFields,
    /** Width and height in pixels. */
    displays: z.array(z.object({ width: z.int(), height: z.int(), scale: z.number() })).readonly(),
  }),
  z.object({
    kind: z.literal('wallpaper'),
    ...timeFields,
    outcome: z.enum(['verified', 'unverified', 'failed']),
    backend: z.string().nullable(),
    why: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('defect'),
    ...timeFields,
    /** The error's class and code. */
    name: z.string(),
    code: z.string().nullable(),
    /** Places in the app's own code. */
    frames: z.array(z.string()).readonly(),
  }),
]);
export type RecordedEvent = z.infer<typeof eventSchema>;

export const entrySchema = z.union([exchangeSchema, eventSchema]);
export type RecordedEntry = RecordedExchange | RecordedEvent;

export const recordSchema = z.object({
  /** The time zone of this computer, minutes east of UTC. */
  utcOffsetMinutes: z.int().min(-840).max(840),
  /** When the report was made: `at` and `t` as in the entries. */
  end: z.object(timeFields),
  /** The number of older entries that were dropped from the ring. */
  dropped: z.int(),
  state: digestSchema.nullable(),
  entries: z.array(entrySchema).readonly(),
});
export type FlightRecord = z.infer<typeof recordSchema>;
