import { serviceNames, type ServiceName } from '#services/request-log.ts';
import { createRandom } from '#test/support/orbit.ts';
import type { DiskFault } from './machine.ts';

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3600_000];

/** A scenario in the format of `PUT /scenarios/{service}`. */
export type Scenario = { readonly name: string } & Readonly<Record<string, string | number>>;

export type Step =
  | { readonly do: 'pass'; readonly ms: number }
  | {
      readonly do: 'service';
      readonly service: ServiceName;
      readonly scenarios: readonly Scenario[];
    }
  | { readonly do: 'disk'; readonly fault: DiskFault | null }
  /** Sets by how much the app's system clock is ahead of the true time. */
  | { readonly do: 'set-clock'; readonly skewMs: number }
  | { readonly do: 'sleep'; readonly ms: number; readonly times: number }
  /**
   * Kills the app. `atCall`: the number of the call to the disk, the database or a service at which the app is killed;
   * null: the app is killed while it is idle.
   */
  | { readonly do: 'kill'; readonly atCall: number | null; readonly downMs: number }
  | { readonly do: 'restart'; readonly downMs: number }
  | { readonly do: 'write'; readonly post: number; readonly publish: boolean }
  | { readonly do: 'delete' | 'restore' | 'retry'; readonly post: number }
  | {
      readonly do: 'decide';
      readonly kind: 'favour' | 'pin' | 'unpin' | 'skip' | 'previous' | 'newest';
    }
  | { readonly do: 'wallpaper' | 'check' | 'publish' | 'settings' | 'move' | 'key' | 'command' }
  | { readonly do: 'watch' | 'pause' | 'hold'; readonly on: boolean };

export interface Schedule {
  readonly seed: number;
  /** The true time at the start of the schedule, milliseconds since the epoch. */
  readonly wall: number;
  readonly zone: string;
  readonly steps: readonly Step[];
}

/** Scenarios in which a request may stay without an answer. */
export const hangingScenarios = ['slow-headers', 'dripping-body', 'silence'];

const retryAfter = [20, 90, 600];
const busyScenarios: readonly Scenario[] = retryAfter.flatMap((seconds) => [
  { name: '503', retryAfter: String(seconds) },
  { name: 'status', code: 429, retryAfter: String(seconds) },
]);
const commonScenarios: readonly Scenario[] = [
  ...[500, 502, 503, 504].map((status) => ({ name: String(status) })),
  { name: '503', retryAfter: 'soon' },
  { name: 'status', code: 418 },
  { name: 'slow-headers', seconds: 40 },
  ...[
    'dripping-body',
    'silence',
    'reset',
    'reset-midway',
    'html',
    'portal',
    'redirect-loopback',
  ].map((name) => ({ name })),
  ...['truncated', 'wrong-length', 'malformed-json', 'wrong-types', 'nan'].map((name) => ({
    name,
  })),
  { name: 'huge-json', mebibytes: 2 },
  { name: 'gzip-bomb', mebibytes: 16 },
];
const scenariosNamed = (...names: string[]): Scenario[] => names.map((name) => ({ name }));
const scenariosByService: Readonly<Record<ServiceName, readonly Scenario[]>> = {
  posts: [
    ...scenariosNamed('public'),
    { name: 'status', code: 400 },
    { name: 'status', code: 404 },
  ],
  position: scenariosNamed(
    ...['frozen', 'stale-timestamp', 'displaced', 'numbers', 'geodetic', 'failure', 'public'],
  ),
  picture: [
    ...scenariosNamed(
      'video',
      'other',
      'late',
      'no-hdurl',
      'placeholder',
      'key-refused',
      'quota-silent',
    ),
    ...scenariosNamed(
      'archived',
      'successor-down',
      'hdurl-html',
      'not-an-image',
      'image-bomb',
      'svg',
    ),
    ...scenariosNamed('public', 'portrait', 'breaks-off'),
    { name: 'quota', retryAfter: '600' },
  ],
};
const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'UTC'];
/** Days with a special date: the changes of summer time in Europe and in America, the new year, a leap day. */
const days = ['2026-10-25', '2026-11-01', '2026-12-31', '2027-03-14', '2027-03-28', '2028-02-29'];

/** Draws the schedule of a seed. `disk`: whether the machine has a small disk that can fail. */
export function scheduleOf(seed: number, disk: boolean): Schedule {
  const random = createRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const one = <T>(all: readonly [T, ...T[]] | readonly T[]): T => all[below(all.length)] as T;
  const post = (): number => below(5);

  const scenario = (service: ServiceName): Scenario => {
    const chosen = one(
      one([
        busyScenarios,
        commonScenarios,
        commonScenarios,
        scenariosByService[service],
        scenariosByService[service],
      ]),
    );
    return {
      ...chosen,
      ...(random() < 0.3 ? { probability: 0.5, seed: below(1000) } : {}),
      ...(random() < 0.3 ? { requests: 1 + below(3) } : {}),
    };
  };
  const service = (): Step => {
    const name = one(serviceNames);
    const scenarios = Array.from({ length: random() < 0.25 ? 0 : 1 + below(2) }, () =>
      scenario(name),
    );
    return { do: 'service', service: name, scenarios };
  };
  const skews = [
    0,
    0,
    2 * minuteMs,
    -2 * minuteMs,
    hourMs,
    -hourMs,
    24 * hourMs,
    -24 * hourMs,
  ] as const;
  const kinds = ['favour', 'pin', 'unpin', 'skip', 'previous', 'newest'] as const;
  const makers: readonly (readonly [weight: number, make: () => Step])[] = [
    [
      14,
      () => ({
        do: 'pass',
        ms: one([0, 400, 5 * secondMs, minuteMs, 7 * minuteMs, 35 * minuteMs]),
      }),
    ],
    [14, service],
    [2, () => ({ do: 'set-clock', skewMs: one(skews) })],
    [
      3,
      () => ({ do: 'sleep', ms: one([30 * secondMs, hourMs, 8 * hourMs]), times: one([1, 1, 4]) }),
    ],
    [
      2,
      () => ({
        do: 'kill',
        atCall: random() < 0.6 ? below(120) : null,
        downMs: one([6 * secondMs, minuteMs, hourMs]),
      }),
    ],
    [0.7, () => ({ do: 'restart', downMs: one([6 * secondMs, minuteMs, hourMs]) })],
    [11, () => ({ do: 'write', post: post(), publish: random() < 0.8 })],
    [5, () => ({ do: one(['delete', 'restore', 'retry']), post: post() })],
    [4, () => ({ do: 'decide', kind: one(kinds) })],
    [6, () => ({ do: one(['wallpaper', 'check', 'publish', 'settings']) })],
    [1.5, () => ({ do: one(['move', 'key']) })],
    [0.5, () => ({ do: 'command' })],
    [3, () => ({ do: one(['watch', 'pause', 'hold']), on: random() < 0.5 })],
    [
      disk ? 4 : 0,
      () => ({ do: 'disk', fault: one([null, null, 'full', 'full', 'no-files', 'read-only']) }),
    ],
  ];
  const total = makers.reduce((sum, [weight]) => sum + weight, 0);
  const step = (): Step => {
    let at = random() * total;
    for (const [weight, make] of makers) if ((at -= weight) < 0) return make();
    return { do: 'pass', ms: 0 };
  };
  const wall = Date.parse(`${one(days)}T00:00:00Z`) + Math.floor((random() - 0.5) * 24 * hourMs);
  const count = 10 + below(16);
  return { seed, wall, zone: one(zones), steps: Array.from({ length: count }, step) };
}
