import fc from 'fast-check';
import type { Failure } from '#shared/failure.ts';
import { zeroPostCounts, emptyJournalStatus } from '#shared/journal/journal.ts';
import { lockScreenFailureSchema } from '#shared/wallpaper/lock-screen.ts';
import { ownWallpaperSchema, type Wallpaper } from '#shared/picture/picture.ts';
import { providerNames } from '#shared/picture/providers.ts';
import {
  failedRemote,
  idleRemote,
  loadingRemote,
  readyRemote,
  type RemoteValue,
} from '#shared/remote.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { waitReasons, type Activity, type AppState } from '#shared/state.ts';
import { unknownStation, type ObserverInUse } from '#shared/station/station.ts';
import { dayPicture } from './pictures.ts';
import { emptyContent } from './surroundings.ts';

/** The time of the states below, milliseconds since the Unix epoch: noon in the zone of this machine. */
export const noon = new Date(2026, 10, 20, 12, 0).getTime();

/** A pass that rises `minutes` after noon, and ends ten minutes later. */
export function passAt(minutes: number, part: Partial<Pass> = {}): Pass {
  const moment = (offset: number, elevation: number) => ({
    t: noon / 1000 + (minutes + offset) * 60,
    azimuth: 270,
    elevation,
    rangeKm: 500,
  });
  return {
    rise: moment(0, 0),
    peak: moment(5, 67.2),
    set: moment(10, 0),
    visible: false,
    reason: 'daylight',
    visibleFrom: null,
    visibleTo: null,
    brightness: null,
    ...part,
  };
}

const failure: fc.Arbitrary<Failure> = fc.oneof(
  fc.constantFrom<Failure>(
    { kind: 'offline', reason: 'dns' },
    { kind: 'offline', reason: 'unreachable' },
    { kind: 'refused', status: 422, message: '' },
    { kind: 'key-refused' },
    { kind: 'not-found' },
    { kind: 'storage', code: 'ENOSPC' },
    { kind: 'storage', code: 'EIO' },
    { kind: 'timeout', stage: 'total', afterMs: 30_000 },
  ),
  fc.string().map((detail): Failure => ({ kind: 'malformed', detail })),
);

const date = fc.constantFrom('2026-11-18', '2026-11-19', '2026-11-20');
const at = fc.integer({ min: -86_400_000, max: 86_400_000 }).map((offset) => noon + offset);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value);

const picture = fc
  .record({ date, title: fc.string({ unit: 'binary', maxLength: 90 }), hasFile: fc.boolean() })
  .map(({ hasFile, ...record }) => {
    const day = dayPicture(record.date, record);
    return hasFile ? day : { ...day, file: null };
  });

function remote<T>(value: fc.Arbitrary<T>): fc.Arbitrary<RemoteValue<T>> {
  return fc
    .record({ value, at, failure, keeps: fc.boolean(), status: fc.integer({ min: 0, max: 3 }) })
    .map((drawn) => {
      const before = drawn.keeps ? readyRemote(drawn.value, drawn.at) : idleRemote;
      return [
        idleRemote,
        loadingRemote(before, drawn.at),
        readyRemote(drawn.value, drawn.at),
        failedRemote(before, drawn.failure, drawn.at),
      ][drawn.status] as RemoteValue<T>;
    });
}

const activity: fc.Arbitrary<Activity> = fc.record({
  lastSuccessAt: maybe(at),
  lastFailure: maybe(fc.record({ at, firstAt: at, failure })),
  next: fc.record({ at: maybe(at), reason: fc.constantFrom(...waitReasons) }),
  since: maybe(at),
});

const wallpaper: fc.Arbitrary<Wallpaper> = fc.oneof(
  fc.constant<Wallpaper>({ kind: 'untouched' }),
  date.map((day): Wallpaper => ({ kind: 'setting', date: day })),
  date.map((day): Wallpaper => ({
    kind: 'set',
    date: day,
    path: '/a',
    backend: 'xfce',
    verified: true,
    at: noon,
  })),
  fc.record({ day: date, retryAt: maybe(at) }).map(({ day, retryAt }): Wallpaper => ({
    kind: 'failed',
    date: day,
    backend: null,
    detail: 'no way is known',
    at: noon,
    retryAt,
  })),
);

const pass = fc
  .record({ minutes: fc.integer({ min: -20, max: 3000 }), visible: fc.boolean() })
  .map(({ minutes, visible }) =>
    passAt(minutes, visible ? { visible, reason: null } : { reason: 'in-shadow' }),
  );

/** A place whose solar time is the time of this machine's clock. */
export const somewhere: ObserverInUse = {
  latitude: 0,
  longitude: (new Date(noon).getTimezoneOffset() / 60) * -15,
  altitude: 0,
  source: 'settings',
};

/** Any state that the tray and the notifications may get at `noon`. */
export const anyState: fc.Arbitrary<AppState> = fc
  .record({
    simulated: fc.boolean(),
    picture: remote(picture),
    download: maybe(
      fc.record({ date, bytes: fc.nat(), total: maybe(fc.integer({ min: 0, max: 1e8 })) }),
    ),
    providers: fc.array(
      fc.record({
        name: fc.constantFrom(...providerNames),
        failure: maybe(failure),
        failedAt: maybe(at),
        notBefore: maybe(at),
        answeredAt: maybe(at),
      }),
      { maxLength: 2 },
    ),
    heldBack: fc.boolean(),
    choice: fc.record({
      pinned: maybe(date),
      skipped: fc.uniqueArray(date),
      favourites: fc.constant([]),
      back: maybe(fc.record({ to: maybe(date), since: date })),
    }),
    files: fc.nat(3),
    wallpaper,
    ownWallpaper: fc.constantFrom(...ownWallpaperSchema.options),
    lockFailure: maybe(fc.constantFrom(...lockScreenFailureSchema.options)),
    paused: fc.oneof(fc.constant(null), fc.constant('indefinite' as const), at),
    power: fc.constantFrom('awake', 'asleep', 'locked'),
    activities: fc.record({ picture: activity, position: activity, posts: activity }),
    fix: remote(
      fc.record({
        time: fc.constant(noon / 1000),
        latitude: fc.double({ min: -90, max: 90, noNaN: true }),
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
        receivedAt: at,
      }),
    ),
    passes: fc.array(pass, { maxLength: 3 }),
    passesUntil: maybe(at),
    isPlaced: fc.boolean(),
    waiting: fc.nat(3),
    refused: fc.nat(3),
    durable: fc.boolean(),
    isReset: fc.boolean(),
  })
  .map((drawn) => ({
    ...emptyContent,
    revision: 1,
    services: { source: 'own', simulated: drawn.simulated },
    settingsReset: drawn.isReset ? { reason: 'unreadable', file: '/aside', aside: true } : null,
    picture: drawn.picture,
    supply: { ...emptyContent.supply, download: drawn.download, providers: drawn.providers },
    choice: drawn.choice,
    archive: { days: drawn.files, files: drawn.files, bytes: 0 },
    wallpaper: drawn.wallpaper,
    ownWallpaper: drawn.ownWallpaper,
    lockScreen: { offer: 'offered', failure: drawn.lockFailure },
    suspension: { paused: drawn.paused, power: drawn.power },
    activities: drawn.activities,
    station: {
      ...unknownStation,
      fix: drawn.fix,
      observer: drawn.isPlaced ? somewhere : null,
      passesUntil: drawn.passesUntil,
      passes: drawn.passes.toSorted((a, b) => a.rise.t - b.rise.t),
    },
    journal: {
      ...emptyJournalStatus,
      durable: drawn.durable,
      paused: drawn.heldBack,
      counts: { ...zeroPostCounts, waiting: drawn.waiting, refused: drawn.refused },
    },
  }));
