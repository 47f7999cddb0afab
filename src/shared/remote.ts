import { z } from 'zod';
import { failureSchema, type Failure } from './failure.ts';
import { instantSchema } from './instant.ts';

/**
 * A value that is fetched from a service repeatedly.
 *
 *   idle ──▶ loading ──▶ ready ──▶ loading …
 *               │                     │
 *               └──▶ failed ◀─────────┘      each keeps the last good value
 *
 * `at` is when the state was entered, in milliseconds since the Unix epoch; `last` is the last good value and `lastAt`
 * when it came, or both null when there was none yet.
 */
export type RemoteValue<T> =
  | { readonly status: 'idle'; readonly last: null; readonly lastAt: null }
  | {
      readonly status: 'loading';
      readonly at: number;
      readonly last: T | null;
      readonly lastAt: number | null;
    }
  | { readonly status: 'ready'; readonly at: number; readonly last: T; readonly lastAt: number }
  | {
      readonly status: 'failed';
      readonly at: number;
      readonly failure: Failure;
      readonly last: T | null;
      readonly lastAt: number | null;
    };

export function remoteSchema<T>(value: z.ZodType<T>): z.ZodType<RemoteValue<T>> {
  const lastFields = { last: value.nullable(), lastAt: instantSchema.nullable() };
  return z.discriminatedUnion('status', [
    z.object({ status: z.literal('idle'), last: z.null(), lastAt: z.null() }),
    z.object({ status: z.literal('loading'), at: instantSchema, ...lastFields }),
    z.object({ status: z.literal('ready'), at: instantSchema, last: value, lastAt: instantSchema }),
    z.object({
      status: z.literal('failed'),
      at: instantSchema,
      failure: failureSchema,
      ...lastFields,
    }),
  ]);
}

export const idleRemote: RemoteValue<never> = { status: 'idle', last: null, lastAt: null };

export const loadingRemote = <T>(before: RemoteValue<T>, at: number): RemoteValue<T> => ({
  status: 'loading',
  at,
  last: before.last,
  lastAt: before.lastAt,
});

export const readyRemote = <T>(value: T, at: number): RemoteValue<T> => ({
  status: 'ready',
  at,
  last: value,
  lastAt: at,
});

export const failedRemote = <T>(
  before: RemoteValue<T>,
  failure: Failure,
  at: number,
): RemoteValue<T> => ({
  status: 'failed',
  at,
  failure,
  last: before.last,
  lastAt: before.lastAt,
});
