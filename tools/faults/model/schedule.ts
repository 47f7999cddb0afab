import fc from 'fast-check';

/** The ways in which the service can treat every request. */
const serviceConditions = [
  'up',
  'down',
  /** The service accepts the request, but its answer is lost. */
  'answers-lost',
  /** The connection fails before the service has received anything. */
  'breaks',
  'busy',
  'server-error',
  'refuses',
  'makes-no-sense',
] as const;
export type ServiceCondition = (typeof serviceConditions)[number];

/** One step. `post` is the number of one of the user's posts; the first edit creates the post. */
export type Step =
  | { readonly do: 'write'; readonly post: number; readonly publish: boolean }
  | { readonly do: 'delete' | 'restore' | 'revert' | 'retry' | 'look'; readonly post: number }
  | { readonly do: 'weather'; readonly weather: ServiceCondition; readonly latencyMs: number }
  | { readonly do: 'disk'; readonly code: string | null }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'set-clock'; readonly byMs: number }
  | { readonly do: 'pause'; readonly paused: boolean }
  /**
   * Imports a file of `posts` posts while the next steps continue. A `broken` file ends with a line that is not a post.
   */
  | { readonly do: 'import'; readonly posts: number; readonly broken: boolean }
  | { readonly do: 'publish' | 'kill' | 'restart' }
  /** Kills the process at the `at`th write to the disk from now: before the write or (`done`) after the write. */
  | { readonly do: 'kill-at-write'; readonly at: number; readonly done: boolean };

export interface Schedule {
  /** The seed of the random delays. */
  readonly seed: number;
  readonly steps: readonly Step[];
}

const anyPost = fc.integer({ min: 0, max: 3 });
const anyMinute = 60_000;
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('write'), post: anyPost, publish: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('delete', 'restore', 'revert', 'retry', 'look'),
      post: anyPost,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('weather'),
      weather: fc.constantFrom(...serviceConditions),
      latencyMs: fc.constantFrom(0, 1, 500, 20_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('disk'),
      code: fc.constantFrom(null, null, 'SQLITE_FULL', 'SQLITE_BUSY'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('pass'),
      ms: fc.constantFrom(0, 1, 400, 10_000, anyMinute, 10 * anyMinute, 90 * anyMinute),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set-clock'),
      byMs: fc.constantFrom(
        -400 * 24 * 60 * anyMinute,
        -1440 * anyMinute,
        60 * anyMinute,
        1440 * anyMinute,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pause'), paused: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('import'),
      posts: fc.integer({ min: 1, max: 12 }),
      broken: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('publish', 'kill', 'restart') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('kill-at-write'),
      at: fc.integer({ min: 1, max: 4 }),
      done: fc.boolean(),
    }),
  },
);

export const anySchedule: fc.Arbitrary<Schedule> = fc.record({
  seed: fc.nat(),
  steps: fc.array(anyStep, { minLength: 1, maxLength: 40, size: 'max' }),
});
